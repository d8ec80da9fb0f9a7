import math
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from notebrain.cli.commands.search_explain import explanation
from notebrain.domain.notes.note import NoteId
from notebrain.domain.search.snippets import Quote
from notebrain.domain.search.types import Hit, Why

NOW = datetime(2026, 11, 20, tzinfo=UTC)
WHY = Why(
    keyword=0.8333,
    meaning=0.6667,
    match=0.75,
    age=0.9123,
    importance=1.05,
    alpha=0.5,
    age_days=12.2,
    recency=0.754,
    frequency=0.333,
)


def hit(why: Why, words: tuple[str, ...] = ("key", "spare")) -> Hit:
    return Hit(
        note_id=NoteId("n"),
        title="Key",
        source="cli",
        workspace="Personal",
        tags=(),
        pinned=False,
        local_only=False,
        importance=4,
        score=0.7184,
        quote=lambda: Quote((0, 3), "key", (), words),
        created_at=NOW,
        updated_at=NOW,
        why=why,
    )


def works_out(line: str) -> bool:
    """Tell whether a line `name a = b x name c + …` is a true equation to two places."""
    left, _equals, right = line.partition("=")
    numbers = re.sub(r"[a-z]+ ?(?=\d)", "", right.replace(" x ", " * "))
    result = sum(math.prod(map(float, term.split("*"))) for term in numbers.split("+"))
    return abs(result - float(left.split()[1])) < 0.0051


@pytest.mark.parametrize("why", [WHY, replace(WHY, weighted_sum=True, age=1.0, importance=0.8)])
def test_the_shown_parts_work_out_to_the_shown_score(why: Why) -> None:
    match, score, *_rest = explanation(hit(why))

    assert works_out(match)
    assert works_out(score)


def test_the_factor_of_a_note_outside_of_the_time_is_shown() -> None:
    _match, score, *_rest = explanation(hit(replace(WHY, dates=0.3)))
    _match, total, *_rest = explanation(hit(replace(WHY, dates=0.3, weighted_sum=True)))

    assert works_out(score.removesuffix(" (not the time named)"))
    assert total.endswith(", x 0.30 (not the time named)")


def test_age_and_words_are_shown() -> None:
    lines = explanation(hit(WHY))

    assert lines[2:] == ["age: 12 days, recency 0.75", "words: key, spare"]


def test_a_pinned_note_does_not_age() -> None:
    lines = explanation(hit(replace(WHY, pinned=True), words=()))

    assert lines[2:] == ["age: pinned, does not age"]


def test_a_note_found_by_an_older_version_says_so() -> None:
    lines = explanation(hit(replace(WHY, matched_by=NoteId("older"))))

    assert lines[-1] == "found by its older version older"
