"""English words by which `explorer.core.subject` judges a sentence. All in small letters."""

from __future__ import annotations


def word_set(words: str) -> frozenset[str]:
    """Return the words of a text that are parted by spaces."""
    return frozenset(words.split())


CONNECTORS = (
    "however", "also", "therefore", "thus", "hence", "moreover", "furthermore", "additionally", "in addition", "then",
    "next", "finally", "otherwise", "for example", "for instance", "in general", "generally", "usually", "normally",
    "typically", "in particular", "likewise", "similarly", "instead", "nevertheless", "still", "note that",
    "please note that", "as a result", "in that case", "in this case", "and", "but", "or", "so", "please",
    "please note",
)  # fmt: skip
"""What may stand before the sentence proper."""

CLAUSE_OPENERS = word_set(
    "if when whenever unless before after once to for in on at during while where because since as until by with from "
    "under upon although though within without depending"
)
"""First words of a clause that ends at a comma, before the sentence proper."""

PRONOUNS = word_set(
    "it they he she both either neither one some most all none many few several others another everything everyone "
    "anything nothing something its their his her "
    "theirs hers ones"
)
DEMONSTRATIVES = word_set("this that these those such")
EXPLETIVES = word_set(
    "possible impossible important necessary recommended advisable essential best useful common helpful encouraged "
    "forbidden prohibited mandatory permitted allowed sensible better good easy hard"
)
"""After "it is" and before "to" or "that": the "it" stands for nothing."""

PERSONS = word_set("you we i")
DETERMINERS = word_set("the a an any each every all no some your our my another both")

FINITE = word_set(
    "is are was were be been am has have had does do did can could may might must shall should will would cannot "
    "isn't aren't wasn't weren't doesn't don't didn't can't won't shouldn't mustn't costs cost includes include "
    "applies apply covers cover contains contain requires require needs need takes take lasts last begins begin "
    "starts start ends end expires expire depends depend means mean varies vary provides provide allows allow "
    "gives give runs run uses use remains remain becomes become comes come goes go works work shows show "
    "describes describe consists consist grants grant offers offer receives receive rents accrue accrues "
    "increases increase exceeds exceed amounts equals follows follow refers refer belongs belong counts count "
    "stays stay stops stop"
)
"""Verb forms that can end a subject; those that are nouns too ("cost", "use") end it only after another word."""

MODALS = word_set("must may can could should shall will would might cannot")
AUXILIARIES = word_set("is are was were has have had does do did am")
VERB_STARTS = word_set(
    "costs includes applies covers contains requires needs takes lasts begins starts ends expires depends means "
    "provides allows gives runs uses remains comes works shows describes consists offers increases exceeds equals "
    "refers belongs covered included required"
)
"""Verbs in the third person: a sentence that begins with one has lost its subject."""

ADJECTIVE_STARTS = word_set(
    "available valid required optional mandatory not only subject limited free due payable applicable effective "
    "eligible open closed suitable compatible recommended"
)
IMPERATIVES = word_set(
    "add adjust allow apply ask assign attach attempt avoid begin bring call cancel carry change charge check choose "
    "clean clear click close complete confirm connect contact continue copy cover create cut delete descale "
    "disconnect do don't drag dry empty enable ensure enter exit fill find fit follow give go hold immerse include "
    "inform insert inspect install keep leave let lift load lock log look lower lubricate make mark measure mount move "
    "never always note notify observe obtain open order pack pay place plug point pour prepare press print protect "
    "provide pull push put raise read record refer refill refit release remember remove renew repeat replace reply "
    "report request reset restart return rinse rotate run save screw see select send set shake sign slide soak "
    "start stop store submit swipe switch take tap tell test tighten touch try turn type unplug unscrew update "
    "upload use verify visit wait wash wear wipe write"
)
MANNER = word_set(
    "never always not only again then carefully thoroughly regularly gently immediately once twice daily weekly "
    "monthly yearly annually here there ok well first"
)
PREPOSITIONS = word_set(
    "in on at to for with without within before after until till by from of over under into onto through during "
    "every each per as if when while and or but up down off out away back between against about towards"
)
VAGUE = word_set(
    "limit limits deadline deadlines fee fees cost costs price prices amount amounts period periods term terms rate "
    "rates minimum maximum number duration requirement requirements condition conditions process procedure "
    "procedures step steps form forms request requests notice time times date dates result results value values "
    "default setting settings application applications payment payments charge charges rule rules exception "
    "exceptions restriction restrictions option options list example examples purpose scope reason reasons length "
    "size quantity total sum percentage share level threshold frequency interval approval confirmation answer "
    "response decision following above below same rest others item items case cases information details document "
    "section chapter part table figure text point points change changes"
)
"""Relational nouns: they say what kind of thing, and leave open of what."""

BLAND = word_set(
    "maximum minimum total annual monthly weekly daily yearly new current following same first second third last "
    "standard default normal usual general overall average own full exact whole main basic one two three four five "
    "six seven eight nine ten other further additional applicable required more"
)
"""Adjectives that do not make a relational noun specific."""

UNITS = word_set(
    "second seconds minute minutes hour hours day days week weeks month months year years dollar dollars euro euros "
    "percent business working calendar times litre litres metre metres degrees people persons"
)
ROLES = word_set(
    "party parties supplier vendor customer client employer employee employees company member members user users "
    "buyer seller licensor licensee landlord tenant person persons people staff manager provider contractor agency "
    "insurer applicant owner operator you we"
)
"""Who acts in a text; seldom what its section is about."""
