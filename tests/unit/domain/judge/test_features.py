"""The figures that describe a pair of notes: what each of them counts."""

import json
import re
from collections.abc import Mapping
from math import isnan, log, log1p
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.features import describe
from notebrain.domain.judge.opinion import opinion_of
from notebrain.domain.judge.parser import read
from notebrain.domain.judge.verdict import Bands, Cosines, Statement

WEIGHTS = Path(__file__).parents[4] / "resources" / "judge" / "weights.json"
ALL_KNOWN = Cosines(0.7, 0.8, [0.1, 0.2, 0.3, 0.4, 0.5])

Figures = Mapping[str, float]


def figures(older: str, newer: str, cosines: Cosines = ALL_KNOWN) -> Figures:
    pair = Comparison(read(older), read(newer))
    first, second = Statement(older), Statement(newer)
    opinion = opinion_of(first, second, pair, cosines, Bands())
    return describe(first, second, pair, opinion, cosines)


def assert_figures(older: str, newer: str, expected: Figures) -> None:
    found = figures(older, newer)
    assert {name: found[name] for name in expected} == pytest.approx(dict(expected))


def test_every_figure_that_the_weights_ask_for_is_described() -> None:
    asked = set(json.loads(WEIGHTS.read_text(encoding="utf-8"))["features"])

    assert asked
    assert asked <= figures("Rent is 900", "Rent is 950").keys()


def test_what_vectors_say_comes_first_and_is_unknown_without_them() -> None:
    known, unknown = figures("a", "b"), figures("a", "b", Cosines())

    assert (known["cosine"], known["cosine of the nearest passages"]) == (0.7, 0.8)
    assert [known[f"relation {place}"] for place in range(5)] == [0.1, 0.2, 0.3, 0.4, 0.5]
    assert isnan(unknown["cosine"])
    assert isnan(unknown["cosine of the nearest passages"])
    assert not any(name.startswith("relation") for name in unknown)


def test_sizes_count_words_and_line_ends() -> None:
    assert_figures(
        "Dogs bark\n\nCats",
        "Dogs bark loudly at night near Kiel\n",
        {
            "length of the older": log1p(3),
            "length of the newer": log1p(6),
            "longer by": log(7 / 4),
            "lines of the older": 2,
            "lines of the newer": 1,
        },
    )


def test_words_are_counted_on_both_sides_and_in_common() -> None:
    assert_figures(
        "Call Ana at 9 about rent",
        "Call about the Rent by Ben and Tom, 3 EUR, 4 km",
        {
            "share of the older": 0.5,
            "share of the newer": 2 / 6,
            "lesser share": 2 / 6,
            "greater share": 0.5,
            "words only in the older": 2,
            "values only in the older": 1,
            "names only in the older": 1,
            "capitals only in the older": 1 / 3,
            "words only in the newer": 4,
            "values only in the newer": 2,
            "names only in the newer": 2,
            "capitals only in the newer": 2 / 5,
            "words in both": 2,
            "values in both": 0,
            "names in both": 0,
            "capitals in both": 1 / 3,
            "nearest statements": 0.5,
            # call, about, rent
            "in the same order": 3 / 6,
            "of all in the same order": 3 / 10,
        },
    )


def test_order_is_measured_by_the_shorter_and_the_longer_note() -> None:
    for older, newer in (("oak elm", "oak elm ash fir"), ("oak elm ash fir", "oak elm")):
        assert_figures(older, newer, {"in the same order": 1, "of all in the same order": 0.5})
    assert_figures("oak", "oak", {"in the same order": 1, "of all in the same order": 1})


def test_capitals_of_values_count_as_values() -> None:
    assert_figures(
        "May 4",
        "Ana",
        {"capitals only in the older": 0, "capitals only in the newer": 0.5},
    )


@pytest.mark.parametrize(
    ("older", "newer", "share"),
    [
        ("Dogs bark. Cats sleep", "Cats sleep. Dogs sing loudly", 0.5),
        ("Dogs bark", "Cats sleep", 0),
        ("Dogs bark loudly now. Cats sleep", "Cats sleep all day long", 1),
        ("", "", 0),
    ],
)
def test_the_nearest_statements_are_looked_for(older: str, newer: str, share: float) -> None:
    assert_figures(older, newer, {"nearest statements": share})


