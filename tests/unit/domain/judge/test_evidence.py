"""Which passages are shown for a verdict: `<` is the older note, `>` the newer one."""

from collections.abc import Sequence

import pytest

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.evidence import MOST_WORDS, evidence_of
from notebrain.domain.judge.parser import read
from notebrain.domain.judge.verdict import Evidence, Kind, Side


def evidence(older: str, newer: str, kind: Kind) -> Sequence[Evidence]:
    pair = Comparison(read(older), read(newer))
    return evidence_of(older, newer, pair, kind, pair.conflicts)


def shown(found: Sequence[Evidence]) -> list[str]:
    return [f"{'<>'[one.side is Side.NEWER]}{one.what.value} {one.text}" for one in found]


@pytest.mark.parametrize(
    ("older", "newer", "kind", "expected"),
    [
        ("Rent 900, heating 50", "Heating 60, rent 950", "distinct", []),
        (
            "Rent 900, heating 50",
            "Heating 60, rent 950",
            "contradiction",
            ["<number 900", "<number 50", ">number 60", ">number 950"],
        ),
        # no conflict was found: values of the same kind replace each other
        (
            "Dentist, appointment on 3 December at 9:30 with Dr. Weber.",
            "Dentist moved: now 10 December, 11:00",
            "replaced",
            [
                *("<date 3 December", "<time 9:30", ">change moved", ">change now"),
                *(">date 10 December", ">time 11:00"),
            ],
        ),
        # a conflict that is not one: then the words that only one side has
        ("oak elm", "oak mug", "contradiction", ["<words elm", ">words mug"]),
        ("oak elm", "oak mug", "duplicate", ["<words elm", ">words mug"]),
        ("oak 3", "oak 4", "overlap", ["<words 3", ">words 4"]),
        ("oak 3", "oak 4", "flagged", ["<words 3", ">words 4"]),
        ("oak", "oak", "duplicate", []),
        # words that announce a change belong to a replacement only
        ("oak 3", "oak now 4", "contradiction", ["<number 3", ">number 4"]),
        ("oak 3", "oak now 4", "replaced", ["<number 3", ">change now", ">number 4"]),
        ("oak now 3", "oak 4", "replaced", ["<change now", "<number 3", ">number 4"]),
        ("oak 3", "oak 4", "replaced", ["<number 3", ">number 4"]),
        ("oak now 3", "oak now 4", "replaced", ["<number 3", ">number 4"]),
        # neighbors are one passage, up to two characters apart
        ("oak elm ash fig", "oak", "overlap", ["<words elm ash fig"]),
        ("oak elm  ash", "oak", "overlap", ["<words elm  ash"]),
        ("oak elm   ash", "oak", "overlap", ["<words elm", "<words ash"]),
        ("oak elm, ash", "oak", "overlap", ["<words elm", "<words ash"]),
        ("oak elm\\nash", "oak", "overlap", ["<words elm\\nash"]),
        ("elm ash oak", "oak", "overlap", ["<words elm ash"]),
        ("elm oak ash", "oak", "overlap", ["<words elm", "<words ash"]),
        ("oak", "oak elm the ash", "overlap", [">words elm", ">words ash"]),
    ],
)
def test_the_passages_of_a_verdict_are_shown_in_order(
    older: str, newer: str, kind: str, expected: list[str]
) -> None:
    older = older.replace("\\n", "\n")

    found = evidence(older, newer, Kind(kind))

    assert shown(found) == [line.replace("\\n", "\n") for line in expected]
    bodies = {Side.OLDER: older, Side.NEWER: newer}
    assert all(bodies[one.side][one.start : one.end] == one.text for one in found)


def test_a_passage_of_two_conflicts_is_shown_once() -> None:
    found = evidence(
        "Ana eats fish, Ana eats meat",
        "Ana never eats fish, Ana never eats meat",
        Kind.CONTRADICTION,
    )

    assert len(found) == len(set(found))


def test_few_passages_are_shown_of_each_side() -> None:
    words = [f"elm{chr(97 + at)}x" for at in range(MOST_WORDS + 1)]
    found = evidence("oak", f"oak, {', '.join(words)}", Kind.OVERLAP)

    assert shown(found) == [f">words {word}" for word in words[:MOST_WORDS]]
    both = evidence(f"fig, {', '.join(words)}", f"oak, {', '.join(words[::-1])}", Kind.OVERLAP)
    assert shown(both) == ["<words fig", ">words oak"]


def test_few_words_of_a_change_are_shown() -> None:
    newer = ", ".join(["now"] * (MOST_WORDS + 1))

    found = shown(evidence("oak 3", f"oak 4, {newer}", Kind.REPLACED))

    assert found.count(">change now") == MOST_WORDS
