"""What findings about headings say, by code: H101 to H112. English is core's own sentence, word for word."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from explorer.core.findings import Finding
from explorer.ui.reason_facts import Facts, Say, names_text, path_text


def _tr(text: str) -> str:
    return QCoreApplication.translate("Reasons", text)


def _numbering(_finding: Finding, facts: Facts) -> str:
    if facts.text("kind") == "number":
        words = _tr('"{0}" is only a number: it does not say what the section is about.')
    else:
        words = _tr('"{0}" is only a letter: it does not say what the section is about.')
    return words.format(facts.text("shown"))


def _generic(_finding: Finding, facts: Facts) -> str:
    words = _tr('"{0}" could stand over any text: it does not say what this section is about.')
    return words.format(facts.text("shown"))


def _ornament(_finding: Finding, facts: Facts) -> str:
    return _tr('"{0}" is an ornament: it has no words.').format(facts.text("shown"))


def _placeholder(_finding: Finding, facts: Facts) -> str:
    words = {
        "unwritten": _tr('"{0}" is a placeholder: the real heading was never written.'),
        "a file": _tr('"{0}" is the name of a file, not a heading.'),
        "the file": _tr('"{0}" is the name of the file, not a heading.'),
    }
    return words[facts.text("kind")].format(facts.text("shown"))


def _repeats(finding: Finding, facts: Facts) -> str:
    if facts.text("what") == "parent":
        words = _tr('"{0}" repeats the heading above it: nothing new is said.')
    else:
        words = _tr('"{0}" repeats the title of the document: nothing new is said.')
    return words.format(finding.heading)


def _same_path(finding: Finding, facts: Facts) -> str:
    path = path_text(finding.heading_path)
    if "first_page" in facts.given:
        words = _tr('The same path, "{0}", stands in this document before, on page {1}.')
        return words.format(path, facts.text("first_page"))
    words = _tr('The same path, "{0}", stands in this document before, as heading {1} of the document.')
    return words.format(path, facts.whole("first_section") + 1)


def _sentence(_finding: Finding, facts: Facts) -> str:
    if facts.text("counted") == "words":
        words = _tr("The heading has {0} words: it is a sentence, and its first words have to carry the search.")
        return words.format(facts.text("words"))
    return _tr("The heading has {0} characters: it is a sentence.").format(facts.text("characters"))


def _level_jump(finding: Finding, facts: Facts) -> str:
    words = _tr(
        '"{0}" has level {1} right below "{2}" with level {3}: a heading between them is missing, or the level is'
        " wrong."
    )
    return words.format(finding.heading, facts.text("level"), facts.text("before"), facts.text("level_before"))


def _without_text(finding: Finding, _facts: Facts) -> str:
    return _tr('Neither text nor another heading stands under "{0}".').format(finding.heading)


def _empty(_finding: Finding, facts: Facts) -> str:
    return _tr("This heading of level {0} is empty.").format(facts.text("level"))


def _too_deep(_finding: Finding, facts: Facts) -> str:
    named = ", ".join(f'"{heading}"' for heading in facts.texts("left_out"))
    words = _tr("This section lies {0} headings deep, and the header does not show {1}.")
    said = words.format(facts.text("depth"), named)
    more = facts.whole("sections") - 1
    return f"{said} {_tr('So it is for {0} more sections.').format(more)}" if more else said


def _shared(finding: Finding, facts: Facts) -> str:
    words = _tr('"{0}" stands in {1} of {2} documents ({3}): by itself it does not tell one from another.')
    named = names_text(facts.texts("names"), facts.whole("documents"))
    return words.format(finding.heading, facts.text("documents"), facts.text("of"), named)


OF_HEADINGS: dict[str, Say] = {
    "H101": _numbering,
    "H102": _generic,
    "H103": _ornament,
    "H104": _placeholder,
    "H105": _repeats,
    "H106": _same_path,
    "H107": _sentence,
    "H108": _level_jump,
    "H109": _without_text,
    "H110": _empty,
    "H111": _too_deep,
    "H112": _shared,
}
"""How the reason of each code is said."""