@pytest.mark.parametrize(
    ("older", "newer", "expected"),
    [
        (
            "Rent 900 EUR on Monday",
            "Rent 950 EUR on Monday",
            {
                "money: same or other": -1,
                "weekday: same or other": 1,
                "number: same or other": 0,
                "dimensions that agree": 1,
                "dimensions that differ": 1,
                "values of the older": 2,
                "values of the newer": 2,
            },
        ),
        (
            "At 9:00 on 4 May",
            "At 9:00 or 10:00",
            {
                "time: same or other": 1,
                "date: same or other": 0,
                "dimensions that agree": 1,
                "dimensions that differ": 0,
                "values of the older": 2,
                "values of the newer": 2,
            },
        ),
        (
            "Run v2 or v3 in May for 3",
            "Run v3 or v4 in June for 4 and 5",
            {
                "version: same or other": 1,
                "month: same or other": -1,
                "number: same or other": -1,
                "dimensions that agree": 1,
                "dimensions that differ": 3,
                "values of the older": 4,
                "values of the newer": 5,
            },
        ),
    ],
)
def test_values_are_compared_by_dimension(older: str, newer: str, expected: Figures) -> None:
    assert_figures(older, newer, expected)


@pytest.mark.parametrize(
    ("older", "newer", "denials", "changes", "announced"),
    [
        ("Ana swims", "Ben dives", (0, 0), (0, 0), 0),
        ("Ana never swims, not here", "Ben does not dive", (2, 1), (0, 0), 0),
        ("Rent is 900", "Rent is now 950, no longer 900", (0, 1), (0, 2), 1),
        ("Rent is now 900", "Rent is 950", (0, 0), (1, 0), -1),
    ],
)
def test_denials_and_changes_are_counted(
    older: str, newer: str, denials: tuple[int, int], changes: tuple[int, int], announced: int
) -> None:
    assert_figures(
        older,
        newer,
        {
            "denials of the older": denials[0],
            "denials of the newer": denials[1],
            "more denials": denials[1] - denials[0],
            "one denies": denials[0] % 2 != denials[1] % 2,
            "changes of the older": changes[0],
            "changes of the newer": changes[1],
            "announces a change": announced,
        },
    )


@pytest.mark.parametrize(
    ("older", "newer", "alike", "shares", "lines"),
    [
        ("", "", 0, (0, 0), (0, 0)),
        # trigrams with a blank at both ends: " te", "tea", "ea " and " tea", "eas", "as "
        ("tea", "Tea!", 1, (1, 1), (0, 1)),
        ("a", "a", 1, (1, 1), (0, 0)),
        ("teas", "tea", 2 / 5, (2 / 4, 2 / 3), (2 / 4, 0)),
        ("teas\nmilk cake", "milk cake", 9 / 14, (9 / 14, 1), (1, 1)),
        ("teas\nmilk", "teas", 4 / 9, (4 / 9, 1), (1, 1)),
    ],
)
def test_letters_are_compared_as_a_whole_and_line_by_line(
    older: str, newer: str, alike: float, shares: tuple[float, float], lines: tuple[float, float]
) -> None:
    found = figures(older, newer)

    assert found["letters alike"] == pytest.approx(alike)
    assert (found["letters of the older"], found["letters of the newer"]) == pytest.approx(shares)
    assert (found["best line of the older"], found["best line of the newer"]) == pytest.approx(
        lines
    )


TEXTS = st.text(st.sampled_from("aaeé b\n-!𐍈\udc80\u2028日本"), max_size=60)


@given(TEXTS, TEXTS)
def test_of_any_texts_the_trigrams_are_counted_that_both_have(older: str, newer: str) -> None:
    ours, theirs = trigrams(older), trigrams(newer)
    found = figures(older, newer)

    assert found["letters alike"] == len(ours & theirs) / max(1, len(ours | theirs))
    for side, text, other in (("older", older, theirs), ("newer", newer, ours)):
        lines = [trigrams(line) for line in text.split("\n") if len(line.strip()) > 3]
        shares = [len(line & other) / max(1, len(line)) for line in lines[:40]]
        assert found[f"best line of the {side}"] == max(shares, default=0)


def trigrams(text: str) -> set[str]:
    words = re.sub(r"\W+", " ", text.lower()).strip()
    plain = f" {words} "
    return {plain[at : at + 3] for at in range(len(plain) - 2)}


def test_only_the_beginning_of_long_notes_is_compared_by_its_letters() -> None:
    same = "tea " * 1_000

    assert_figures(f"{same}milk", f"{same}cake", {"letters alike": 1, "same last word": 1})
    assert_figures(
        "\n".join([*["oak elm"] * 40, "milk"]), "milk tea", {"best line of the older": 0}
    )


