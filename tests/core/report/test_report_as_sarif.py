"""SARIF 2.1.0: what the standard's schema requires of the objects that the report writes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import cast
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.findings import Severity
from explorer.core.model import Place, Rect
from explorer.core.report.baseline import make_baseline, narrowed
from explorer.core.report.guide import GUIDE
from explorer.core.report.lines import regions
from explorer.core.report.model import AuditReport
from explorer.core.report.to_sarif import report_sarif
from tests.support.audit_reports import MADE, finding, report_with

Object = dict[str, object]

REQUIRED = {
    "log": {"version", "runs"},
    "run": {"tool"},
    "driver": {"name"},
    "rule": {"id"},
    "result": {"message"},
    "invocation": {"executionSuccessful"},
    "notification": {"message"},
}
ALLOWED = {
    "log": {"$schema", "version", "runs"},
    "run": {"tool", "columnKind", "originalUriBaseIds", "invocations", "results", "properties"},
    "driver": {"name", "version", "rules"},
    "rule": {
        "id", "name", "shortDescription", "fullDescription", "help", "defaultConfiguration", "properties",
    },
    "result": {
        "ruleId", "ruleIndex", "level", "message", "locations", "relatedLocations", "partialFingerprints",
        "baselineState", "properties",
    },
    "invocation": {"executionSuccessful", "toolExecutionNotifications"},
    "notification": {"level", "message", "locations"},
    "location": {"physicalLocation", "logicalLocations"},
    "physical": {"artifactLocation", "region"},
    "region": {"startLine", "startColumn", "endLine", "endColumn", "charOffset", "charLength"},
}  # fmt: skip
URI = re.compile(r"(?:[A-Za-z0-9\-._~/]|%[0-9A-F]{2})+")


def _check(kind: str, value: object) -> Object:
    assert isinstance(value, dict)
    found = cast("Object", value)
    assert set(found) <= ALLOWED[kind]
    assert set(found) >= REQUIRED.get(kind, set())
    return found


def _objects(value: object) -> list[Object]:
    assert isinstance(value, list)
    return cast("list[Object]", value)


def _message(value: object) -> None:
    assert isinstance(value, dict)
    assert isinstance(cast("Object", value)["text"], str)
    assert cast("Object", value)["text"]


def _location(value: object) -> None:
    location = _check("location", value)
    physical = _check("physical", location["physicalLocation"])
    artifact = cast("Object", physical["artifactLocation"])
    assert set(artifact) == {"uri", "uriBaseId"}
    assert URI.fullmatch(str(artifact["uri"]))
    if "region" in physical:
        region = cast("Mapping[str, int]", _check("region", physical["region"]))
        assert all(isinstance(number, int) for number in region.values())
        assert min(region[name] for name in ("startLine", "startColumn", "endLine", "endColumn")) >= 1
        assert min(region["charOffset"], region["charLength"]) >= 0
        assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
    for logical in _objects(location.get("logicalLocations", [])):
        assert all(isinstance(part, str) and part for part in logical.values())


def _rule(value: object) -> None:
    rule = _check("rule", value)
    for name in ("shortDescription", "fullDescription", "help"):
        _message(rule[name])
    assert str(rule["name"]).isalnum()
    assert cast("Object", rule["defaultConfiguration"])["level"] in {"note", "warning", "error"}


def _result(value: object, rules: list[Object]) -> None:
    result = _check("result", value)
    _message(result["message"])
    assert result["level"] in {"note", "warning", "error"}
    assert result.get("baselineState", "new") in {"new", "unchanged", "updated", "absent"}
    index = result["ruleIndex"]
    assert isinstance(index, int)
    assert rules[index]["id"] == result["ruleId"]
    for location in (*_objects(result["locations"]), *_objects(result.get("relatedLocations", []))):
        _location(location)


def results(report: AuditReport) -> list[Object]:
    """Return the results of a report's log, after all of the log was checked."""
    log = _check("log", json.loads(json.dumps(report_sarif(report))))
    assert log["version"] == "2.1.0"
    (run,) = _objects(log["runs"])
    _check("run", run)
    assert run["columnKind"] in {"utf16CodeUnits", "unicodeCodePoints"}
    driver = _check("driver", cast("Object", run["tool"])["driver"])
    rules = _objects(driver["rules"])
    for rule in rules:
        _rule(rule)
    assert len({rule["id"] for rule in rules}) == len(rules)
    for invocation in _objects(run["invocations"]):
        for notification in _objects(_check("invocation", invocation)["toolExecutionNotifications"]):
            _message(_check("notification", notification)["message"])
    bases = cast("Mapping[str, Mapping[str, str]]", run["originalUriBaseIds"])
    assert all(base.get("uri", "/").endswith("/") for base in bases.values())
    assert all(base.get("uriBaseId", "LIBRARY") in bases for base in bases.values())
    found = _objects(run["results"])
    for result in found:
        _result(result, rules)
    return found


def regions_of(found: list[Object]) -> Iterator[Object | None]:
    for result in found:
        (location,) = _objects(result["locations"])
        yield cast("Object | None", cast("Object", location["physicalLocation"]).get("region"))


