"""The converted model at work: tokenizers and OpenVINO alone.

Every text is filled up to a multiple of `STEP` tokens and computed only beside texts of the same length so filled up.
So its vector depends on the text alone, bit for bit, whatever it was encoded together with: with bfloat16 another
length of filling would change it by up to 1e-3.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from explorer.engine.encoders.base import BF16, FP32, Vectors
from explorer.engine.encoders.cache import MODEL, Manifest
from explorer.engine.encoders.machine import has_bf16, openvino

STEP = 16
"""Tokens by which lengths grow: the height of a tile of AMX."""

_TOKENS_AT_ONCE = 2048
"""Tokens in one call: more gains nothing and takes memory."""

_ROWS = {
    "input_ids": lambda encoding: encoding.ids,
    "attention_mask": lambda encoding: encoding.attention_mask,
    "token_type_ids": lambda encoding: encoding.type_ids,
}

KNOWN_INPUTS = frozenset(_ROWS)
"""What models may ask for."""


class ConvertedEncoder:
    """A converted model, compiled for this processor. Raises what OpenVINO does (`RuntimeError`) when it cannot be."""

    def __init__(self, folder: Path, tokenizer: Path, manifest: Manifest, precision: str) -> None:
        found = openvino()
        if found is None:
            raise RuntimeError("OpenVINO is not installed.")
        self._manifest = manifest
        self._tokenizer = Tokenizer.from_buffer(tokenizer.read_bytes())
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(manifest.window)
        self._asked = precision
        # OpenVINO offers to compute with bfloat16 where the processor cannot, and takes ten times as long or more.
        self._precision = BF16 if precision == BF16 and has_bf16() else FP32
        self._lock = threading.Lock()
        core = found.Core()
        self._model: Any = core.compile_model(
            str(folder / MODEL),
            "CPU",
            {
                "INFERENCE_PRECISION_HINT": "bf16" if self._precision == BF16 else "f32",
                "PERFORMANCE_HINT": "LATENCY",
                # Readers run beside it: threads tied to a core would wait for each other there.
                "ENABLE_CPU_PINNING": False,
            },
        )

    @property
    def about(self) -> str:
        """Return what computes the vectors, as `doctor` tells it."""
        if self._precision == BF16:
            return "by OpenVINO; bf16, for which this processor has instructions"
        known = "bf16 would be faster here" if has_bf16() else "this processor is not known to compute with bf16"
        instead = " in place of bf16 (cosine above 0.9999)" if self._asked == BF16 else ""
        return f"by OpenVINO; fp32{instead}, {known}"

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a passage, in the order given."""
        return self._encode([self._manifest.document_prompt + text for text in texts])

    def encode_query(self, text: str) -> Vectors:
        """Return the unit vector of a question."""
        return self._encode([self._manifest.query_prompt + text])[0]

    def _encode(self, texts: list[str]) -> Vectors:
        rows = np.empty((len(texts), self._manifest.dimensions), dtype=np.float32)
        encodings = self._tokenizer.encode_batch(texts)
        by_length: dict[int, list[int]] = {}
        for place, encoding in enumerate(encodings):
            by_length.setdefault(-(-len(encoding) // STEP) * STEP, []).append(place)
        for length, places in sorted(by_length.items()):
            most = max(1, _TOKENS_AT_ONCE // length)
            for first in range(0, len(places), most):
                batch = places[first : first + most]
                rows[batch] = self._compute([encodings[place] for place in batch], length)
        return rows

    def _compute(self, encodings: Sequence[Encoding], length: int) -> NDArray[np.float32]:
        values = {name: self._filled(encodings, name, length) for name in self._manifest.inputs}
        with self._lock:
            return np.array(self._model(values)[0], dtype=np.float32)

    def _filled(self, encodings: Sequence[Encoding], name: str, length: int) -> NDArray[np.int64]:
        fill = self._manifest.pad if name == "input_ids" else 0
        found = np.full((len(encodings), length), fill, dtype=np.int64)
        for row, encoding in zip(found, encodings, strict=True):
            row[: len(encoding)] = _ROWS[name](encoding)
        return found
