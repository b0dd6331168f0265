"""Tables of Word documents as rows of text: merged cells, header rows, tables in tables, tables that are mere frames.

As in HTML, a merged cell stands in every place that it takes, so that each row can be read by itself; a long text is
not repeated.
"""

from __future__ import annotations

from explorer.core.parsing.docx.content import Cell, Paragraph, Row, Table, paragraphs_of
from explorer.core.parsing.docx.styles import Styles
from explorer.core.parsing.docx.xml import Attributes, is_on, whole_number

# Word's own bound of a table's columns; wider tables of other programs keep the cells that they have.
_LONGEST_REPEATED, _MOST_COLUMNS = 200, 63
# A few merged cells must not make a text far larger than the file: then they are written once.
_MOST_REPEATED = 2_000_000


def frame_of(table: Table) -> Cell | None:
    """Return the only cell of a table that is a frame round its content, or None."""
    if len(table.rows) == 1 and len(table.rows[0].cells) == 1:
        return table.rows[0].cells[0]
    return None


def is_layout(table: Table) -> bool:
    """Tell whether a table only places text on the page: a cell holds a heading with text below it."""
    for row in table.rows:
        for cell in row.cells:
            words = [item for item in cell.items if isinstance(item, Table) or item.text]
            if any(isinstance(item, Paragraph) and item.level for item in words[:-1]):
                return True
    return False


def table_rows(table: Table) -> list[list[str]]:
    """Return the text of each cell, row by row; rows without any text are left out."""
    rows: list[list[str]] = []
    above: list[str] = []
    repeats = _Repeats()
    for row in table.rows:
        above = _row(row, above, table.columns, repeats)
        rows.append(above)
    width = max((len(row) for row in rows), default=0)
    return [[*row, *[""] * (width - len(row))] for row in rows if any(row)]


class _Repeats:
    """Says what stands in the further places of a merged cell; what it gives out for a table is bounded."""

    def __init__(self) -> None:
        self._left = _MOST_REPEATED

    def of(self, text: str, times: int = 1) -> str:
        """Return the cell's text where it is short enough to be written `times` more, else the empty string."""
        if len(text) > _LONGEST_REPEATED or len(text) * times > self._left:
            return ""
        self._left -= len(text) * times
        return text


def _row(row: Row, above: list[str], columns: int, repeats: _Repeats) -> list[str]:
    texts: list[str] = [""] * row.before
    for cell in row.cells:
        at = len(texts)
        if cell.continues:
            text = repeats.of(above[at]) if at < len(above) else ""
        elif cell.continues_left and texts:
            text = repeats.of(texts[-1])
        else:
            text = cell_text(cell)
        # A span past the table's own columns takes no place.
        span = min(cell.span, max(columns - at, 1)) if columns else cell.span
        texts.append(text)
        texts.extend([repeats.of(text, span - 1)] * (span - 1))
    return texts


def cell_text(cell: Cell) -> str:
    """Return all words of a cell in one line, its lists with their marks, tables inside it row by row."""
    shown: list[str] = []
    for paragraph in paragraphs_of(cell.items):
        if paragraph.contents or not paragraph.text:
            continue
        mark = f"{paragraph.label.text} " if paragraph.label and paragraph.label.bullet else ""
        shown.append(mark + paragraph.shown)
    return " ".join(" ".join(shown).split())


def header_rows(table: Table, styles: Styles) -> int:
    """Return how many first rows name the columns.

    Those marked to be repeated on each page count; else one row when the table's style sets the first row off (17.7.6)
    and the table uses that, or when all its words and only its are bold.
    """
    rows = [row for row in table.rows if any(paragraph.text for paragraph in _paragraphs(row))]
    if len(rows) < 2:
        return 0
    marked = next((number for number, row in enumerate(rows) if not row.header), len(rows))
    if marked:
        return marked if marked < len(rows) else 0
    if table.first_row and styles.sets_off_first_row(table.style):
        return 1
    first, others = _paragraphs(rows[0]), [paragraph for row in rows[1:] for paragraph in _paragraphs(row)]
    return int(all(map(_is_bold, first)) and len(rows[0].cells) > 1 and not all(map(_is_bold, others)))


def _paragraphs(row: Row) -> list[Paragraph]:
    """Return a row's own paragraphs with text, those of tables inside it not."""
    return [
        item
        for cell in row.cells
        for item in cell.items
        if isinstance(item, Paragraph) and item.text and not item.contents
    ]


def _is_bold(paragraph: Paragraph) -> bool:
    return paragraph.is_bold


def set_property(table: Table, tag: str, parent: str, attributes: Attributes) -> None:
    """Keep a property of a table (`parent` is `w:tblPr`), its last row (`w:trPr`) or last cell (`w:tcPr`)."""
    value = attributes.get("w:val")
    if parent == "w:tblPr":
        table.style = value or "" if tag == "w:tblStyle" else table.style
        table.first_row = _sets_off_first_row(attributes) if tag == "w:tblLook" else table.first_row
    elif table.rows and parent == "w:trPr":
        row = table.rows[-1]
        row.header = is_on(value) if tag == "w:tblHeader" else row.header
        row.before = _columns(value, 0) if tag == "w:gridBefore" else row.before
    elif table.rows and table.rows[-1].cells:
        cell = table.rows[-1].cells[-1]
        cell.span = _columns(value, 1) if tag == "w:gridSpan" else cell.span
        cell.continues = value != "restart" if tag == "w:vMerge" else cell.continues
        cell.continues_left = value != "restart" if tag == "w:hMerge" else cell.continues_left


def _columns(value: str | None, least: int) -> int:
    return min(max(whole_number(value) or 0, least), _MOST_COLUMNS)


def _sets_off_first_row(attributes: Attributes) -> bool:
    """Read a table's look, whose first row is an attribute of its own or bit 0x20 of the older number (17.4.55)."""
    if "w:firstRow" in attributes:
        return is_on(attributes["w:firstRow"])
    try:
        return bool(int(attributes.get("w:val", "0"), 16) & 0x20)
    except ValueError:
        return False
