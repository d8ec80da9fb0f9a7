"""Blocks of the profile as JSON documents; scripts depend on their structure."""

from typing import TypedDict

from notebrain.cli.json.notes import stamp
from notebrain.domain.profile.blocks import Block, EarlierBlock


class BlockDocument(TypedDict):
    """A block in the output of `profile list` and `profile show`.

    `used` counts the characters of `text` that are used, and `used_span` says which.
    """

    key: str
    title: str
    section: str
    priority: int
    limit: int
    keeps: str
    learned: str
    text: str
    characters: int
    used: int
    used_span: list[int]
    off: bool
    local_only: bool
    kept_elsewhere: bool
    updated_at: str | None


class EarlierDocument(TypedDict):
    """An earlier text in the output of `profile history`; `n` is 1 for the oldest."""

    n: int
    text: str
    characters: int
    written_at: str | None
    replaced_at: str
    reason: str
    local_only: bool


def block_document(block: Block) -> BlockDocument:
    """Return a block."""
    start, end = block.used
    rule = block.rule
    return {
        "key": block.key.value,
        "title": rule.title,
        "section": rule.section.value,
        "priority": rule.priority,
        "limit": rule.limit,
        "keeps": rule.keeps.value,
        "learned": rule.learned.value,
        "text": block.text,
        "characters": len(block.text),
        "used": end - start,
        "used_span": [start, end],
        "off": block.is_off,
        "local_only": block.local_only,
        "kept_elsewhere": block.kept_elsewhere,
        "updated_at": None if block.updated_at is None else stamp(block.updated_at),
    }


def earlier_document(number: int, earlier: EarlierBlock) -> EarlierDocument:
    """Return an earlier text.

    Args:
        number: 1 for the oldest.
    """
    written = earlier.written_at
    return {
        "n": number,
        "text": earlier.text,
        "characters": len(earlier.text),
        "written_at": None if written is None else stamp(written),
        "replaced_at": stamp(earlier.made_at),
        "reason": earlier.reason,
        "local_only": earlier.local_only,
    }
