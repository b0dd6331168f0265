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
    "please note", "well", "yes", "of course", "in fact", "in short", "in essence", "as a rule", "in other words",
    "on the other hand", "at the same time", "meanwhile", "afterwards", "consequently", "nonetheless",
)  # fmt: skip
"""What may stand before the sentence proper."""

CLAUSE_OPENERS = word_set(
    "if when whenever unless before after once to for in on at during while where because since as until by with from "
    "under upon although though within without depending due according prior given despite following regarding besides "
    "unlike whereas"
)
"""First words of a clause that ends at a comma, before the sentence proper."""

CONJUNCTIONS = word_set("if when whenever unless once because although though while since until as before after")
"""Those of them that a subject and a verb follow."""

PRONOUNS = word_set(
    "it they he she both either neither one some most all none many few several others another everything everyone "
    "anything nothing something its their his her "
    "theirs hers ones"
)
DEMONSTRATIVES = word_set("this that these those such")
EXPLETIVES = word_set(
    "possible impossible important necessary recommended advisable essential best useful common helpful encouraged "
    "forbidden prohibited mandatory permitted allowed sensible better good easy hard worth crucial vital critical "
    "required wise impractical difficult simple"
)
"""After "it is" and before "to" or "that": the "it" stands for nothing."""

CLEAR = word_set(
    "likely unlikely clear true certain obvious known believed assumed expected proposed suggested shown found "
    "reported estimated said agreed understood"
)
"""The same before "that" only: "It is likely to fail" speaks of something, "It is likely that" does not."""

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
    "stays stay stops stop explains explain summarizes summarises illustrates presents introduces discusses "
    "enables enable lets helps"
)
"""Verb forms that can end a subject; those that are nouns too ("cost", "use") end it only after another word."""

MODALS = word_set("must may can could should shall will would might cannot")
AUXILIARIES = word_set("is are was were has have had does do did am")
VERB_STARTS = word_set(
    "costs includes applies covers contains requires needs takes lasts begins starts ends expires depends means "
    "provides allows gives runs uses remains comes works shows describes consists offers increases exceeds equals "
    "refers belongs"
)
"""Verbs in the third person: a sentence that begins with one has lost its subject."""

ADJECTIVE_STARTS = word_set(
    "available valid required optional mandatory not only subject limited free due payable applicable effective "
    "eligible open closed suitable compatible recommended"
)
IMPERATIVES = word_set(
    "access add adjust allow always apply ask assign attach attempt avoid begin bring build call cancel carry change "
    "charge check choose clean clear click close complete configure confirm connect contact continue copy cover "
    "create customise customize cut declare define delete deploy descale disconnect do don't drag dry empty enable "
    "ensure enter exit export fill find fit follow give go hold immerse import include inform insert inspect install "
    "keep leave let lift load lock log look lower lubricate make manage mark measure mount move never note notify "
    "observe obtain open order pack pay place plug point pour prepare press print protect provide pull push put raise "
    "read record refer refill refit release remember remove renew repeat replace reply report request reset restart "
    "return rinse rotate run save screw see select send set shake sign slide soak start stop store submit swipe "
    "switch take tap tell test tighten touch try turn type unplug unscrew update upload use verify visit wait wash "
    "wear wipe write"
)
PHRASAL = frozenset(
    f"{verb} {particle}"
    for verbs, particles in (
        ("sign log", "in out on up"), ("turn switch", "on off up down to between"), ("set back fill look", "up in out"),
        ("check look send wait ask search apply pay", "for"), ("plug put take carry find point move", "in on off out"),
        ("go refer connect return switch rotate scroll", "to"), ("tap click", "on"), ("zoom opt", "in out"),
        ("enter", "into"), ("keep", "up"), ("check talk speak interact comply", "with"),
    )
    for verb in verbs.split()
    for particle in particles.split()
)  # fmt: skip
"""Verbs with the particle that belongs to them: the object comes after it ("Turn on the screen")."""

IDIOMS = tuple(
    tuple(phrase.split())
    for phrase in (
        "keep in touch with", "keep up with", "keep track of", "take care of", "take advantage of", "make use of",
        "get rid of", "be aware of", "up to", "more about", "sign up for", "access to",
    )
)  # fmt: skip
"""What stands before an object and says nothing of it."""

QUANTIFIERS = word_set("all some most many any each one two three both none several few either neither more")
"""Before "of" they leave it to what follows to say of what."""

QUESTION_WORDS = word_set("when how what whether which where who why if")

HELPS = word_set("allow allows let lets enable enables help helps permit permits")
"""What "this feature" does for the reader: the object of what "you" do then is the matter."""

WITH_INFINITIVE = word_set("choose try attempt continue begin start remember ask want")
"""Verbs that another follows with "to": its object counts ("choose to lock the screen")."""

NOUN_FOLLOWS = word_set("of for with by from in on at a an the this these those your our my their its his her")
"""After these a word is a noun, though it can be a verb elsewhere ("the number of starts")."""

SELF = word_set(
    "warranty policy agreement licence license contract guarantee handbook manual guide guideline act regulation "
    "directive notice statement charter"
)
"""What a text calls itself: "This warranty" needs nothing before it."""

WHOLES = word_set(
    "plan plans program programs programme programmes building buildings game games song album film films movie book "
    "books novel episode series show ship ships vessel team teams project projects piece structure site event "
    "product products scheme study paper property command script"
)
"""Nouns for a whole that has a name of its own; "the" with one of them, and no more, takes up a name said before."""

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
    "section chapter part table figure point points change changes content contents feature features function "
    "functions thing things way ways qualifications responsibilities start end beginning former latter"
)
"""Relational nouns: they say what kind of thing, and leave open of what."""

BLAND = word_set(
    "maximum minimum total annual monthly weekly daily yearly new current following same first second third last "
    "standard default normal usual general overall average own full exact whole main basic one two three four five "
    "six seven eight nine ten next other further additional applicable required more several few many such certain "
    "various different below above previous updated modified revised published created"
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
