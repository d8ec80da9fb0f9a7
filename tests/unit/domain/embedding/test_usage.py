"""What vectors from the account cost, and when the next day's share begins."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.embedding.usage import day_of, estimate, next_reset, tokens
from notebrain.domain.embedding.vector_ids import LONGEST_BYTES, namespace, note_of, point_id
from notebrain.domain.notes.note import NoteId


@pytest.mark.parametrize(
    ("passages", "budget", "days", "free"),
    [
        (0, 8000, 0, True),
        (100, 8000, 1, True),
        (100_000, 8000, 4, True),
        (10, 20_000, 1, False),
        (10, 0, None, True),
    ],
)
def test_an_estimate_counts_days_and_says_what_is_free(
    passages: int, budget: int, days: int | None, free: bool
) -> None:
    found = estimate(passages, 400 * passages, cost=lambda n: n * 1841 / 1e6, budget=budget)

    assert (found.days, found.free) == (days, free)


@pytest.mark.parametrize(
    ("neurons", "budget", "dollars"),
    [
        (30_000, 8_000, 0.0),
        (30_000, 10_000, 0.0),
        (15_000, 20_000, 0.055),
        (45_000, 20_000, 0.22),
        (52_000, 20_000, 0.242),
    ],
)
def test_only_what_goes_over_the_free_share_of_each_day_is_charged(
    neurons: int, budget: int, dollars: float
) -> None:
    found = estimate(1, 10, cost=lambda _tokens: neurons, budget=budget)

    assert found.dollars == pytest.approx(dollars)


def test_the_share_resets_at_midnight_utc_wherever_one_is() -> None:
    evening = datetime(2026, 11, 22, 20, 0, tzinfo=timezone(timedelta(hours=-8)))

    assert next_reset(evening) == datetime(2026, 11, 24, tzinfo=UTC)
    assert day_of(evening) == day_of(datetime(2026, 11, 23, tzinfo=UTC))


@given(st.integers(0, 10**9))
def test_no_text_is_free(characters: int) -> None:
    assert tokens(characters) >= 1
    assert tokens(characters) >= characters / 4


@given(st.uuids(), st.binary(min_size=32, max_size=32))
def test_a_point_names_its_note_in_less_than_64_bytes(note: object, content_hash: bytes) -> None:
    point = point_id(NoteId(str(note)), content_hash)

    assert len(point.encode()) == 49
    assert note_of(point) == str(note)


@given(st.text(min_size=1))
def test_whatever_a_workspace_is_called_its_namespace_fits(name: str) -> None:
    assert 0 < len(namespace(name).encode("utf-8", "replace")) <= LONGEST_BYTES


@given(st.text())
def test_whatever_an_id_looks_like_a_point_fits(note: str) -> None:
    assert len(point_id(NoteId(note), bytes(32))) == 49


@pytest.mark.parametrize("point", ["", "a-b", "0" * 32, "g" * 32 + "-0", "notes_1#0"])
def test_ids_of_others_name_no_note(point: str) -> None:
    assert note_of(point) is None
