"""Nothing of two notes vanishes in a merge: every line is in its text or named as left out, under one title."""

import re

import pytest
from hypothesis import example, given, strategies as st

from notebrain.domain.review.merge import left_out, propose, propose_conflict

WORDS = st.one_of(
    st.sampled_from(
        ("open", "the oven", "do not", "never", "only", "minutes", "OPEN", "kein Ofen")
    ),
    st.sampled_from(("5", "-5", "1.5", "after 20", "3. März", "z.B.", "Dr.", "rice’s", "🎉", "½")),
)
MARKS = st.sampled_from(("", ".", "!", "?", "…", ":", ",", " .", ".)", "…?"))
SENTENCES = st.builds(
    lambda words, mark: f"{' '.join(words)}{mark}", st.lists(WORDS, min_size=1, max_size=4), MARKS
)
LEADS = st.sampled_from(
    ("", "", "# ", "## ", "- ", "* ", "  - ", "1. ", "- [ ] ", "- [x] ", "> ", "| ", "\t")
)
LINES = st.one_of(
    st.builds(
        lambda lead, said: lead + " ".join(said), LEADS, st.lists(SENTENCES, min_size=1, max_size=3)
    ),
    st.sampled_from(("", "", "---", "```", "|---|", "***", "   ", "🎉", "-", "#")),
    st.text(max_size=12),
)
NOTES = st.lists(LINES, max_size=6).map("\n".join)


def spaced(text: str) -> str:
    return " ".join(text.split())


def vanished(merged: str, text: str) -> list[str]:
    """Return the sentences of a text that are neither in a merge nor named as left out.

    A sentence is in a text if it is not merely a part of another one: "open it" is not in "do not open it".
    """
    removed = [spaced(line) for line in left_out(merged, text)]
    lines = {spaced(line) for line in merged.splitlines()}
    return [
        sentence
        for line in map(spaced, text.splitlines())
        if line not in lines and line not in removed
        for sentence in re.split(r"(?<=[.!?…])\s", line)
        if sentence and not any(_holds(whole, sentence) for whole in (*lines, *removed))
    ]


def _holds(whole: str, sentence: str) -> bool:
    return bool(re.search(rf"(?:^|[.!?…]\s){re.escape(sentence)}(?:$|\s)", whole))


@pytest.mark.parametrize(
    ("older", "newer", "merged", "removed"),
    [
        (
            "Do not open the oven in the first 20 minutes.",
            "Open the oven in the first 20 minutes.",
            "Do not open the oven in the first 20 minutes. Open the oven in the first 20 minutes.",
            [],
        ),
        (
            "# Bread\n\nBake 40 minutes. Then open the oven and let it cool.",
            "# Sourdough bread\n\nOpen the oven and let it cool.\nEat.",
            "# Bread\n\nBake 40 minutes. Then open the oven and let it cool.\n\nEat.",
            ["# Sourdough bread", "Open the oven and let it cool."],
        ),
        ("Bake it", "# Bread\n\nCool it", "# Bread\n\nBake it\n\nCool it", []),
        ("# Bread\nBake it", "# Eat it", "# Bread\nBake it\n\nEat it", ["# Eat it"]),
        ("Rent is 900", "Rent is 1150", "Rent is 900\nRent is 1150", []),
        ("It is -5 there", "It is 5 there", "It is -5 there\nIt is 5 there", []),
        ("Wait 1.5 hours", "Wait 1.5 hours\n\nor 5 hours", "Wait 1.5 hours\n\nor 5 hours", []),
        (
            "- [ ] buy rice",
            "- [x] buy rice",
            "- [ ] buy rice\n- [x] buy rice",
            [],
        ),
        (
            "Plan\n- rice",
            "Plan\n- salt. Not much.\n  - sea salt\n\n```\nx = 1. + y\n```",
            "Plan\n- rice\n\n- salt. Not much.\n  - sea salt\n\n```\nx = 1. + y\n```",
            [],
        ),
        ("* Rice\n* Salt", "- rice\n- pepper", "* Rice\n* Salt\n\n- pepper", ["- rice"]),
        (
            "1. Mix flour\n2. Bake it",
            "1. Mix flour, salt\n2. Bake it\n3. Eat it",
            "1. Mix flour\n2. Bake it\n\n1. Mix flour, salt\n3. Eat it",
            [],
        ),
        ("", "Rice", "Rice", []),
        ("Rice", "", "Rice", []),
    ],
)
def test_what_is_merged_and_what_is_left_out(
    older: str, newer: str, merged: str, removed: list[str]
) -> None:
    assert propose(older, newer) == merged
    assert list(left_out(merged, older, newer)) == removed


@given(NOTES, NOTES)
@example("Do not open the oven", "Open the oven")
@example("3. März", "5. März")
def test_no_line_vanishes_from_a_proposal(older: str, newer: str) -> None:
    merged = propose(older, newer)

    assert vanished(merged, older) == []
    assert vanished(merged, newer) == []


@given(NOTES, NOTES)
def test_a_proposal_keeps_every_line_of_the_older_text(older: str, newer: str) -> None:
    merged = {spaced(line) for line in propose(older, newer).splitlines()}
    in_one_line = "\n" not in older.strip()

    assert in_one_line or {spaced(line) for line in older.splitlines()} - {""} <= merged
    assert list(left_out(propose(older, newer), older)) == []


@given(NOTES, NOTES)
def test_a_proposal_has_one_title(older: str, newer: str) -> None:
    def titles(text: str) -> int:
        return sum(bool(re.match(r"#+ +\S", line)) for line in text.splitlines())

    below = newer.strip("\n").partition("\n")[2]
    is_titled = titles(newer) > titles(below)
    merged = propose(older, newer)

    if is_titled and older.strip():
        has_title = titles(older.strip("\n").partition("\n")[0]) == 1
        kept = not has_title and bool(below.strip())
        assert titles(merged) <= titles(older) + titles(below) + kept


@given(NOTES, NOTES, NOTES)
def test_no_line_vanishes_from_the_proposal_for_a_conflict(
    mine: str, theirs: str, base: str
) -> None:
    merged = propose_conflict(mine, theirs, base)

    assert vanished(merged, mine) == []
    assert vanished(merged, theirs) == []


@given(NOTES, NOTES)
def test_whatever_the_user_writes_instead_each_line_is_there_or_named(text: str, note: str) -> None:
    assert vanished(text, note) == []


@example("# 🎉")
@given(NOTES)
def test_a_note_beside_itself_is_itself(text: str) -> None:
    assert propose(text, text) == text
    assert list(left_out(text, text)) == []
