from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.note import Category
from notebrain.domain.sync.merge import merge
from notebrain.domain.sync.records import NoteRecord

BASE = NoteRecord(
    id="0198f0a0-0000-7000-8000-000000000001",
    workspace="Personal",
    title="one",
    title_is_set=False,
    body="one\ntwo\nthree\n",
    front_matter="",
    category=Category.GENERAL,
    importance=3,
    pinned=False,
    source="typed",
    tags=("garden", "home"),
    created_at=1_000,
    updated_at=2_000,
    deleted_at=None,
)


def edited(body: str, **more: object) -> NoteRecord:
    return replace(BASE, body=body, title=title_of(body), updated_at=3_000, **more)  # type: ignore[arg-type]


def test_edits_of_different_lines_are_both_in_the_note() -> None:
    merged = merge(BASE, edited("ONE\ntwo\nthree\n"), edited("one\ntwo\nTHREE\n"))

    assert not merged.conflict
    assert merged.record.body == "ONE\ntwo\nTHREE\n"
    assert merged.record.title == "ONE"


def test_of_edits_that_touch_mine_stays_and_theirs_is_told() -> None:
    mine, theirs = edited("mine\ntwo\nthree\n"), edited("theirs\ntwo\nthree\n", pinned=True)

    merged = merge(BASE, mine, theirs)

    assert merged.conflict
    assert merged.record == replace(mine, pinned=True)


def test_front_matter_that_both_changed_is_told_too() -> None:
    merged = merge(BASE, replace(BASE, front_matter="a: 1\n"), replace(BASE, front_matter="b: 1\n"))

    assert merged.conflict


def test_two_titles_given_on_both_sides_are_told() -> None:
    mine, theirs = (replace(BASE, title=title, title_is_set=True) for title in ("Mine", "Theirs"))

    merged = merge(BASE, mine, theirs)

    assert merged.conflict
    assert merged.record.title == "Mine"


def test_a_new_title_beats_taking_the_old_one_away() -> None:
    base = replace(BASE, title="Old", title_is_set=True)
    renamed, plain = replace(base, title="New"), replace(BASE, body="ONE\n", title="ONE")

    for pair in ((renamed, plain), (plain, renamed)):
        merged = merge(base, *pair)

        assert not merged.conflict
        assert (merged.record.title, merged.record.title_is_set) == ("New", True)
        assert merged.record.body == "ONE\n"


def test_a_title_given_on_one_side_stays_while_the_other_writes() -> None:
    named = replace(BASE, title="Name", title_is_set=True)

    for pair in ((named, edited("ONE\ntwo\nthree\n")), (edited("ONE\ntwo\nthree\n"), named)):
        merged = merge(BASE, *pair)

        assert not merged.conflict
        assert (merged.record.title, merged.record.body) == ("Name", "ONE\ntwo\nthree\n")


@pytest.mark.parametrize(
    ("mine", "theirs", "merged"),
    [
        ({"pinned": True}, {"importance": 5}, {"pinned": True, "importance": 5}),
        ({"importance": 4}, {"importance": 5}, {"importance": 4}),
        ({"workspace": "Work"}, {"category": Category.FACT}, {"workspace": "Work", "category": Category.FACT}),
        ({"tags": ("garden", "home", "new")}, {"tags": ("home",)}, {"tags": ("home", "new")}),
        ({"tags": ()}, {"tags": ("Garden", "home", "late")}, {"tags": ("late",)}),
        ({"created_at": 900}, {"created_at": 800}, {"created_at": 800}),
        ({"updated_at": 5_000}, {"updated_at": 4_000}, {"updated_at": 5_000}),
        ({"deleted_at": 7_000}, {"deleted_at": 8_000}, {"deleted_at": 8_000}),
        ({"deleted_at": 7_000}, {"pinned": True}, {"deleted_at": 7_000, "pinned": True}),
        ({"extra": {"a": 1}}, {"extra": {"b": [2]}}, {"extra": {"a": 1, "b": [2]}}),
    ],
)  # fmt: skip
def test_filing_is_merged_field_by_field(mine, theirs, merged) -> None:
    result = merge(BASE, replace(BASE, **mine), replace(BASE, **theirs))

    assert not result.conflict
    assert result.record == replace(BASE, **merged)


