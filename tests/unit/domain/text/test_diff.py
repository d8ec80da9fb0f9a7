"""The comparison of two texts, word by word."""

import time

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.text import alignment
from notebrain.domain.text.alignment import DiffBudget, common, common_size
from notebrain.domain.text.diff import Amount, Comparison, Kind, compare

_WORDS = st.lists(st.sampled_from(["a", "bb", "it’s", "6", " ", "  ", "\n", ",", "\r\n", "\x85"]))
_TEXTS = st.one_of(st.text(max_size=60), _WORDS.map("".join))


def marked(comparison: Comparison) -> str:
    """Return the text with [-removed-] and {+added+}."""
    forms = {Kind.SAME: "{}", Kind.REMOVED: "[-{}-]", Kind.ADDED: "{{+{}+}}"}
    return "".join(forms[piece.kind].format(piece.text) for piece in comparison.pieces)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", ""),
        ("same", "same", "same"),
        ("", "new text", "{+new text+}"),
        ("gone", "", "[-gone-]"),
        ("It is 5 °C now.", "It is 6 °C now.", "It is [-5-]{+6+} °C now."),
        ("P1 = 0.5", "P1 = 0.85", "P1 = [-0.5-]{+0.85+}"),
        ("don’t", "do", "[-don’t-]{+do+}"),
        ("a quick fox sat", "a slow dog sat", "a [-quick fox-]{+slow dog+} sat"),
        ("one four", "one two, three four", "one {+two, three +}four"),
        ("one two three", "one three", "one [-two -]three"),
        ("one\ntwo\nthree\n", "one\nthree\n", "one\n[-two\n-]three\n"),
        ("one\nthree\n", "one\ntwo\nthree\n", "one\n{+two\n+}three\n"),
        ("end", "end\n", "end{+\n+}"),
    ],
)
def test_a_change_is_told_in_whole_words(old: str, new: str, expected: str) -> None:
    assert marked(compare(old, new)) == expected


@given(_TEXTS, _TEXTS)
def test_a_comparison_gives_both_texts_back(old: str, new: str) -> None:
    comparison = compare(old, new)

    assert comparison.old == old
    assert comparison.new == new
    assert comparison.changed == (old != new)


@given(_TEXTS, _TEXTS)
def test_a_comparison_that_runs_out_of_effort_gives_both_texts_back(old: str, new: str) -> None:
    before = alignment.MOST_EDITS
    alignment.MOST_EDITS = 2
    try:
        comparison = compare(old, new)
    finally:
        alignment.MOST_EDITS = before

    assert (comparison.old, comparison.new) == (old, new)


@given(st.lists(st.sampled_from("abcde")), st.lists(st.sampled_from("abcde")))
def test_what_is_common_rises_on_both_sides_and_is_equal(old: list[str], new: list[str]) -> None:
    for steps in (0, 1_000_000):
        at = new_at = 0
        for run in common(old, new, DiffBudget(steps)):
            assert run.old >= at
            assert run.new >= new_at
            assert old[run.old : run.old + run.size] == new[run.new : run.new + run.size]
            at, new_at = run.old + run.size, run.new + run.size


def test_words_and_changes_are_counted() -> None:
    comparison = compare("one two three\nfour\n", "one 2 3 three\nfour\nfive six\n")

    assert comparison.words(Kind.REMOVED) == 1
    assert comparison.words(Kind.ADDED) == 4
    assert len(comparison.changes()) == 2


@pytest.mark.slow
@pytest.mark.parametrize("every", [1, 7, 100])
def test_a_megabyte_is_compared_in_seconds(every: int) -> None:
    lines = [f"line {n} of a long note with some more words in it\n" for n in range(20_000)]
    changed = [
        line.replace("long", "very short") if n % every == 0 else line
        for n, line in enumerate(lines)
    ]
    began = time.process_time()

    comparison = compare("".join(lines), "".join(changed))

    assert time.process_time() - began < 30
    assert comparison.new == "".join(changed)
    assert comparison.words(Kind.REMOVED) <= 20_000 * 11


def test_a_long_line_that_is_all_different_is_compared_in_seconds() -> None:
    old = " ".join(f"a{n % 999}" for n in range(100_000))
    new = " ".join(f"a{n % 998}" for n in range(100_000))
    began = time.process_time()

    comparison = compare(old, new)

    assert time.process_time() - began < 30
    assert (comparison.old, comparison.new) == (old, new)


@pytest.mark.parametrize(
    ("old", "new", "amount"),
    [
        ("", "", Amount()),
        ("same", "same", Amount()),
        ("", "two words", Amount(words_added=2, is_change=True)),
        ("one, two", "one two", Amount(is_change=True)),
        ("It is 5 °C.", "It is 6 °C.", Amount(1, 1, 0, is_change=True)),
        ("a\nb c\nd\n", "a\nd\n", Amount(0, 2, 1, is_change=True)),
        ("a\n\nb\n\nc\n", "a\n", Amount(0, 2, 2, is_change=True)),
        ("a\nb\nc", "a", Amount(0, 2, 2, is_change=True)),
        ("a b\nc d\ne", "a\ne", Amount(0, 3, 1, is_change=True)),
        ("- [ ] rice", "- [x] rice", Amount(is_change=True)),
        ("a", "a\n\n___", Amount(is_change=True)),
        ("a", "a __init__", Amount(1, is_change=True)),
        ("a\nb", "", Amount(0, 2, 2, is_change=True)),
    ],
)
def test_an_amount_counts_words_and_the_lines_that_are_gone(
    old: str, new: str, amount: Amount
) -> None:
    assert compare(old, new).amount() == amount


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "The lamp is 4 W.\n\nIt hangs.\n\nNew.\n"),
        (1, "The lamp is 6 W.\n\nIt stood.\n\nNew.\n"),
        (2, "The lamp is 6 W.\n\nIt hangs.\n\n"),
    ],
)
def test_one_change_is_taken_back_and_the_others_stay(number: int, text: str) -> None:
    old = "The lamp is 4 W.\n\nIt stood.\n\n"
    comparison = compare(old, "The lamp is 6 W.\n\nIt hangs.\n\nNew.\n")

    assert comparison.reverted(number) == text


@given(_TEXTS, _TEXTS)
def test_changes_taken_back_one_by_one_lead_back_to_the_old_text(old: str, new: str) -> None:
    for _turn in range(len(old) + len(new)):
        comparison = compare(old, new)
        if not comparison.changes():
            break
        new = comparison.reverted(0)

    assert new == old


@given(
    st.lists(st.sampled_from("abcd"), max_size=40), st.lists(st.sampled_from("abcd"), max_size=40)
)
def test_what_sequences_have_in_common_is_counted_without_finding_it(
    old: list[str], new: list[str]
) -> None:
    assert common_size(old, new) == sum(run.size for run in common(old, new))
