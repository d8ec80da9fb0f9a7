"""The order of hits: what the parts of a score are, what breaks ties, and who makes room for whom."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import log
from typing import Any

import pytest

from notebrain.domain.notes.note import NoteId
from notebrain.domain.search.ranking.order import (
    EXACT_HITS_KEPT,
    Candidate,
    Placed,
    Terms,
    order,
    weight_of_words,
)
from notebrain.domain.search.ranking.scores import OUTSIDE_DATES, REPEATS, profile
from notebrain.domain.search.ranking.versions import Nearness
from notebrain.domain.search.types import ProfileName

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
TREES = ("Oak", "Elm", "Ash", "Yew", "Fir", "Fig", "Lime", "Box", "Ivy", "Rue", "Pine", "Gum")


def note(key: int, text: str = "", days: float = 0, match: float = 1.0) -> Candidate:
    """Return a note found, of which nothing is special; its id is not in the order of its key."""
    return Candidate(
        key=key,
        note_id=NoteId(f"n{99 - key}"),
        text=text or f"{TREES[key % 12]} tree",
        at=NOW - timedelta(days=days),
        keyword=match,
        meaning=match,
    )


changed = Candidate._replace
"""Returns a note like another one."""


def terms(name: ProfileName = ProfileName.BALANCED, **changes: Any) -> Terms:
    return replace(Terms(profile(name), 0.5, NOW, 10), **changes)


def near(cosine: float, *pairs: tuple[int, int], count: int) -> Nearness:
    """Return the nearness of notes of which the pairs have a cosine."""
    rows: dict[int, dict[int, float]] = {index: {} for index in range(count)}
    for one, other in pairs:
        rows[one][other] = rows[other][one] = cosine
    return Nearness(rows)


APART = {count: near(0, count=count) for count in range(20)}


def ranked(
    found: Sequence[Candidate], nearness: Nearness | None = None, **changes: Any
) -> list[Placed]:
    return order(found, terms(**changes), nearness or APART[len(found)])


def keys(placed: Sequence[Placed]) -> list[int]:
    return [one.candidate.key for one in placed]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([note(1, match=0.4), note(2, match=0.5)], [2, 1]),
        # of equal scores the newer one (the future has no age), then the smaller id
        ([note(1, days=-1), note(2, days=-2), note(3, days=-3)], [3, 2, 1]),
        ([note(1), note(2), note(3)], [3, 2, 1]),
        ([note(3), note(2), note(1)], [3, 2, 1]),
        ([note(1, days=1), note(2, days=400)], [1, 2]),
        ([note(1, match=0.8, days=1), note(2, days=400)], [2, 1]),
        # a step of importance is a twentieth
        ([note(1), changed(note(2, match=0.96), importance=4)], [2, 1]),
        ([note(1), changed(note(2, match=0.95), importance=4)], [1, 2]),
        ([note(1), changed(note(2, match=0.9), outside=True)], [1, 2]),
        ([note(1, match=0.31), changed(note(2), outside=True)], [1, 2]),
        ([note(1, match=0.29), changed(note(2), outside=True)], [2, 1]),
    ],
)
def test_hits_come_by_score_then_date_then_id(
    found: Sequence[Candidate], expected: list[int]
) -> None:
    assert keys(ranked(found)) == expected


def test_no_more_hits_than_asked_for() -> None:
    found = [note(key, match=1 - key / 100) for key in range(1, 10)]

    assert keys(ranked(found, limit=3)) == [1, 2, 3]
    assert len(ranked(found, limit=3, listed=True)) == 3
    assert ranked([], limit=3) == []


def parts(candidate: Candidate, **changes: Any) -> Mapping[str, Any]:
    """Return the parts of the score of the only hit."""
    (placed,) = ranked([candidate], **changes)
    why = placed.why
    assert placed.older == ()
    assert (why.superseded_by, why.matched_by, why.repeats) == (None, None, 1.0)
    return {name: getattr(why, name) for name in why.__slots__} | {"score": placed.score}


HALF_LIFE_OLD = changed(
    note(1, days=30), keyword=0.6, meaning=0.2, importance=5, access_count=2, reinforcement_count=1
)


@pytest.mark.parametrize(
    ("changes", "mark", "expected"),
    [
        (
            {},
            {},
            {
                "keyword": 0.6,
                "meaning": 0.2,
                "match": 0.4,
                "age": 0.95,
                "importance": 1.1,
                "alpha": 0.5,
                "age_days": 30,
                "recency": 0.5,
                "frequency": log(4) / log(21),
                "dates": 1,
                "listed": False,
                "weighted_sum": False,
                "pinned": False,
                "score": 0.4 * 0.95 * 1.1,
            },
        ),
        ({"alpha": 0.25}, {}, {"match": 0.3, "alpha": 0.25}),
        ({"alpha": 0.25}, {"unread": True}, {"match": 0.6, "alpha": 1}),
        ({"alpha": 0.0}, {"unread": True}, {"match": 0.2, "alpha": 0}),
        ({}, {"pinned": True}, {"age": 1, "recency": 1, "age_days": 30, "pinned": True, "score": 0.44}),
        ({}, {"outside": True}, {"dates": OUTSIDE_DATES, "age": 0.95, "score": 0.4 * 0.95 * 1.1 * 0.3}),
        # who names a time does not want what is newest
        ({"dated": True}, {}, {"age": 1, "recency": 0.5, "dates": 1}),
        ({"dated": True}, {"outside": True}, {"age": 0.95, "dates": OUTSIDE_DATES}),
        # a note that its author marked as outdated counts as older than any other
        ({}, {"successor": 9}, {"age": 0.8, "score": 0.4 * 0.8 * 1.1}),
        ({"dated": True}, {"successor": 9}, {"age": 0.8}),
        ({"profile": profile(ProfileName.STRICT)}, {"successor": 9}, {"age": 0.5 ** (30 / 7)}),
        ({"profile": profile(ProfileName.STRICT)}, {}, {"age": 0.5 ** (30 / 7), "recency": 0.5 ** (30 / 7)}),
        ({"profile": profile(ProfileName.TIMELESS)}, {}, {"age": 1, "recency": 0.5}),
        (
            {"profile": profile(ProfileName.MEMORY)},
            {},
            {
                "age": 1,
                "importance": 1,
                "weighted_sum": True,
                "score": 0.4 * 0.4 + 0.3 + 0.2 * 0.5 + 0.1 * log(4) / log(21),
            },
        ),
        ({"profile": profile(ProfileName.MEMORY)}, {"importance": 2, "successor": 9}, {"age": 1, "importance": 0.4}),
        (
            {"profile": profile(ProfileName.MEMORY)},
            {"outside": True, "access_count": 0, "reinforcement_count": 0},
            {"score": 0.3 * (0.4 * 0.4 + 0.3 + 0.2 * 0.5)},
        ),
        (
            {"listed": True},
            {"successor": 9},
            {"keyword": 0, "match": 1, "age": 1, "importance": 1, "listed": True, "score": 1, "recency": 0.5},
        ),
        (
            {"listed": True, "profile": profile(ProfileName.MEMORY)},
            {},
            {"keyword": 0, "match": 1, "age": 1, "importance": 1, "weighted_sum": False, "score": 1},
        ),
    ],
)  # fmt: skip
def test_a_score_is_made_of_its_parts(
    changes: Mapping[str, Any], mark: Mapping[str, Any], expected: Mapping[str, Any]
) -> None:
    found = parts(changed(HALF_LIFE_OLD, **mark), **changes)

    assert {name: found[name] for name in expected} == pytest.approx(dict(expected))


def test_only_the_words_of_a_note_count_until_its_meaning_is_known() -> None:
    assert weight_of_words(0.5, unread=True) == 1.0
    assert weight_of_words(0.5, unread=False) == 0.5
    assert weight_of_words(1e-9, unread=True) == 1.0
    assert weight_of_words(0.0, unread=True) == 0.0


MEETING = "Team meeting is on Tuesday at 2pm"
MOVED = "Team meeting moved to Wednesday 3pm"
AGAIN = "Team meeting moved to Friday 4pm"


def folded(placed: Sequence[Placed]) -> list[tuple[int, list[int]]]:
    """Return each hit with what is folded under it."""
    return [(one.candidate.key, keys(one.older)) for one in placed]


@pytest.mark.parametrize(
    ("marks", "changes", "expected"),
    [
        ({}, {}, [(2, [1])]),
        ({"pinned": True}, {}, [(1, []), (2, [])]),
        ({"titled": True}, {}, [(1, []), (2, [])]),
        # a query that names a time asks for what was so then
        ({}, {"dated": True}, [(1, []), (2, [])]),
        ({"outside": True}, {"dated": True}, [(2, [1])]),
        ({}, {"profile": profile(ProfileName.TIMELESS)}, [(1, []), (2, [])]),
        ({}, {"asked": "team meeting"}, [(2, [1])]),
        ({}, {"asked": "meeting on tuesday"}, [(1, []), (2, [])]),
        ({}, {"asked": "meeting on wednesday"}, [(2, [1])]),
    ],
)
def test_an_older_version_is_folded_unless_it_was_asked_for(
    marks: Mapping[str, Any],
    changes: Mapping[str, Any],
    expected: list[tuple[int, list[int]]],
) -> None:
    older = changed(note(1, MEETING, days=40), **marks)
    found = [older, note(2, MOVED, days=1, match=0.7)]

    assert folded(ranked(found, near(0.8, (0, 1), count=2), **changes)) == expected


def test_a_folded_version_says_what_replaced_it_and_the_newest_by_what_it_matched() -> None:
    found = [
        changed(note(1, MEETING, days=60), keyword=0.9, meaning=0.7, outside=True),
        changed(note(2, MOVED, days=40), keyword=0.5, unread=True),
        changed(note(3, AGAIN, days=3), keyword=0.5, meaning=0.5, access_count=20),
    ]

    (hit,) = ranked(found, near(0.8, (0, 1), (0, 2), (1, 2), count=3))

    assert folded([hit]) == [(3, [2, 1])]
    # the best match is that of the first note; date, opens and importance are those of the newest
    assert (hit.why.keyword, hit.why.meaning, hit.why.matched_by) == (0.9, 0.7, "n98")
    assert (hit.why.age_days, hit.why.frequency, hit.why.dates) == (3, 1, 1)
    assert [older.why.superseded_by for older in hit.older] == ["n96", "n96"]
    assert [older.why.matched_by for older in hit.older] == [None, None]
    assert [older.why.alpha for older in hit.older] == [1.0, 0.5]
    assert [older.why.dates for older in hit.older] == [1, OUTSIDE_DATES]


@pytest.mark.parametrize(("unread", "expected"), [(True, [(2, [1])]), (False, [(1, []), (2, [])])])
def test_a_version_without_a_vector_is_weighed_by_its_words(
    unread: bool, expected: list[tuple[int, list[int]]]
) -> None:
    newer = changed(note(2, MOVED), keyword=0.4, meaning=0.0, unread=unread)
    found = [note(1, MEETING, days=40, match=0.8), newer]

    assert folded(ranked(found, near(0.8, (0, 1), count=2))) == expected


def test_the_newest_of_equally_good_versions_matched_by_itself() -> None:
    found = [note(1, MEETING, days=40), note(2, MOVED, days=1)]

    (hit,) = ranked(found, near(0.8, (0, 1), count=2))

    assert hit.why.matched_by is None
    assert hit.why.superseded_by is None


def test_a_note_marked_as_outdated_is_folded_under_its_successor() -> None:
    outdated = changed(note(1, "Ana has the key", days=4), successor=2)

    assert folded(ranked([outdated, note(2, "Ask Ben to let you in", days=9)])) == [(2, [1])]
    assert folded(ranked([outdated, note(3, "Ask Ben to let you in")])) == [(3, []), (1, [])]
    pinned = ranked([changed(outdated, pinned=True), note(2, "Ask Ben to let you in")])
    assert folded(pinned) == [(2, []), (1, [])]


@pytest.mark.parametrize(
    ("match", "changes", "expected"),
    [
        # from a quarter of the match on
        (0.25, {}, [(2, "n98"), (1, None)]),
        (0.24, {}, [(1, None), (2, None)]),
        (0.25, {"asked": "key 4417"}, [(1, None), (2, None)]),
        (0.25, {"dated": True}, [(1, None), (2, None)]),
        (1.0, {}, [(2, None), (1, None)]),
    ],
)
def test_what_the_review_calls_newer_is_shown_at_the_place_of_the_older_note(
    match: float, changes: Mapping[str, Any], expected: list[tuple[int, str | None]]
) -> None:
    older = changed(note(1, "Key code 4417", days=40), probable_successor=2)

    placed = ranked([older, note(2, "The wardens chose 7735", match=match)], **changes)

    assert [(one.candidate.key, one.why.matched_by) for one in placed] == expected


def test_a_chain_of_replacements_ends_with_the_last_note() -> None:
    first = changed(note(1, "Key code", days=90), probable_successor=2)
    second = changed(note(2, "Ask the wardens", days=60, match=0.5), probable_successor=3)
    last = note(3, "Frida has it", match=0.4)

    placed = ranked([first, second, last])

    assert [(one.candidate.key, one.why.matched_by) for one in placed] == [
        (3, "n98"),
        (1, None),
        (2, None),
    ]


def test_replacements_in_a_circle_come_to_an_end() -> None:
    one = changed(note(1, "Key code", days=90), probable_successor=2)
    other = changed(note(2, "Ask the wardens", days=60, match=0.5), probable_successor=1)

    assert sorted(keys(ranked([one, other]))) == [1, 2]


def test_a_successor_that_was_not_found_changes_nothing() -> None:
    older = changed(note(1, days=40), probable_successor=7)

    assert keys(ranked([older, note(2, match=0.3)])) == [1, 2]


CAKE = "Plum cake with cinnamon sugar and butter"


@pytest.mark.parametrize(
    ("text", "cosine", "repeats"),
    [
        (CAKE, 0.95, REPEATS),
        (CAKE, 0.94, 1),
        # four of five words are the same; then three
        ("Plum cake with cinnamon sugar", 0.99, REPEATS),
        ("Plum cake with cinnamon", 0.99, 1),
        ("Plum cake with cinnamon sugar and butter 2", 0.99, REPEATS),
    ],
)
def test_a_nearly_identical_hit_counts_less_than_the_better_one(
    text: str, cosine: float, repeats: float
) -> None:
    found = [note(1, text, match=0.9), note(2, "Apple pie", match=0.8), note(3, CAKE)]

    placed = ranked(found, near(cosine, (0, 2), count=3), profile=profile(ProfileName.TIMELESS))

    assert keys(placed) == ([3, 1, 2] if repeats == 1 else [3, 2, 1])
    assert {one.candidate.key: one.why.repeats for one in placed} == {1: repeats, 2: 1, 3: 1}
    assert placed[-1].score == pytest.approx(0.9 * REPEATS if repeats < 1 else 0.8)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"{CAKE} 2", f"{CAKE} 3"),
        (f"Log 3: {CAKE}", f"Log 4: {CAKE}"),
    ],
)
def test_other_values_and_members_of_a_series_are_not_identical(one: str, other: str) -> None:
    found = [note(1, one), note(2, other)]

    placed = ranked(found, near(0.99, (0, 1), count=2), profile=profile(ProfileName.TIMELESS))

    assert [hit.why.repeats for hit in placed] == [1, 1]


def test_a_note_folded_away_takes_nothing_from_the_others() -> None:
    found = [
        note(1, f"{CAKE} 2", days=50, match=0.9),
        note(2, f"{CAKE} 3", days=1),
        note(3, f"{CAKE} 2", days=60, match=0.8),
    ]

    placed = ranked(found, near(0.99, (0, 1), (0, 2), (1, 2), count=3))

    assert folded(placed) == [(2, [1, 3])]
    assert placed[0].why.repeats == 1


def exact(key: int, match: float, *, titled: bool = False) -> Candidate:
    return changed(note(key, match=match), exact=True, titled=titled)


@pytest.mark.parametrize(
    ("found", "limit", "expected"),
    [
        # it comes back at the end, by its score
        ([note(1), note(2, match=0.9), exact(3, 0.1)], 2, [1, 3]),
        ([note(1), note(2, match=0.9), exact(3, 0.1), exact(4, 0.2)], 2, [4, 3]),
        ([note(1), note(2, match=0.9), note(3, match=0.8), exact(4, 0.1), exact(5, 0.2)], 3, [1, 5, 4]),
        ([note(1), exact(2, 0.9)], 2, [1, 2]),
        ([exact(1, 1), exact(2, 0.9)], 1, [1]),
        ([exact(1, 1), note(2, match=0.9), exact(3, 0.2)], 2, [1, 3]),
        # titles before phrases
        ([note(1), note(2, match=0.9), exact(3, 0.3), exact(4, 0.1, titled=True)], 1, [4]),
        ([note(1), exact(3, 0.3, titled=True), exact(4, 0.4)], 1, [3]),
        ([note(1), note(2, match=0.9)], 0, []),
        ([exact(1, 1)], 0, []),
    ],
)  # fmt: skip
def test_exact_hits_stay_on_the_page(
    found: Sequence[Candidate], limit: int, expected: list[int]
) -> None:
    assert keys(ranked(found, limit=limit)) == expected


@pytest.mark.parametrize(("held", "returning"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, 0)])
def test_no_more_than_a_few_exact_hits_are_held(held: int, returning: int) -> None:
    first = [exact(key, 1.0) for key in range(held)]
    others = [note(key, match=0.5) for key in range(held, 8)]
    last = [exact(8 + key, 0.3 - key / 100) for key in range(4)]

    placed = ranked([*first, *others, *last], limit=8)

    room = 8 - held - returning
    assert sorted(keys(placed)[:held]) == list(range(held))
    assert keys(placed)[held:] == [*range(7, 7 - room, -1), *range(8, 8 + returning)]
    assert held + returning == max(held, EXACT_HITS_KEPT)
