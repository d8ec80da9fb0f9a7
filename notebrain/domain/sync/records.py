"""The record of a note that computers exchange: a JSON text in canonical form."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from hashlib import sha256
from typing import Any, Final, cast

from notebrain.domain.errors import BadText, Broken
from notebrain.domain.notes.draft import fits, keepable
from notebrain.domain.notes.note import LEAST_IMPORTANCE, MOST_IMPORTANCE, Category
from notebrain.domain.notes.tags import clean_tags, fold_tag

_LONGEST_ID: Final = 64
# the years 1 to 9999, the only ones that dates in this program can have
_FIRST_MS, _LAST_MS = -62_135_596_800_000, 253_402_300_799_999


class BadRecord(Broken):
    """The account returned something that this version does not recognize as a note; it is left unchanged."""


@dataclass(frozen=True, slots=True)
class NoteRecord:
    """The shared data of a note. It has no `local_only` field, since such notes have no record.

    Attributes:
        tags: The cleaned tags, without duplicates, from A to Z.
        text_tags: Those of them that came from the body. A record without any has no such field, as before it existed.
        created_at: Milliseconds since 1970, UTC, like the other moments.
        deleted_at: When it went to the trash, or None.
        extra: Fields added by a newer version, by name: JSON values that are passed on unchanged.
    """

    id: str
    workspace: str
    title: str
    title_is_set: bool
    body: str = field(repr=False)
    front_matter: str = field(repr=False)
    category: Category
    importance: int
    pinned: bool
    source: str
    tags: tuple[str, ...]
    created_at: int
    updated_at: int
    deleted_at: int | None
    extra: Mapping[str, object] = field(default_factory=dict[str, object], repr=False, hash=False)
    text_tags: tuple[str, ...] = ()

    @property
    def hash(self) -> bytes:
        """The SHA-256 that is equal for records with the same content.

        The spelling of a tag does not count (see `fold_tag`): every computer keeps its own.
        """
        values = _values(self)
        for name in {"tags", "text_tags"} & values.keys():
            values[name] = [fold_tag(tag) for tag in values[name]]
        return sha256(_written(values).encode("utf-8", "surrogatepass")).digest()

    def says_the_same(self, other: "NoteRecord") -> bool:
        """Return whether two records have no differences that would have to be sent."""
        return self == other or self.hash == other.hash

    def to_json(self) -> str:
        """Return the record as text; the same record always gives the same text.

        Raises:
            BadText: A text contains a lone surrogate, which no request can carry.
        """
        return keepable(_written(_values(self)))


def record_from(content: str) -> NoteRecord:
    """Return the note record in `content`.

    Raises:
        BadRecord: It is not a record, or this vault could not store it.
    """
    try:
        # NaN is not JSON, and comparing with it would never settle
        value: object = json.loads(content, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise BadRecord("not JSON") from error
    if not isinstance(value, dict):
        raise BadRecord("not an object")
    try:
        return _record(_Reader(cast("dict[str, object]", value)))
    except (BadText, RecursionError) as error:
        raise BadRecord("a text that cannot be kept") from error


def _record(read: "_Reader") -> NoteRecord:
    importance = read.whole("importance", LEAST_IMPORTANCE, MOST_IMPORTANCE)
    tags = read.tags("tags")
    record = NoteRecord(
        id=read.text("id"),
        workspace=read.text("workspace"),
        title=read.text("title"),
        title_is_set=read.truth("title_is_set"),
        body=read.text("body"),
        front_matter=read.text("front_matter"),
        category=read.category("category"),
        importance=importance,
        pinned=read.truth("pinned"),
        source=read.text("source"),
        tags=tags,
        text_tags=_among(() if read.absent("text_tags") else read.tags("text_tags"), tags),
        created_at=read.moment("created_at"),
        updated_at=read.moment("updated_at"),
        deleted_at=None if read.absent("deleted_at") else read.moment("deleted_at"),
        extra=read.rest(),
    )
    if not fits(record.body):
        raise BadRecord("a text too long for a note")
    if not record.workspace.strip() or not 0 < len(record.id) <= _LONGEST_ID:
        raise BadRecord("no id or no workspace")
    return record


class _Reader:
    """Takes the known values out of an object, and rejects values of the wrong type."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._left = dict(values)

    def text(self, name: str) -> str:
        value = self._pop(name)
        if not isinstance(value, str):
            raise BadRecord(f"{name} is not a text")
        return keepable(value)

    def truth(self, name: str) -> bool:
        value = self._pop(name)
        if not isinstance(value, bool):
            raise BadRecord(f"{name} is neither true nor false")
        return value

    def whole(self, name: str, least: int, most: int) -> int:
        value = self._pop(name)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise BadRecord(f"{name} is not a number that fits")
        return value

    def moment(self, name: str) -> int:
        return self.whole(name, _FIRST_MS, _LAST_MS)

    def category(self, name: str) -> Category:
        try:
            return Category(self.text(name))
        except ValueError as error:
            raise BadRecord(f"{name} is not known") from error

    def tags(self, name: str) -> tuple[str, ...]:
        value = self._pop(name)
        if not isinstance(value, list):
            raise BadRecord(f"{name} is not a list")
        names = cast("list[object]", value)
        texts = [keepable(one) for one in names if isinstance(one, str)]
        if len(texts) != len(names):
            raise BadRecord(f"{name} holds more than texts")
        return clean_tags(texts)

    def absent(self, name: str) -> bool:
        if self._left.get(name) is None:
            self._left.pop(name, None)
            return True
        return False

    def rest(self) -> Mapping[str, object]:
        keepable(_written(self._left))
        return self._left

    def _pop(self, name: str) -> object:
        if name not in self._left:
            raise BadRecord(f"{name} is missing")
        return self._left.pop(name)


_KNOWN: Final = tuple(one.name for one in fields(NoteRecord) if one.name != "extra")


def _among(text_tags: tuple[str, ...], tags: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tags that came from the text; an older version may have removed some of them."""
    marked = {fold_tag(tag) for tag in text_tags}
    return tuple(tag for tag in tags if fold_tag(tag) in marked)


def _values(record: NoteRecord) -> dict[str, Any]:
    values = dict(record.extra) | {name: getattr(record, name) for name in _KNOWN}
    if not record.text_tags:
        del values["text_tags"]
    return values


def _written(values: Mapping[str, object]) -> str:
    return json.dumps(
        values, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )


def _refused(name: str) -> object:
    raise ValueError(name)
