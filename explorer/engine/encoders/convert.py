"""Converts one model, in a process of its own: `--convert-model MODEL_FOLDER NEW_FOLDER`.

Of its own because it imports torch and all that comes with it (which the engine then never does), takes a second of
every core, and because `torch.jit.trace`, which OpenVINO uses, warns of its end: where warnings are errors it fails.
The whole sentence-transformers model is traced, pooling and all, so that nothing of it has to be known here. Then the
converted one is asked for the vectors of `PROBES`; what it says must be what the original says.

The process ends with the one that started it.
"""

from __future__ import annotations

import os
import threading
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from explorer.engine.encoders.base import FP32
from explorer.engine.encoders.cache import MANIFEST, MODEL, WEIGHTS, Manifest, checksum
from explorer.engine.encoders.converted import KNOWN_INPUTS, ConvertedEncoder
from explorer.engine.encoders.machine import openvino
from explorer.engine.encoders.plain import load
from explorer.engine.model_files import ModelFiles, find_model

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

LEAST_COSINE = 0.99999
"""How near the vectors must be; OpenVINO's fp32 gives 0.9999999 and better."""

PROBES = (
    "",
    "a",
    "  How much is\tthe monthly pass?\n",
    "It must be requested at least 30 days in advance, and cannot be split across more than two separate periods.",
    "Plans > Monthly pass\n\nIt COSTS 25 dollars (\u20ac23), and includes Rides of up to 45 minutes.",
    "Der Antrag ist drei\u00dfig Tage im Voraus zu stellen; \u00c4nderungen nicht m\u00f6glich.",
    "Отпуск 東京都の休暇 إجازة \U0001f6b2",
    "| a | b |\n| - | - |\n| 1 | 2 |",
    "cafe\u0301 caf\u00e9 CAFE",
    "word" * 400,
    "The device must be cleaned once a month with a damp cloth. " * 80,
)
"""Texts of every kind that tokenizers treat in their own ways, the last ones longer than a window."""


class RefusedError(Exception):
    """The model does not convert to one that gives its vectors."""


def main(words: list[str]) -> int:
    """Convert the model and write its manifest; return 0 for that, which may say that the model is refused."""
    source, target = words
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    warnings.simplefilter("ignore")
    model, folder = find_model(source), Path(target)
    try:
        manifest = _convert(model, folder)
    except RefusedError as error:
        for name in (MODEL, WEIGHTS):
            (folder / name).unlink(missing_ok=True)
        manifest = Manifest(refused=str(error))
    (folder / MANIFEST).write_bytes(msgspec.json.encode(manifest))
    return 0


def _end_with_parent() -> None:
    # Read from the descriptor: Python may not end while a thread waits inside one of its own streams.
    while os.read(0, 1):
        pass
    os._exit(1)


def _convert(model: ModelFiles, folder: Path) -> Manifest:
    found = openvino()
    if found is None:
        raise RefusedError("OpenVINO is not installed.")
    original = load(model)
    names = _write(found, original, folder)
    manifest = Manifest(
        inputs=names,
        window=int(original.max_seq_length or model.window),
        pad=int(getattr(original.tokenizer, "pad_token_id", 0) or 0),
        dimensions=len(original.encode("a")),
        document_prompt=_prompt(original, ("document", "passage", "corpus")),
        query_prompt=_prompt(original, ("query",)),
        files={name: checksum(folder / name) for name in (MODEL, WEIGHTS)},
    )
    _compare(original, ConvertedEncoder(folder, model.tokenizer, manifest, FP32))
    return manifest


def _write(found: Any, original: SentenceTransformer, folder: Path) -> tuple[str, ...]:  # noqa: ANN401 - no types
    """Trace the model and write what OpenVINO makes of it; return the names of its inputs."""
    import torch

    features = original.preprocess(["How much is the monthly pass?", "A"])
    names = tuple(name for name, value in features.items() if isinstance(value, torch.Tensor))
    if not names or not KNOWN_INPUTS.issuperset(names):
        raise RefusedError(f"The model wants {', '.join(names) or 'something else than tokens'}.")

    class Whole(torch.nn.Module):
        """All modules of the model, one after the other, on tensors without names."""

        def __init__(self) -> None:
            super().__init__()
            self.modules_in_order = original

        def forward(self, *values: torch.Tensor) -> torch.Tensor:
            state: dict[str, Any] = dict(zip(names, values, strict=True))
            for module in self.modules_in_order:
                state = module(state)
            return torch.nn.functional.normalize(state["sentence_embedding"].float(), p=2, dim=1)

    shapes = [([-1, -1], found.Type.i64) for _ in names]
    try:
        with torch.no_grad():
            example = tuple(features[name] for name in names)
            converted = found.convert_model(Whole().eval(), example_input=example, input=shapes)
    except (RuntimeError, TypeError, ValueError, KeyError, AttributeError, NotImplementedError) as error:
        raise RefusedError(f"OpenVINO cannot convert it: {_first_line(error)}") from error
    for port, name in zip(converted.inputs, names, strict=True):
        port.get_tensor().set_names({name})
    found.save_model(converted, str(folder / MODEL), compress_to_fp16=False)
    return names


def _prompt(original: SentenceTransformer, names: tuple[str, ...]) -> str:
    """Return the prompt that sentence-transformers puts before texts of one kind, named by the first of `names`."""
    name = next((name for name in names if name in original.prompts), original.default_prompt_name)
    return original.prompts.get(name or "") or ""


def _compare(original: SentenceTransformer, converted: ConvertedEncoder) -> None:
    """Raise `RefusedError` unless passages and questions get the vectors that the original gives them."""
    probes = list(PROBES)
    pairs = (
        (original.encode_document(probes, normalize_embeddings=True), converted.encode_documents(probes)),
        (
            original.encode_query(probes, normalize_embeddings=True),
            np.stack([converted.encode_query(probe) for probe in probes]),
        ),
    )
    for right, found in pairs:
        if found.shape != right.shape:
            raise RefusedError("The converted model's vectors have another length.")
        cosines = np.sum(found * right, axis=1)
        if not float(cosines.min()) >= LEAST_COSINE:
            raise RefusedError(
                f"The converted model's vectors differ from the original's (cosine {cosines.min():.5f})."
            )


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
