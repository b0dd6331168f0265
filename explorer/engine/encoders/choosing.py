"""Which encoder a model gets on this machine: the converted one, made first where it is missing, else torch."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

from explorer.engine.encoders.base import FP32, Encoder
from explorer.engine.encoders.cache import Manifest, new_part, place_of, put_in_place, read_manifest, sweep, touch
from explorer.engine.encoders.converted import ConvertedEncoder
from explorer.engine.encoders.machine import accelerator, openvino_version
from explorer.engine.encoders.plain import PlainEncoder
from explorer.engine.model_files import ModelFiles

PATIENCE = 900
"""Seconds after which a conversion that does not end is given up; a small model takes ten."""

_PACKAGES = Path(__file__).resolve().parents[3]


class NoConversionError(Exception):
    """There is no converted model to be had, and why."""


class Encoders:
    """The encoders of one model: `questions` at once, `documents` perhaps on another device, loaded when first asked.

    `reason` says why the model is not converted, "" where it is. Raises `ModelNotFoundError`.
    """

    def __init__(self, model: ModelFiles, precision: str) -> None:
        self._model = model
        self.reason = ""
        self._device = accelerator() if precision == FP32 else ""
        self.questions: Encoder = self._questions(precision)
        self._documents: Encoder | None = None if self._device else self.questions

    @property
    def documents(self) -> Encoder:
        """Return what encodes passages."""
        if self._documents is None:
            self._documents = PlainEncoder(self._model, FP32, self._device)
        return self._documents

    @property
    def about(self) -> str:
        """Return what computes the vectors and why, as `doctor` tells it."""
        about = self.documents.about
        if self.documents is not self.questions:
            about = f"{about}, questions {self.questions.about}"
        return f"{about} ({self.reason})" if self.reason else about

    def _questions(self, precision: str) -> Encoder:
        try:
            return converted_encoder(self._model, precision)
        except NoConversionError as error:
            self.reason = str(error)
        return PlainEncoder(self._model, precision)


@lru_cache(maxsize=2)
def encoders_of(model: ModelFiles, precision: str) -> Encoders:
    """Return a model's encoders; the last ones stay, so that opening another library with them costs nothing."""
    return Encoders(model, precision)


def converted_encoder(model: ModelFiles, precision: str) -> ConvertedEncoder:
    """Return the converted model, converted first where it is missing or damaged; raises `NoConversionError`."""
    if not openvino_version():
        raise NoConversionError("OpenVINO is not installed")
    folder = place_of(model)
    manifest = read_manifest(folder) or convert(model, folder)
    if manifest.refused:
        raise NoConversionError(manifest.refused.rstrip("."))
    touch(folder)
    try:
        return ConvertedEncoder(folder, model.tokenizer, manifest, precision)
    except (RuntimeError, OSError, ValueError) as error:
        raise NoConversionError(f"OpenVINO cannot run the converted model: {_line(str(error))}") from error


def convert(model: ModelFiles, folder: Path) -> Manifest:
    """Convert a model in a process of its own into `folder`; raises `NoConversionError`.

    Others may do so at the same time: the first one's stays.
    """
    try:
        part = new_part(folder)
    except OSError as error:
        raise NoConversionError(f"the converted model cannot be kept in {folder.parent}: {error.strerror}") from error
    try:
        _run(model, part)
        put_in_place(part, folder)
        sweep(folder)
    except OSError as error:
        raise NoConversionError(f"the converted model cannot be kept in {folder.parent}: {error.strerror}") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    manifest = read_manifest(folder)
    if manifest is None:
        raise NoConversionError("the converted model was damaged as soon as it was written")
    return manifest


def _run(model: ModelFiles, part: Path) -> None:
    """Have the child convert; its standard input stays open, for it ends with that."""
    arguments = [*_command(), "--convert-model", str(model.folder), str(part)]
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(  # noqa: S603 - the command is this program itself
            arguments, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors, env=_environment()
        )
        with child:
            try:
                code = child.wait(PATIENCE)
            except BaseException as error:
                child.kill()
                if isinstance(error, subprocess.TimeoutExpired):
                    raise NoConversionError("the conversion did not come to an end") from error
                raise
        if code:
            errors.seek(0)
            said = [line for line in errors.read().decode("utf-8", "replace").splitlines() if line.strip()]
            raise NoConversionError(f"the conversion failed: {said[-1].strip() if said else f'exit code {code}'}")


def _line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def _command() -> list[str]:
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-P", "-m", "explorer"]


def _environment() -> dict[str, str]:
    """Return the environment, in which a checkout that is not installed can be imported, and warnings are no errors."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"}
    path = (environment.get("PYTHONPATH", ""), str(_PACKAGES))
    return {**environment, "PYTHONPATH": os.pathsep.join(part for part in path if part)}
