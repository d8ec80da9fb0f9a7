"""How near two notes must be in meaning and words to be versions of one thing, and which of them yields."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest

from notebrain.domain.search.ranking.versions import (
    LEAST_COSINE,
    Nearness,
    Version,
    may_lift,
    same_subject,
    settle,
)

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def version(text: str, days: float = 0, match: float = 1.0, *, may_yield: bool = True) -> Version:
    return Version(text, match, NOW - timedelta(days=days), may_yield)


def test_a_cosine_is_known_of_notes_with_vectors() -> None:
    nearness = Nearness({0: {1: 0.8}, 1: {0: 0.8}, 2: {}})

    assert nearness.cosine(0, 1) == 0.8
    assert nearness.cosine(0, 2) == nearness.cosine(2, 1) == 0.0
    assert nearness.cosine(0, 3) is None
    assert nearness.cosine(3, 0) is None
    assert Nearness().cosine(0, 1) is None


def test_a_note_is_compared_with_near_ones_and_those_without_a_vector() -> None:
    nearness = Nearness({0: {1: 0.8}, 1: {0: 0.8}, 2: {}})

    assert set(nearness.others(0, [0, 1, 2, 3])) == {1, 3}
    assert set(nearness.others(2, [0, 1, 2, 3])) == {3}
    assert set(nearness.others(3, [0, 1, 2, 3])) == {0, 1, 2, 3}


def worded(words: str, length: int) -> str:
    """Return a text with some subject words, a value, and stop words up to a length in words."""
    fill = ["the"] * (length - len(words.split()) - 1)
    return " ".join([*words.split(), *fill, str(len(words))])


@pytest.mark.parametrize(
    ("shared", "cosine", "length", "same"),
    [
        # shared of five words each: an overlap of 3/7 is enough for any text that is near
        (3, LEAST_COSINE, 40, True),
        (3, LEAST_COSINE - 0.01, 40, False),
        # 2/8 is not; of short texts a third of the words is enough, of middle ones half
        (2, 0.50, 12, True),
        (2, 0.49, 12, False),
        (2, 0.50, 13, False),
        (1, 0.90, 12, False),
        (2, 0.90, 16, False),
    ],
)
def test_the_shorter_two_texts_are_the_fewer_words_they_share(
    shared: int, cosine: float, length: int, same: bool
) -> None:
    words, others = ["oak", "elm", "ash", "yew", "fir"], ["dog", "cat", "cow", "pig", "hen"]
    one = version(worded(" ".join(words), length))
    newer = version(worded(" ".join([*words[:shared], *others[shared:]]), length) + "7")

    assert same_subject(one, newer, cosine) is same
    assert same_subject(newer, one, cosine) is same


@pytest.mark.parametrize(
    ("cosine", "length", "same"),
    [(0.65, 16, True), (0.64, 16, False), (0.65, 17, False), (0.65, 13, True), (0.64, 13, False)],
)
def test_texts_of_middle_length_share_half_of_the_smaller_subject(
    cosine: float, length: int, same: bool
) -> None:
    # two of four words: an overlap of 2/8
    one = version(worded("oak elm ash yew", length))
    other = version(worded("oak elm dog cat cow pig", length) + "7")

    assert same_subject(one, other, cosine) is same
    assert same_subject(version(worded("oak elm ash yew fir", length)), other, cosine) is False


@pytest.mark.parametrize(
    ("cosine", "length", "same"),
    [(0.70, 601, True), (0.69, 601, False), (0.69, 600, True), (None, 600, True), (None, 601, False)],
)  # fmt: skip
def test_long_texts_are_only_compared_if_they_are_near(
    cosine: float | None, length: int, same: bool
) -> None:
    long, short = version("oak 3 " + "x" * (length - 6)), version("oak 4 " + "x" * (500 - 6))

    assert same_subject(long, short, cosine) is same
    assert same_subject(short, long, cosine) is same


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        # five of nine words; five of ten
        ("oak elm ash yew fir dog cat 3", "oak elm ash yew fir cow pig 4", True),
        ("oak elm ash yew fir dog cat 3", "oak elm ash yew fir cow pig hen 4", False),
        ("oak 3", "oak 3", False),
        ("oak 3", "oak", False),
        ("oak", "oak now", True),
        ("oak now", "oak", False),
        ("Oak log 3", "Oak log 4", False),
    ],
)
def test_without_vectors_words_tell_and_the_newer_one_says_something_new(
    one: str, other: str, same: bool
) -> None:
    assert same_subject(version(one, 9), version(other), None) is same


RENTS = [version("rent 900 EUR", 30), version("rent 925 EUR", 20), version("rent 950 EUR", 10)]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (RENTS, [2, 2, None]),
        (RENTS[::-1], [None, 0, 0]),
        ([RENTS[0], version("gate code 7"), RENTS[1]], [2, None, None]),
        # the newer one must answer at least half as well
        ([version("rent 900 EUR", 30), version("rent 950 EUR", 10, 0.5)], [1, None]),
        ([version("rent 900 EUR", 30), version("rent 950 EUR", 10, 0.49)], [None, None]),
        # of two at the same time none is the newer one
        ([version("rent 900 EUR"), version("rent 950 EUR")], [None, None]),
        ([version("rent 900 EUR", 30, may_yield=False), version("rent 950 EUR")], [None, None]),
        ([RENTS[0], version("rent 925 EUR", 20, may_yield=False), RENTS[2]], [2, None, None]),
        # the middle one does not answer, but the last one does
        ([RENTS[0], RENTS[1], version("rent 950 EUR", 10, 0.4)], [1, None, None]),
        ([version("x" * 601, 30), version("x" * 601 + " 3")], [None, None]),
        ([], []),
    ],
)  # fmt: skip
def test_older_versions_yield_to_the_newest(
    found: list[Version], expected: list[int | None]
) -> None:
    assert settle(found, Nearness()) == expected


def test_only_near_notes_are_versions_where_vectors_are_known() -> None:
    rows: dict[int, dict[int, float]] = {0: {1: 0.9}, 1: {0: 0.9, 2: 0.5}, 2: {1: 0.5}}

    assert settle(RENTS, Nearness(rows)) == [2, 2, None]
    assert settle(RENTS, Nearness({0: {}, 1: {2: 0.9}, 2: {1: 0.9}})) == [None, 2, None]
    assert settle(RENTS, Nearness({0: {}, 1: {}})) == [2, 2, None]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("", [2, 2, None]),
        ("rent", [2, 2, None]),
        ("rent 900", [None, 2, None]),
        ("rent 925", [2, None, None]),
        ("rent 950", [2, 2, None]),
    ],
)
def test_a_note_with_the_value_asked_for_does_not_yield(
    asked: str, expected: list[int | None]
) -> None:
    assert settle(RENTS, Nearness(), asked=frozenset(asked.split())) == expected


OTHERS = [version("oak tree", 40), version("dog food", 30), version("gate code", 20)]


@pytest.mark.parametrize(
    ("found", "outdated", "asked", "expected"),
    [
        (OTHERS, {0: 2}, "", [2, None, None]),
        # a mark counts whatever the dates are
        (OTHERS, {2: 0}, "", [None, None, 0]),
        (OTHERS, {0: 1, 1: 2}, "", [2, 2, None]),
        (OTHERS, {1: 2, 0: 1}, "", [2, 2, None]),
        # two that replace each other: the first one yields
        (OTHERS, {0: 1, 1: 0}, "", [1, None, None]),
        # who would yield to the outdated one yields to its successor
        ([*RENTS, version("paid by Ana", 5)], {2: 3}, "", [3, 3, 3, None]),
        ([*RENTS, version("paid by Ana", 5)], {3: 0}, "", [2, 2, None, 2]),
        # one that was asked for, that is pinned, or whose successor hardly answers stays
        ([version("oak 7"), version("dog")], {0: 1}, "7", [None, None]),
        ([version("oak 7"), version("dog 7")], {0: 1}, "7", [1, None]),
        ([version("oak 7"), version("dog"), version("cow")], {0: 1, 1: 2}, "7", [None, 2, None]),
        ([version("oak", may_yield=False), version("dog"), version("cow")], {0: 0, 1: 2}, "", [None, 2, None]),
        ([version("oak 7"), version("dog")], {0: 1}, "8", [1, None]),
        ([version("oak", may_yield=False), version("dog")], {0: 1}, "", [None, None]),
        ([version("oak"), version("dog", match=0.5)], {0: 1}, "", [1, None]),
        ([version("oak"), version("dog", match=0.49)], {0: 1}, "", [None, None]),
        ([version("oak", may_yield=False), version("dog"), version("cow")], {0: 1, 1: 2}, "", [None, 2, None]),
    ],
)  # fmt: skip
def test_notes_marked_as_outdated_yield_to_their_successor(
    found: list[Version], outdated: Mapping[int, int], asked: str, expected: list[int | None]
) -> None:
    assert settle(found, Nearness(), outdated=outdated, asked=frozenset(asked.split())) == expected


@pytest.mark.parametrize(
    ("older", "newer", "asked", "lifted"),
    [
        (version("code 7", match=1.0), version("dog", match=0.25), "", True),
        (version("code 7", match=1.0), version("dog", match=0.24), "", False),
        (version("code 7", may_yield=False), version("dog"), "", False),
        (version("code 7"), version("dog"), "7", False),
        (version("code 7"), version("dog 7"), "7", True),
        (version("the code Rex"), version("rex barks"), "rex", True),
        (version("code 7"), version("dog"), "code", True),
    ],
)
def test_a_newer_note_is_lifted_unless_the_older_one_was_asked_for(
    older: Version, newer: Version, asked: str, lifted: bool
) -> None:
    assert may_lift(older, newer, frozenset(asked.split())) is lifted
