"""The model as sentence-transformers runs it: several seconds to import, on every machine, on a graphics card too."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import numpy as np

from explorer.engine.encoders.base import BF16, FP32, Vectors
from explorer.engine.encoders.machine import has_bf16
from explorer.engine.model_files import OFFLINE, ModelFiles, ModelNotFoundError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_BATCH = 32


class PlainEncoder:
    """A model in torch; raises `ModelNotFoundError` when it cannot be loaded."""

    def __init__(self, model: ModelFiles, precision: str, device: str = "cpu") -> None:
        self._model = load(model, device)
        self._device = device
        self._precision = BF16 if precision == BF16 and device == "cpu" and has_bf16() else FP32

    @property
    def about(self) -> str:
        """Return what computes the vectors, as `doctor` tells it."""
        where = "" if self._device == "cpu" else f" on {self._device}"
        return f"by torch{where}; {self._precision}"

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a passage, in the order given; encoded by length so that little is padded."""
        if not texts:
            return np.empty((0, 0), dtype=np.float32)
        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        with self._computing():
            found = self._model.encode_document(
                [texts[index] for index in order],
                batch_size=_BATCH,
                convert_to_numpy=True,
                normalize_embeddings=True,
                show_progress_bar=False,
            )
        rows = np.empty(found.shape, dtype=np.float32)
        rows[order] = found
        return self._scaled(rows)

    def encode_query(self, text: str) -> Vectors:
        """Return the unit vector of a question."""
        with self._computing():
            found = self._model.encode_query(
                [text], convert_to_numpy=True, normalize_embeddings=True, show_progress_bar=False
            )
        return self._scaled(np.asarray(found, dtype=np.float32))[0]

    def _scaled(self, rows: Vectors) -> Vectors:
        """Return rows of length one: lengths computed with bfloat16 are off by 1e-3."""
        return rows / np.linalg.norm(rows, axis=1, keepdims=True) if self._precision == BF16 else rows

    def _computing(self) -> AbstractContextManager[object]:
        if self._precision != BF16:
            return nullcontext()
        import torch

        return torch.autocast("cpu", dtype=torch.bfloat16)


def load(model: ModelFiles, device: str = "cpu") -> SentenceTransformer:
    """Return a model from its folder, from nowhere else; raises `ModelNotFoundError`."""
    os.environ.update(OFFLINE)
    from safetensors import SafetensorError
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    logging.disable_progress_bar()
    try:
        return SentenceTransformer(
            str(model.folder),
            device=device,
            local_files_only=True,
            trust_remote_code=False,
            model_kwargs={"dtype": "float32"},
        )
    except (OSError, ValueError, KeyError, ImportError, RuntimeError, SafetensorError) as error:
        raise ModelNotFoundError(f"The embedding model in {model.folder} cannot be loaded.", str(error)) from error
