"""Writes the sample contract of `sample_docs/contracts`: a Word document whose headings are Word's own styles.

`python tests/make_sample_docx.py` writes it anew, with the same bytes each time: nothing is compressed, no dates. Most
headings are bare numbers, as in many contracts, so that the audit has something to say about them.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from support.word_files import paragraph, style, word_parts, zipped

PATH = Path(__file__).resolve().parent.parent / "sample_docs" / "contracts" / "vendor-agreement.docx"
TITLE, EFFECTIVE = "Vendor Agreement", "2025-01-01"
_LOOKS = {1: (40, 240), 2: (28, 240), 3: (24, 120)}
_MARGINS = " ".join(f'w:{side}="1440"' for side in ("top", "right", "bottom", "left"))
_PAGE = f'<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar {_MARGINS}/></w:sectPr>'


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    text: str


PARTS: tuple[Heading | str, ...] = (
    Heading(1, "Vendor Agreement"),
    "This agreement is made between Corvane Instruments, the buyer, and Halden Precision Parts, the vendor.",
    Heading(2, "Section 1.1"),
    (
        '"Goods" means the parts listed in the order, and "delivery date" the date on which they are due at the '
        "buyer's gate."
    ),
    Heading(2, "Section 1.2"),
    (
        "In case of conflict the order prevails over this agreement, and this agreement over any general terms "
        "of either party."
    ),
    Heading(2, "Section 2.1"),
    Heading(3, "Subsection (a)"),
    (
        "Prices are fixed for twelve months from the effective date. They include packaging, and exclude freight "
        "and taxes."
    ),
    Heading(3, "Subsection (b)"),
    ("After that period they may be raised once a year, by no more than the producer price index for metal goods."),
    Heading(2, "Section 2.2"),
    (
        "Invoices are sent electronically and are payable within 45 days of receipt. A discount of two percent "
        "applies to payment within ten days."
    ),
    Heading(2, "Section 3.1"),
    Heading(3, "Subsection (a)"),
    (
        "The vendor delivers on the date given in the order. A delay that can be foreseen is announced without "
        "delay, together with a new date."
    ),
    Heading(3, "Subsection (b)"),
    (
        "For each full week of delay the buyer may deduct one percent of the price of the late goods, up to ten "
        "percent in all."
    ),
    Heading(2, "Section 3.2"),
    "Risk passes when the goods have been unloaded and counted. Title passes on payment.",
    Heading(2, "Section 4.2"),
    Heading(3, "Subsection (a)"),
    "Either party may end this agreement with 90 days' written notice to the end of a quarter.",
    Heading(3, "Subsection (b)"),
    (
        "It may be ended at once if the other party has not cured a material breach within 30 days after a "
        "written warning, or has filed for insolvency."
    ),
    Heading(3, "Subsection (c)"),
    "Orders that were accepted before the end are carried out under these terms.",
    Heading(2, "Section 5.1"),
    (
        "The warranty lasts 24 months from delivery. Defects that were visible on arrival are reported within "
        "eight working days."
    ),
    Heading(2, "Section 5.2"),
    (
        "The vendor repairs or replaces defective goods at its own cost within 14 days. If that fails twice, the "
        "buyer may return them for the full price."
    ),
    Heading(2, "Section 6 Confidentiality"),
    (
        "Drawings, samples and prices are kept secret for five years after the end of this agreement. This does "
        "not apply to what was public or known before."
    ),
    Heading(2, "Section 7 Liability"),
    (
        "Each party is liable for damage it causes by intent or gross negligence. In other cases liability is "
        "limited to the value of the orders of the last twelve months."
    ),
    Heading(2, "Section 8 Governing law"),
    (
        "The law of the buyer's seat applies. Disputes are first brought to mediation, see section 8 of the "
        "order terms, and then to the courts at that place."
    ),
)


def vendor_agreement() -> bytes:
    """Return the document's bytes."""
    body = "".join(
        paragraph(part.text, f"Heading{part.level}") if isinstance(part, Heading) else paragraph(part) for part in PARTS
    )
    core = f"<dc:title>{TITLE}</dc:title><dc:language>en-GB</dc:language>"
    custom = (
        '<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="Effective date">'
        f"<vt:lpwstr>{EFFECTIVE}</vt:lpwstr></property>"
    )
    return zipped(word_parts(body + _PAGE, {"styles": _styles()}, core=core, custom=custom), packed=False)


def _styles() -> str:
    defaults = (
        '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:sz w:val="22"/></w:rPr>'
        '</w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120"/></w:pPr></w:pPrDefault></w:docDefaults>'
        '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
    )
    return defaults + "".join(
        style(
            f"Heading{level}",
            f"heading {level}",
            based_on="Normal",
            inside=f'<w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="{gap}"/>'
            f'<w:outlineLvl w:val="{level - 1}"/></w:pPr><w:rPr><w:b/><w:sz w:val="{size}"/></w:rPr>',
        )
        for level, (size, gap) in _LOOKS.items()
    )


if __name__ == "__main__":
    PATH.write_bytes(vendor_agreement())
    sys.stdout.write(f"{PATH}\n")
