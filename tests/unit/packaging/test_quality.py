"""Measuring on two halves: the split, the gap, and the half that is held out."""

import datetime
from pathlib import Path

import pytest

from devtools import quality

TODAY = datetime.date.today().isoformat()  # noqa: DTZ011 - as the tool reads it


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "held_out.tsv"
    monkeypatch.setattr(quality, "LOG", path)
    return path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each item that is measured, whether it is held out; every third is wrong."""
    items: list[bool] = []

    def pairs(self: quality.Measure) -> None:
        for number in range(300):
            name = f"item{number}"
            if self.wanted(name):
                items.append(quality.is_held_out(name))
            # a diary is one vault: what belongs to the other half is counted nowhere
            self.add(name, ["pairs right"], number % 3 > 0, f"wrong: {name}")

    monkeypatch.setattr(quality.Measure, "pairs", pairs)
    return items


def test_the_halves_are_about_equal_and_never_change() -> None:
    held = [quality.is_held_out(f"item{number}") for number in range(1000)]

    assert 450 < sum(held) < 550
    assert held[:8] == [quality.is_held_out(f"item{number}") for number in range(8)]


def test_the_half_held_out_is_measured_only_when_asked_for(log: Path, asked: list[bool]) -> None:
    assert quality.main(["pairs"]) == 0

    assert not any(asked)
    assert not log.exists()


def test_it_is_measured_once_a_day_and_its_figures_are_kept(
    log: Path, asked: list[bool], capsys: pytest.CaptureFixture[str]
) -> None:
    quality.main(["pairs", "--held-out"])
    first = log.read_text(encoding="utf-8")
    asked.clear()

    quality.main(["pairs", "--held-out"])

    assert first.startswith(f"{TODAY}\tpairs right\t0.")
    assert log.read_text(encoding="utf-8") == first
    assert not any(asked)
    assert "was measured today" in capsys.readouterr().out


def test_errors_are_printed_of_the_half_worked_on_only(
    log: Path, asked: list[bool], capsys: pytest.CaptureFixture[str]
) -> None:
    quality.main(["pairs", "--held-out", "--errors"])

    wrong = [line.split()[-1] for line in capsys.readouterr().out.splitlines() if "wrong:" in line]
    assert any(asked)
    assert wrong
    assert not any(quality.is_held_out(name) for name in wrong)


@pytest.mark.parametrize(("held", "status"), [("0.640", 0), ("0.400", 1), ("0.900", 0)])
def test_a_gap_says_that_the_rules_fit_their_examples(
    log: Path, asked: list[bool], capsys: pytest.CaptureFixture[str], held: str, status: int
) -> None:
    log.write_text(f"2026-01-01\tpairs right\t{held}\t150\n", encoding="utf-8")

    assert quality.main(["pairs"]) == status
    assert ("fits its examples" in capsys.readouterr().out) == bool(status)


def test_every_set_parses_and_has_ids_of_its_own() -> None:
    rows = list(quality._lines("pairs_*.jsonl"))

    assert len({row["id"] for row in rows}) == len(rows) == 440
    assert {row["label"] for row in rows} == {
        "duplicate",
        "overlap",
        "replaced",
        "contradiction",
        "distinct",
    }


def test_of_a_set_that_was_seen_nothing_is_held_out() -> None:
    rows = list(quality._lines("pairs_seen.jsonl"))

    assert len(rows) == 200
    assert not any(quality.is_held_out(row["id"]) for row in rows)
    assert any(quality.is_held_out(row["id"]) for row in quality._lines("pairs_english.jsonl"))
