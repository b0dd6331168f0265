"""Why a file could not be read, in the user's language: the readers' sentences are known by their form.

A reader says it in English, with names, numbers and other programs' messages inside. What no form is known of is told
as it came.
"""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

_TITLES = (
    QT_TRANSLATE_NOOP("Refusals", "The file cannot be looked at: {0}."),
    QT_TRANSLATE_NOOP("Refusals", "The file has {0} GB; at most {1} GB are read."),
    QT_TRANSLATE_NOOP("Refusals", "The folder cannot be listed: {0}."),
    QT_TRANSLATE_NOOP("Refusals", "The program ended {0} times while this file was being read."),
    QT_TRANSLATE_NOOP("Refusals", "The reader answered something else than asked about {0}."),
    QT_TRANSLATE_NOOP("Refusals", "The reader did not answer in time."),
    QT_TRANSLATE_NOOP("Refusals", "The reader sent an answer that cannot be understood."),
    QT_TRANSLATE_NOOP("Refusals", "The reader stopped: it ended by itself with exit code {0}."),
    QT_TRANSLATE_NOOP("Refusals", "The reader stopped: the document crashed it ({0})."),
    QT_TRANSLATE_NOOP("Refusals", "The reader stopped: the document took more than {0} seconds of computing time."),
    QT_TRANSLATE_NOOP("Refusals", "The reader stopped: the system killed it, most likely for lack of memory."),
    QT_TRANSLATE_NOOP("Refusals", "The reader stopped: {0}."),
    QT_TRANSLATE_NOOP("Refusals", "The reader was stopped: the document took longer than {0} seconds."),
    QT_TRANSLATE_NOOP("Refusals", "{0} cannot be read: none of its chapters can."),
    QT_TRANSLATE_NOOP("Refusals", "{0} changed while it was being read."),
    QT_TRANSLATE_NOOP("Refusals", "{0} could not be opened: {1}."),
    QT_TRANSLATE_NOOP("Refusals", "{0} could not be read."),
    QT_TRANSLATE_NOOP("Refusals", "{0} has no format that can be read."),
    QT_TRANSLATE_NOOP("Refusals", "{0} has no pages."),
    QT_TRANSLATE_NOOP("Refusals", "{0} holds no chapters that can be read."),
    QT_TRANSLATE_NOOP("Refusals", "{0} holds no chunks as they are written by this program."),
    QT_TRANSLATE_NOOP("Refusals", "{0} holds too much for one document: {1}."),
    QT_TRANSLATE_NOOP("Refusals", "{0} holds {1} files, more than a book can have."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is a frameset: its text is in other files."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is a web archive (MHTML), which cannot be read."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is an old Word file (.doc) or protected by a password."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is damaged beyond repair."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is damaged or no Word document."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is damaged."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is damaged: it does not hold {1}."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is damaged: it is no EPUB ({1})."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is damaged: none of its {1} pages gives any text."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is damaged: {1} cannot be unpacked ({2})."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is damaged: {1} is not well-formed."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is empty."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is encrypted with a password and cannot be read."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is nested too deeply."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is no EPUB: it has no package document."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is no web page but {1}."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is not JSON."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is not UTF-8."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is not a PDF."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is not a Word document."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is not a regular file."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is not a text file in a known encoding: {1}."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is not a text file: it holds binary data."),
    QT_TRANSLATE_NOOP("Refusals", "{0} is protected: its chapters are encrypted (DRM)."),
    QT_TRANSLATE_NOOP("Refusals", "{0} needs a password."),
    QT_TRANSLATE_NOOP("Refusals", "{0} needs more memory than a reader may use ({1})."),
    QT_TRANSLATE_NOOP("Refusals", "{0} unpacks to more than a book can hold ({1})."),
    QT_TRANSLATE_NOOP("Refusals", "{0} unpacks to more than a document can hold."),
    QT_TRANSLATE_NOOP("Refusals", "{0} was not read."),
)
"""What happened; `{0}` is mostly the document's name."""

_DETAILS = (
    QT_TRANSLATE_NOOP("Refusals", "Give it the suffix of its kind."),
    QT_TRANSLATE_NOOP("Refusals", "In the part of its text {0}."),
    QT_TRANSLATE_NOOP("Refusals", "It cannot be opened: {0}."),
    QT_TRANSLATE_NOOP(
        "Refusals", "It is read again once it is changed or touched, or when the window is told to read it again."
    ),
    QT_TRANSLATE_NOOP("Refusals", "It does not begin as PDF files do."),
    QT_TRANSLATE_NOOP("Refusals", "It is no scan either."),
    QT_TRANSLATE_NOOP("Refusals", "It is no zip archive, which Word documents are ({0})."),
    QT_TRANSLATE_NOOP("Refusals", "It is rich text (RTF): save it as .docx."),
    QT_TRANSLATE_NOOP("Refusals", "It is {0}."),
    QT_TRANSLATE_NOOP("Refusals", "Its zip archive is cut off or broken ({0})."),
    QT_TRANSLATE_NOOP("Refusals", "Its main part holds something else."),
    QT_TRANSLATE_NOOP("Refusals", "Its pages cannot be found: {0}."),
    QT_TRANSLATE_NOOP("Refusals", "Its part {0} says that it has {1} bytes, packed in {2}."),
    QT_TRANSLATE_NOOP("Refusals", "Its {0} parts say that they have {1} bytes."),
    QT_TRANSLATE_NOOP("Refusals", "Known are {0}."),
    QT_TRANSLATE_NOOP("Refusals", "Only its owner's reader can open it."),
    QT_TRANSLATE_NOOP("Refusals", "Open it in a browser and save it as HTML."),
    QT_TRANSLATE_NOOP("Refusals", "Password needed: save a copy without one."),
    QT_TRANSLATE_NOOP("Refusals", "Refresh once nothing writes to it."),
    QT_TRANSLATE_NOOP("Refusals", "Save a copy as .docx without a password."),
    QT_TRANSLATE_NOOP("Refusals", "Split it into parts."),
    QT_TRANSLATE_NOOP("Refusals", "Split it."),
    QT_TRANSLATE_NOOP("Refusals", "The file has 0 bytes."),
    QT_TRANSLATE_NOOP("Refusals", "The file is damaged or empty."),
    QT_TRANSLATE_NOOP("Refusals", "The part that holds its text is missing."),
    QT_TRANSLATE_NOOP("Refusals", "What the index holds of it is kept as it was."),
)
"""What more there is to say, behind that."""

FORMS = tuple(map(str, (*_TITLES, *_DETAILS)))
"""All sentences, with numbered places for what stands in them."""

_PLACE = re.compile(r"\{\d\}")
_LONGEST = 2000
"""Characters of a sentence that is looked at; a longer one holds another program's output."""


def refusal_text(why: str) -> str:
    """Return why a document could not be read."""
    if len(why) > _LONGEST:
        return why
    for title in _TITLES:
        found = _form(str(title)).match(why)
        if found:
            rest = found["rest"] or ""
            said = _said(str(title), found.groups()[:-1])
            return f"{said} {_detail(rest)}" if rest else said
    return why


def _detail(text: str) -> str:
    for detail in _DETAILS:
        found = _form(str(detail)).match(text)
        if found and not found["rest"]:
            return _said(str(detail), found.groups()[:-1])
    return text


def _said(template: str, values: tuple[str, ...]) -> str:
    return QCoreApplication.translate("Refusals", template).format(*values)


@cache
def _form(template: str) -> re.Pattern[str]:
    """Return the expression for a sentence of that form, with what stands behind it."""
    fixed = map(re.escape, _PLACE.split(template))
    return re.compile(f"{'(.+?)'.join(fixed)}(?: (?P<rest>.+))?\\Z", re.DOTALL)
