"""Different answers to one question; `older / newer` are the values or names."""

from itertools import starmap

import pytest

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.contradictions import Conflict
from notebrain.domain.judge.parser import read
from tests.fakes.likeness import by_pair


def found(older: str, newer: str) -> list[str]:
    """Return the conflicts, each as its kind and its words."""
    pair = Comparison(read(older), read(newer))
    return [_line(one) for one in pair.conflicts]


def _line(conflict: Conflict) -> str:
    sides = (" ".join(token.text for token in side) for side in (conflict.older, conflict.newer))
    return f"{conflict.what.value} {' / '.join(sides)}"


@pytest.mark.parametrize(
    ("older", "newer", "conflicts"),
    [
        ("Rent is 900 a month", "Rent is 1150 a month", ["number 900 / 1150"]),
        ("Rent is 900 EUR", "Rent is 1150", ["money 900 EUR / 1150"]),
        ("Rent is 900 a month", "Rent is 900.00 a month", []),
        # other things
        ("Rent is 900 EUR", "Rent is v2", []),
        ("Rent 900", "Gate 1150", []),
        ("900", "1150", []),
        ("900 on 4 May", "1150 on 4 May", ["number 900 / 1150"]),
        ("Rent in Kiel 900", "Rent in Ulm 1150", []),
        ("Rent in Kiel 900", "Rent now in Ulm 1150", ["number 900 / 1150"]),
        ("Rent 900", "Rent warm 1150", ["number 900 / 1150"]),
        ("Bread with 2 onions", "Bread with 3 onions", ["number 2 / 3"]),
        ("Bread with 2 onions", "Bread with 3 leeks", []),
        ("Bread with 2 onions", "Bread with 3", ["number 2 / 3"]),
        ("Bread for 2 EUR", "Bread with 3 leeks", []),
        ("Bread for 2 EUR daily", "Bread with 3", ["money 2 EUR / 3"]),
        # who counts, and what is counted
        ("Two dogs bark loudly", "Three dogs bark loudly", []),
        ("Two bark loudly there", "Three bark loudly there", []),
        ("Two, dogs bark loudly", "Three, dogs bark loudly", ["number Two / Three"]),
        ("We saw two dogs bark", "We saw three dogs bark", ["number two / three"]),
        ("Two dogs bark loudly", "Loudly bark three dogs", ["number Two / three"]),
        # several values: the clause tells which of them belong together, each once
        ("Rent 900, heating 50", "Rent 950, heating 60", ["number 900 / 950", "number 50 / 60"]),
        ("Rent 900, heating 50", "Heating 60, rent 950", ["number 900 / 950", "number 50 / 60"]),
        ("Rent 900, heating 50", "Rent 950", ["number 900 / 950"]),
        ("Rent 900, 910", "Rent 950", ["number 900 / 950"]),
        ("Pool: 5 EUR for 2 kids", "Pool: 6 EUR for 3 kids", ["money 5 EUR / 6 EUR", "number 2 / 3"]),
        # sources and options differ without a conflict
        ("See https://a.example/x", "See https://a.example/y", []),
        ("See docs at https://a.example/x", "See docs at https://a.example/y", ["address https://a.example/x / https://a.example/y"]),
        ("See ~/docs/work", "See ~/docs/home", []),
        ("Write ana@a.example", "Write ana@b.example", ["address ana@a.example / ana@b.example"]),
        ("Run ls -la here", "Run ls -lh here", []),
        # a price, and nothing to pay
        ("Parking is free", "Parking costs 5 EUR", ["money free / 5 EUR"]),
        ("Parking costs 5 EUR", "Parking is free", ["money 5 EUR / free"]),
        ("Parken kostet 5 EUR", "Parken ist umsonst", ["money 5 EUR / umsonst"]),
        ("Parking is free here", "Parking is 5 km here", []),
        ("Free", "5 EUR", []),
    ],
)  # fmt: skip
def test_values_conflict_if_they_answer_one_question(
    older: str, newer: str, conflicts: list[str]
) -> None:
    assert found(older, newer) == conflicts


