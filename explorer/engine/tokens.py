"""Counts tokens exactly as the embedding model does, with the model's own tokenizer file and without torch."""

from __future__ import annotations

import hashlib
import re

from tokenizers import Tokenizer

from explorer.core.errors import ExplorerError
from explorer.engine.model_files import ModelFiles, ModelNotFoundError
from explorer.engine.options import SMALLEST_LIMIT

_SURROGATES = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """Return `text` with lone surrogates replaced one by one: no library takes them, and offsets stay as they are."""
    return _SURROGATES.sub("\ufffd", text)


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
        return len(self._tokenizer.encode(clean(text), add_special_tokens=False))

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return the code point span of each token of `text`."""
        return self._tokenizer.encode(clean(text), add_special_tokens=False).offsets

    def sees_words(self, text: str) -> bool:
        """Tell whether a token stands for a letter or digit that the model knows."""
        encoding = self._tokenizer.encode(clean(text), add_special_tokens=False)
        pairs = zip(encoding.ids, encoding.offsets, strict=True)
        return any(
            token not in self._wordless and any(sign.isalnum() for sign in text[start:end])
            for token, (start, end) in pairs
        )

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
