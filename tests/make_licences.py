"""Writes resources/licences.md: every package that an installation brings, with its licence as its metadata say.

Run it where the program is installed with the extra `sentences`: python tests/make_licences.py
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).resolve().parents[1]
TARGET = PROJECT / "resources" / "licences.md"

HEAD = """# Licences

The program is free software under the GNU Affero General Public License, version 3 or later, because it reads PDF by
PyMuPDF, which is under that licence (its layout models included). Qt and PySide are used under the LGPL, as separate
libraries that can be exchanged. The default embedding model comes as a package under the MIT licence.

Below is what an installation brings on Linux, as the packages themselves state it; what the program names itself is
in bold. Packages that only another system needs are not listed.

| package | licence |
|---|---|
"""
_LONGEST = 120
_BY_HAND = {
    **dict.fromkeys(("pymupdf", "pymupdf-layout", "pymupdf4llm"), "AGPL-3.0 or a licence of Artifex"),
}
"""Where the metadata say it in too many words."""


def direct() -> list[Requirement]:
    """Return what `pyproject.toml` asks for, the extra for context sentences included."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    return [Requirement(text) for text in (*project["dependencies"], *project["optional-dependencies"]["sentences"])]


def installed(wanted: Iterable[Requirement]) -> dict[str, Distribution]:
    """Return all packages that the wanted ones bring on this machine, by name; those not installed are left out."""
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [(each, "") for each in wanted]
    while waiting:
        requirement, extra = waiting.pop()
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        for wish in ("", *requirement.extras):
            if (name, wish) in seen:
                continue
            seen.add((name, wish))
            try:
                found[name] = distribution(name)
            except PackageNotFoundError:
                continue
            waiting.extend((Requirement(text), wish) for text in found[name].requires or ())
    return found


def licence(name: str, package: Distribution) -> str:
    """Return a package's licence: by its expression, its classifiers, or its words, in this order; "" for none."""
    metadata = package.metadata.json
    listed = [each for each in metadata.get("classifier", ()) if "License ::" in each]
    classifiers = [each.rpartition(" :: ")[2] for each in listed]
    stated = str(metadata.get("license", "")).strip().splitlines()
    words = (
        _BY_HAND.get(name)
        or str(metadata.get("license_expression", ""))
        or "; ".join(each for each in classifiers if each != "OSI Approved")
        or (stated[0] if stated else "")
    )
    return re.sub(r"\s+", " ", words).replace("|", "/")[:_LONGEST]


def rows() -> list[str]:
    """Return the lines of the table."""
    named = {canonicalize_name(each.name) for each in direct()}
    return [
        f"| {f'**{name}**' if name in named else name} | {licence(name, package) or 'not stated'} |"
        for name, package in sorted(installed(direct()).items())
    ]


if __name__ == "__main__":
    TARGET.write_text(HEAD + "\n".join(rows()) + "\n", "utf-8")
    sys.stdout.write(f"{TARGET}: {len(rows())} packages\n")
