"""What it takes to turn one note into the other; figures that are not named are 0, or nowhere (-1)."""

from collections.abc import Mapping

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.edits import edits
from notebrain.domain.judge.parser import read


def figures(older: str, newer: str) -> Mapping[str, float]:
    """Return the figures that say something."""
    found = edits(Comparison(read(older), read(newer)))
    return {
        name.removeprefix("edits: "): figure
        for name, figure in found.items()
        if figure != (-1 if name.startswith(PLACES) else 0)
    }


PLACES = tuple(f"edits: {which}" for which in ("first", "last", "least like", "most like"))


def at(place: float, *what: str) -> Mapping[str, float]:
    """Return the only place of each kind of replacement: 0 is the start, 1 the end."""
    return {f"{end} {kind}": place for kind in what for end in ("first", "last")}


@pytest.mark.parametrize(
    ("older", "newer", "expected"),
    [
        ("", "", {}),
        ("Anna swims", "anna swims", {"unchanged": 1, "same words first": 2, "same words last": 2}),
        (
            "",
            "Anna swims",
            {"added": 1, "words added": 2, "more at the start": 1, "more at the end": 1},
        ),
        (
            "Call Ana at 9. Buy 3 kg flour",
            "Buy 3 kg flour",
            {
                "unchanged": 6 / 10,
                "left out": 1,
                "words left out": 4,
                "values left out": 1,
                "same words last": 3,
                "more at the start": 1,
            },
        ),
        (
            "Anna swims",
            "Anna does not swim 3 km",
            {
                "unchanged": 4 / 7,
                "added": 2,
                "words added": 3,
                "values added": 1,
                "same words first": 1,
                "more at the end": 1,
                "a denial more or less": 1,
                "denials gone": -1,
            },
        ),
        (
            "no tea",
            "tea",
            {
                "unchanged": 2 / 3,
                "left out": 1,
                "words left out": 1,
                "same words last": 1,
                "more at the start": 1,
                "denials gone": 1,
                "a denial more or less": 1,
            },
        ),
        # a denial in place of another word
        (
            "Ana always swims",
            "Ana never swims",
            {
                "unchanged": 4 / 6,
                "replaced": 1,
                "longest replaced": 1,
                "word replaced": 1,
                "same words first": 1,
                "same words last": 1,
                **at(1 / 3, "anything", "word"),
                "least like spelling": 0,
                "most like spelling": 0,
                "a denial more or less": 1,
                "denials gone": -1,
            },
        ),
        (
            "Rent is 900 a month",
            "Rent is 1150 a month",
            {
                "unchanged": 0.8,
                "replaced": 1,
                "longest replaced": 1,
                "number replaced": 1,
                "same words first": 2,
                "same words last": 2,
                **at(0.4, "anything", "value"),
                "a value for a value": 1,
            },
        ),
        (
            "We meet Anna there on Monday",
            "We meet Ben there on the last Friday",
            {
                "unchanged": 8 / 14,
                "replaced": 2,
                "longest replaced": 3,
                "same words first": 2,
                "name replaced": 1,
                "date replaced": 1,
                "first anything": (2 / 6 + 2 / 8) / 2,
                "last anything": (5 / 6 + 5 / 8) / 2,
                **at((2 / 6 + 2 / 8) / 2, "word"),
                **at((5 / 6 + 5 / 8) / 2, "value"),
                "least like spelling": 2 / 7,
                "most like spelling": 2 / 7,
            },
        ),
        (
            "The old fence is red",
            "The odd fence is blue",
            {
                "unchanged": 0.6,
                "replaced": 2,
                "longest replaced": 1,
                "word replaced": 2,
                "same words first": 1,
                "first anything": 0.2,
                "first word": 0.2,
                "last anything": 0.8,
                "last word": 0.8,
                "opposites": 1,
                "least like spelling": 2 / 7,
                "most like spelling": 2 / 3,
            },
        ),
        (
            "Dinner on Sunday noon",
            "Dinner on some day noon",
            {
                "unchanged": 6 / 9,
                "replaced": 1,
                "longest replaced": 2,
                "value by word replaced": 1,
                "same words first": 2,
                "same words last": 1,
                **at(0.45, "anything"),
            },
        ),
    ],
)
def test_figures_tell_what_was_replaced_added_and_left_out(
    older: str, newer: str, expected: Mapping[str, float]
) -> None:
    assert figures(older, newer) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("older", "newer", "sort"),
    [
        ("4 May", "5 May", "date"),
        ("May", "June", "date"),
        ("Monday", "Friday", "date"),
        ("9:00", "10:00", "time"),
        ("3 EUR", "4 EUR", "money"),
        ("LH-12", "LH-13", "code"),
        ("v2.3", "v2.4", "code"),
        ("ana@a.example", "ben@a.example", "code"),
        ("3 kg", "4 kg", "number"),
        ("3", "4", "number"),
        ("4 May", "4", "date"),
        ("4 May", "4 of them", "date"),
        ("old 4 May", "new 4", "date"),
        ("3", "some", "value by word"),
        ("some", "3", "value by word"),
        ("Ana", "Ben", "name"),
        ("dear Ana", "my Ben", "name"),
        ("Ana", "them", "word"),
        ("them", "Ana", "word"),
        ("dog", "cat", "word"),
    ],
)
def test_a_replacement_is_of_the_sort_of_its_values_or_words(
    older: str, newer: str, sort: str
) -> None:
    found = figures(f"so {older} it is", f"so {newer} it is")

    assert {name for name, figure in found.items() if name.endswith(" replaced") and figure} == {
        f"{sort} replaced",
        "longest replaced",
    }


def test_only_the_beginning_of_long_notes_is_compared() -> None:
    same = " ".join(["word"] * 150)

    assert figures(f"{same} red", f"{same} blue 3")["unchanged"] == 1
    assert figures(f"{same[5:]} red", f"{same[5:]} blue 3")["unchanged"] == 298 / 300


def test_opposites_are_found_among_the_first_words_of_a_replacement() -> None:
    fill = "oak elm ash yew fir fig"

    assert figures(f"so {fill[:-4]} open", "so closed")["opposites"] == 1
    assert "opposites" not in figures(f"so {fill} open", "so closed")
    assert figures("so open", f"so {fill[:-4]} closed")["opposites"] == 1
    assert "opposites" not in figures("so open", f"so {fill} closed")


WORDS = st.lists(
    st.sampled_from(["Ana", "not", "no", "3 kg", "4 May", "open", "closed", "swims", ". "]), max_size=12
).map(" ".join)  # fmt: skip


@given(WORDS, WORDS)
def test_what_one_note_adds_the_other_leaves_out(older: str, newer: str) -> None:
    there, back = figures(older, newer), figures(newer, older)

    assert there.get("denials gone", 0) == -back.get("denials gone", 0)
    assert 0 <= there.get("unchanged", 0) <= 1
    assert figures(older, older).get("unchanged", 1) == 1
    longer = len(_tokens(newer)) - len(_tokens(older))
    assert there.get("words added", 0) - there.get("words left out", 0) <= max(0, longer) + 12


def _tokens(text: str) -> list[object]:
    return [token for statement in read(text).statements for token in statement.tokens]
