"""The command `audit`, run as its `main` runs it: formats, baseline, codes, exit codes, and words left out."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from explorer import cli

Audit = Callable[..., tuple[int, str, str]]


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Return a folder with two documents, one of which has headings that say nothing."""
    folder = tmp_path / "manuals"
    folder.mkdir()
    (folder / "pump.md").write_bytes(
        "\ufeff# Pump X200\r\n\r\n## 4.2\r\n\r\nEither party may end the rental of the pump in writing.\r\n\r\n"
        "## Überblick\r\n\r\n## Cleaning the filter\r\n\r\nThe filter of the pump is cleaned with water.\r\n".encode()
    )
    (folder / "lid.md").write_text("# Lid\n\n## Colours of the lid\n\nThe lid of the pump is red or blue.\n", "utf-8")
    return folder


@pytest.fixture
def audit(library: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> Audit:
    """Return the command: exit code, output and error output of `audit FOLDER` with options."""

    def run(*words: str | Path) -> tuple[int, str, str]:
        code = cli.main(cli.parse(["audit", str(library), *map(str, words)]))
        output, complaints = capsysbinary.readouterr()
        return code, output.decode(), complaints.decode()

    return run


def codes(output: str) -> list[str]:
    return [found["code"] for found in json.loads(output)["findings"]]


def test_all_formats_tell_of_the_same_findings(audit: Audit) -> None:
    _, data, _ = audit("--format", "json")
    found = codes(data)
    assert {"H101", "H102"} <= set(found)
    _, table, _ = audit("--format", "csv")
    rows = list(csv.DictReader(io.StringIO(table, newline="")))
    assert [row["code"] for row in rows] == found
    assert {row["heading"]: row["line"] for row in rows if row["code"] == "H101"} == {"4.2": "3"}
    _, log, _ = audit("--format", "sarif")
    results = json.loads(log)["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == found
    _, text, _ = audit()
    told = [line.split()[:2] for line in text.splitlines() if line.startswith(("note ", "warning ", "error "))]
    assert sorted(code for _, code in told) == sorted(found)
    assert [severity for severity, _ in told] == sorted(
        (one for one, _ in told), key=["error", "warning", "note"].index
    )


def test_json_holds_the_documents_and_what_headers_cost(audit: Audit) -> None:
    report = json.loads(audit("--json")[1])
    assert [document["name"] for document in report["documents"]] == ["lid.md", "pump.md"]
    assert sum(document["header_tokens"] for document in report["documents"]) == report["tokens"]["headers"] > 0
    assert sum(report["kinds"]["counts"].values()) == report["health"]["chunks"] == report["tokens"]["chunks"]
    assert report["made"]["library"] == "manuals"


def test_regions_of_text_files_are_lines_of_the_file(audit: Audit, library: Path) -> None:
    text = (library / "pump.md").read_bytes().decode("utf-8-sig")
    for result in json.loads(audit("--format", "sarif", "--codes", "H101")[1])["runs"][0]["results"]:
        region = result["locations"][0]["physicalLocation"]["region"]
        assert text[region["charOffset"] : region["charOffset"] + region["charLength"]] == "## 4.2"
        assert (region["startLine"], region["endLine"]) == (3, 3)


def test_a_page_is_written_to_a_file(audit: Audit, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert audit("--format", "html", "--output", page) == (0, "", "")
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")


def test_a_table_for_a_spreadsheet_names_its_encoding_in_a_file_only(audit: Audit, tmp_path: Path) -> None:
    table = tmp_path / "report.csv"
    audit("--format", "csv", "--output", table)
    assert table.read_bytes().decode("utf-8") == "\ufeff" + audit("--format", "csv")[1]


def test_a_baseline_leaves_what_is_new(audit: Audit, library: Path, tmp_path: Path) -> None:
    known = tmp_path / "base.json"
    code, _, _ = audit("--write-baseline", known, "--fail-on", "warning")
    assert code == 1
    code, output, _ = audit("--baseline", known, "--fail-on", "note", "--json")
    assert (code, codes(output)) == (0, [])

    pump = library / "pump.md"
    text = pump.read_text("utf-8")
    pump.write_text(
        text.replace("## 4.2", "## Delivery\n\nThe pump comes in a box.\n\n## 4.2").replace("Überblick", "4.3"), "utf-8"
    )
    code, output, _ = audit("--baseline", known, "--fail-on", "warning", "--json")
    assert code == 1
    report = json.loads(output)
    assert {(found["code"], found["heading"]) for found in report["findings"]} >= {("H101", "4.3")}
    assert not any(found["heading"] == "4.2" for found in report["findings"])
    assert report["baseline"]["new"] == len(report["findings"])
    assert report["baseline"]["fixed"] >= 1


def test_a_baseline_can_be_read_and_written_anew_in_one_run(audit: Audit, tmp_path: Path) -> None:
    known = tmp_path / "base.json"
    found = codes(audit("--json")[1])
    code, output, told = audit("--write-baseline", known, "--json")
    assert (code, codes(output)) == (0, found)
    assert told == f"chunk-explorer: The baseline {known} is written and holds {len(found)} findings.\n"
    before = known.read_bytes()
    assert codes(audit("--baseline", known, "--write-baseline", known, "--json")[1]) == []
    assert known.read_bytes() == before


def test_codes_narrow_what_is_shown_and_what_fails(audit: Audit) -> None:
    assert set(codes(audit("--codes", "h101", "--json")[1])) == {"H101"}
    assert audit("--codes", "D301,D303", "--fail-on", "note")[0] == 0
    assert audit("--codes", " H101 ,", "--fail-on", "warning")[0] == 1
    assert audit("--codes", "H101", "--fail-on", "error")[0] == 0


@pytest.mark.parametrize("form", ["text", "json", "csv", "html", "sarif"])
def test_no_words_of_documents_leave_a_confidential_library(audit: Audit, form: str) -> None:
    code, output, complaints = audit("--no-text", "--format", form, "--fail-on", "warning")
    assert code == 1
    assert "H101" in output
    assert "pump.md" in output
    for word in ("X200", '4.2"', "Überblick", "berblick", "Cleaning", "Either party", "red or blue", "Colours"):
        assert word not in output + complaints


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--codes", "H999"), "There is no finding 'H999'."),
        (("--baseline", "no-such.json"), "There is no baseline no-such.json."),
        (("--output", "no-such-folder/report.html"), "cannot be written"),
        (("--write-baseline", "."), "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, output, complaints = audit(*words)
    assert (code, output) == (2, "")
    assert said in complaints


def test_a_damaged_baseline_is_refused_before_the_audit(audit: Audit, tmp_path: Path) -> None:
    (tmp_path / "base.json").write_bytes(b"\xff\xfe not text")
    code, output, complaints = audit("--baseline", tmp_path / "base.json")
    assert (code, output) == (2, "")
    assert "cannot be read" in complaints


def test_a_report_inside_the_library_is_warned_of(audit: Audit, library: Path) -> None:
    code, _, complaints = audit("--format", "html", "--output", library / "report.html")
    assert code == 0
    assert "the next audit reads it as a document" in complaints
    assert "document" not in audit("--format", "json", "--output", library / "report.json")[2]


@pytest.mark.parametrize("option", ["--output", "--write-baseline"])
@pytest.mark.parametrize("name", ["questions.jsonl", "Questions.CSV", "chunk-explorer.toml"])
def test_nothing_is_written_under_a_name_that_the_library_reads(
    audit: Audit, library: Path, option: str, name: str
) -> None:
    code, _, said = audit(option, library / name)
    assert code == 2
    assert "belongs to the library" in said
    assert not (library / name).exists()


@pytest.mark.parametrize("option", ["--output", "--write-baseline", "--baseline"])
def test_an_empty_name_is_no_file(audit: Audit, option: str) -> None:
    with pytest.raises(SystemExit) as ended:
        audit(option, "")
    assert ended.value.code == 2


@pytest.mark.parametrize("option", ["--output", "--write-baseline"])
def test_a_device_that_takes_nothing_is_named(audit: Audit, option: str) -> None:
    code, _, said = audit(option, "/dev/full")
    assert code == 2
    assert "/dev/full cannot be written" in said


def test_the_limit_that_is_used_is_said(audit: Audit) -> None:
    _, output, complaints = audit("--max-tokens", "100000", "--json")
    assert "are used" in complaints
    assert 0 < json.loads(output)["made"]["limit"] < 100_000
