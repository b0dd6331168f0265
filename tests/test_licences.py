"""Dependencies are bounded and have their reasons, and the list of licences is current."""

from __future__ import annotations

from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.make_licences import HEAD, TARGET, direct, installed, licence

PROJECT = Path(__file__).resolve().parents[1]
LISTED = TARGET.read_text("utf-8").splitlines()


@pytest.mark.parametrize("wanted", direct(), ids=lambda each: each.name)
def test_every_dependency_has_a_lower_bound_and_a_reason(wanted: Requirement) -> None:
    assert any(each.operator in {">=", "~="} for each in wanted.specifier), "no lower bound"
    lines = (PROJECT / "pyproject.toml").read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.strip().startswith(f'"{wanted.name}'))
    while lines[at - 1].strip().startswith('"') or lines[at - 1].endswith("= ["):
        at -= 1
    assert lines[at - 1].strip().startswith("#"), "no reason stands above it"


@pytest.mark.parametrize("wanted", direct(), ids=lambda each: each.name)
def test_its_licence_is_listed_as_the_package_states_it(wanted: Requirement) -> None:
    name = canonicalize_name(wanted.name)
    found = installed([wanted])
    if name not in found:
        pytest.skip("not installed here")
    assert f"| **{name}** | {licence(name, found[name])} |" in LISTED, "run python tests/make_licences.py"


def test_every_package_has_a_licence() -> None:
    assert "\n".join(LISTED).startswith(HEAD.rstrip())
    assert [line for line in LISTED if "not stated" in line] == []
    assert len(LISTED) > 100
