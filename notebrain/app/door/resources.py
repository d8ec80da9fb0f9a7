"""What other programs can read by an address: notes, lists of notes, cards, blocks and the state of the index."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from notebrain.app.door import overviews
from notebrain.app.door.arguments import Given
from notebrain.app.door.reader import Reader
from notebrain.app.door.replies import Document, Reply
from notebrain.app.door.tools import TOOLS
from notebrain.domain.errors import NotFound, UserError
from notebrain.domain.i18n import _

if TYPE_CHECKING:
    from datetime import datetime

RESOURCES: Final[Mapping[str, tuple[str, str]]] = {
    "notes://recent": ("Recent notes", "The notes that were changed last."),
    "notes://today": ("Notes of today", "The notes that were changed today."),
    "review://open": (
        "Open review cards",
        "What NoteBrain noticed about notes and the user decides.",
    ),
    "profile://blocks": ("About the user", "What the user told about themselves."),
    "status://index": (
        "State of the index",
        "How many notes there are and can be found by meaning.",
    ),
}
"""Name and description of the resources that always exist, by address."""
TEMPLATES: Final[Mapping[str, tuple[str, str]]] = {
    "note://{id}": ("A note", "A note with its text."),
    "note://{id}/history": ("Earlier texts of a note", "When a note was changed, newest first."),
    "notes://tag/{tag}": ("Notes with a tag", "The notes with a tag or one below it."),
    "notes://workspace/{workspace}": ("Notes of a workspace", "The notes of a workspace."),
}
_MOST_CARDS: Final = 50


def read(reader: Reader, uri: str, *, now: "datetime") -> Reply:
    """Return what stands at an address.

    Raises:
        NotFound: Nothing does.
        UserError: The program may not read it.
    """
    if uri in _WHOLE:
        return _WHOLE[uri](reader)
    if uri == "notes://today":
        return reader.list_notes(_given("list", after=now.astimezone().date().isoformat()))
    kind, _colon, rest = uri.partition("://")
    match kind, rest.split("/", 1):
        case "note", [note_id]:
            return reader.show(_given("show", note=unquote(note_id)))
        case "note", [note_id, "history"]:
            return reader.history(_given("history", note=unquote(note_id)))
        case "notes", ["tag", tag]:
            return reader.list_notes(_given("list", tag=unquote(tag)))
        case "notes", ["workspace", name]:
            return reader.list_notes(_given("list", workspace=unquote(name)))
        case _other:
            raise NotFound(_("There is nothing at {address}.").format(address=uri[:200]))


def _given(tool: str, **given: object) -> Given:
    return Given(TOOLS[tool].arguments, given)


def _recent(reader: Reader) -> Reply:
    return reader.list_notes(_given("list"))


def _cards(reader: Reader) -> Reply:
    return overviews.review(reader, _given("review", limit=_MOST_CARDS))


def _blocks(reader: Reader) -> Reply:
    if not reader.scope.is_whole:
        raise UserError(_("This program may see only some notes, so it gets no context."))
    items: list[Document] = [
        {"block": block.key.value, "text": block.used_text}
        for block in reader.services.memory.profile.blocks()
        if block.used_text and not (block.is_off or block.local_only)
    ]
    return reader.packer.listed({}, "blocks", items, more=False)


def _index(reader: Reader) -> Reply:
    from notebrain.domain.search.types import Mode, SearchRequest

    result = reader.services.answer(SearchRequest("", limit=1, mode=Mode.KEYWORD))
    document: Document = {"notes": result.indexed_total, "found_by_meaning": result.indexed_done}
    return reader.packer.whole(document)


_WHOLE: Final[Mapping[str, Callable[[Reader], Reply]]] = {
    "notes://recent": _recent,
    "review://open": _cards,
    "profile://blocks": _blocks,
    "status://index": _index,
}