def test_an_edit_beats_a_deletion_on_either_side() -> None:
    wrote, trashed = edited("ONE\ntwo\nthree\n"), replace(BASE, deleted_at=9_000)

    for pair in ((wrote, trashed), (trashed, wrote)):
        merged = merge(BASE, *pair)

        assert merged.record.deleted_at is None
        assert merged.record.body == "ONE\ntwo\nthree\n"
        assert not merged.conflict


def test_a_note_taken_out_of_the_trash_stays_out() -> None:
    base = replace(BASE, deleted_at=5_000)
    back, filed = replace(base, deleted_at=None), replace(base, pinned=True)

    for pair in ((back, filed), (filed, back)):
        assert merge(base, *pair).record == replace(BASE, pinned=True)


def test_without_a_common_past_nothing_is_lost_and_a_difference_in_text_is_told() -> None:
    mine, theirs = edited("mine", tags=("a",), deleted_at=1), edited("theirs", tags=("b",))

    merged = merge(None, mine, theirs)

    assert merged.conflict
    assert merged.record.body == "mine"
    assert merged.record.tags == ("a", "b")
    assert merged.record.deleted_at is None
    assert not merge(None, mine, replace(mine, tags=())).conflict


bodies = st.sampled_from(["one\ntwo\n", "ONE\ntwo\n", "one\nTWO\n", "one\n", "x\none\ntwo\n", ""])
records = st.builds(
    lambda body, is_set, **more: replace(
        BASE, body=body, title="Set" if is_set else title_of(body), title_is_set=is_set, **more
    ),
    bodies,
    st.booleans(),
    workspace=st.sampled_from(["A", "B"]),
    importance=st.integers(1, 3),
    pinned=st.booleans(),
    tags=st.sampled_from([(), ("a",), ("a", "b"), ("A", "c")]),
    created_at=st.integers(0, 3),
    updated_at=st.integers(0, 3),
    deleted_at=st.none() | st.integers(0, 3),
)


@given(records, records)
def test_what_only_one_side_changed_is_taken_as_it_is(base, new) -> None:
    for mine, theirs in ((new, base), (base, new), (new, new)):
        merged = merge(base, mine, theirs)

        assert not merged.conflict
        assert merged.record.says_the_same(new)


@given(records, records, records)
def test_both_sides_agree_on_conflicts_and_on_what_changed_once(base, one, other) -> None:
    here, there = merge(base, one, other), merge(base, other, one)

    assert here.conflict == there.conflict
    for name in ("tags", "created_at", "updated_at", "deleted_at"):
        ours, theirs = getattr(here.record, name), getattr(there.record, name)
        if name == "tags":
            ours, theirs = ({tag.lower() for tag in tags} for tags in (ours, theirs))
        assert ours == theirs
    if not here.conflict:
        assert here.record.body == there.record.body


@pytest.mark.parametrize(
    ("mine", "theirs", "merged", "told"),
    [
        ({}, {"deleted_at": 5}, {}, False),
        ({"deleted_at": 5}, {}, {"deleted_at": None}, False),
        ({"deleted_at": 5}, {"deleted_at": 9}, {"deleted_at": 9}, False),
        ({"deleted_at": 9}, {"deleted_at": 5}, {"deleted_at": 9}, False),
        ({"tags": ("b",)}, {"tags": ("a", "B")}, {"tags": ("a", "b")}, False),
        ({"created_at": 5}, {"created_at": 4}, {"created_at": 4}, False),
        ({"updated_at": 5}, {"updated_at": 4}, {"updated_at": 5}, False),
        ({"extra": {"a": 1, "b": 2}}, {"extra": {"b": 3, "c": 4}}, {"extra": {"a": 1, "b": 2, "c": 4}}, False),
        ({"pinned": True, "importance": 5}, {"workspace": "Work"}, {"pinned": True, "importance": 5}, False),
        ({"body": "mine"}, {"body": "theirs"}, {"body": "mine"}, True),
        ({"title": "mine"}, {"title": "theirs"}, {"title": "mine"}, True),
        ({"front_matter": "mine"}, {"front_matter": "theirs"}, {"front_matter": "mine"}, True),
    ],
)  # fmt: skip
def test_strangers_are_merged_field_by_field(mine, theirs, merged, told) -> None:
    ours, others = replace(BASE, **mine), replace(BASE, **theirs)

    result = merge(None, ours, others)

    assert result.record == replace(ours, **merged)
    assert result.conflict is told