@pytest.mark.parametrize("code", GUIDE)
def test_every_kind_of_finding_makes_a_valid_result(code: str) -> None:
    (result,) = results(report_with(finding(code, "a.md", "Manual", "4.2", place=Place(1, 2), chunk=0)))
    assert (result["ruleId"], result["level"]) == (code, str(GUIDE[code].severity))


def test_the_severity_found_wins_over_the_rules_own() -> None:
    (result,) = results(report_with(finding("C208", severity=Severity.WARNING)))
    assert result["level"] == "warning"


def test_a_span_of_a_text_file_is_a_region() -> None:
    place = Place(5, 10)
    lines = {"a.md": regions("\ufeff# A\n# 4.2\n", [place])}
    (region,) = regions_of(results(report_with(finding("H101", place=place), lines=lines)))
    assert region == {
        "startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 6, "charOffset": 4, "charLength": 5,
    }  # fmt: skip


def test_other_places_are_properties() -> None:
    pdf = finding("C210", "b.pdf", place=Place(page=2, rects=(Rect(2, 1, 2, 3, 4),)), chunk=7)
    docx = finding("C210", "c.docx", place=Place(0, 8))
    found = results(report_with(pdf, docx))
    assert list(regions_of(found)) == [None, None]
    assert [cast("Object", one["properties"])["place"] for one in found] == [
        {"page": 2, "rects": [[2, 1, 2, 3, 4]]},
        {"start": 0, "end": 8},
    ]


@pytest.mark.parametrize("name", ["a b.md", "á/ü#1?.md", "100%.md", "c:d.md", "x\\y.md", "\ufffd.md", "[a](b).md"])
def test_addresses_are_encoded_and_lead_back_to_the_name(name: str) -> None:
    (result,) = results(report_with(finding("H101", name), documents=(name,)))
    (location,) = _objects(result["locations"])
    artifact = cast("Mapping[str, str]", cast("Object", location["physicalLocation"])["artifactLocation"])
    assert unquote(artifact["uri"]) == name


@pytest.mark.parametrize(
    ("folder", "base"),
    [
        ("docs/a b", {"uri": "docs/a%20b/", "uriBaseId": "%SRCROOT%"}),
        (".", {"uriBaseId": "%SRCROOT%"}),
        ("", {}),
    ],
)
def test_addresses_rest_on_the_folder_as_it_was_named(folder: str, base: dict[str, str]) -> None:
    report = report_with(made=replace(MADE, folder=folder))
    assert results(report) == []
    run = cast("list[Object]", report_sarif(report)["runs"])[0]
    own = cast("Mapping[str, Mapping[str, str]]", run["originalUriBaseIds"])["LIBRARY"]
    assert {name: value for name, value in own.items() if name != "description"} == base


def test_a_finding_about_the_library_stands_at_the_documents_that_it_names() -> None:
    (result,) = results(report_with(finding("H112", "", facts={"names": ("a.md", "b.md", "c.md")})))
    assert len(_objects(result["locations"])) == 1
    assert len(_objects(result["relatedLocations"])) == 2
    (bare,) = results(report_with(finding("D301", "")))
    assert bare["locations"] == []


def fingerprints(report: AuditReport) -> list[str]:
    return [str(next(iter(cast("Object", one["partialFingerprints"]).values()))) for one in results(report)]


def test_fingerprints_stay_when_text_above_changes_and_tell_equal_findings_apart() -> None:
    one = finding("C203", "a.md", "Manual", "Use", place=Place(10, 20), chunk=2)
    other = replace(one, place=Place(50, 60), chunk=5)
    before = fingerprints(report_with(one, other, finding("H101", "a.md", "4")))
    assert len(set(before)) == 3
    moved = [replace(one, place=Place(110, 120), chunk=4), replace(other, place=Place(150, 160), chunk=7)]
    assert fingerprints(report_with(*moved, finding("H101", "a.md", "4"))) == before


def test_since_a_baseline_results_are_new() -> None:
    report = report_with(finding("H101", "a.md", "4"), finding("C201"))
    (result,) = results(narrowed(report, (), make_baseline(report.findings[:1], "2026-11-30")))
    assert (result["ruleId"], result["baselineState"]) == ("C201", "new")
    assert "baselineState" not in results(report)[0]


def test_words_of_a_document_make_no_link() -> None:
    (result,) = results(report_with(finding("H101", reason='"[here](http://x)" says nothing.', mend="[a](1)")))
    text = str(cast("Object", result["message"])["text"])
    assert not re.search(r"(?<!\\)\[[^\]]*(?<!\\)\]\(", text)
    assert text.startswith('"\\[here\\](http://x)" says nothing.')


def test_remarks_of_readers_are_notifications() -> None:
    log = report_sarif(report_with(notes=(("b.pdf", ("Two lines were left out.", "A guess.")),)))
    run = cast("list[Object]", log["runs"])[0]
    (invocation,) = cast("list[Object]", run["invocations"])
    (remark,) = _objects(invocation["toolExecutionNotifications"])
    assert cast("Object", remark["message"])["text"] == "Two lines were left out. A guess."


@given(st.text(min_size=1, max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_any_words_make_a_valid_log(name: str, heading: str, reason: str) -> None:
    assert (
        len(results(report_with(finding("H101", name, heading or "x", reason=reason or "x"), documents=(name,)))) == 1
    )
