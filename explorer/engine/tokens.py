"""Counts tokens exactly as the embedding model does, with the model's own tokenizer file and without torch."""

from __future__ import annotations

import hashlib
import re

from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from explorer.core.errors import ExplorerError
from explorer.engine.model_files import ModelFiles, ModelNotFoundError
from explorer.engine.options import SMALLEST_LIMIT

_MOST_WORDS, _LONGEST_WORD = 1 << 17, 64
"""What is remembered at the most: some 15 MB."""

_SURROGATES = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """Return `text` with lone surrogates replaced one by one: no library takes them, and offsets stay as they are."""
    return _SURROGATES.sub("\ufffd", text)


def _words_of(text: str) -> list[str]:
    """Return what stands between blanks and line ends; what else Unicode calls white space, models drop or know."""
    return text.replace("\n", " ").split(" ")


def _has_blank(text: str) -> bool:
    return any(sign.isspace() for sign in text)


class _Words(dict[str, int]):
    """The number of tokens of each word, counted when it first comes."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__({"": 0})
        self._tokenizer = tokenizer

    def __missing__(self, word: str) -> int:
        count = len(self._tokenizer.encode(clean(word), add_special_tokens=False))
        if len(word) <= _LONGEST_WORD:
            if len(self) >= _MOST_WORDS:
                self.clear()
                self[""] = 0
            self[word] = count
        return count


class ModelTokenizer:
    """The tokenizer of a model (`explorer.core.tokens.Tokenizer`); raises `ModelNotFoundError` when damaged."""

    def __init__(self, model: ModelFiles) -> None:
        try:
            raw = model.tokenizer.read_bytes()
            self._tokenizer = Tokenizer.from_buffer(raw)
        except Exception as error:
            raise ModelNotFoundError(f"{model.tokenizer} cannot be read.", str(error)) from error
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._identity = f"{model.name}-{hashlib.sha256(raw).hexdigest()[:12]}"
        self._wordless = self._special_ids()
        self._words = _Words(self._tokenizer) if self._parts_at_blanks() else None

    @property
    def identity(self) -> str:
        """Return the model's name with a hash of its tokenizer file."""
        return self._identity

    @property
    def special_tokens(self) -> int:
        """Return how many special tokens the model adds to a text."""
        return self._tokenizer.num_special_tokens_to_add(is_pair=False)

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`, special tokens not counted, nothing cut."""
        if self._words is not None:
            return sum(map(self._words.__getitem__, _words_of(text)))
        return len(self._tokenizer.encode(clean(text), add_special_tokens=False))

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return the code point span of each token of `text`."""
        return self._tokenizer.encode(clean(text), add_special_tokens=False).offsets

    def sees_words(self, text: str) -> bool:
        """Tell whether a token stands for a letter or digit that the model knows."""
        if self._words is not None:
            return any(map(self._sees, _words_of(text)))
        return self._sees(text)

    def _sees(self, text: str) -> bool:
        encoding = self._tokenizer.encode(clean(text), add_special_tokens=False)
        pairs = zip(encoding.ids, encoding.offsets, strict=True)
        return any(
            token not in self._wordless and any(sign.isalnum() for sign in text[start:end])
            for token, (start, end) in pairs
        )

    def _parts_at_blanks(self) -> bool:
        """Tell whether a text has the tokens of its words between blanks, so that each word need be counted once.

        The three steps of BERT's tokenizer look at nothing beyond a blank: signs are changed one by one, the text is
        parted at white space, the parts are cut by themselves. Others take the blank into the next word's token.
        """
        steps = (self._tokenizer.normalizer, self._tokenizer.pre_tokenizer, self._tokenizer.model)
        kinds = (BertNormalizer, BertPreTokenizer, WordPiece)
        added = (token.content for token in self._tokenizer.get_added_tokens_decoder().values())
        return all(map(isinstance, steps, kinds)) and not any(map(_has_blank, added))

    def _special_ids(self) -> frozenset[int]:
        added = self._tokenizer.get_added_tokens_decoder()
        special = {number for number, token in added.items() if token.special}
        unknown = getattr(self._tokenizer.model, "unk_token", None)
        number = self._tokenizer.token_to_id(unknown) if isinstance(unknown, str) else None
        return frozenset(special | ({number} if number is not None else set()))


def token_limit(model: ModelFiles, tokenizer: ModelTokenizer, max_tokens: int = 0) -> int:
    """Return L (DESIGN 4.2): the window less special tokens and the document prompt, or `max_tokens` if smaller.

    A `max_tokens` of 0 stands for the window alone; raises `ExplorerError` for any other below `SMALLEST_LIMIT`.
    """
    prompt = tokenizer.count(model.document_prompt) if model.document_prompt else 0
    limit = model.window - tokenizer.special_tokens - prompt
    if max_tokens and max_tokens < SMALLEST_LIMIT:
        raise ExplorerError(f"A limit of {max_tokens} tokens is too small.", f"The smallest is {SMALLEST_LIMIT}.")
    return min(limit, max_tokens) if max_tokens > 0 else limit