@pytest.mark.parametrize(
    ("older", "newer", "conflicts"),
    [
        ("The key is with Ana", "The key is with Ben", ["name Ana / Ben"]),
        (
            "The gate key is with Ana Abel",
            "The gate key is with Ben Beck",
            ["name Ana Abel / Ben Beck"],
        ),
        ("The key is with Ana", "The old key is with Ben", []),
        ("The old key is with Ana", "The key is with Ben", []),
        ("The key is with Ana", "The old key is now with Ben", ["name Ana / Ben"]),
        ("The key is with Ana", "The key is lost", []),
        ("We use Postgres", "We use Oracle", ["name Postgres / Oracle"]),
        ("The key liegt bei Ana", "The key liegt bei Ben", ["name Ana / Ben"]),
        ("Then Huber is the teacher", "Then Gruber is the teacher", ["name Huber / Gruber"]),
        ("Then Huber is a teacher", "Then Gruber is a teacher", []),
        ("Then Huber of Kiel was here", "Then Gruber of Kiel was here", []),
        ("Lunch with Ana", "Lunch with Ben", []),
    ],
)
def test_names_conflict_as_the_answer_of_an_is_or_a_choice(
    older: str, newer: str, conflicts: list[str]
) -> None:
    assert found(older, newer) == conflicts


@pytest.mark.parametrize(
    ("older", "newer", "different"),
    [
        ("Room 12 has 30 seats", "Room 14 has 45 seats", True),
        ("Room 12 has 30 seats", "Room 12 has 45 seats", False),
        ("Room 12 has 30 seats", "Room 14 now has 45 seats", False),
        ("Room 12, 30 seats", "Room 14, 45 seats", True),
        ("Room A12, 30 seats", "Room B14, 45 seats", True),
        ("12 rooms have 30 seats", "14 rooms have 45 seats", False),
        ("Room 12 costs 30", "Room costs 45", False),
        ("Room A12 has 30 seats", "Room B14 has 45 seats", True),
        ("Host web-01 has 30 users", "Host web-02 has 45 users", True),
        # before an "is", words and codes tell what it is about; before a colon, figures do too
        ("The red gate is 3 m wide", "The blue gate is 4 m wide", True),
        ("The red gate is 3 m wide", "The gate is 4 m wide", False),
        ("The gate LH-1 is 3 m wide", "The gate LH-2 is 4 m wide", True),
        ("The 3 m gate is old", "The 4 m gate is old", False),
        ("Morning lap on 3 May: 20 min", "Morning lap on 4 May: 25 min", True),
        ("The lap on 3 May is 20 min", "The lap on 4 May is 25 min", False),
        ("Build v2: 20 bugs", "Build v3: 25 bugs", True),
        ("Final heat 3: 20 EUR", "Final heat 4: 25 EUR", True),
        ("Heat 3 EUR: 20 g", "Heat 4 EUR: 25 g", False),
        # flights and trains
        ("Flight TP 573 costs 189 EUR", "Flight TP 557 costs 164 EUR", True),
        ("Flight ICE 573 costs 189 EUR", "Flight ICE 557 costs 164 EUR", True),
        ("Flight ABCD 573 costs 189 EUR", "Flight ABCD 557 costs 164 EUR", False),
        ("Flight T 573 costs 189 EUR", "Flight T 557 costs 164 EUR", False),
        ("Flight tp 573 costs 189 EUR", "Flight tp 557 costs 164 EUR", False),
        ("Memo TP 573 costs 189 EUR", "Memo TP 557 costs 164 EUR", False),
        # two people, unless both "are the" same
        ("Lunch with Ana", "Lunch with Ben", True),
        ("Lunch with Ana", "Lunch at noon", False),
        ("Then Huber is the teacher", "Then Gruber is the teacher", False),
        ("Then Huber is a teacher", "Then Gruber is a teacher", True),
    ],
)
def test_statements_with_other_subjects_speak_of_different_things(
    older: str, newer: str, different: bool
) -> None:
    texts = [(older, newer), (newer, older)]

    assert [
        Comparison(read(one), read(other)).speaks_of_different_things for one, other in texts
    ] == [different, different]


@pytest.mark.parametrize(("likeness", "conflicts"), [(0.62, 1), (0.61, 0)])
def test_values_stand_beside_words_of_like_meaning(likeness: float, conflicts: int) -> None:
    older, newer = read("Rent for flat in town 900"), read("Rent for home in town 1150")

    pair = Comparison(older, newer, by_pair(lambda _one, _other: likeness))

    assert len(pair.conflicts) == conflicts


@pytest.mark.parametrize(("count", "conflicts"), [(12, 12), (13, 12)])
def test_a_statement_with_many_values_is_a_table(count: int, conflicts: int) -> None:
    names = [
        "oak",
        "elm",
        "ash",
        "yew",
        "fir",
        "fig",
        "pine",
        "pear",
        "tea",
        "nut",
        "rue",
        "ivy",
        "gum",
    ][:count]
    older, newer = (
        ", ".join(starmap("old {} {}".format, zip(names, range(first, first + count), strict=True)))
        for first in (100, 200)
    )

    assert len(found(older, newer)) == conflicts
