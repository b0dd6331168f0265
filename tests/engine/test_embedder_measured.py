"""Vectors of the bundled model: measured cosines, unit length, order kept, nothing depends on the batch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from explorer.engine.embedder import Embedder
from explorer.engine.model_files import ModelNotFoundError, find_model

QUESTION = "How much is the monthly pass?"
TEXT = "It costs 25 dollars and includes unlimited rides of up to 45 minutes."
NOTICE = "It must be requested at least 30 days in advance, and cannot be split across more than two separate periods."


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return Embedder(find_model())


@pytest.mark.parametrize(
    ("question", "text", "cosine"),
    [
        (QUESTION, TEXT, 0.430),
        (QUESTION, f"Monthly pass: {TEXT}", 0.787),
        (QUESTION, f"Plans > Monthly pass: {TEXT}", 0.740),
        (QUESTION, f"Plans > Monthly pass\n\n{TEXT}", 0.749),
        ("how far ahead do I have to request parental leave?", NOTICE, 0.428),
        (
            "how far ahead do I have to request parental leave?",
            f"Employee Handbook 2024 > Leave > Parental leave\n\n{NOTICE}",
            0.800,
        ),
    ],
)
def test_measured_cosines(embedder: Embedder, question: str, text: str, cosine: float) -> None:
    score = float(embedder.encode_documents([text])[0] @ embedder.encode_query(question))
    assert score == pytest.approx(cosine, abs=0.002)


def test_rows_are_float32_of_length_one_in_the_order_given(embedder: Embedder) -> None:
    texts = ["long " * 200, "short", "a sentence of middle length", "short", "caf\udce9", ""]
    rows = embedder.encode_documents(texts)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    alone = np.stack([embedder.encode_documents([text])[0] for text in texts])
    assert np.allclose(rows, alone, atol=1e-5)


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert len(embedder.encode_documents([])) == 0


def test_weights_that_cannot_be_loaded_are_a_sentence(tmp_path: Path) -> None:
    bundled = find_model()
    for path in bundled.folder.rglob("*"):
        if path.is_file() and path.name != "model.safetensors":
            target = tmp_path / "broken" / path.relative_to(bundled.folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    (tmp_path / "broken" / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(ModelNotFoundError, match="cannot be loaded"):
        Embedder(find_model(str(tmp_path / "broken"))).encode_query("a question")
