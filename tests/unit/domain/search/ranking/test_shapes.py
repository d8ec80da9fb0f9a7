"""What a text is about, which values it states, and which member of a series it is."""

import pytest

from notebrain.domain.search.ranking.features import (
    LONGEST_READ,
    Shape,
    are_entries,
    are_members,
    are_named_apart,
    containment,
    label,
    overlap,
    says_change,
    values_differ,
)


@pytest.mark.parametrize(
    ("text", "subject", "values", "changes", "length"),
    [
        ("", "", "", False, 0),
        ("the dog and the cat", "dog cat", "", False, 5),
        # names within a sentence are values and belong to the subject
        ("Ana met Ben. Then Tom came", "ana met ben tom came", "ben tom", False, 6),
        ("dog (Rex) barks\n- Max barks! Tim", "dog rex bark max tim", "rex", False, 6),
        ("so a dog 12 cats and B7", "dog cat", "12 b7", False, 7),
        ("due Monday, 4 May or today", "due", "monday 4 may today", False, 6),
        ("due Mondays 2026-03-14 at 9.30", "due", "mondays 2026-03-14 9.30", False, 5),
        ("march on, may be", "", "march may", False, 4),
        ("a Ben", "ben", "ben", False, 2),
        # what announces a change
        ("dog moved out", "dog move", "", True, 3),
        ("the dog now barks", "dog bark", "", True, 4),
        ("it is now", "", "", True, 3),
        ("dog no longer barks", "dog longer bark", "", True, 4),
        ("longer dog barks", "longer dog bark", "", False, 3),
        ("rent goes up", "rent goe", "", True, 3),
        ("stand up dog", "stand dog", "", False, 3),
        ("don't well-known", "don't well-known", "", False, 2),
    ],
)
def test_a_shape_has_a_subject_values_and_a_length(
    text: str, subject: str, values: str, changes: bool, length: int
) -> None:
    shape = Shape.of(text)

    assert sorted(shape.subject) == sorted(set(subject.split()))
    assert sorted(shape.values) == sorted(set(values.split()))
    assert (shape.changes, shape.length) == (changes, length)


def test_only_the_beginning_of_a_text_has_a_shape() -> None:
    text = "dog " * (LONGEST_READ // 4)

    assert Shape.of(text + "cat") == Shape.of(text)
    assert Shape.of(text[4:] + "cat").length == LONGEST_READ // 4


@pytest.mark.parametrize(
    ("word", "changes"),
    [("now", True), ("raised", True), ("cancelled", True), ("nowhere", False), ("renew", False), ("dog", False)],
)  # fmt: skip
def test_some_words_announce_a_change(word: str, changes: bool) -> None:
    assert says_change(word) is changes


@pytest.mark.parametrize(
    ("one", "other", "shared", "contained", "differ"),
    [
        ("dog cat", "dog cat", 1, 1, False),
        ("dog cat", "dog", 1 / 2, 1, False),
        ("dog cat cow", "cow pig", 1 / 4, 1 / 2, False),
        ("dog", "cat", 0, 0, False),
        ("", "dog", 0, 0, False),
        ("dog 3", "dog 4", 1, 1, True),
        ("dog 3", "dog", 1, 1, False),
        ("dog 3", "dog 3 4", 1, 1, False),
        ("dog 3 5", "dog 3 4", 1, 1, True),
    ],
)
def test_shapes_are_compared_by_subject_and_values(
    one: str, other: str, shared: float, contained: float, differ: bool
) -> None:
    for first, second in ((one, other), (other, one)):
        shapes = Shape.of(first), Shape.of(second)
        assert overlap(*shapes) == pytest.approx(shared)
        assert containment(*shapes) == pytest.approx(contained)
        assert values_differ(*shapes) is differ


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## Log 2026-11-20", ("log", "2026-11-20")),
        ("- Log 20 November 2026: wet", ("log", "20 november 2026")),
        ("LOG November 20: wet", ("log", "november 20")),
        ("Log May 2026 - wet", ("log", "may 2026")),
        ("Log 3.4.26, wet", ("log", "3.4.26")),
        ("2026-11-20 Log 7", ("log", "2026-11-20")),
        # a date that is stated is no name
        ("Log of what is due on 3 May", None),
        ("Log until 3 May", None),
        ("Rechnung vom 3.4.2026", None),
        # numbers of what is counted
        ("Chapter 7", ("chapter", "7")),
        ("Chapter 7 on dogs", ("chapter on dogs", "7")),
        ("Lab chapter 7-2 on 3 dogs", ("lab chapter on dogs", "7-2")),
        ("Chapter dogs 7", ("chapter dogs", "7")),
        ("Chapter dogs 7 wet", None),
        ("3 dogs chapter 7", ("dogs chapter", "7")),
        ("Dogs #7", ("dogs", "7")),
        ("Dogs 7", None),
        ("Dogs: chapter 7", None),
        ("x" * 74 + " log 7", ("x" * 74 + " log", "7")),
        ("x" * 75 + " log 7", None),
        ("", None),
    ],
)
def test_a_label_is_the_name_of_a_series_and_the_member(
    text: str, expected: tuple[str, str] | None
) -> None:
    assert label(text) == expected


@pytest.mark.parametrize(
    ("one", "other", "members"),
    [
        ("Log 7", "Log 8", True),
        ("Log 7", "log 8: wet", True),
        ("Log 7", "Log 7: wet", False),
        ("Log 7", "Run 8", False),
        ("Log 7", "Dogs", False),
        ("Dogs", "Cats", False),
    ],
)
def test_members_have_one_name_and_another_number(one: str, other: str, members: bool) -> None:
    assert are_members(one, other) is members
    assert are_members(other, one) is members


@pytest.mark.parametrize(
    ("one", "other", "entries"),
    [
        ("2026-03-02 14:22 slow", "2026-03-02 14:25 slow", True),
        ("- [2026-03-02T14:22:01] slow", "* 2026-03-02 14:22:02.5 slow", True),
        ("2026-03-02 14:22 slow", "2026-03-02 14:22 fast", False),
        ("2026-03-02 14:22 slow", "slow", False),
        ("slow", "fast", False),
        ("slow 2026-03-02 14:22", "slow 2026-03-02 14:25", False),
    ],
)
def test_lines_of_a_log_begin_with_other_times(one: str, other: str, entries: bool) -> None:
    assert are_entries(one, other) is entries
    assert are_entries(other, one) is entries


UNDER = "x" * 79


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        (f"# Dogs\n{UNDER}x", f"# Cats\n{UNDER}x", True),
        (f"###### Dogs\n{UNDER}x", f"# Cats\n{UNDER}x", True),
        # a heading that is nearly the whole note is no heading
        (f"# Dogs\n{UNDER}", f"# Cats\n{UNDER}x", False),
        (f"# Dogs\n{UNDER}x", f"# Dogs bark\n{UNDER}x", False),
        (f"# Dogs\n{UNDER}x", f"Cats\n{UNDER}x", False),
        (f"# Dogs 3\n{UNDER}x", f"# Dogs 4\n{UNDER}x", False),
    ],
)
def test_headings_name_different_things(one: str, other: str, apart: bool) -> None:
    assert are_named_apart(one, other) is apart
    assert are_named_apart(other, one) is apart
