"""Findings of every code, in every wording that its reason has, made by the rules themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from explorer.core.audit import DUPLICATE_RULES, LIBRARY_RULES, RULES, LeafUse, LibraryDocument, LibraryView, unreadable
from explorer.core.audit.sentence_rules import SentenceFault
from explorer.core.audit.view import Subject
from explorer.core.context_sentence import ContextSentence
from explorer.core.duplicates import Passage, Passages
from explorer.core.findings import Finding
from explorer.core.language import ModelFit
from explorer.core.model import Block, Chunk, CutNote, Metadata, ParsedDocument, Place, TitleSource
from explorer.core.outline import outline
from explorer.core.similar_sets import MOST
from explorer.core.views import ContextChunk, Header
from explorer.engine.wordlists import load_heading_words
from tests.support.documents import block, document, heading

WORDS = load_heading_words()
TEXT = block("paragraph", "Each visitor wears a badge in plain sight from the gate to the very last door of the hall.")
MAIL, SSN, PHONE = "jane.roe@acme-pumps.com", "536-90-4399", "+49 30 901820"
"""Nobody's: the shapes that the rule looks for."""


@cache
def every_finding() -> tuple[Finding, ...]:
    """Return findings in which every wording of a reason stands at least once."""
    makers = (_of_headings, _of_chunks, _of_headers, _of_sentences, _of_references, _of_documents, _of_libraries)
    return tuple(finding for make in makers for finding in make())


def _judged(parsed: ParsedDocument, chunks: Sequence[ContextChunk] = (), fit: ModelFit | None = None) -> list[Finding]:
    subject = Subject(parsed, outline(parsed.blocks), chunks, WORDS, fit or ModelFit())
    return [finding for rule in RULES for finding in rule.check(subject, rule)]


def _item(index: int, text: str = TEXT.text, **changes: object) -> ContextChunk:
    """Return a chunk of 20 tokens in the section of its index, under a header of 5, with some values changed."""
    names = {"section", "heading_path", "kind", "text_tokens", "notes", "place"}
    own = {name: value for name, value in changes.items() if name in names}
    other = {name: value for name, value in changes.items() if name not in names}
    plain = Chunk("book.md", index, index, ("Keys",), text, Place(index, index + 1), "paragraph", 20)
    chunk = replace(plain, **own)  # pyright: ignore[reportArgumentType] - names of fields come with their values
    item = ContextChunk(chunk, "Handbook", Header("Handbook > Keys"), text, text, 25, 5, 100)
    return replace(item, **other)  # pyright: ignore[reportArgumentType]


def _of_headings() -> Iterator[Finding]:
    says_nothing = ("Section 4.2", "(b)", "Overview", "* * *", "TODO", "minutes.docx", "book.md")
    yield from _judged(document(*(part for words in says_nothing for part in (heading(1, words), TEXT))))
    again = [heading(1, "Handbook"), heading(2, "Keys"), heading(3, "Keys"), TEXT, heading(2, "Handbook"), TEXT]
    yield from _judged(document(*again, heading(2, "Keys"), TEXT, heading(4, "Handbook"), heading(1, "")))
    paged = document(heading(1, "Keys"), TEXT, heading(1, "Keys"), TEXT)
    yield from _judged(replace(paged, blocks=tuple(_on_page(each) for each in paged.blocks)))
    long = "Every visitor of the plant must wear a badge in plain sight from gate to door"
    yield from _judged(
        document(
            heading(1, long),
            TEXT,
            heading(1, "访客在厂区内必须全程佩戴通行证并且在离开时交还给门卫不得转借他人使用否则处罚"),
            TEXT,
        )
    )
    out = (("Rules", "only the last 2 headings are shown"),)
    deep = _item(0, heading_path=("Rules", "Keys", "Loss"), header=Header("Keys > Loss", ("Keys", "Loss"), out))
    for chunks in ([deep], [deep, replace(deep, chunk=replace(deep.chunk, section=1))]):
        yield from _judged(document(heading(1, "Rules"), TEXT, heading(1, "Loss"), TEXT), chunks)


def _on_page(one: Block) -> Block:
    return replace(one, place=Place(page=3))


def _of_chunks() -> Iterator[Finding]:
    parsed = document(heading(1, "Notes"), TEXT, title="Notes")
    whole = tuple(CutNote)
    items = [
        _item(0, heading_path=()),
        _item(1, heading_path=("Notes",)),
        _item(2, notes=whole[:1]),
        _item(3, notes=whole[:4]),
        _item(4, notes=whole[4:]),
        _item(5, text_tokens=1),
        _item(6, text_tokens=3),
        _item(7, tokens=130),
    ]
    yield from _judged(parsed, [replace(each, chunk=replace(each.chunk, section=-1)) for each in items])
    yield from _judged(replace(parsed, cuts=(1,)), [_item(0, notes=whole[:1])])
    people = f"Write to {MAIL}, call {PHONE}. Roe's social security number is SSN {SSN}."
    two = f"{people} Or write to john.roe@acme-pumps.com."
    for text, count in ((people, 0), (people, 1), (two, 1), (two, 50)):
        blocks = [block("paragraph", text)] * max(count, 1)
        made = document(heading(1, "People"), *blocks)
        chunks = [_item(number, text, place=each.place) for number, each in enumerate(made.blocks[1:])]
        yield from _judged(made, chunks if count else ())


