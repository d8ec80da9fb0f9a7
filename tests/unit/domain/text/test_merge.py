import random
import re

import pytest
from hypothesis import example, given, strategies as st

from notebrain.domain.text.merge import merge_texts

MERGED = {
    "two boxes one under the other are ticked": (
        "- [ ] a\n- [ ] b",
        "- [x] a\n- [ ] b",
        "- [ ] a\n- [x] b",
        "- [x] a\n- [x] b",
    ),
    "both tick one box, and one of them the next": (
        "[ ] a\n[ ] b\n",
        "[x] a\n[x] b\n",
        "[x] a\n[ ] b\n",
        "[x] a\n[x] b\n",
    ),
    "a line is added below the last, which the other side changes": (
        "a\nb",
        "a\nB",
        "a\nb\nc",
        "a\nB\nc",
    ),
    "a line is put above the first, which the other side changes": (
        "a\nb",
        "new\na\nb",
        "A\nb",
        "new\nA\nb",
    ),
    "a line between two that the other side changes": (
        "a\nb\n",
        "A\nB\n",
        "a\nnew\nb\n",
        "A\nnew\nB\n",
    ),
    "both add the same": ("a\n", "a\nb\n", "a\nb\n", "a\nb\n"),
    "one deletes a line, the other changes the next": (
        "a\nb\nc\n",
        "b\nc\n",
        "a\nB\nc\n",
        "B\nc\n",
    ),
    "one cuts the end, the other adds at the start": ("a\nb\n", "a\n", "x\na\nb\n", "x\na\n"),
    "line ends of windows stay": ("a\r\nb", "A\r\nb", "a\r\nb\r\nc", "A\r\nb\r\nc"),
    "what one side added has the only line ends": ("a", "a\r\nb", "A", "A\r\nb"),
    "line ends of old macs count": ("a\rb\r", "A\rb\r", "a\rB\r", "A\rB\r"),
    "mixed line ends stay as they are": (
        "a\r\nb\nc\rd",
        "A\r\nb\nc\rd",
        "a\r\nb\nc\rD",
        "A\r\nb\nc\rD",
    ),
    "the last line end is taken away, a line above changes": ("a\nb\n", "a\nb", "A\nb\n", "A\nb"),
    "a last line end is added, and lines below": ("a\nb", "a\nb\n", "x\na\nb", "x\na\nb\n"),
    "u+2028 ends no line": ("a\u2028b\nc", "A\u2028b\nc", "a\u2028b\nC", "A\u2028b\nC"),
}
TOUCHING = {
    "one line changed in two ways": ("a b c\n", "A b c\n", "a b C\n"),
    "two things added at the end": ("a\n", "a\nb\n", "a\nc\n"),
    "two things added at the end without a last line end": ("a", "a\nb", "a\nc"),
    "two things written into nothing": ("", "b", "c"),
    "a line deleted and changed": ("a\nb\nc\n", "a\nc\n", "a\nB\nc\n"),
    "a line added right below one that went": ("a\nb\nc\n", "a\nc\n", "a\nb\nx\nc\n"),
    "all deleted and a line added": ("a\nb\n", "", "a\nb\nc\n"),
    "a stretch rewritten, and a line in it": ("a\nb\nc\n", "x\ny\n", "a\nB\nc\n"),
}


@pytest.mark.parametrize("case", MERGED.values(), ids=list(MERGED))
def test_edits_that_do_not_touch_are_both_in_the_text(case) -> None:
    base, mine, theirs, merged = case

    assert merge_texts(base, mine, theirs) == merged
    assert merge_texts(base, theirs, mine) == merged


@pytest.mark.parametrize("case", TOUCHING.values(), ids=list(TOUCHING))
def test_edits_that_touch_are_told(case) -> None:
    base, mine, theirs = case

    assert merge_texts(base, mine, theirs) is None
    assert merge_texts(base, theirs, mine) is None


words = st.sampled_from(["", "a", "b", "b c", "- [ ] d", "- [x] d", "e\u2028", "🌻"])
lines = st.tuples(words, st.sampled_from(["\n", "\n", "\r\n", "\r"])).map("".join)
texts = st.builds(lambda some, last: "".join(some) + last, st.lists(lines, max_size=8), words)


@st.composite
def edited(draw: st.DrawFn, text: str) -> str:
    """Some edits of a text, by lines."""
    rows = re.findall(r"[^\n]*\n|[^\n]+", text)
    for _number in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(rows)))
        removed = draw(st.integers(0, 2))
        new = draw(st.lists(st.integers(0, 10**6).map("w{}\n".format), max_size=2))
        rows[at : at + removed] = new
    return "".join(rows)


@st.composite
def versions(draw: st.DrawFn) -> tuple[str, str, str]:
    base = draw(texts)
    return base, draw(edited(base)), draw(edited(base))


@given(texts, texts)
def test_what_only_one_side_changed_is_taken_as_it_is(base, new) -> None:
    assert merge_texts(base, new, base) == new
    assert merge_texts(base, base, new) == new
    assert merge_texts(base, new, new) == new


@pytest.mark.slow
@given(st.one_of(versions(), st.tuples(texts, texts, texts)))
@example(("a", "", "a\n"))
@example(("a", "\n", "a\r\n"))
def test_it_makes_no_difference_which_side_is_whose(some) -> None:
    base, mine, theirs = some

    assert merge_texts(base, mine, theirs) == merge_texts(base, theirs, mine)


@pytest.mark.slow
@given(versions())
def test_every_word_added_is_in_the_text_or_the_edits_are_told_to_touch(some) -> None:
    base, mine, theirs = some
    merged = merge_texts(base, mine, theirs)

    if merged is not None:
        added = (set(mine.split()) | set(theirs.split())) - set(base.split())
        assert added <= set(merged.split())


@pytest.mark.slow
@given(versions())
def test_no_line_is_in_the_text_that_is_in_none_of_the_three(some) -> None:
    base, mine, theirs = some
    merged = merge_texts(base, mine, theirs)

    if merged is not None:
        known = {line for text in some for line in re.split(r"\r\n|\r|\n", text)}
        assert set(re.split(r"\r\n|\r|\n", merged)) <= known | {""}


@pytest.mark.slow
def test_a_megabyte_with_every_line_changed_on_both_sides_ends() -> None:
    rows = [f"line {number} {'x' * 30}" for number in range(25_000)]
    mine = [f"{row} mine" for row in rows]
    dice = random.Random(1)
    theirs = sorted(rows, key=lambda _row: dice.random())

    assert merge_texts("\n".join(rows), "\n".join(mine), "\n".join(theirs)) is None


def test_a_large_text_with_far_edits_merges() -> None:
    rows = [f"line {number % 7}" for number in range(40_000)]
    mine, theirs = list(rows), list(rows)
    mine[10] = "mine"
    theirs[39_990:39_990] = ["theirs"]

    merged = merge_texts("\n".join(rows), "\n".join(mine), "\n".join(theirs))

    assert merged is not None
    assert merged.split("\n")[10] == "mine"
    assert "theirs" in merged.split("\n")
    assert len(merged.split("\n")) == 40_001
