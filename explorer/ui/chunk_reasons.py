"""What findings about chunks say, by code: C201 to C213. English is core's own sentence, word for word."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from explorer.core.finding_words import plural_kind
from explorer.core.findings import Finding
from explorer.core.model import CutNote
from explorer.ui.reason_facts import Facts, Say, chunks_text, path_text, tokens_text
from explorer.ui.texts import noun

_SHOWN = 160
"""Characters of a context sentence that a reason repeats."""

_MOST_CHUNKS = 50
"""Chunks with personal data that the facts name; there may be more."""

_NOT_WHOLE = frozenset({CutNote.INSIDE_SENTENCE, CutNote.INSIDE_TABLE, CutNote.INSIDE_CODE, CutNote.INSIDE_LIST})


def _tr(text: str) -> str:
    return QCoreApplication.translate("Reasons", text)


def _word(word: str) -> str:
    """Return a word of the program that core names by itself; `tests/translation_list.py` lists them."""
    return QCoreApplication.translate("Words", word)


def _no_path(_finding: Finding, _facts: Facts) -> str:
    return _tr("No heading stands above this text.")


def _no_subject(_finding: Finding, facts: Facts) -> str:
    words = _tr('Nothing in "{0}" names a subject, and neither does the title "{1}".')
    return words.format(path_text(facts.texts("path")), facts.text("title"))


def _long_header(_finding: Finding, facts: Facts) -> str:
    header, share = facts.whole("header_tokens"), facts.whole("share_tokens")
    if facts.texts("cut"):
        return _tr("The header did not fit into its share of {0} tokens and was shortened.").format(share)
    if header > share:
        return _tr("The header takes {0} tokens, more than its share of {1}.").format(header, share)
    words = _tr("The header ({0} tokens) is longer than the text ({1}) and drowns it.")
    return words.format(header, tokens_text(facts.whole("text_tokens")))


def _same_header(_finding: Finding, facts: Facts) -> str:
    words = _tr('All {0} chunks in {1} sections have the same header, "{2}": it tells none apart.')
    return words.format(facts.text("chunks"), facts.text("sections"), facts.text("header"))


def _unnamed(_finding: Finding, facts: Facts) -> str:
    said = {
        "pronoun-subject": _tr("The text begins with a pronoun that points outside of it, and {0}."),
        "elided-subject": _tr("The text does not say what it is about, and {0}."),
        "severed-list-item": _tr("The text is cut from the sentence that leads into its list, and {0}."),
        "vague-subject": _tr("The text begins with a word too vague to stand alone, and {0}."),
    }
    header = facts.text("header")
    no_help = _tr('its header, "{0}", names no subject either').format(header) if header else _tr("it has no header")
    return said[facts.text("kind")].format(no_help)


def _near(finding: Finding, facts: Facts) -> str:
    named = _tr("{0} (similarity {1})").format(_nearest(finding, facts), facts.text("similarity_shown"))
    return _tr("{0}; nearest is {1}.").format(_others(finding, facts, near=True), named)


def _equal(finding: Finding, facts: Facts) -> str:
    words = _tr("{0}; it is {1}.") if facts.whole("count") == 1 else _tr("{0}; the first is {1}.")
    return words.format(_others(finding, facts, near=False), _nearest(finding, facts))


def _others(finding: Finding, facts: Facts, *, near: bool) -> str:
    """Return how many other chunks say the same, and where."""
    one, count = facts.whole("count") == 1, chunks_text(facts.whole("count"))
    chunks = _tr("At least {0}").format(count) if facts.text("count_is") == "at least" else count
    if facts.texts("other_heading_path") == finding.heading_path:
        elsewhere = {
            (True, True): _tr("{0} in another document says nearly the same words"),
            (True, False): _tr("{0} elsewhere say nearly the same words"),
            (False, True): _tr("{0} in another document says the same words"),
            (False, False): _tr("{0} elsewhere say the same words"),
        }
        return elsewhere[near, one].format(chunks)
    other_heading = {
        (True, True): _tr("{0} under another heading says nearly the same words"),
        (True, False): _tr("{0} under another heading say nearly the same words"),
        (False, True): _tr("{0} under another heading says the same words"),
        (False, False): _tr("{0} under another heading say the same words"),
    }
    return other_heading[near, one].format(chunks)


def _nearest(finding: Finding, facts: Facts) -> str:
    """Return the nearest other chunk in words: its headings, and its document where that is another one."""
    path, document = facts.texts("other_heading_path"), facts.text("other_document")
    if not path:
        named = _tr("chunk {0} under no heading").format(facts.text("other_chunk"))
    elif path == finding.heading_path:
        named = _tr("chunk {0} under the same heading").format(facts.text("other_chunk"))
    else:
        named = _tr('chunk {0} under "{1}"').format(facts.text("other_chunk"), path_text(path))
    return named if document == finding.document else _tr("{0} in {1}").format(named, document)


def _reference(finding: Finding, facts: Facts) -> str:
    shown = facts.text("reference")
    if "target" not in facts.given:
        return _no_target(shown, facts.text("under"))
    clause, target = facts.text("clause"), path_text(facts.texts("target"))
    if finding.section == facts.whole("target_section"):
        here = _tr('"{0}" points to {1} in this section.') if clause else _tr('"{0}" points to this section.')
        return here.format(shown, clause)
    words = _tr('"{0}" points to {1} in "{2}".') if clause else _tr('"{0}" points to "{2}".')
    return words.format(shown, clause, target)


def _no_target(shown: str, under: str) -> str:
    if under:
        words = _tr('"{0}" under "{1}" points to nothing: no heading or clause of this document has that number.')
        return words.format(shown, under)
    words = _tr('"{0}" points to nothing: no heading or clause of this document has that number.')
    return words.format(shown)


def _cut(_finding: Finding, facts: Facts) -> str:
    notes = facts.texts("notes")
    done = ", ".join(map(_word, notes))
    if facts.text("cut_by") == "pipeline":
        words = _tr("{0}: the pipeline that made these chunks parted it.")
    elif _NOT_WHOLE & set(notes):
        words = _tr("{0}: it does not fit into a chunk whole.")
    else:
        words = _tr("{0}: it did not fit beside the text.")
    return words.format(f"{done[:1].upper()}{done[1:]}")


def _short(_finding: Finding, facts: Facts) -> str:
    return _tr("The text has {0}: too little to be found by.").format(tokens_text(facts.whole("tokens")))


def _over(_finding: Finding, facts: Facts) -> str:
    words = _tr("The model reads {0} tokens of this chunk's {1}; the rest cannot be found.")
    return words.format(facts.text("limit"), facts.text("tokens"))


def _context_sentence(_finding: Finding, facts: Facts) -> str:
    text = facts.text("sentence")
    begins = text if len(text) <= _SHOWN else text[:_SHOWN].rsplit(" ", 1)[0] + " …"
    faults = " ".join(_fault(fault, facts) for fault in facts.texts("faults"))
    return _tr('The context sentence "{0}": {1}').format(begins, faults)


def _fault(fault: str, facts: Facts) -> str:
    if fault == "too long":
        words = _tr("It has {0} tokens; more than {1} drown the passage.")
        return words.format(facts.text("tokens"), f"{facts.number('most_tokens'):g}")
    if fault == "summary":
        stated = ", ".join(f'"{one}"' for one in dict.fromkeys(facts.texts("shown")))
        return _tr("It states {0} of the passage: it answers, where it should place.").format(stated)
    if fault == "placeless":
        return _tr("It names nothing of the title, the heading path or the document's name.")
    return _tr("It was made for another text or heading path.")


def _personal(_finding: Finding, facts: Facts) -> str:
    what = ", ".join(map(_counted_kind, facts.texts("kinds")))
    chunks = len(facts.texts("chunks"))
    if not chunks:
        return _tr("The document holds personal data: {0}. Whoever may search the library can find it.").format(what)
    where = chunks_text(chunks)
    if chunks == _MOST_CHUNKS:
        where = _tr("{0} or more chunks").format(chunks)
    words = _tr("The document holds personal data: {0}, in {1}. Whoever may search the library can find it.")
    return words.format(what, where)


def _counted_kind(counted: str) -> str:
    """Return how often a kind of personal data was found, told as "phone number: 2"."""
    kind, _, count = counted.rpartition(": ")
    return f"{count} {noun(int(count), _word(kind), _word(plural_kind(kind)))}"


OF_CHUNKS: dict[str, Say] = {
    "C201": _no_path,
    "C202": _no_subject,
    "C203": _long_header,
    "C204": _same_header,
    "C205": _unnamed,
    "C206": _near,
    "C207": _equal,
    "C208": _reference,
    "C209": _cut,
    "C210": _short,
    "C211": _over,
    "C212": _context_sentence,
    "C213": _personal,
}
"""How the reason of each code is said."""