def _of_headers() -> Iterator[Finding]:
    parsed = document(heading(1, "Keys"), TEXT, heading(1, "Loss"), TEXT)
    cut = (("Rules", "over the header's share of 25 tokens"),)
    long = [_item(0, header=Header("Keys", ("Keys",), cut)), _item(1, header_tokens=40), _item(0, header_tokens=22)]
    yield from _judged(parsed, [*long, _item(0, header_tokens=2, text_tokens=1)])
    yield from _judged(parsed, [_item(0), _item(1), _item(1)])
    kinds = ("pronoun-subject", "elided-subject", "severed-list-item", "vague-subject")
    for header in (Header(), Header("Overview", ("Overview",))):
        yield from _judged(parsed, [_item(0, header=header, subject=kind) for kind in kinds])


def _of_sentences() -> Iterator[Finding]:
    parsed = document(heading(1, "Keys"), block("paragraph", "A lost key costs 12 dollars."))
    said = (
        ContextSentence("It states that a lost key costs 12 dollars.", 20),
        ContextSentence("About many things. " * 12, 90),
        ContextSentence("From the handbook, about keys.", 8, fresh=False),
    )
    found = _judged(parsed, [_item(0, "A lost key costs 12 dollars.", sentence=each) for each in said])
    faults = {fault for finding in found if finding.code == "C212" for fault in _texts(finding, "faults")}
    assert faults == set(SentenceFault)
    yield from found


def _texts(finding: Finding, name: str) -> tuple[str, ...]:
    value = finding.facts[name]
    assert isinstance(value, tuple)
    return value


def _of_references() -> Iterator[Finding]:
    blocks = [
        heading(1, "3 Documents"), TEXT, heading(2, "3.1 Prescription"), TEXT, heading(1, "4 Fees"),
        block("list", "4.1 The customer pays."), block("list", "4.2 Interest is due."), heading(1, "5 End"),
    ]  # fmt: skip
    parsed = document(*blocks)
    text = "See section 3.1, clause 4.2, section 5 and section 9.9."
    yield from _judged(parsed, [_item(3, text), _item(2, "See clause 4.2 and section 4."), _item(0, text, section=-1)])


def _of_documents() -> Iterator[Finding]:
    parsed = document(heading(1, "Keys"), TEXT)
    yield from _judged(replace(parsed, title_source=TitleSource.FILE_NAME), [_item(0)])
    yield from _judged(document(TEXT), [_item(0, section=-1)])
    yield from _judged(document())
    for pages, scanned in ((1, (1,)), (3, (1, 2, 3)), (9, (2, 4, 5)), (9, (2,))):
        yield from _judged(replace(parsed, pages=((100.0, 100.0),) * pages, scanned_pages=scanned))
    german = replace(parsed, metadata=Metadata(language="de"))
    for fit in (ModelFit(), ModelFit(frozenset({"en", "nl"}), 0.3449), ModelFit(None, 0.305)):
        yield from _judged(german, fit=fit)
    yield unreadable("keys.pdf", "keys.pdf needs a password. Password needed: save a copy without one.")


def _of_libraries() -> Iterator[Finding]:
    known = tuple(LibraryDocument(f"{number:02}.md", "markdown", 10, 9, 3) for number in range(8))
    old = (replace(known[0], superseded_by="01.md"), replace(known[1], expired_on="2024-01-01"))
    names = tuple(each.name for each in known)
    for documents in (known, (*old, *known[2:]), known[:5]):
        yield from _in_library(LibraryView(documents, (LeafUse("Warranty", names[: len(documents)]),)))
    many = tuple(replace(known[0], name=f"{number:03}.md") for number in range(60))
    yield from _in_library(LibraryView(many))
    text = " ".join(f"{word}{number}" for number in range(4) for word in TEXT.text.split())
    near = f"{text} It is brown."
    for rows in (
        [("a.md", "A", text), ("a.md", "B", text), ("a.md", "C", near)],
        [("a.md", "A", text), ("a.md", "B", near)],
        [("a.md", "A", text), ("b.md", "B", text), ("c.md", "C", text)],
        [("a.md", "A", text), ("b.md", "", text)],
        [("a.md", "A", text), ("b.md", "A", text)],
        [("a.md", "A", text), ("b.md", "A", text), ("c.md", "A", text)],
        [("a.md", "A", text), ("b.md", "A", near)],
        [("a.md", "A", text), ("b.md", "A", near), ("c.md", "A", f"{text} It is blue.")],
        [("a.md", f"A{number}", f"{text} {number}") for number in range(MOST + 2)],
    ):
        yield from _in_library(_passages(rows))


def _passages(rows: Sequence[tuple[str, str, str]]) -> LibraryView:
    passages = Passages()
    for index, (name, path, text) in enumerate(rows):
        passages.add(Passage(name, index, tuple(path.split()), -1, Place(index, index + 1)), text)
    documents = (LibraryDocument(name, "markdown", 1, 0, 1) for name in dict.fromkeys(row[0] for row in rows))
    return LibraryView(tuple(documents), passages=passages)


def _in_library(library: LibraryView) -> Iterator[Finding]:
    for rule in (*LIBRARY_RULES, *DUPLICATE_RULES):
        yield from rule.check(library, rule)
