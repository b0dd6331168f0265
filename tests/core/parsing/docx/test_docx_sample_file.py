"""The sample contract is what its script writes, and says what the contract says."""

from __future__ import annotations

from make_sample_docx import EFFECTIVE, PARTS, PATH, TITLE, Heading, vendor_agreement

from explorer.core.model import TitleSource
from explorer.core.parsing import read_document


def test_the_file_is_the_one_that_the_script_writes() -> None:
    assert PATH.read_bytes() == vendor_agreement()


def test_the_contract_is_read_whole() -> None:
    document = read_document(vendor_agreement(), "contracts/vendor-agreement.docx")
    written = [(part.level, part.text) if isinstance(part, Heading) else (0, part) for part in PARTS]
    assert [(block.level, block.text) for block in document.blocks] == written
    assert (document.title, document.title_source, document.notes) == (TITLE, TitleSource.PROPERTIES, ())
    assert (document.metadata.effective_from, document.evidence) == (EFFECTIVE, "DOCX styles")
