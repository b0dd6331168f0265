"""What each code of the audit means and what to do about it, in words for people who own the documents.

Used by reports and by the window's help. `severity` is the one a rule gives; settings and circumstances (a
cross-reference that leads nowhere) may change it for a single finding.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from explorer.core.findings import Severity

_NOTE, _WARNING, _ERROR = Severity.NOTE, Severity.WARNING, Severity.ERROR


@dataclass(frozen=True, slots=True)
class CodeGuide:
    """One kind of finding: a short `name`, what it means and why it matters (`about`), what to do (`remedy`)."""

    code: str
    severity: Severity
    name: str
    about: str
    remedy: str


_HEADINGS = (
    CodeGuide(
        "H101",
        _WARNING,
        "Numbering only",
        'The heading is a number or letter such as "Section 4.2" or "(b)". It cites its section, but a search learns '
        "nothing from it about what the section says.",
        'Add the subject behind the number: "4.2 Termination". Where the source must stay as it is, rename the '
        "heading for retrieval only.",
    ),
    CodeGuide(
        "H102",
        _WARNING,
        "Generic word",
        'The heading could stand over any text, such as "Overview" or "Details". Headers leave it out, so the section '
        "is found by its other headings alone.",
        'Say what the overview is of: "Overview of parental leave". If the word means something in this library, '
        "silence it.",
    ),
    CodeGuide(
        "H103",
        _WARNING,
        "Ornament",
        "The heading has no letter and no digit. It is a divider that was formatted as a heading, and it cuts the "
        "section before it in two.",
        "Make it a rule or a blank line, or give the part that follows a heading of its own.",
    ),
    CodeGuide(
        "H104",
        _WARNING,
        "Placeholder",
        'The text stands for a heading that was never written, such as "Untitled" or "New section", or it is the '
        "name of a file.",
        "Write the heading.",
    ),
    CodeGuide(
        "H105",
        _NOTE,
        "Repeats its parent",
        "The heading says the same as the heading above it, or as the title. It takes a level of the path and adds "
        "nothing.",
        "Remove the heading, or say what this part adds to the one above.",
    ),
    CodeGuide(
        "H106",
        _WARNING,
        "Same path twice",
        "Two sections of one document have the same headings all the way up. Their passages cannot be told apart by "
        "header, and a citation of one may lead to the other.",
        "Give the later section a heading that says how it differs, or join the two sections.",
    ),
    CodeGuide(
        "H107",
        _NOTE,
        "Sentence as heading",
        "The heading is as long as a sentence. It takes much of the header's room, and may be a paragraph that was "
        "formatted as a heading.",
        "Shorten it to its subject, or format it as text.",
    ),
    CodeGuide(
        "H108",
        _NOTE,
        "Level jump",
        "The heading lies two or more levels below the one before it. Either a heading between them is missing, or "
        "the level was chosen for its looks.",
        "Set the level by the structure: one below the section that it belongs to.",
    ),
    CodeGuide(
        "H109",
        _NOTE,
        "Nothing under the heading",
        "Neither text nor a further heading follows. The heading becomes a passage of its own, which a search can "
        "find but which answers nothing.",
        "Write the section, or remove its heading.",
    ),
    CodeGuide(
        "H110",
        _NOTE,
        "Empty heading",
        "A line is formatted as a heading and has no text. What follows has a gap in its heading path.",
        "Write the heading, or remove the empty line.",
    ),
    CodeGuide(
        "H111",
        _NOTE,
        "Deeper than the header shows",
        "The section has more headings above it than the header has room for. The outer ones are left out and cannot "
        "help to find it.",
        "Flatten the structure, shorten the headings, or let headers show more of them (recipe option depth).",
    ),
    CodeGuide(
        "H112",
        _NOTE,
        "Same heading in many documents",
        "Many documents have a section of this name, so the name alone does not tell one from another. The document's "
        "title has to do it.",
        "See that the titles tell the documents apart. Where one document stands for many products, name the product "
        "in the heading.",
    ),
)

_CHUNKS = (
    CodeGuide(
        "C201",
        _WARNING,
        "Empty path",
        "No heading stands above this passage. Its header can show the document's title only.",
        "Put a heading above the text. If there is one to the eye, format it as a heading.",
    ),
    CodeGuide(
        "C202",
        _ERROR,
        "Nothing names a subject",
        "Neither the title nor any heading above this passage says what it is about. Its header restores nothing, so "
        "the passage is found by its own words or not at all.",
        "Mend the nearest heading first, then the document's title.",
    ),
    CodeGuide(
        "C203",
        _WARNING,
        "Header too long",
        "The header takes more than its share of the passage, or is longer than the text that it stands before. The "
        "text is drowned by it.",
        "Shorten the title and the headings, or join very short sections.",
    ),
    CodeGuide(
        "C204",
        _WARNING,
        "Same header everywhere",
        "All passages of the document have the same header. Headers cannot tell its sections apart.",
        "Mend the document's headings: most likely they are generic, or were not recognised.",
    ),
    CodeGuide(
        "C205",
        _WARNING,
        "Not self-describing",
        "The passage does not say what it is about, and its header does not say it either. A reader who is shown it "
        "alone cannot know what it speaks of.",
        "Name the subject in the first sentence, or in the heading above.",
    ),
    CodeGuide(
        "C206",
        _WARNING,
        "Near-duplicate",
        "Another passage has almost the same words under another heading. A search cannot tell which of them answers "
        "the question.",
        "Keep one and refer to it, or name in each what it applies to.",
    ),
    CodeGuide(
        "C207",
        _WARNING,
        "Duplicate",
        "Another passage has exactly the same words under another heading. Without headers a search cannot tell them "
        "apart.",
        "Keep one and refer to it, or name in each what it applies to.",
    ),
    CodeGuide(
        "C208",
        _NOTE,
        "Cross-reference",
        "The passage sends its reader to another section, which the passage alone does not bring along. It is a "
        "warning where no such section exists.",
        "Where the section is missing, mend the reference. Else say in a few words what stands there.",
    ),
    CodeGuide(
        "C209",
        _WARNING,
        "Cut inside a sentence, table, list or code",
        "A sentence, table row, list item or piece of code is longer than a chunk may be and was cut. Its parts are "
        "found one by one.",
        "Split what is too long. In a table, move long cells into text. A model with a larger window also helps.",
    ),
    CodeGuide(
        "C210",
        _WARNING,
        "Very short text",
        "The passage has too few words to be found by them.",
        "Join it with its neighbour, or write it out.",
    ),
    CodeGuide(
        "C211",
        _WARNING,
        "Over the window",
        "The passage is longer than what the model reads. What is over is invisible to the search.",
        "Shorten the passage, or use a model with a larger window.",
    ),
    CodeGuide(
        "C212",
        _WARNING,
        "Context sentence does not help",
        "The sentence that a language model wrote about the passage is too long, tells its content instead of its "
        "place, names no place, or is out of date.",
        "Have the sentence written again, or leave it out.",
    ),
    CodeGuide(
        "C213",
        _ERROR,
        "Personal data",
        "The passage holds data about a person, such as an address, a phone number or an account. Whoever may search "
        "the library can find it.",
        "Remove or mask the data in the source, or restrict who may search the document.",
    ),
)

_DOCUMENTS = (
    CodeGuide(
        "D301",
        _ERROR,
        "Many empty paths",
        "Many passages from files of one format stand under no heading. Their headings are missing, or were not "
        "recognised.",
        "Open one of the named documents. If its headings are bold text, format them as headings; if they are "
        "headings, report the file as misread.",
    ),
    CodeGuide(
        "D302",
        _WARNING,
        "Pages without text",
        "Pages are pictures, as scans are. Nothing on them can be found.",
        "Have the text recognised (option --ocr), or replace the scan by the document that it was printed from.",
    ),
    CodeGuide(
        "D303",
        _WARNING,
        "Superseded or expired",
        "A newer version is in force, or the end date has passed. Searches leave the document out unless asked for it.",
        "Move it out of the library, or correct its version or dates.",
    ),
    CodeGuide(
        "D304",
        _NOTE,
        "Title from the file name",
        "Nothing in the document gives a title, so the file name has to serve in every header.",
        "Give the document a title: in its properties or front matter, or as its first heading.",
    ),
    CodeGuide(
        "D305",
        _ERROR,
        "Unreadable",
        "The file could not be read. Nothing in it can be found.",
        "Open it in its own program and save it again. Remove a password; replace a damaged file.",
    ),
    CodeGuide(
        "D306",
        _NOTE,
        "Too short for headers",
        "The document has no headings, or fits one passage. Headers can show its title and no more.",
        "A short document needs nothing. Give a long one headings.",
    ),
    CodeGuide(
        "D307",
        _WARNING,
        "Language unknown to the model",
        "The document is in a language that the embedding model was not made for. Its passages are ranked poorly.",
        "Use a model made for several languages (option --model).",
    ),
)

GUIDE: dict[str, CodeGuide] = {entry.code: entry for entry in (*_HEADINGS, *_CHUNKS, *_DOCUMENTS)}
"""Every code of the audit, in order."""


def guide(code: str) -> CodeGuide:
    """Return the entry of a code; one that says so for a code that has none."""
    unknown = CodeGuide(
        code, _WARNING, code, "There is no description of this code.", "See the reason of each finding."
    )
    return GUIDE.get(code, unknown)


def in_order(codes: Iterable[str]) -> list[str]:
    """Return codes in the guide's order, those that it does not know last."""
    known = {code: place for place, code in enumerate(GUIDE)}
    return sorted(set(codes), key=lambda code: (known.get(code, len(known)), code))
