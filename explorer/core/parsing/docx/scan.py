"""Reads a part of a Word document into paragraphs and tables, in one pass and without recursion.

What a reader of the page sees is read: inserted and moved text, results of fields, text boxes, content controls.
Left out: deleted and hidden text, comments, instructions of fields, former properties, fallbacks of alternatives
(ISO/IEC 29500-3, 7.6: the first choice counts), and the reading aids above ruby text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from explorer.core.parsing.docx.content import Cell, Item, NoteKey, Row, Table
from explorer.core.parsing.docx.draft import Draft
from explorer.core.parsing.docx.fields import Fields
from explorer.core.parsing.docx.formulas import Formulas
from explorer.core.parsing.docx.number_formats import write_number
from explorer.core.parsing.docx.numbering import Numbering
from explorer.core.parsing.docx.paragraphs import Finisher
from explorer.core.parsing.docx.styles import Style, Styles
from explorer.core.parsing.docx.symbols import symbol, symbols_as_text
from explorer.core.parsing.docx.tables import set_property
from explorer.core.parsing.docx.xml import Attributes, is_on, parse_events

_SKIPPED_LISTED = (
    "w:del w:moveFrom w:pPrChange w:rPrChange w:tblPrChange w:trPrChange w:tcPrChange w:tblGridChange "
    "w:sectPrChange w:numberingChange w:tblPrExChange w:rt w:delText w:delInstrText w:comment"
)
_SKIPPED = frozenset(_SKIPPED_LISTED.split(" "))
_WATCHED = _SKIPPED | {"mc:Choice", "mc:Fallback", "w:sdtContent"}
_MARKS = {"w:noBreakHyphen": "-", "w:tab": "\t", "w:ptab": "\t", "w:cr": "\n"}
_CONTENTS_GALLERIES = ("table of contents", "table of figures", "table of authorities")


@dataclass(slots=True)
class _Sink:
    """Where finished paragraphs and tables go: the body, a cell, a text box or a note."""

    items: list[Item] = field(default_factory=list["Item"])
    carry: Draft | None = None


@dataclass(slots=True)
class Scanned:
    """What a part holds.

    `notes`: the content of each foot- or endnote by its id. `embedded`: ids of whole files that are to be inserted when
    the document is opened. `diagrams`: ids of diagrams and the number of items before them. `plain`: the default style.
    """

    items: list[Item] = field(default_factory=list["Item"])
    notes: dict[str, list[Item]] = field(default_factory=dict[str, "list[Item]"])
    is_document: bool = False
    tracked: bool = False
    hidden: bool = False
    plain: Style = field(default_factory=Style)
    embedded: list[str] = field(default_factory=list[str])
    diagrams: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    contents_left_open: bool = False


class Scanner:
    """Reads one part; the counts of number lists and notes go on from part to part."""

    def __init__(self, styles: Styles, numbering: Numbering) -> None:
        self._styles = styles
        self._numbering = numbering
        self._references = {"footnote": 0, "endnote": 0}

    def scan(self, data: bytes) -> Scanned:
        """Return what a part says; raises `MalformedXmlError`."""
        reading = _Reading(self._styles, self._numbering, self._references)
        parse_events(data, reading.start, reading.end, reading.characters)
        return reading.finish()


class _Reading:
    """The state of one pass: open elements, open paragraphs and tables, open fields."""

    def __init__(self, styles: Styles, numbering: Numbering, references: dict[str, int]) -> None:
        self._styles, self._references = styles, references
        self._finisher = Finisher(numbering)
        self._plain = styles.paragraph(None)
        self._found = Scanned(plain=self._plain)
        self._path = ["", ""]
        self._skipped = 0
        self._sinks = [_Sink(self._found.items)]
        self._drafts: list[Draft] = []
        self._tables: list[Table] = []
        self._inside = 0
        self._page = 1
        self._fields = Fields()
        self._choices: list[bool] = []
        self._controls: list[bool] = []
        formulas = Formulas(self._drafts, self._put)
        self._starts: dict[str, Callable[[Attributes], None]] = self._start_rules(formulas)
        self._ends: dict[str, Callable[[], None]] = self._end_rules(formulas)

    def _start_rules(self, formulas: Formulas) -> dict[str, Callable[[Attributes], None]]:
        return {
            "w:document": self._begin_document,
            "w:p": self._begin_paragraph,
            "w:r": self._begin_run,
            "m:r": self._begin_run,
            "w:br": self._break,
            "w:lastRenderedPageBreak": lambda _: self._turn_page(),
            "w:sym": self._symbol,
            "w:footnoteReference": lambda attributes: self._refer("footnote", attributes),
            "w:endnoteReference": lambda attributes: self._refer("endnote", attributes),
            "w:fldChar": lambda attributes: self._fields.mark(attributes.get("w:fldCharType")),
            "w:fldSimple": lambda attributes: self._fields.begin_simple(attributes.get("w:instr", "")),
            "w:checkBox": lambda _: self._drafts[-1].put("☐") if self._drafts else None,
            "w:checked": self._check,
            "w:default": self._check,
            "w:txbxContent": lambda _: self._begin_box(),
            "w:tbl": lambda _: self._begin_table(),
            "w:gridCol": lambda _: self._count_column(),
            "w:tr": lambda _: self._tables[-1].rows.append(Row()) if self._tables else None,
            "w:tc": lambda _: self._begin_cell(),
            "w:sdt": lambda _: self._controls.append(False),
            "w:docPartGallery": self._gallery,
            "w:footnote": self._begin_note,
            "w:endnote": self._begin_note,
            "w:altChunk": lambda attributes: self._found.embedded.append(attributes.get("r:id", "")),
            "dgm:relIds": self._diagram,
            "v:textpath": lambda attributes: self._put(attributes.get("string", "")),
            "mc:AlternateContent": lambda _: self._choices.append(False),
            "w:ins": lambda _: self._track(),
            "w:moveTo": lambda _: self._track(),
            **formulas.starts(),
        }

    def _end_rules(self, formulas: Formulas) -> dict[str, Callable[[], None]]:
        return {
            "w:p": self._end_paragraph,
            "w:pPr": self._end_properties,
            "w:rPr": self._end_run_properties,
            "w:fldSimple": lambda: self._fields.mark("end"),
            "w:txbxContent": self._end_box,
            "w:tbl": self._end_table,
            "w:tc": self._end_cell,
            "w:sdt": self._end_control,
            "w:footnote": self._end_note,
            "w:endnote": self._end_note,
            "mc:AlternateContent": self._end_alternatives,
            **formulas.ends(),
        }

    def start(self, tag: str, attributes: Attributes) -> None:
        """Take an element's beginning."""
        if self._skipped:
            self._skipped += 1
            return
        parent = self._path[-1]
        if tag in _WATCHED and self._is_skipped(tag, parent):
            self._skipped = 1
            return
        self._path.append(tag)
        if parent in _PROPERTY_PARENTS and tag not in self._ends:
            self._property(tag, parent, attributes)
            return
        if tag in _MARKS and parent in ("w:r", "m:r"):
            self._put(_MARKS[tag])
        elif tag in self._starts:
            self._starts[tag](attributes)

    def end(self, tag: str) -> None:
        """Take an element's end."""
        if self._skipped:
            self._skipped -= 1
            return
        self._path.pop()
        if tag in self._ends:
            self._ends[tag]()

    def characters(self, text: str) -> None:
        """Take text between tags."""
        if self._skipped:
            return
        tag = self._path[-1]
        if tag in ("w:t", "m:t"):
            self._put(text.replace("\n", " ").replace("\r", ""))
        elif tag == "w:instrText":
            self._fields.instruct(text)

    def finish(self) -> Scanned:
        """Return what was read."""
        self._flush(self._sinks[0])
        self._found.contents_left_open = self._fields.in_contents
        return self._found

    def _is_skipped(self, tag: str, parent: str) -> bool:
        if tag in _SKIPPED:
            if parent == "w:trPr" and tag == "w:del" and self._tables and self._tables[-1].rows:
                self._tables[-1].rows[-1].deleted = True
            if parent == "w:rPr" and self._path[-2] == "w:pPr" and tag in ("w:del", "w:moveFrom") and self._drafts:
                self._drafts[-1].carried = True
            self._found.tracked |= tag in ("w:del", "w:moveFrom")
            return True
        if tag == "mc:Choice" and self._choices:
            taken, self._choices[-1] = self._choices[-1], True
            return taken
        if tag == "mc:Fallback":
            return bool(self._choices) and self._choices[-1]
        return tag == "w:sdtContent" and bool(self._controls) and self._controls[-1]

    # Properties of paragraphs, runs, rows and cells.

    def _property(self, tag: str, parent: str, attributes: Attributes) -> None:
        """Keep a property of the open paragraph, run, table, row or cell."""
        if parent in ("w:tblPr", "w:trPr", "w:tcPr"):
            if self._tables:
                set_property(self._tables[-1], tag, parent, attributes)
        elif self._drafts and parent == "w:rPr":
            owner = self._path[-3]
            if owner in ("w:r", "m:r"):
                self._drafts[-1].run[tag] = attributes
            elif owner == "w:pPr" and tag in ("w:vanish", "w:specVanish"):
                self._drafts[-1].properties[tag] = attributes
        elif self._drafts:
            self._drafts[-1].properties[tag] = attributes

    def _end_properties(self) -> None:
        if not self._drafts:
            return
        draft = self._drafts[-1]
        style = draft.properties.get("w:pStyle")
        draft.style = self._styles.paragraph(style.get("w:val")) if style else self._plain
        draft.format = self._styles.run_format(draft.style, {})
        if is_on(draft.properties.get("w:pageBreakBefore", {"w:val": "0"}).get("w:val")):
            self._turn_page()
            draft.page = self._page
        # A heading inside a table of contents means that the mark of its end was lost.
        if self._fields.in_contents and self._finisher.level(draft)[0]:
            self._fields.end_contents()

    def _end_run_properties(self) -> None:
        if self._drafts and self._path[-1] in ("w:r", "m:r"):
            draft = self._drafts[-1]
            draft.format = self._styles.run_format(draft.style, draft.run)

    # Text.

    def _put(self, text: str) -> None:
        """Append text to the open paragraph, unless it is hidden or an instruction."""
        if not self._drafts or not text or self._fields.in_instruction:
            return
        draft = self._drafts[-1]
        if draft.format.hidden:
            self._found.hidden |= not text.isspace()
            return
        shown = text if text.isascii() else symbols_as_text(text, draft.format.font).translate(_UNSEEN)
        if self._fields.in_contents:
            draft.contents.append(shown)
        else:
            draft.put(shown)

    def _begin_document(self, _: Attributes) -> None:
        self._found.is_document = True

    def _begin_run(self, _: Attributes) -> None:
        if self._drafts:
            draft = self._drafts[-1]
            draft.run = {}
            draft.format = self._styles.run_format(draft.style, {})

    def _break(self, attributes: Attributes) -> None:
        if self._path[-2] != "w:r":
            return
        if attributes.get("w:type") == "page":
            self._turn_page()
        self._put("\n")

    def _turn_page(self) -> None:
        self._page += 1
        if self._drafts and not self._drafts[-1].letters:
            self._drafts[-1].page = self._page

    def _symbol(self, attributes: Attributes) -> None:
        code = attributes.get("w:char", "")
        try:
            self._put(symbol(int(code, 16), attributes.get("w:font", "")))
        except ValueError:
            # No hexadecimal number: there is no sign to show.
            return

    def _check(self, attributes: Attributes) -> None:
        """Tick or clear the box of an old form field, which stands last in the text."""
        if self._path[-2] == "w:checkBox" and self._drafts:
            self._drafts[-1].replace_last("☒" if is_on(attributes.get("w:val")) else "☐")

    def _refer(self, kind: str, attributes: Attributes) -> None:
        if not self._drafts or self._drafts[-1].format.hidden:
            return
        label = ""
        if not is_on(attributes.get("w:customMarkFollows", "0")):
            self._references[kind] += 1
            label = write_number(self._references[kind], "decimal" if kind == "footnote" else "lowerRoman")
        key: NoteKey = (kind, attributes.get("w:id", ""))
        self._drafts[-1].notes.append((key, label))

    def _diagram(self, attributes: Attributes) -> None:
        self._found.diagrams.append((len(self._sinks[0].items) + 1, attributes.get("r:dm", "")))

    def _end_control(self) -> None:
        self._controls.pop()

    def _end_alternatives(self) -> None:
        self._choices.pop()

    def _track(self) -> None:
        self._found.tracked = True

    def _gallery(self, attributes: Attributes) -> None:
        if self._controls and attributes.get("w:val", "").lower() in _CONTENTS_GALLERIES:
            self._controls[-1] = True

    # Paragraphs.

    def _begin_paragraph(self, _: Attributes) -> None:
        draft = Draft(self._plain, self._inside > 0, self._page, format=self._styles.run_format(self._plain, {}))
        sink = self._sinks[-1]
        if sink.carry is not None:
            draft.take_over(sink.carry)
            sink.carry = None
        self._drafts.append(draft)

    def _end_paragraph(self) -> None:
        if not self._drafts:
            return
        draft = self._drafts.pop()
        self._fields.end_paragraph()
        sink = self._sinks[-1]
        if draft.carried or "w:dropCap" in draft.properties.get("w:framePr", {}):
            sink.carry = draft
        else:
            self._keep(draft, sink)
        if "w:sectPr" in draft.properties:
            self._turn_page()

    def _flush(self, sink: _Sink) -> None:
        if sink.carry is not None:
            carry, sink.carry = sink.carry, None
            self._keep(carry, sink)

    def _keep(self, draft: Draft, sink: _Sink) -> None:
        paragraph = self._finisher.finish(draft)
        if paragraph is not None:
            sink.items.append(paragraph)
        sink.items.extend(draft.after)

    # Tables, text boxes and notes.

    def _begin_table(self) -> None:
        self._flush(self._sinks[-1])
        self._tables.append(Table(inside=self._inside > 0))

    def _count_column(self) -> None:
        if self._tables:
            self._tables[-1].columns += 1

    def _begin_cell(self) -> None:
        sink = _Sink()
        if self._tables:
            if not self._tables[-1].rows:
                self._tables[-1].rows.append(Row())
            self._tables[-1].rows[-1].cells.append(Cell(sink.items))
        self._sinks.append(sink)
        self._inside += 1

    def _end_cell(self) -> None:
        self._flush(self._sinks.pop())
        self._inside -= 1

    def _end_table(self) -> None:
        table = self._tables.pop()
        table.rows = [row for row in table.rows if not row.deleted]
        self._sinks[-1].items.append(table)

    def _begin_box(self) -> None:
        self._sinks.append(_Sink(self._drafts[-1].after if self._drafts else self._sinks[-1].items))
        self._inside += 1

    def _end_box(self) -> None:
        self._flush(self._sinks.pop())
        self._inside -= 1

    def _begin_note(self, attributes: Attributes) -> None:
        sink = _Sink()
        if attributes.get("w:type", "normal") == "normal":
            self._found.notes[attributes.get("w:id", "")] = sink.items
        self._sinks.append(sink)
        self._inside += 1

    def _end_note(self) -> None:
        self._flush(self._sinks.pop())
        self._inside -= 1


_PROPERTY_PARENTS = frozenset({"w:pPr", "w:numPr", "w:rPr", "w:tblPr", "w:trPr", "w:tcPr"})
# Soft hyphens and marks of direction or width are not seen; line separators are line breaks.
_UNSEEN = {0xAD: None, 0x200B: None, 0x200E: None, 0x200F: None, 0x2060: None, 0xFEFF: None, 0x2028: "\n", 0x2029: "\n"}
