"""Words that carry no content, by language: articles, pronouns, prepositions, auxiliaries, question words.

They are the closed classes of each language, so that the lists need no upkeep. All in small letters, as
`explorer.core.words.words_of` gives them.
"""

from __future__ import annotations

from collections.abc import Mapping

from explorer.core.subject_words import word_set
from explorer.core.words import STOP_WORDS

FUNCTION_WORDS: Mapping[str, frozenset[str]] = {
    "en": STOP_WORDS,
    "de": word_set(
        "aber alle allem allen aller alles als also am an ans auch auf aufs aus bei beim bin bis bist da dabei dadurch "
        "dafür damit dann daran darauf das dass davon dazu dein deine dem den denn der des dessen die dies diese "
        "diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwa etwas euch euer "
        "eure für gegen gibt hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren "
        "ihrer im in ins ist ja jede jedem jeden jeder jedes kann kannst kein keine keinem keinen keiner können "
        "könnte lang man mehr mein meine meinem meinen meiner mich mir mit muss müssen nach nicht nichts noch nun nur "
        "ob oder ohne sehr seid sein seine seinem seinen seiner sich sie sind so soll sollen sollte sondern sowie um "
        "und uns unser unsere unter viel viele vom von vor wann war waren warum was weil welche welchem welchen "
        "welcher welches wem wen wenn wer werde werden wessen wie wieder wird wir wird wo wofür woher wohin worden "
        "wurde wurden während würde würden zu zum zur zwischen über"
    ),
    "fr": word_set(
        "afin ai ainsi alors après as au aucun aucune aura aussi autre aux avant avec avoir ayant c ce ceci cela celle "
        "celles celui ces cet cette ceux chaque ci combien comme comment d dans de depuis des donc dont du elle elles "
        "en encore entre es est et eu eux fait fois furent ici il ils j je l la laquelle le lequel les lesquelles "
        "lesquels leur leurs lorsque lui là m ma mais me mes moi moins mon même n ne ni nos notre nous on ont or ou "
        "où par pas pendant peu peut peuvent plus pour pourquoi pouvoir qu quand que quel quelle quelles quels "
        "quelque qui quoi s sa sans se sera ses si soit son sont sous sur t ta te tes toi ton tous tout toute toutes "
        "très tu un une vers vos votre vous y à ça été être"
    ),
    "es": word_set(
        "a al algo alguna algunas alguno algunos ante antes aquel aquella así aun aunque bajo cada como con contra "
        "cual cuales cualquier cuando cuanta cuantas cuanto cuantos cuya cuyo cuál cuáles cuándo cuánta cuántas cuánto "
        "cuántos cómo de debe deben del desde donde dos durante dónde e el ella ellas ellos en entre era eran es esa "
        "esas ese eso esos esta estas este esto estos está están fue fueron ha haber han hasta hay he la las le les "
        "lo los me mi mis mucha muchas mucho muchos muy más mí nada ni no nos nosotros nuestra nuestro o os otra otras "
        "otro otros para pero poco por porque puede pueden puedo que quien quienes quién qué se sea ser si sido sin "
        "sobre son su sus sí también tan tanto te tiene tienen todas todo todos tu tus tú un una unas uno unos usted "
        "ustedes y ya yo él"
    ),
    "pt": word_set(
        "a ainda algo alguma algumas algum alguns ao aos aquela aquele aquilo as até cada com como contra cuja cujo da "
        "das de dela dele deles depois desde dessa desse desta deste deve devem do dos durante e ela elas ele eles em "
        "enquanto entre era essa essas esse esses esta estas este estes está estão eu foi foram há isso isto já lhe "
        "lhes lá mais mas me mesmo meu meus minha minhas muita muitas muito muitos na nada nas nem nenhum nenhuma "
        "nessa nesse nesta neste no nos nossa nosso não nós o onde os ou outra outras outro outros para pela pelas "
        "pelo pelos per pode podem por porque posso qual quais qualquer quando quanta quantas quanto quantos que quem "
        "quê se sem ser seu seus sobre sua suas são só também te tem ter toda todas todo todos tu tua têm um uma umas "
        "uns você vocês à às é"
    ),
}
"""By code of ISO 639-1."""
