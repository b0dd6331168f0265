"""Turns texts into vectors with a model from disk, offline, by the fastest encoder that this machine has for it.

Whatever is heavy happens at the first text, never at the import of this module: the converted model is there in less
than a second, a first conversion or torch take several.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress

import numpy as np

from explorer.engine.encoders.base import FP32, Vectors
from explorer.engine.encoders.choosing import Encoders, encoders_of
from explorer.engine.model_files import ModelFiles, ModelNotFoundError
from explorer.engine.tokens import clean

BATCH = 32
"""Questions encoded between two chances for a search to run: a tenth of a second."""

POLL_SECONDS = 0.01
"""Pause between two looks at whether the model is there."""

_PORTION_SECONDS = 0.35
"""What a portion of texts should take: a search waits for one at most."""

_FIRST_RATE = 10_000.0
"""Characters a second that are expected before anything was encoded."""

_MOST = 64
"""Packs in a portion, however fast the machine is."""


class Embedder:
    """A model that turns texts into unit vectors (float32), with the prompts that the model names for its sides."""

    def __init__(self, model: ModelFiles, precision: str = FP32) -> None:
        self.model = model
        self.precision = precision
        self._loaded: Encoders | None = None
        self._loading: threading.Thread | None = None
        self._rate = _FIRST_RATE

    @property
    def ready(self) -> bool:
        """Tell whether encoding begins at once: the model is in memory, or has failed to get there."""
        return self._loaded is not None or (self._loading is not None and not self._loading.is_alive())

    @property
    def about(self) -> str:
        """Return what computes the vectors and why, as `doctor` tells it; loads the model."""
        return self._encoders().about

    def warm(self) -> None:
        """Begin to load the model beside other work, unless that was begun; converting it first takes seconds."""
        if self._loading is None:
            self._loading = threading.Thread(target=self._load_quietly, name="model", daemon=True)
            self._loading.start()

    def _load_quietly(self) -> None:
        # The first text asks for the model again and is told then why it cannot be loaded.
        with suppress(ModelNotFoundError):
            encoders_of(self.model, self.precision)

    def portion(self, lengths: Iterable[int]) -> int:
        """Return how many of the next packs of texts, so many characters each, take about a third of a second."""
        room = self._rate * _PORTION_SECONDS
        count = 0
        for length in lengths:
            room -= length
            if count and (room < 0 or count == _MOST):
                break
            count += 1
        return count

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text, in the order given."""
        if not texts:
            return np.empty((0, 0), dtype=np.float32)
        encoder = self._encoders().documents
        begun = time.perf_counter()
        rows = encoder.encode_documents([clean(text) for text in texts])
        rate = sum(map(len, texts)) / max(time.perf_counter() - begun, 1e-6)
        self._rate = (self._rate + rate) / 2
        return rows

    def encode_query(self, text: str) -> Vectors:
        """Return the unit vector of a question; what goes beyond the model's window is cut by the model."""
        return self._encoders().questions.encode_query(clean(text))

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Return the unit vectors of questions, one row each; each is what `encode_query` gives."""
        return np.stack([self.encode_query(text) for text in texts])

    def _encoders(self) -> Encoders:
        if self._loaded is None:
            if self._loading is not None:
                self._loading.join()
            self._loaded = encoders_of(self.model, self.precision)
        return self._loaded
