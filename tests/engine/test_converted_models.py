"""The converted model: the original's vectors, nothing that depends on the batch, and no harm by what goes wrong."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from explorer.core.errors import ExplorerError
from explorer.engine.embedder import Embedder
from explorer.engine.encoders import cache, choosing, machine
from explorer.engine.encoders.base import BF16, FP32
from explorer.engine.encoders.cache import MANIFEST, WEIGHTS, Manifest, checksum, place_of, read_manifest
from explorer.engine.encoders.choosing import Encoders, NoConversionError, converted_encoder
from explorer.engine.encoders.converted import ConvertedEncoder
from explorer.engine.encoders.plain import PlainEncoder
from explorer.engine.model_files import find_model

TEXTS = (
    "",
    "a",
    "It costs 25 dollars and includes unlimited rides of up to 45 minutes.",
    "  white\tspace \n\n of every kind\r\n",
    "Der Antrag ist dreißig Tage im Voraus zu stellen.",
    "Отпуск 東京都の休暇 إجازة 🚲",
    "café cafe\u0301 CAFÉ",
    "one long word " + "x" * 1000,
    "Clean the filter once a month. " * 100,
    "| a | b |\n| - | - |\n| 1 | 2 |",
)

PROCESS = """
import sys
from explorer.engine.embedder import Embedder
from explorer.engine.model_files import find_model
embedder = Embedder(find_model())
assert len(embedder.encode_query("How much is the monthly pass?")) == 384
assert embedder.encode_documents(["It costs 25 dollars."]).shape == (1, 384)
heavy = {"torch", "transformers", "sentence_transformers", "huggingface_hub", "chromadb", "pymupdf"} & set(sys.modules)
print(sorted(heavy), sys.modules["openvino_telemetry"], embedder.about)
"""


@pytest.fixture(scope="module")
def converted() -> ConvertedEncoder:
    return converted_encoder(find_model(), FP32)


@pytest.fixture(scope="module")
def original() -> PlainEncoder:
    return PlainEncoder(find_model(), FP32)


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache folder of this test's own."""
    monkeypatch.setenv("CHUNK_EXPLORER_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_passages_and_questions_get_the_originals_vectors(converted: ConvertedEncoder, original: PlainEncoder) -> None:
    rows, right = converted.encode_documents(TEXTS), original.encode_documents(TEXTS)
    assert rows.dtype == np.float32
    assert float(np.sum(rows * right, axis=1).min()) > 0.999999
    asked = [converted.encode_query(text) @ original.encode_query(text) for text in TEXTS]
    assert min(asked) > 0.999999


def test_bf16_is_near_the_original(original: PlainEncoder) -> None:
    rows = converted_encoder(find_model(), BF16).encode_documents(TEXTS)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    assert float(np.sum(rows * original.encode_documents(TEXTS), axis=1).min()) > 0.999
    plain = PlainEncoder(find_model(), BF16).encode_documents(TEXTS)
    assert np.allclose(np.linalg.norm(plain, axis=1), 1, atol=1e-5)
    assert float(np.sum(rows * plain, axis=1).min()) > 0.999


def test_a_processor_without_bf16_takes_fp32_in_its_place(
    converted: ConvertedEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explorer.engine.encoders.converted.has_bf16", lambda: False)
    instead = converted_encoder(find_model(), BF16)
    assert "fp32 in place of bf16" in instead.about
    assert np.array_equal(instead.encode_documents(TEXTS), converted.encode_documents(TEXTS))


@pytest.mark.parametrize("precision", [FP32, BF16])
def test_a_vector_depends_on_its_text_alone(precision: str) -> None:
    encoder = converted_encoder(find_model(), precision)
    many = [f"Valve {number} is turned {'slowly ' * (number % 40)}by {number} degrees." for number in range(120)]
    together = encoder.encode_documents(many)
    alone = np.stack([encoder.encode_documents([text])[0] for text in many])
    backwards = encoder.encode_documents(many[::-1])[::-1]
    assert np.allclose(together, alone, atol=1e-6)
    assert np.allclose(together, backwards, atol=1e-6)


@pytest.mark.parametrize("precision", [FP32, BF16])
def test_questions_asked_together_are_questions_asked_alone(precision: str) -> None:
    embedder = Embedder(find_model(), precision)
    questions = ["How much is the monthly pass?", "pass?", "how far ahead do I have to request parental leave?"]
    alone = np.stack([embedder.encode_query(question) for question in questions])
    assert np.array_equal(embedder.encode_queries(questions), alone)


def test_a_process_that_only_encodes_imports_nothing_heavy_and_reports_nothing(tmp_path: Path) -> None:
    converted_encoder(find_model(), FP32)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROCESS],
        env={**os.environ, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("[] None by OpenVINO; fp32, ")
    assert list(tmp_path.iterdir()) == [], "OpenVINO keeps its statistics in the home folder"


def test_a_damaged_conversion_is_made_again(own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the real process, in surroundings in which warnings are errors and the home folder is watched."""
    model, home = find_model(), tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PYTHONWARNINGS", "error")
    folder = place_of(model)
    folder.mkdir(parents=True)
    (folder / WEIGHTS).write_bytes(b"half of it")
    (folder / MANIFEST).write_bytes(json.dumps({"files": {WEIGHTS: [90_000_000, 1]}}).encode())
    assert read_manifest(folder) is None
    text = "It costs 25 dollars."
    assert np.array_equal(
        converted_encoder(model, FP32).encode_query(text), converted_encoder(model, FP32).encode_query(text)
    )
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]
    assert not (home / "intel").exists(), "OpenVINO keeps its statistics in the home folder"
    assert folder.stat().st_mode & 0o077 == 0


def test_one_changed_byte_is_damage(tmp_path: Path) -> None:
    (tmp_path / WEIGHTS).write_bytes(bytes(5000))
    manifest = {"files": {WEIGHTS: checksum(tmp_path / WEIGHTS)}}
    (tmp_path / MANIFEST).write_bytes(json.dumps(manifest).encode())
    assert read_manifest(tmp_path) is not None
    (tmp_path / WEIGHTS).write_bytes(bytes(4000) + b"\1" + bytes(999))
    assert read_manifest(tmp_path) is None
    (tmp_path / WEIGHTS).unlink()
    assert read_manifest(tmp_path) is None


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"files": 3}'])
def test_a_manifest_that_cannot_be_read_is_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / MANIFEST).write_bytes(content)
    assert read_manifest(tmp_path) is None


def made(folder: Path, content: bytes) -> Path:
    """Make what a conversion leaves, with other content."""
    part = cache.new_part(folder)
    (part / WEIGHTS).write_bytes(content)
    (part / MANIFEST).write_bytes(json.dumps({"files": {WEIGHTS: checksum(part / WEIGHTS)}}).encode())
    return part


def test_of_two_conversions_at_once_the_first_stays(tmp_path: Path) -> None:
    folder = tmp_path / "models" / "one"
    first, second = made(folder, b"first"), made(folder, b"second")
    cache.put_in_place(first, folder)
    cache.put_in_place(second, folder)
    assert (folder / WEIGHTS).read_bytes() == b"first"
    (folder / WEIGHTS).write_bytes(b"worn")
    cache.put_in_place(made(folder, b"third"), folder)
    assert (folder / WEIGHTS).read_bytes() == b"third"
    assert [path.name for path in folder.parent.iterdir()] == ["one"]


def test_leftovers_and_what_nobody_uses_are_swept(tmp_path: Path) -> None:
    folder, other = tmp_path / "models" / "one", tmp_path / "models" / "other"
    for each in (folder, other):
        cache.put_in_place(made(each, b"model"), each)
    killed, running = made(folder, b"half"), made(folder, b"half")
    long_ago = time.time() - 100 * 86400
    for path in (killed, folder / MANIFEST, other / MANIFEST):
        os.utime(path, (long_ago, long_ago))
    cache.touch(folder)
    cache.sweep(folder)
    assert {path.name for path in folder.parent.iterdir()} == {"one", running.name}


def test_a_conversion_that_hangs_is_given_up(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is killed in the middle; nothing of it is left, and the model is run by torch."""
    monkeypatch.setattr(choosing, "PATIENCE", 0.3)
    with pytest.raises(NoConversionError, match="did not come to an end"):
        converted_encoder(find_model(), FP32)
    assert list((own_cache / "models").iterdir()) == []


def test_without_a_place_for_it_torch_runs_the_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("CHUNK_EXPLORER_CACHE", str(tmp_path / "file"))
    encoders = Encoders(find_model(), FP32)
    assert encoders.about.startswith("by torch; fp32 (the converted model cannot be kept in ")
    assert len(encoders.questions.encode_query("a question")) == 384


def test_without_openvino_torch_runs_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openvino", None)
    assert machine.openvino() is None
    encoders = Encoders(find_model(), FP32)
    assert encoders.about == "by torch; fp32 (OpenVINO is not installed)"
    assert encoders.documents.encode_documents([]).shape[0] == 0


def test_a_model_that_was_refused_is_not_converted_again(own_cache: Path) -> None:
    folder = place_of(find_model())
    folder.mkdir(parents=True)
    (folder / MANIFEST).write_bytes(json.dumps({"refused": "It wants pictures."}).encode())
    assert read_manifest(folder) == Manifest(refused="It wants pictures.")
    with pytest.raises(NoConversionError, match=r"^It wants pictures$"):
        converted_encoder(find_model(), FP32)


def another_model(folder: Path, pooling: Mapping[str, object], prompts: Mapping[str, str]) -> str:
    """Write the bundled model with another pooling and prompts of its own; return its folder."""
    shutil.copytree(find_model().folder, folder)
    (folder / "1_Pooling" / "config.json").write_text(json.dumps({"word_embedding_dimension": 384, **pooling}))
    settings = folder / "config_sentence_transformers.json"
    settings.write_text(json.dumps({**json.loads(settings.read_text()), "prompts": prompts}))
    return str(folder)


@pytest.mark.slow
def test_another_pooling_and_prompts_are_the_models_own(own_cache: Path, tmp_path: Path) -> None:
    prompts = {"query": "question: ", "document": "passage: "}
    model = find_model(another_model(tmp_path / "cls", {"pooling_mode_cls_token": True}, prompts))
    converted, original = converted_encoder(model, FP32), PlainEncoder(model, FP32)
    right = original.encode_documents(TEXTS)
    assert float(np.sum(converted.encode_documents(TEXTS) * right, axis=1).min()) > 0.999999
    question = "How much is the monthly pass?"
    assert float(converted.encode_query(question) @ original.encode_query(question)) > 0.999999
    assert float(converted.encode_query(question) @ converted.encode_documents([question])[0]) < 0.999


@pytest.mark.slow
def test_a_model_whose_vectors_do_not_come_out_is_refused(own_cache: Path, tmp_path: Path) -> None:
    """Its pooling leaves the prompt's tokens out, which the converted model knows nothing of."""
    prompts = {"query": "a rather long prompt about bicycles: ", "document": ""}
    pooling = {"pooling_mode_mean_tokens": True, "include_prompt": False}
    model = find_model(another_model(tmp_path / "left-out", pooling, prompts))
    encoders = Encoders(model, FP32)
    assert "differ from the original's" in encoders.reason
    assert encoders.about.startswith("by torch; fp32 (")
    assert sorted(path.name for path in place_of(model).iterdir()) == [MANIFEST]


def test_other_weights_have_another_place(tmp_path: Path) -> None:
    places: set[Path] = set()
    shutil.copytree(find_model().folder, tmp_path / "model")
    weights = tmp_path / "model" / "model.safetensors"
    for offset in (None, 40_000_000):
        if offset is not None:
            with weights.open("r+b") as file:
                file.seek(offset)
                file.write(b"\0\1\2\3")
        places.add(place_of(find_model(str(tmp_path / "model"))))
    assert len(places) == 2, "what lies between the samples of the identity counts too"


def test_accelerators_are_not_looked_for_where_torch_knows_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    machine.accelerator.cache_clear()
    assert machine.accelerator() in {"", "mps"}
    machine.accelerator.cache_clear()


def test_a_chosen_precision_is_kept_and_auto_is_one_of_them() -> None:
    assert [machine.chosen_precision(each) for each in (FP32, BF16)] == [FP32, BF16]
    assert machine.chosen_precision("auto") == (BF16 if machine.gains_by_bf16() else FP32)


def test_a_broken_model_is_a_sentence_whatever_runs_it(own_cache: Path, tmp_path: Path) -> None:
    shutil.copytree(find_model().folder, tmp_path / "model")
    (tmp_path / "model" / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(ExplorerError, match="cannot be loaded"):
        Embedder(find_model(str(tmp_path / "model"))).encode_documents(["text"])
