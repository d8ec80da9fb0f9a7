"""The record of a block that computers exchange, and the merge of two of them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, cast

from notebrain.domain.errors import BadText
from notebrain.domain.profile.blocks import MOST_CHARACTERS, BlockKey, checked
from notebrain.domain.sync.records import BadRecord
from notebrain.domain.text.merge import merge_texts

_KNOWN: Final = ("is_off", "key", "text")


@dataclass(frozen=True, slots=True)
class BlockRecord:
    """The shared data of a block. A local-only block has no record.

    Attributes:
        extra: Fields added by a newer version, by name: JSON values that are passed on unchanged.
    """

    key: BlockKey
    text: str = field(repr=False)
    is_off: bool = False
    extra: Mapping[str, object] = field(default_factory=dict[str, object], repr=False, hash=False)

    def to_json(self) -> str:
        """Return the record as text; the same record always gives the same text."""
        values = {**self.extra, "key": self.key, "text": self.text, "is_off": self.is_off}
        return json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def block_record(content: str) -> BlockRecord:
    """Return the record in `content`.

    Raises:
        BadRecord: It is not a record, is about a block that this version does not know, or cannot be stored.
    """
    try:
        found: object = json.loads(content)
        if not isinstance(found, dict):
            raise BadRecord("not an object")
        values = cast("dict[str, object]", found)
        text, is_off = values["text"], values["is_off"]
        if not isinstance(text, str) or not isinstance(is_off, bool):
            raise BadRecord("a value of another type")
        extra = {name: value for name, value in values.items() if name not in _KNOWN}
        record = BlockRecord(BlockKey(str(values["key"])), checked(text), is_off, extra)
        checked(record.to_json()[:MOST_CHARACTERS])  # no lone surrogate anywhere in it
    except (ValueError, KeyError, RecursionError, BadText) as error:
        raise BadRecord("not a block") from error
    return record


@dataclass(frozen=True, slots=True)
class MergedBlock:
    """The result of merging two versions of a block.

    Attributes:
        conflict: Whether both sides changed the same part; `other` is then the text that did not become the block's.
        other: Empty unless there is a conflict.
    """

    record: BlockRecord
    conflict: bool = False
    other: str = field(default="", repr=False)


def merge_blocks(base: BlockRecord | None, mine: BlockRecord, theirs: BlockRecord) -> MergedBlock:
    """Return the block with the changes of both sides; no clock decides.

    If both changed the same part, mine stays. Without a common base, theirs stays, which the account and the other
    computers have. In both cases, the other text is to be kept beside it.
    """
    if base is None:
        if not mine.text.strip():
            return MergedBlock(theirs)
        if not theirs.text.strip():
            return MergedBlock(replace(theirs, text=mine.text))
        conflict = mine.text != theirs.text
        return MergedBlock(theirs, conflict, mine.text if conflict else "")
    text = merge_texts(base.text, mine.text, theirs.text)
    if text is not None and len(text) > MOST_CHARACTERS:
        text = None
    record = BlockRecord(
        mine.key,
        mine.text if text is None else text,
        theirs.is_off if mine.is_off == base.is_off else mine.is_off,
        theirs.extra if mine.extra == base.extra else mine.extra,
    )
    return MergedBlock(record, text is None, theirs.text if text is None else "")
