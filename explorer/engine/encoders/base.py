"""What every encoder gives, and the precisions there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

FP32 = "fp32"
"""Vectors as sentence-transformers gives them on a CPU. OpenVINO's differ from those by less than 1e-6."""

BF16 = "bf16"
"""Computed with bfloat16: about half again as fast, cosine above 0.9999 with fp32.

A processor without bfloat16 takes fp32 in its place, for questions to vectors that another machine made as well.
"""

AUTO = "auto"
"""The wish for whichever is best on this machine."""

PRECISIONS = (AUTO, FP32, BF16)


class Encoder(Protocol):
    """Turns texts into unit vectors. `about` says in words what it computes with."""

    @property
    def about(self) -> str:
        """Return what computes the vectors, as `doctor` tells it."""
        ...

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a passage, in the order given, under the model's prompt for passages."""
        ...

    def encode_query(self, text: str) -> Vectors:
        """Return the unit vector of a question, under the model's prompt for questions."""
        ...