@pytest.mark.parametrize(
    ("older", "newer", "expected"),
    [
        (
            "Rent is 900",
            "rent was 900",
            {"same first word": 1, "same last word": 1, "same beginning": 1 / 3, "same frame": 0},
        ),
        ("Rent is", "Rent is 950", {"same first word": 1, "same last word": 0, "same beginning": 1}),
        ("Rent is 950", "Rent is", {"same first word": 1, "same last word": 0, "same beginning": 1}),
        ("", "", {"same first word": 0, "same last word": 0, "same beginning": 0, "same frame": 1}),
        ("", "Rent", {"same first word": 0, "same last word": 0, "same beginning": 0}),
        ("Gate", "Rent", {"same first word": 0, "same last word": 0, "same beginning": 0}),
        ("Run 12: wet", "run 7: dry\nmore: text", {"same frame": 1, "colons": 2}),
        ("Run 12: wet: cold", "Run 7: dry", {"same frame": 1}),
        ("Run 12: wet", "Lap 12: wet", {"same frame": 0, "colons": 2}),
        ("\nRun 12 : wet\nfast", "Run 12", {"same frame": 1, "colons": 0}),
        ("Run", "Lap\ntime: 4", {"colons": 0}),
        ("Is it? Or?", "It is", {"questions": 1, "the newer asks": 0, "exclaims": 0}),
        ("It is!", "Is it?", {"questions": 1, "the newer asks": 1, "exclaims": -1}),
        ("Is it?", "Is it?!", {"questions": 2, "the newer asks": 1, "exclaims": 1}),
        ("The dog is with Ana", "It is for the cat", {"same language": 1}),
        ("The dog is with Ana", "Der Hund ist bei Ana", {"same language": 0}),
    ],
)  # fmt: skip
def test_the_form_of_the_texts_is_compared(older: str, newer: str, expected: Figures) -> None:
    assert_figures(older, newer, expected)


@pytest.mark.parametrize(
    ("older", "newer", "kind", "expected"),
    [
        (
            "Rent is 900 a month",
            "Rent is 950 a month",
            "contradiction",
            {
                "sure": 1,
                "number differs": 1,
                "money differs": 0,
                "conflicts": 1,
                "conflicts of one thing": 1,
                "stands for another": 1,
                "swaps words": 1,
                "parallel": 1,
                "one frame": 1,
                "excludes": 0,
                "series": 0,
                "records": 0,
                "takes over": 0,
                "different things": 0,
                "shared clauses": 0,
            },
        ),
        (
            "Day log 2026-03-14: ran 5 km",
            "Day log 2026-03-15: ran 6 km",
            "distinct",
            {"sure": 0.9, "series": 1, "conflicts of one thing": 0, "different things": 1},
        ),
        (
            "Room 12 has 30 seats",
            "Room 14 has 45 seats",
            "distinct",
            {"sure": 0.4, "conflicts": 0, "different things": 1, "records": 0},
        ),
        (
            "Cost 120 EUR. Mileage 81 km. Rode on 20 March.",
            "Cost 140 EUR. Mileage 90 km. Rode on 4 July.",
            "distinct",
            {"sure": 0.7, "records": 1, "conflicts": 3, "date differs": 1, "money differs": 1},
        ),
        (
            "The gate is open",
            "The gate is closed today",
            "contradiction",
            {"sure": 0.7, "opposite differs": 0.7, "excludes": 1},
        ),
        (
            "Ana swims, Ben dives",
            "Ana swims. Ben never dives",
            "contradiction",
            {"negation differs": 1, "shared clauses": 2, "conflicts": 1},
        ),
        (
            "The key is with Ana",
            "The key is now with Ben",
            "replaced",
            {"sure": 0.8, "name differs": 0.8},
        ),
        (
            "Coach of the team is Ana",
            "The team changed its coach to Ben",
            "replaced",
            {"sure": 0.6, "takes over": 1, "conflicts": 0},
        ),
    ],
)
def test_what_the_rules_say_is_among_the_figures(
    older: str, newer: str, kind: str, expected: Figures
) -> None:
    kinds = ("duplicate", "overlap", "replaced", "contradiction", "flagged", "distinct")
    said = {f"rules: {one}": float(one == kind) for one in kinds}

    assert_figures(
        older, newer, said | {f"rules: {name}": value for name, value in expected.items()}
    )


def test_of_several_conflicts_of_a_kind_the_strongest_counts() -> None:
    weak, strong = "Ana eats no old meat", "Ben does not swim"
    claims = "Ana eats meat", "Ben swims"

    for older, newer in (
        (f"{weak}. {strong}", ". ".join(claims)),
        (f"{strong}. {weak}", ". ".join(claims)),
    ):
        assert figures(older, newer)["rules: negation differs"] == 1
