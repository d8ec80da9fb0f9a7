"""The local judge together with the model that ships: slower than its own tests, and nearer to what a user gets."""

import json
import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from notebrain.app.model.local_model import text_judge
from notebrain.app.notes.text_judge import TextJudge
from notebrain.domain.judge.verdict import Kind, Statement, Verdict

_PROJECT = Path(__file__).resolve().parents[3]
_DATA = Path(os.environ.get("NOTEBRAIN_TEST_DATA", _PROJECT.parent / "shared" / "data"))
PAIRS = _PROJECT / "tests" / "data" / "judging"
SHARED = _DATA / "pairs" / "note_pairs_dev.jsonl"

Pair = tuple[str, str, str]


@pytest.fixture(scope="module")
def judge() -> TextJudge:
    return text_judge()


def pairs(name: str) -> list[Pair]:
    """Return label, older and newer of every line; a language may stand behind the label."""
    rows = [line.split("\t") for line in (PAIRS / name).read_text(encoding="utf-8").splitlines()]
    return [(row[0], _plain(row[-2]), _plain(row[-1])) for row in rows]


def _plain(text: str) -> str:
    return text.replace("\\n", "\n").replace("\\r", "\r")


@cache
def verdict(judge: TextJudge, older: str, newer: str) -> Verdict:
    return judge.judge(Statement(older), Statement(newer))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["notes.tsv", "more_notes.tsv", "fresh_notes.tsv"])
def test_nine_of_ten_pairs_of_notes_are_judged_right(judge: TextJudge, name: str) -> None:
    wrong = [
        (label, said.kind, older, newer)
        for label, older, newer in pairs(name)
        if (said := verdict(judge, older, newer)).kind.value != label
    ]

    assert len(wrong) <= len(pairs(name)) / 10, wrong


@pytest.mark.slow
@pytest.mark.parametrize("name", ["notes.tsv", "more_notes.tsv", "fresh_notes.tsv"])
def test_distinct_notes_raise_no_card(judge: TextJudge, name: str) -> None:
    for label, older, newer in pairs(name):
        if label == "distinct":
            kind = verdict(judge, older, newer).kind
            assert kind in {Kind.DISTINCT, Kind.FLAGGED}, (older, newer)


@pytest.mark.slow
def test_sentences_that_deny_each_other_are_told_from_those_that_only_deny(
    judge: TextJudge,
) -> None:
    said = Counter(
        (label == "contradiction", verdict(judge, older, newer).kind is Kind.CONTRADICTION)
        for label, older, newer in pairs("sentences.tsv")
    )

    hits = said[True, True]
    assert hits / (hits + said[False, True]) >= 0.95
    assert hits / (hits + said[True, False]) >= 0.90


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.exists(), reason=f"the labelled pairs are not in {SHARED.parent}")
def test_the_labeled_pairs_are_judged_right(judge: TextJudge) -> None:
    rows = [json.loads(line) for line in SHARED.read_text(encoding="utf-8").splitlines()]

    said = [(row["label"], verdict(judge, row["older"], row["newer"]).kind.value) for row in rows]

    assert sum(label == kind for label, kind in said) >= 0.9 * len(rows)
    assert {kind for label, kind in said if label == "distinct"} <= {"distinct", "flagged"}
