"""How alike two notes are, which of them only look alike, and what only one of them says exactly."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.parser import read
from notebrain.domain.judge.similarity import (
    LONGEST_SEARCHED,
    are_in_series,
    are_records,
    excludes_other,
    how_alike,
    lone,
    similarity,
    stands_for_other,
    swaps_words,
)
from notebrain.domain.judge.verdict import Bands, Cosines, Kind, Statement
from tests.fakes.likeness import by_pair


@pytest.mark.parametrize(
    ("text", "other", "found"),
    [
        ("Serves 4, see https://example.org/dal", "Serves some", ["4", "https://example.org/dal"]),
        ("On 10 May with Marta", "On 11 May with Jonas", ["10 May", "Marta"]),
        ("It must not freeze", "It may freeze", ["not"]),
        ("At 9:30 in room 4", "In room 4, at 9:30", []),
        ("Ab 7 Uhr bei Frau Huber im Keller", "Ab 6 Uhr im Bad", ["7 Uhr", "Frau", "Huber"]),
        ("Other words, but the same", "The same in other words", []),
        # both are read in the language of both: German nouns are no names
        ("Das Salz ist im Keller", "Salz 3", []),
        ("Salz Regal", "Das Salz ist im Schrank", []),
    ],
)
def test_values_names_and_denials_of_one_text_are_found(
    text: str, other: str, found: list[str]
) -> None:
    assert [text[start:end] for start, end in lone(text, other)] == found


def test_only_the_beginning_of_a_text_is_searched() -> None:
    fill = "word " * (LONGEST_SEARCHED // 5)

    assert lone(f"{fill}900", "") == []
    assert lone(f"{fill[5:]} 900", "") == [(LONGEST_SEARCHED - 4, LONGEST_SEARCHED - 1)]
    assert lone("Rent 900", f"{fill}900") == [(5, 8)]


def pair_of(older: str, newer: str) -> Comparison:
    return Comparison(read(older), read(newer))


FOUR = "oak elm ash yew"
"""Words that all notes of a pair have."""


@pytest.mark.parametrize(
    ("older", "newer", "cosine", "expected"),
    [
        (FOUR, FOUR, None, 1),
        (FOUR, "mug pan", None, 0),
        ("oak elm", "oak elm mug pan", None, (0.5 + 0.75) / 2),
        ("oak elm", "oak elm mug pan", 0.5, (0.625 + 0.5) / 2),
        ("oak elm", "oak elm mug pan", 0.0, 0.625 / 2),
        ("oak elm", "oak elm mug pan", -0.5, 0.625 / 2),
        ("oak elm", "oak elm mug pan", 1.5, (0.625 + 1) / 2),
    ],
)
def test_similarity_is_the_mean_of_words_and_meaning(
    older: str, newer: str, cosine: float | None, expected: float
) -> None:
    assert similarity(pair_of(older, newer), cosine) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("older", "newer", "cosine", "kind"),
    [
        # the more of the words are the same, the less the cosine must say
        ("oak elm ash yew fir fig", "oak elm ash yew fir fig mug", None, "duplicate"),
        ("oak elm ash yew fir fig mug", "oak elm ash yew fir fig", None, "duplicate"),
        ("oak elm ash yew fir", "oak elm ash yew fir mug", None, "overlap"),
        ("oak elm ash yew fir fig", "oak elm ash yew fir fig mug", 0.56, "duplicate"),
        ("oak elm ash yew fir fig", "oak elm ash yew fir fig mug", 0.55, "overlap"),
        ("oak elm ash", "oak elm ash mug", 0.70, "duplicate"),
        ("oak elm ash", "oak elm ash mug", 0.69, "overlap"),
        ("oak elm", "oak elm mug", 0.79, "distinct"),
        ("oak elm", "oak elm mug", 0.80, "duplicate"),
        ("oak elm", "oak elm mug pan jug", 0.80, "duplicate"),
        ("oak elm", "oak elm mug pan jug pig", 0.84, "distinct"),
        ("oak elm", "oak elm mug pan jug pig", 0.85, "flagged"),
        # other values, names, colors, polarity or one word for another: no duplicate however near
        ("tea with Ana", "tea with Ben", 0.99, "distinct"),
        ("oak 900", "oak 950", 0.99, "distinct"),
        ("red oak tree", "blue oak tree", 0.99, "distinct"),
        ("oak never mug", "oak mug", 0.84, "overlap"),
        ("order the birthday cake", "order the birthday balloons", 0.84, "distinct"),
        # who says more: a value besides another word, or three words
        (f"{FOUR} 3", FOUR, 0.9, "duplicate"),
        (f"{FOUR} 3 mug", FOUR, 0.79, "distinct"),
        (f"{FOUR} 3 mug", FOUR, 0.9, "flagged"),
        (FOUR, f"{FOUR} mug pan", 0.9, "duplicate"),
        (FOUR, f"{FOUR}. mug pan jug", 0.9, "overlap"),
        (FOUR, f"{FOUR}. mug pan", 0.9, "duplicate"),
        (f"{FOUR}. mug pan jug", FOUR, 0.9, "overlap"),
        # an overlap is a clause that both have, a quarter of one note and half of the other
        ("oak elm, mug pan", "oak elm, jug pig hen", None, "overlap"),
        ("oak elm, mug pan pup", "oak elm, jug pig hen", None, "distinct"),
        ("oak elm, mug pan", "oak elm, jug pig hen fox bee ant", None, "overlap"),
        ("oak elm, mug pan", "oak elm, jug pig hen fox bee ant eel", None, "distinct"),
        ("oak elm, red pan", "oak elm, blue pig hen", None, "distinct"),
        ("oak elm mug, pan", "oak elm jug, pig hen", None, "distinct"),
        ("oak, mug pan", "oak, jug", None, "distinct"),
        ("oak elm, mug pan", "oak elm, jug pig hen", 0.40, "overlap"),
        ("oak elm, mug pan", "oak elm, jug pig hen", 0.39, "distinct"),
        # short notes in other words
        ("oak mug pan", "elm fir oak", 0.57, "duplicate"),
        ("oak mug pan", "elm fir oak", 0.55, "distinct"),
        ("oak mug pan pup", "elm fir fig oak", 0.59, "duplicate"),
        ("oak mug pan pup", "elm fir fig oak", 0.58, "distinct"),
        ("oak mug pan", "elm fir fig", 0.84, "distinct"),
        ("oak mug never pan", "elm fir oak", 0.84, "distinct"),
        ("oak mug red", "elm blue oak", 0.84, "distinct"),
        ("oak Mug 3", "elm fig 4 oak", 0.99, "distinct"),
        ("oak mug pan", "oak elm fir", 0.79, "duplicate"),
    ],
)  # fmt: skip
def test_words_and_meaning_tell_how_alike_two_notes_are(
    older: str, newer: str, cosine: float | None, kind: str
) -> None:
    pair, cosines = pair_of(older, newer), Cosines(cosine)

    found, confidence = how_alike(pair, cosines, Bands())

    assert found.value == kind
    expected = {
        Kind.FLAGGED: 0.5,
        Kind.DISTINCT: 1 - similarity(pair, cosine),
    }.get(found, 0.5 + similarity(pair, cosine) / 2)
    assert confidence == pytest.approx(expected)


@pytest.mark.parametrize(("count", "kind"), [(13, Kind.DUPLICATE), (14, Kind.DISTINCT)])
def test_only_short_notes_are_alike_in_other_words(count: int, kind: Kind) -> None:
    words = [
        "mug",
        "pan",
        "jug",
        "pig",
        "hen",
        "fox",
        "bee",
        "ant",
        "eel",
        "owl",
        "rat",
        "bat",
        "elk",
        "emu",
    ][:count]

    assert (
        how_alike(pair_of(" ".join(["oak", *words]), "elm fir oak"), Cosines(0.7), Bands())[0]
        is kind
    )
    assert (
        how_alike(pair_of("elm fir oak", " ".join(["oak", *words])), Cosines(0.7), Bands())[0]
        is kind
    )


def test_near_passages_are_enough_for_an_overlap() -> None:
    pair = pair_of("oak elm, mug pan", "oak elm, jug pig hen")

    assert how_alike(pair, Cosines(0.2, 0.4), Bands())[0] is Kind.OVERLAP
    assert how_alike(pair, Cosines(None, 0.4), Bands())[0] is Kind.OVERLAP
    assert how_alike(pair, Cosines(0.2, 0.3), Bands())[0] is Kind.DISTINCT


@pytest.mark.parametrize(
    ("older", "newer", "says"),
    [
        ("oak 3", "oak 4", "stands swaps"),
        ("tea with Ana", "tea with Ben", "stands swaps"),
        ("oak 3", "oak mug", "swaps"),
        ("oak 3", "oak", ""),
        ("red oak", "blue oak", "stands excludes swaps"),
        ("red oak elm ash", "oak elm ash", ""),
        ("order oak cake", "order oak bread", "swaps"),
        ("order oak cake now here", "order oak bread tin box", ""),
        # a clause of its own adds something
        ("order oak, cake", "order oak bread", ""),
        ("order oak cake", "order oak, bread", ""),
        ("order oak, cake", "order oak, bread", ""),
        ("order, oak cake", "order, oak bread", "swaps"),
    ],
)
def test_words_stand_for_exclude_or_replace_others(older: str, newer: str, says: str) -> None:
    pair = pair_of(older, newer)
    found = {
        "stands": stands_for_other(pair),
        "excludes": excludes_other(pair),
        "swaps": swaps_words(pair),
    }

    assert {name for name, holds in found.items() if holds} == set(says.split())


@pytest.mark.parametrize(("alike", "swaps"), [(0.49, True), (0.5, False), (0.61, False)])
def test_a_similar_word_is_not_swapped_in(alike: float, swaps: bool) -> None:
    pair = Comparison(
        read("rent oak due"), read("rent oak paid"), by_pair(lambda _one, _other: alike)
    )

    assert swaps_words(pair) is swaps


@pytest.mark.parametrize(("count", "excludes"), [(20, True), (21, False)])
def test_in_long_notes_words_that_exclude_each_other_mean_nothing(
    count: int, excludes: bool
) -> None:
    older = " ".join(["red", *(f"oak{chr(97 + at)}x" for at in range(count - 1))])
    newer = " ".join(["blue", *(f"elm{chr(97 + at)}y" for at in range(19))])

    assert excludes_other(pair_of(older, newer)) is excludes


@pytest.mark.parametrize(
    ("older", "newer", "records"),
    [
        # figures of another day, or many figures
        ("The talk is on 3 May. The hall has 20 seats", "The talk is on 4 May. The hall has 25 seats", True),
        ("The talk is on 3 May. The hall costs 20 EUR", "The talk is on 4 May. The hall costs 25 EUR", True),
        ("The talk is on 3 May", "The talk is on 4 May", False),
        ("The talk is on 3 May. It is at 9:00", "The talk is on 4 May. It is at 10:00", False),
        ("Oak needs 20 g", "Oak needs 25 g", False),
        ("Oak, 20 g flour, 2 eggs", "Oak, 25 g flour, 3 eggs", False),
        ("Oak, 20 g flour, 2 eggs, 3 l milk", "Oak, 25 g flour, 3 eggs, 4 l milk", True),
        # unless a sentence says how a thing is
        ("Oak needs 20 g flour, 2 eggs, 3 l milk", "Oak needs 25 g flour, 3 eggs, 4 l milk", False),
        ("Oak needed 20 g flour, 2 eggs, 3 l milk", "Oak needed 25 g flour, 3 eggs, 4 l milk", True),
        ("Diary needs 20 g flour, 2 eggs, 3 l milk", "Diary needs 25 g flour, 3 eggs, 4 l milk", True),
        # or by parts, one of which is as before
        ("Oak, 20 g flour, 2 eggs, 3 l milk, 5 g salt", "Oak, 25 g flour, 3 eggs, 4 l milk, 5 g salt", False),
        ("Oak, 20 g flour, 2 eggs, 3 l, 5 g salt", "Oak, 25 g flour, 3 eggs, 4 l, 5 g salt", False),
        ("Oak, 20 g flour, 2, 3 l, 5 g salt ash", "Oak, 25 g flour, 3, 4 l, 5 g salt ash", True),
        ("Oak, 20 g flour, 2 eggs, 3 l, 7 m, 5 g salt", "Oak, 25 g flour, 3 eggs, 4 l, 8 m, 5 g salt", True),
        # a date beside figures is when they were recorded
        ("Old oak tree is 20 g, 2 m on 3 May", "Old oak tree is 25 g, 3 m on 4 May", True),
        # in several sentences: two words a figure
        (
            "The oak tree is 20 cm. The old ox is 30 cm. The tall ash is 40 cm",
            "The oak tree is 21 cm. The old ox is 31 cm. The tall ash is 41 cm",
            False,
        ),
        (
            "The oak tree is 20 cm. The old elm is 30 cm. The ash is 40 cm",
            "The oak tree is 21 cm. The old elm is 31 cm. The ash is 41 cm",
            True,
        ),
        # more than five figures are a form
        ("Oak is 20, elm 30, ash 40, yew 50, fir 60", "Oak is 21, elm 31, ash 41, yew 51, fir 61", False),
        ("Oak is 20, elm 30, ash 40, yew 50, fir 60, fig 7", "Oak is 21, elm 31, ash 41, yew 51, fir 61, fig 8", True),
        # a denial, an opposite or another name is no figure
        ("Ana swims 5 km, 2 h, 3 l", "Ana never swims 6 km, 3 h, 4 l", False),
    ],
)  # fmt: skip
def test_other_figures_are_another_record_unless_they_describe_a_thing(
    older: str, newer: str, records: bool
) -> None:
    pair = pair_of(older, newer)

    assert are_records(pair, pair.conflicts) is records


@pytest.mark.parametrize(
    ("older", "newer", "series"),
    [
        (Statement("Log 7: wet"), Statement("Log 8: wet"), True),
        (Statement("wet", "Log 7"), Statement("wet", "Log 8"), True),
        (Statement("2026-03-02 14:22 wet"), Statement("2026-03-02 14:25 wet"), True),
        (Statement("# Oak\n" + "x" * 80), Statement("# Elm\n" + "x" * 80), True),
        (Statement("Log 7: wet"), Statement("Log 7: dry"), False),
        (Statement("wet"), Statement("dry"), False),
        # a phone number, or what something is, names no member
        (Statement("Call number 555-0142"), Statement("Call number 555-0143"), False),
        (Statement("Call number 555014"), Statement("Call number 555015"), False),
        (Statement("Call number 55501"), Statement("Call number 55502"), True),
        (Statement("The order is number 7"), Statement("The order is number 8"), False),
    ],
)
def test_members_of_a_series_are_told_by_title_or_text(
    older: Statement, newer: Statement, series: bool
) -> None:
    assert are_in_series(older, newer) is series
    assert are_in_series(newer, older) is series


WORDS = st.lists(st.sampled_from(["oak", "elm", "Ana", "3 kg", "4 May", "red", "blue", ", "])).map(
    " ".join
)


@given(WORDS, WORDS, st.one_of(st.none(), st.floats(-1, 1)))
def test_similarity_is_symmetric_and_at_most_that_of_a_copy(
    older: str, newer: str, cosine: float | None
) -> None:
    there, back = (
        similarity(pair_of(*texts), cosine) for texts in ((older, newer), (newer, older))
    )

    assert there == pytest.approx(back)
    assert 0 <= there <= similarity(pair_of(f"oak {older}", f"oak {older}"), cosine) + 1e-9
