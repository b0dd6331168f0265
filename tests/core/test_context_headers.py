"""Headers in every style, what is left out of them, and the texts made with them (DESIGN 4.3)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.tokenizers import WordTokenizer, model_tokenizer

from explorer.core.context import (
    build_header,
    contextualise,
    display_text,
    embed_text,
    merge_windows,
    prompt_text,
    vector_id,
    with_neighbours,
)
from explorer.core.context_sentence import ContextSentence
from explorer.core.model import Chunk, Metadata, Place
from explorer.core.recipe import Recipe, Style, parse_recipe
from explorer.core.tokens import Tokenizer
from explorer.core.views import ContextChunk, Header

IN_FORCE = Metadata(version="7", effective_from="2026-03")
LIMIT = 254


def informative(_: str) -> str:
    return ""


def passage(path: tuple[str, ...], text: str = "It costs 12 dollars.", document: str = "plans.md") -> Chunk:
    tokens = model_tokenizer().count(text)
    return Chunk(document, 0, 0, path, text, Place(0, len(text)), "paragraph", tokens)


def item(
    title: str,
    path: tuple[str, ...],
    recipe: str,
    *,
    metadata: Metadata = IN_FORCE,
    limit: int = LIMIT,
    tokenizer: Tokenizer | None = None,
    uninformative: Callable[[str], str] = informative,
    sentence: str = "",
) -> ContextChunk:
    return contextualise(
        passage(path),
        title,
        metadata,
        parse_recipe(recipe),
        limit,
        tokenizer or model_tokenizer(),
        uninformative,
        sentence=ContextSentence(sentence, 0) if sentence else None,
    )


TEXT = "It costs 12 dollars."
STYLES = [
    ("path", (), "Title\n\n" + TEXT),
    ("path", ("A", "B"), "Title > A > B\n\n" + TEXT),
    ("path+version", ("A", "B"), "Title (version 7, effective 2026-03) > A > B\n\n" + TEXT),
    ("path+version", (), "Title (version 7, effective 2026-03)\n\n" + TEXT),
    ("label", (), "Title: " + TEXT),
    ("label", ("A", "B"), "Title > A > B: " + TEXT),
    ("label+version", ("A", "B"), "Title (version 7, effective 2026-03) > A > B: " + TEXT),
    ("bracket", (), "[Title]\n" + TEXT),
    ("bracket", ("A", "B"), "[Title | A > B]\n" + TEXT),
    ("bracket+version", ("A", "B"), "[Title | A > B | version 7, effective 2026-03]\n" + TEXT),
    ("bracket+version", (), "[Title | version 7, effective 2026-03]\n" + TEXT),
    ("prose", (), "In Title.\n" + TEXT),
    ("prose", ("A",), 'Section "A", in Title.\n' + TEXT),
    ("prose", ("A", "B"), 'Section "B", under "A", in Title.\n' + TEXT),
    ("prose+version", ("A", "B"), 'Section "B", under "A", in Title, version 7, effective 2026-03.\n' + TEXT),
    ("prose+version", (), "In Title, version 7, effective 2026-03.\n" + TEXT),
    ("none", ("A", "B"), TEXT),
]


@pytest.mark.parametrize(("recipe", "path", "embedded"), STYLES)
def test_each_style_leads_the_text_in_its_own_way(recipe: str, path: tuple[str, ...], embedded: str) -> None:
    made = item("Title", path, recipe)
    assert made.embedded_text == embedded
    assert made.tokens == model_tokenizer().count(embedded)
    assert made.header_tokens == model_tokenizer().count(made.header.text)
    assert (made.header.dropped, made.title, made.limit) == ((), "Title", LIMIT)
    assert made.header.segments == (() if recipe == "none" else ("Title", *path))


@pytest.mark.parametrize(
    ("metadata", "header"),
    [
        (Metadata(), "Title > A"),
        (Metadata(version="v7"), "Title (version 7) > A"),
        (Metadata(version="Vista"), "Title (version Vista) > A"),
        (Metadata(effective_from="2026"), "Title (effective 2026) > A"),
    ],
)
def test_the_version_says_what_is_known(metadata: Metadata, header: str) -> None:
    assert item("Title", ("A",), "path+version", metadata=metadata).header.text == header


def test_a_passage_of_the_plans_reads_as_published() -> None:
    made = item("Plans", ("Plans", "Day pass"), "label")
    assert made.embedded_text == "Plans > Day pass: It costs 12 dollars."
    assert made.display_text == "[plans.md] Day pass - It costs 12 dollars."
    assert made.header.dropped == ()


SENTENCE = "This stands in the price list."
SENTENCES = [
    ("path+sentence", f"Title > A\n{SENTENCE}\n\n{TEXT}"),
    ("label+sentence", f"Title > A:\n{SENTENCE}\n{TEXT}"),
    ("bracket+sentence", f"[Title | A]\n{SENTENCE}\n{TEXT}"),
    ("prose+sentence", f'Section "A", in Title.\n{SENTENCE}\n{TEXT}'),
    ("none+sentence", f"{SENTENCE}\n{TEXT}"),
    ("path", f"Title > A\n\n{TEXT}"),
]


@pytest.mark.parametrize(("recipe", "embedded"), SENTENCES)
def test_a_context_sentence_has_its_own_line_when_asked_for(recipe: str, embedded: str) -> None:
    assert item("Title", ("A",), recipe, sentence=SENTENCE).embedded_text == embedded


def test_a_context_sentence_counts_in_the_headers_share() -> None:
    path = ("First outer heading", "Second outer heading", "Leaf heading")
    assert item("Title", path, "path", limit=64).header.dropped == ()
    made = item("Title", path, "path+sentence", sentence=SENTENCE, limit=64)
    assert made.header.text == "Title > Second outer heading > Leaf heading"
    assert [heading for heading, _ in made.header.dropped] == [path[0]]


def test_a_context_sentence_without_room_is_left_out_and_reported() -> None:
    long = "word " * 60
    made = item("Title", ("A",), "path+sentence", sentence=long)
    assert made.embedded_text == f"Title > A\n\n{TEXT}"
    assert made.header.dropped == ((long.strip(), "context sentence: no room for it"),)


CODES = {"Overview": "H102", "***": "H103", "TODO": "H104", "Section 4.2": "H101"}
PATHS = [
    pytest.param("Plans", ("plans ", "Day  pass"), "Plans > Day pass", {}, id="the title once"),
    pytest.param("Plans", ("Plans", "Plans", "A"), "Plans > A", {"Plans"}, id="equal neighbours"),
    pytest.param("T", ("A", "a", "B", "A"), "T > A > B > A", {"a"}, id="only neighbours"),
    pytest.param("T", ("Overview", "***", "TODO", "A"), "T > A", {"Overview", "***", "TODO"}, id="say nothing"),
    pytest.param("T", ("Section 4.2", "A"), "T > Section 4.2 > A", set[str](), id="numbering stays"),
    pytest.param("T", ("A", "Overview", "A"), "T > A", {"Overview", "A"}, id="neighbours after leaving out"),
    pytest.param("T", ("A", "Overview"), "T > A", {"Overview"}, id="an uninformative leaf"),
    pytest.param("T", tuple("ABCDEFGH"), "T > A > B > C > D > E > F > G > H", set[str](), id="eight"),
    pytest.param("T", tuple("ABCDEFGHIJ"), "T > C > D > E > F > G > H > I > J", {"A", "B"}, id="the last eight"),
    pytest.param("T", ("A", "B", "Overview", "D"), "T > A > B > D", {"Overview"}, id="three after leaving out"),
]


@pytest.mark.parametrize(("title", "path", "header", "dropped"), PATHS)
def test_headings_are_left_out_by_rule_and_reported(
    title: str, path: tuple[str, ...], header: str, dropped: set[str]
) -> None:
    made = item(title, path, "path", uninformative=lambda heading: CODES.get(heading, ""))
    assert made.header.text == header
    assert {heading for heading, _ in made.header.dropped} == set(dropped)
    assert all(reason for _, reason in made.header.dropped)
    assert made.chunk.heading_path == path


def test_all_headings_can_be_kept() -> None:
    made = item("T", ("Overview", "A"), "path+all-headings", uninformative=lambda text: CODES.get(text, ""))
    assert made.header.text == "T > Overview > A"


def test_the_depth_can_be_chosen() -> None:
    assert item("T", ("A", "B", "C", "D"), "path+depth=1").header.text == "T > D"
    assert item("T", ("A", "B", "C", "D"), "path+depth=9").header.text == "T > A > B > C > D"


ENGINEERING = ("Engineering Handbook", "Platform", "Services", "Ingest", "Configuration", "Retries")


def test_a_path_is_whole_and_cut_to_the_last_three_where_a_recipe_says_so() -> None:
    whole = item(ENGINEERING[0], ENGINEERING, "path")
    assert whole.header.text == " > ".join(ENGINEERING)
    assert whole.header_tokens == 14
    cut = item(ENGINEERING[0], ENGINEERING, "path+depth=3")
    assert cut.header.text == "Engineering Handbook > Ingest > Configuration > Retries"
    assert [heading for heading, _ in cut.header.dropped] == ["Platform", "Services"]


BUDGETS = [
    pytest.param("T", ("A a", "B b", "C c"), "", "T > A a > B b > C c", id="all fits"),
    pytest.param("T", ("A " * 4, "B b", "C c"), "", "T > B b > C c", id="the outermost goes first"),
    pytest.param("T", ("A " * 4, "B " * 6, "C c"), "", "T > C c", id="then the next"),
    pytest.param("one two three " * 5, ("A a", "C c"), "", "one two three one two three one… > C c", id="title"),
    pytest.param("T", ("C c",), "version 7 of many words more", "T > C c", id="the version goes"),
    pytest.param("one two", ("a b c d e f g h i j",), "", "a b c d e f g h i j", id="the leaf outlives the title"),
    pytest.param("one two", ("a b c d e f g h i j k",), "", "one… > a b c d e f g h…", id="a leaf too long by itself"),
    pytest.param(
        "one two three four five six seven eight nine",
        (),
        "",
        "one two three four five six seven eight nine",
        id="title alone",
    ),
    pytest.param("a b c d e f g h i j k l", (), "", "a b c d e f g h i j…", id="a title too long by itself"),
]


@pytest.mark.parametrize(("title", "path", "version", "header"), BUDGETS)
def test_a_header_over_its_share_loses_outer_headings_then_title(
    title: str, path: tuple[str, ...], version: str, header: str
) -> None:
    metadata = Metadata(version=version or None)
    made = item(title, path, "path+version", metadata=metadata, limit=40, tokenizer=WordTokenizer())
    assert made.header.text == header
    shown = {" ".join(segment.split()) for segment in made.header.segments}
    reported = {" ".join(text.split()) for text, _ in made.header.dropped}
    missing = {" ".join(text.split()) for text in (title, *path)} - shown
    assert missing <= reported
    assert bool(version) == any("version" in text for text in reported)


def test_words_that_the_tokenizer_cannot_see_into_are_cut_by_characters() -> None:
    made = item("x" * 5000, ("字" * 5000,), "path", limit=64)
    assert len(made.header.text) <= 8 * 16
    assert made.header.segments[-1].startswith("字")


def test_the_plain_side_is_the_text_and_nothing_else() -> None:
    made = item("Title", ("A",), "none")
    assert (made.embedded_text, made.header, made.header_tokens) == (TEXT, Header(), 0)


def test_build_header_and_embed_text_make_what_contextualise_makes() -> None:
    recipe = Recipe(Style.BRACKET, version=True)
    header = build_header("Title", ("A",), IN_FORCE, recipe, LIMIT, model_tokenizer(), informative)
    assert embed_text(header, TEXT, recipe) == item("Title", ("A",), "bracket+version").embedded_text


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (("Plans", "Day pass"), "[hr/plans.md] Day pass - text"),
        (("Overview",), "[hr/plans.md] Overview - text"),
        ((), "[hr/plans.md] text"),
    ],
)
def test_display_text_names_source_and_last_heading(path: tuple[str, ...], shown: str) -> None:
    assert display_text("hr/plans.md", path, "text") == shown


def test_prompt_text_keeps_every_heading_and_the_neighbours() -> None:
    path = ("Title", "A", "B", "C", "D", "Overview")
    made = prompt_text("Title", path, ["before", "hit", "after"], IN_FORCE)
    assert made == "[Title | A > B > C > D > Overview | version 7, effective 2026-03]\nbefore\n\nhit\n\nafter"
    assert prompt_text("Title", (), ["hit"], Metadata()) == "[Title]\nhit"


@pytest.mark.parametrize(
    ("index", "window", "expected"),
    [(0, 1, ["a", "b"]), (2, 1, ["b", "c", "d"]), (4, 2, ["c", "d", "e"]), (1, 0, ["b"]), (2, 9, list("abcde"))],
)
def test_neighbours_are_clamped(index: int, window: int, expected: list[str]) -> None:
    assert with_neighbours(list("abcde"), index, window) == expected


@pytest.mark.parametrize(
    ("indices", "window", "expected"),
    [
        ([0, 2], 1, [range(4)]),
        ([5, 0], 1, [range(2), range(4, 7)]),
        ([1, 4], 1, [range(6)]),
        ([9, 9], 2, [range(7, 10)]),
        ([], 3, []),
    ],
)
def test_windows_that_meet_are_one(indices: list[int], window: int, expected: list[range]) -> None:
    assert merge_windows(indices, window, 10) == expected


def test_a_vector_id_is_that_of_the_exact_text() -> None:
    made = vector_id("text")
    assert len(made) == 32
    assert made == vector_id("text")
    assert made != vector_id("text ")
    assert vector_id("\ud800") != vector_id("?")
