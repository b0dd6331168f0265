"""What machine a benchmark ran on, in one line."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_FLAGS = ("avx2", "avx512f", "avx512_bf16", "amx_bf16")
_PACKAGES = ("torch", "openvino", "sentence-transformers", "chromadb", "pymupdf", "pyside6")


def machine() -> str:
    """Return the processor with the abilities that matter here, cores, memory, load and versions."""
    cores = os.cpu_count() or 1
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"
    return f"{_processor()}, {cores} cores, {_memory()}, {load}; {platform.platform(terse=True)}, {_versions()}"


def _processor() -> str:
    known = Path("/proc/cpuinfo")
    if not known.exists():
        return platform.processor() or platform.machine()
    lines = known.read_text(encoding="utf-8", errors="replace").splitlines()
    values = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
    flags = set(values.get("flags", "").split())
    able = ", ".join(flag for flag in _FLAGS if flag in flags)
    name = values.get("model name", platform.machine())
    return f"{name} ({able})" if able else name


def _memory() -> str:
    if not hasattr(os, "sysconf") or "SC_PHYS_PAGES" not in os.sysconf_names:
        return "memory unknown"
    return f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.0f} GB"


def _versions() -> str:
    found = [f"Python {platform.python_version()}"]
    for package in _PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)
