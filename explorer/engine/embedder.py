"""Encodes texts with a sentence-transformers model from disk: fp32, on the CPU, offline.

The heavy imports (several seconds) happen at the first text, never at the import of this module.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from explorer.engine.model_files import OFFLINE, ModelFiles, ModelNotFoundError
from explorer.engine.tokens import clean

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

PRECISION = "fp32"
"""Part of every stored vector's key and of the collection's name."""

BATCH = 32
"""Texts encoded between two chances for a search to run: about half a second on two cores."""

POLL_SECONDS = 0.01
"""Pause between two looks at whether the model is there."""

Vectors = NDArray[np.float32]


class Embedder:
    """A model that turns texts into unit vectors (float32), with the prompts that the model names for its sides."""

    def __init__(self, model: ModelFiles) -> None:
        self.model = model
        self._loaded: SentenceTransformer | None = None
        self._loading: threading.Thread | None = None

    @property
    def ready(self) -> bool:
        """Tell whether encoding begins at once: the model is in memory, or has failed to get there."""
        return self._loaded is not None or (self._loading is not None and not self._loading.is_alive())

    def warm(self) -> None:
        """Begin to load the model beside other work, unless that was begun; it takes seconds."""
        if self._loading is None:
            self._loading = threading.Thread(target=self._load_quietly, name="model", daemon=True)
            self._loading.start()

    def _load_quietly(self) -> None:
        # The first text asks for the model again and is told then why it cannot be loaded.
        with suppress(ModelNotFoundError):
            _load(self.model)

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text, in the order given; encoded by length so that little is padded."""
        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        rows = self._transformer().encode_document(
            [clean(texts[index]) for index in order],
            batch_size=BATCH,
            convert_to_numpy=True,
            normalize_embeddings=True,
            show_progress_bar=False,
        )
        vectors = np.empty((len(texts), rows.shape[1] if len(texts) else 0), dtype=np.float32)
        vectors[order] = rows
        return vectors

    def encode_query(self, text: str) -> Vectors:
        """Return the unit vector of a question; what goes beyond the model's window is cut by the model."""
        row = self._transformer().encode_query(
            clean(text), convert_to_numpy=True, normalize_embeddings=True, show_progress_bar=False
        )
        return np.asarray(row, dtype=np.float32)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Return the unit vectors of questions, one row each; equal to `encode_query` but for rounding."""
        rows = self._transformer().encode_query(
            [clean(text) for text in texts],
            batch_size=BATCH,
            convert_to_numpy=True,
            normalize_embeddings=True,
            show_progress_bar=False,
        )
        return np.asarray(rows, dtype=np.float32)

    def _transformer(self) -> SentenceTransformer:
        if self._loaded is None:
            if self._loading is not None:
                self._loading.join()
            self._loaded = _load(self.model)
        return self._loaded


@lru_cache(maxsize=1)
def _load(model: ModelFiles) -> SentenceTransformer:
    """Load a model; the last one stays, so that opening another library with it costs nothing."""
    os.environ.update(OFFLINE)
    from safetensors import SafetensorError
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    logging.disable_progress_bar()
    try:
        return SentenceTransformer(
            str(model.folder),
            device="cpu",
            local_files_only=True,
            trust_remote_code=False,
            model_kwargs={"dtype": "float32"},
        )
    except (OSError, ValueError, KeyError, ImportError, RuntimeError, SafetensorError) as error:
        raise ModelNotFoundError(f"The embedding model in {model.folder} cannot be loaded.", str(error)) from error
