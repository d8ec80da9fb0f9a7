"""A merged text of a model may say nothing of its own."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.review.merge import LONGEST, stands

OLDER = "Dal for 4: 500 g lentils.\nAnn's recipe, https://a.example/dal, see v1.2.\nDo not salt it."
NEWER = "Dal: lentils, 20 minutes, costs €12.\nServe on 3 March at 18:30. - [x] buy 2.5 kg rice"
WORDS = st.text("abcdef äöü -*.,:#", min_size=1, max_size=20)
LINES = st.lists(
    st.one_of(
        WORDS, st.integers(-9, 9999).map(str), st.sampled_from((*OLDER.split(), *NEWER.split()))
    ),
    min_size=1,
    max_size=6,
).map(" ".join)
TEXTS = st.lists(LINES, min_size=1, max_size=6)


@pytest.mark.parametrize(
    "merged",
    [
        f"{OLDER}\n{NEWER}",
        "Dal for 4",
        "**Dal**: 500 g lentils, costs €12.",
        "The dal and the rice: Ann's recipe is at https://a.example/dal.",
        "Serve on 3 March\n\n- 500 g lentils\n- 2.5 kg rice",
        "DAL",
    ],
)
def test_a_merge_made_of_both_texts_stands(merged: str) -> None:
    assert stands(merged, OLDER, NEWER)


@pytest.mark.parametrize(
    ("merged", "why"),
    [
        ("", "empty"),
        (" \n\t", "blank"),
        ("Dal " * 200, "longer than both"),
        ("Dal for 6", "a number"),
        ("500 kg lentils", "a unit that stood with another number"),
        ("Serve on 4 March", "a date"),
        ("Serve on 2 March", "a date out of two values"),
        ("Serve at 20:30", "a time"),
        ("costs €500", "an amount out of two values"),
        ("costs 12 euros", "an amount in other words"),
        ("See v2.1", "a version"),
        ("https://a.example/rice", "an address"),
        ("https://b.example/dal", "an address elsewhere"),
        ("Bob's recipe", "a name"),
        ("Dal with garlic", "a content word"),
        ("Do never salt it", "a word that denies"),
        ("Serve before 3 March", "a word of order"),
        ("-4", "a sign"),
        ("buy ½", "a fraction"),
        ("- [ ] buy rice?", "a question"),
        ("Dal\ud800", "half a character"),
        ("Dal ✗", "a sign of its own"),
        ("Dal\x00", "a control character"),
        ("x" * (LONGEST + 1), "very long"),
    ],
)
def test_a_merge_with_anything_else_does_not_stand(merged: str, why: str) -> None:
    assert not stands(merged, OLDER, NEWER), why


@pytest.mark.slow
@given(TEXTS, TEXTS, st.data())
def test_any_choice_of_the_lines_of_both_stands(
    older: list[str], newer: list[str], data: st.DataObject
) -> None:
    lines = data.draw(st.permutations([*older, *newer]))
    merged = "\n".join(lines[: data.draw(st.integers(1, len(lines)))])
    if merged.strip():
        assert stands(merged, "\n".join(older), "\n".join(newer))


@pytest.mark.slow
@given(TEXTS, TEXTS, st.integers(10_000, 10**9), st.data())
def test_any_merge_with_a_foreign_number_does_not_stand(
    older: list[str], newer: list[str], number: int, data: st.DataObject
) -> None:
    lines = [*older, *newer]
    at = data.draw(st.integers(0, len(lines) - 1))
    place = data.draw(st.integers(0, len(lines[at])))
    merged = f"{lines[at][:place]}{number}{lines[at][place:]}"
    assert not stands(merged, "\n".join(older) + "\nabcdefabcdef", "\n".join(newer))
