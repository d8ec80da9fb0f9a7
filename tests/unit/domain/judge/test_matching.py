"""Which words of two notes stand for each other."""

from collections.abc import Sequence

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.judge.matching import (
    LEAST_LIKE,
    Likeness,
    are_apart,
    likeness,
    match,
)
from notebrain.domain.judge.parser import Token, read
from tests.fakes.likeness import by_pair

SIMILAR = {
    frozenset(("dentist", "landlord")): 0.39,
    frozenset(("leave", "abandon")): LEAST_LIKE,
    frozenset(("cheap", "affordable")): 0.9,
    frozenset(("cheap", "thrifty")): 0.7,
    frozenset(("pricey", "affordable")): 0.8,
    **{
        frozenset(pair): 0.8
        for pair in (("open", "closed"), ("red", "blue"), ("full-time", "part-time"))
    },
}


@by_pair
def like(one: str, other: str) -> float:
    return SIMILAR.get(frozenset((one, other)), 0.1)


def content(text: str) -> Sequence[Token]:
    return read(text).content


def token(text: str) -> Token:
    """Return the last word of a text."""
    return content(text)[-1]


@pytest.mark.parametrize(
    ("older", "newer", "pairs", "left", "other_left", "given_likeness"),
    [
        ("dogs bark", "bark dog", ["dogs dog", "bark bark"], "", "", None),
        ("dogs bark", "cats sing", [], "dogs bark", "cats sing", None),
        ("", "cats sing", [], "", "cats sing", None),
        ("dogs bark", "", [], "dogs bark", "", None),
        # each word once, the first ones first
        ("tea tea milk", "tea milk", ["tea tea", "milk milk"], "tea", "", None),
        ("tea milk", "tea milk tea", ["tea tea", "milk milk"], "", "tea", None),
        # one root
        ("allergic", "allergies", ["allergic allergies"], "", "", None),
        ("allergic nuts", "nut allergies", ["nuts nut", "allergic allergies"], "", "", None),
        # meaning counts only where it is known, the nearest words first
        ("leave home", "abandon home", ["home home"], "leave", "abandon", None),
        ("leave home", "abandon home", ["home home", "leave abandon"], "", "", like),
        ("dentist", "landlord", [], "dentist", "landlord", like),
        ("cheap pricey", "affordable thrifty", ["cheap affordable"], "pricey", "thrifty", like),
        ("pricey cheap", "thrifty affordable", ["cheap affordable"], "pricey", "thrifty", like),
        # values match equal values only
        ("90 min", "1.5 h", ["90 min 1.5 h"], "", "", None),
        ("90 min", "91 min", [], "90 min", "91 min", like),
        ("4 May", "4 May 2026", ["4 May 4 May 2026"], "", "", None),
    ],
)
def test_equal_words_match_first_then_similar_ones(
    older: str,
    newer: str,
    pairs: list[str],
    left: str,
    other_left: str,
    given_likeness: Likeness | None,
) -> None:
    found = match(content(older), content(newer), given_likeness)

    assert [f"{one.text} {other.text}" for one, other in found.pairs] == pairs
    assert " ".join(one.text for one in found.older) == left
    assert " ".join(one.text for one in found.newer) == other_left


def test_of_equally_similar_words_those_in_the_same_place_match() -> None:
    @by_pair
    def alike(_one: str, _other: str) -> float:
        return 0.8

    found = match(content("oak elm ash"), content("tea nut fig"), alike)

    assert [(one.text, other.text) for one, other in found.pairs] == [
        ("oak", "tea"),
        ("elm", "nut"),
        ("ash", "fig"),
    ]


@pytest.mark.parametrize(("count", "matched"), [(24, 24), (25, 0)])
def test_only_a_few_words_are_compared_one_by_one(count: int, matched: int) -> None:
    older = [
        token("allergic")._replace(start=at, key=f"allerg{chr(97 + at)}ic") for at in range(count)
    ]
    newer = [
        token("allergies")._replace(start=at, key=f"allerg{chr(97 + at)}ie") for at in range(count)
    ]

    assert len(match(older, newer).pairs) == matched


def test_shares_tell_how_much_of_each_note_is_in_the_other() -> None:
    found = match(content("tea milk sugar cake"), content("milk tea"))

    assert (found.older_share, found.newer_share) == (0.5, 1.0)
    assert (match([], []).older_share, match([], []).newer_share) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("one", "other", "least"),
    [
        ("allergic", "allergies", 1.0),
        ("photographer", "photography", 1.0),
        ("postbox", "postman", 0.1),
        ("interest", "interact", 0.1),
        ("light", "lighthouse", 1.0),
        ("photo", "photograph", 0.1),
        ("rent", "rental", 0.1),
        ("contracted", "contractor", 1.0),
        ("garden", "gardeners", 1.0),
        ("postbox", "postboxkeys", 1.0),
        ("tab", "table", 0.1),
        ("mugpanelm", "mugpanoak", 0.1),
        ("mugpanel", "mugpanoa", 1.0),
        ("dogs", "dog", 1.0),
        ("2 kg", "2000 g", 1.0),
        ("2 kg", "3 kg", 0.0),
        ("2 kg", "dog", 0.0),
        ("cheap", "affordable", 0.9),
        # names, opposites and colors are not similar, whatever a model says
        ("at Cheap", "affordable", 0.0),
        ("affordable", "at Cheap", 0.0),
        ("open", "closed", 0.0),
        ("red", "blue", 0.0),
        ("full-time", "part-time", 0.0),
    ],
)
def test_likeness_is_certain_for_one_root_and_learned_for_others(
    one: str, other: str, least: float
) -> None:
    first, second = token(one), token(other)

    assert likeness(first, second, like) == likeness(second, first, like) == least
    assert likeness(first, second) == (least == 1.0)


def test_a_model_is_asked_in_lower_case() -> None:
    assert likeness(token("CHEAP"), token("Affordable"), like) == 0.9


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("open", "closed", True),
        ("installed", "uninstalled", True),
        ("red", "blue", True),
        ("red", "reds", False),
        ("red", "cat", False),
        ("red", "rent", False),
        ("rent", "gate", False),
        ("full-time", "part-time", True),
        ("full-time", "full-term", True),
        ("full-time", "part-term", False),
        ("full-time", "full-time", False),
        ("full-time-job", "full-time", False),
        ("time", "term", False),
        ("lh-1832", "lh-1833", False),
    ],
)
def test_words_are_apart_if_one_excludes_the_other(one: str, other: str, apart: bool) -> None:
    assert are_apart(token(one), token(other)) is apart
    assert are_apart(token(other), token(one)) is apart


WORDS = st.lists(
    st.sampled_from(["tea", "teas", "milk", "2 kg", "3 kg", "open", "closed", "red", "blue", "Anna"]),
    max_size=8,
).map(" and ".join)  # fmt: skip


@given(WORDS, WORDS)
def test_every_word_is_matched_once_or_left(older: str, newer: str) -> None:
    ours, theirs = content(older), content(newer)

    found = match(ours, theirs, like)

    assert sorted([one for one, _ in found.pairs] + list(found.older)) == sorted(ours)
    assert sorted([other for _, other in found.pairs] + list(found.newer)) == sorted(theirs)
    assert all(likeness(one, other, like) >= LEAST_LIKE for one, other in found.pairs)
    assert not any(one.key == other.key for one in found.older for other in found.newer)
