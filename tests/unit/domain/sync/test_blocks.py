"""Blocks as computers exchange them."""

import json

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.profile.blocks import MOST_CHARACTERS, BlockKey
from notebrain.domain.sync.blocks import BlockRecord, MergedBlock, block_record, merge_blocks
from notebrain.domain.sync.records import BadRecord

KEY = BlockKey.RULES
RECORDS = st.builds(
    BlockRecord,
    st.just(KEY),
    st.lists(st.sampled_from(["one", "two", "three", ""]), max_size=5).map("\n".join),
    st.booleans(),
)


def record(text: str, **fields: object) -> BlockRecord:
    return BlockRecord(KEY, text, **fields)  # type: ignore[arg-type]


@given(st.text(st.characters(codec="utf-8")), st.booleans())
def test_a_record_is_read_as_it_was_written(text: str, is_off: bool) -> None:
    written = record(text, is_off=is_off, extra={"mood": ["good", 1]})

    assert block_record(written.to_json()) == written


@pytest.mark.parametrize(
    "content",
    [
        *("", "[]", "null", "{}", '{"key":"rules","text":"x"}', "[" * 100_000),
        '{"key":"soul","text":"x","is_off":false}',
        '{"key":"rules","text":1,"is_off":false}',
        '{"key":"rules","text":"x","is_off":0}',
        '{"key":"rules","text":"\\ud83d","is_off":false}',
        '{"key":"rules","text":"x","is_off":false,"more":"\\ud83d"}',
        json.dumps({"key": "rules", "text": "x" * (MOST_CHARACTERS + 1), "is_off": False}),
    ],
)
def test_anything_else_is_refused(content: str) -> None:
    with pytest.raises(BadRecord):
        block_record(content)


def test_changes_of_different_lines_are_both_kept() -> None:
    base = record("one\n\ntwo")

    merged = merge_blocks(base, record("ONE\n\ntwo"), record("one\n\nTWO", is_off=True))

    assert merged == MergedBlock(record("ONE\n\nTWO", is_off=True))


def test_of_two_changes_of_one_line_mine_stays_and_theirs_is_told() -> None:
    merged = merge_blocks(record("at eight"), record("at nine"), record("at ten"))

    assert merged == MergedBlock(record("at nine"), conflict=True, other="at ten")


def test_without_a_common_base_theirs_stays_and_mine_is_told() -> None:
    merged = merge_blocks(None, record("mine"), record("theirs"))

    assert merged == MergedBlock(record("theirs"), conflict=True, other="mine")


@pytest.mark.parametrize(
    ("mine", "theirs", "text"), [("", "x", "x"), ("x", "", "x"), ("x", "x", "x"), (" \n", "x", "x")]
)
def test_without_a_common_base_nothing_conflicts_with_an_empty_text(
    mine: str, theirs: str, text: str
) -> None:
    assert merge_blocks(None, record(mine), record(theirs)) == MergedBlock(record(text))


def test_two_texts_that_are_too_long_together_are_not_joined() -> None:
    half = "x" * (MOST_CHARACTERS * 2 // 3)

    merged = merge_blocks(record("a\n\nb"), record(f"{half}\n\nb"), record(f"a\n\n{half}"))

    assert merged == MergedBlock(record(f"{half}\n\nb"), conflict=True, other=f"a\n\n{half}")


@given(RECORDS, RECORDS, RECORDS)
def test_a_merge_loses_no_text(base: BlockRecord, mine: BlockRecord, theirs: BlockRecord) -> None:
    merged = merge_blocks(base, mine, theirs)

    if merged.conflict:
        assert {merged.record.text, merged.other} == {mine.text, theirs.text}
    assert merge_blocks(base, mine, base).record == mine
    assert merge_blocks(base, base, theirs).record == theirs
