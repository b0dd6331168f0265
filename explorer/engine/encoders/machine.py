"""What this machine computes with, told without importing torch."""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType

from explorer.engine.encoders.base import AUTO, BF16, FP32

_FLAGS = frozenset({"avx512_bf16", "amx_bf16", "bf16"})
"""Names that Linux gives to instructions which multiply bfloat16: Intel's and AMD's, Intel's tiles, ARM's."""

_CUDA_LIBRARIES = {"linux": "libcuda.so.1", "win32": "nvcuda.dll"}


def openvino() -> ModuleType | None:
    """Return OpenVINO, None where it is not installed.

    Its import looks a host up on the network and writes into the home folder, for statistics on its use, unless the
    package that does so cannot be imported.
    """
    sys.modules["openvino_telemetry"] = None  # type: ignore[assignment]  # how Python is told that there is none
    try:
        import openvino as found
    except ImportError:
        return None
    return found


def openvino_version() -> str:
    """Return the version of OpenVINO that is installed, "" for none, without importing it."""
    if "openvino" in sys.modules and sys.modules["openvino"] is None:  # pyright: ignore[reportUnnecessaryComparison]
        return ""
    try:
        return version("openvino")
    except PackageNotFoundError:
        return ""


@lru_cache(maxsize=1)
def has_bf16() -> bool:
    """Tell whether the processor multiplies bfloat16 by instructions of its own, as far as Linux says."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    words = (line.partition(":")[2].split() for line in lines if line.lower().startswith(("flags", "features")))
    return not _FLAGS.isdisjoint(next(words, ()))


@lru_cache(maxsize=1)
def gains_by_bf16() -> bool:
    """Tell whether OpenVINO computes with bfloat16 here and the processor is the faster for it.

    What OpenVINO says alone is not enough: it names bfloat16 for processors too on which it only imitates it.
    """
    if not has_bf16() or (found := openvino()) is None:
        return False
    return "BF16" in found.Core().get_property("CPU", "OPTIMIZATION_CAPABILITIES")


@lru_cache(maxsize=1)
def accelerator() -> str:
    """Return the device beside the processor that torch computes on: "cuda", "mps", or "" for none."""
    try:
        torch_version = version("torch")
    except PackageNotFoundError:
        return ""
    if sys.platform == "darwin":
        return "mps" if platform.machine() == "arm64" else ""
    if torch_version.endswith("+cpu") or os.environ.get("CUDA_VISIBLE_DEVICES", "0") in {"", "-1"}:
        return ""
    return "cuda" if _has_cuda_device() else ""


def _has_cuda_device() -> bool:
    name = _CUDA_LIBRARIES.get(sys.platform)
    if name is None:
        return False
    try:
        library = ctypes.CDLL(name)
        count = ctypes.c_int(0)
        return library.cuInit(0) == 0 and library.cuDeviceGetCount(ctypes.byref(count)) == 0 and count.value > 0
    except (OSError, AttributeError):
        return False


def chosen_precision(asked: str) -> str:
    """Return the precision that is asked for, or for `AUTO` the one that is best here."""
    if asked != AUTO:
        return asked
    return BF16 if not accelerator() and gains_by_bf16() else FP32
