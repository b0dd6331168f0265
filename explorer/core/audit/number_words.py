"""Numbers in words, in the languages of the heading words, and what is counted with them. All in small letters.

A word that is a common word of another of these languages is left out, so that no language need be known: Italian
"due", "sei", Spanish "once", "dos", French "six" is the same as in English, "cent", "seize", "sept".
"""

from __future__ import annotations

from decimal import Decimal

from explorer.core.subject_words import UNITS, word_set

_UNITS_BY_LANGUAGE = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen",
    "- - zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
    "achtzehn neunzehn",
    "- - deux trois quatre cinq six - huit neuf dix onze douze treize quatorze quinze",
    "- - - tres cuatro cinco seis siete ocho nueve diez - doce trece catorce quince dieciséis diecisiete dieciocho "
    "diecinueve",
    "- - dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito "
    "dezenove",
    "- - - tre quattro cinque - sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette "
    "diciotto diciannove",
)
_TENS_BY_LANGUAGE = (
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "vingt trente quarante cinquante soixante",
    "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
)
_FROM_FOURTH = "fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
_GERMAN_UNITS = "ein zwei drei vier fünf sechs sieben acht neun"


def _values() -> dict[str, Decimal]:
    values = {
        word: Decimal(number)
        for words in _UNITS_BY_LANGUAGE
        for number, word in enumerate(words.split())
        if word != "-" and number
    }
    for words in _TENS_BY_LANGUAGE:
        values |= {word: Decimal(10 * number) for number, word in enumerate(words.split(), start=2)}
    for ten in _TENS_BY_LANGUAGE[1].split():
        values |= {f"{unit}und{ten}": values[ten] + n for n, unit in enumerate(_GERMAN_UNITS.split(), start=1)}
    values |= {word: Decimal(number) for number, word in enumerate(_FROM_FOURTH.split(), start=4)}
    extra = {
        "twentieth": 20,
        "thirtieth": 30,
        "dreissig": 30,
        "dozen": 12,
        "dutzend": 12,
        "twice": 2,
        "thrice": 3,
        "zweimal": 2,
        "dreimal": 3,
    }
    values |= {word: Decimal(number) for word, number in extra.items()}
    return values | dict.fromkeys(("half", "hälfte", "moitié", "mitad", "metade", "metà"), Decimal("0.5"))


NUMBERS = _values()
"""What each word counts; "one" and its like are articles as well, and are looked at in `ONCE` and `ONE` only."""

SCALES = {
    word: Decimal(10) ** power
    for power, words in {
        2: "hundred hundert cento",
        3: "thousand thousands tausend mille mila k tsd",
        6: "million millions millionen millón millones milhão milhões milione milioni mio mn",
        9: "billion billions milliard milliards milliarde milliarden bn",
    }.items()
    for word in words.split()
}
"""Words that multiply the number before them."""

ONE = word_set("one a an each")
"""Counts as 1 between a word of `BEFORE_ONE` and a unit: "within a month"."""

BEFORE_ONE = word_set("within after before for in than every per once least most only exactly")

ONCE = word_set("once")
"""Counts as 1 before a word of `AFTER_ONCE`: "once a month", but not "once you have paid"."""

AFTER_ONCE = word_set("a an per each every daily weekly monthly yearly annually only")

JOINERS = word_set("and und et e y")
"""May stand inside a number: "one hundred and twenty", "treinta y cinco"."""

MEASURES = UNITS | word_set("workday workdays night nights hrs mins kg km mm cm ml litre liter liters quarter quarters")
"""Units that make a quantity of the article before them."""

SHORT_UNITS = {
    "h": "hour", "hr": "hour", "hrs": "hour", "min": "minute", "mins": "minute", "sec": "second", "secs": "second",
    "yr": "year", "yrs": "year", "wk": "week", "wks": "week", "kg": "kilogram", "km": "kilometre", "cm": "centimetre",
    "mm": "millimetre", "ml": "millilitre", "pct": "percent", "prozent": "percent", "%": "percent",
}  # fmt: skip
"""Units as they are written behind a number, and the word that they stand for."""

STATING = word_set("is are was were be of to than least most exactly costs cost equals exceed exceeds exceeding =")
"""A number alone behind one of these is an amount, whatever it counts: "the limit is 5"."""

MONTHS = word_set(
    "january february march april may june july august september october november december "
    "januar februar märz mai juni juli oktober dezember "
    "janvier février mars avril juin juillet août septembre octobre novembre décembre "
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre "
    "janeiro fevereiro março maio junho julho setembro outubro novembro dezembro "
    "gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre "
    "jan feb apr jun jul aug sep sept oct nov dec"
)

CURRENCIES = {
    "$": "dollar", "€": "euro", "£": "pound", "¥": "yen", "r$": "real", "usd": "dollar", "eur": "euro", "gbp": "pound",
    "chf": "franc", "brl": "real", "jpy": "yen", "cad": "dollar", "aud": "dollar",
}  # fmt: skip
"""What stands before an amount, and the word that it stands for."""

REFERENCE_WORDS = word_set(
    "section sections subsection article articles art clause clauses chapter chapters paragraph page pages step table "
    "figure fig appendix annex schedule exhibit item version release edition revision rule part volume no nr number "
    "abschnitt kapitel artikel anhang seite ziffer tabelle abbildung absatz paragraf "
    "chapitre annexe alinéa tableau partie sección artículo capítulo anexo página tabla seção artigo tabela "
    "sezione articolo capitolo allegato pagina tabella"
)
"""A number behind one of these names a place and no amount."""
