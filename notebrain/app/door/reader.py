"""What other programs may read, and never a note that stays on this computer unless the user allowed it."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from notebrain.app.door.arguments import Given
from notebrain.app.door.replies import Document, Packer, Reply, place_of
from notebrain.domain.errors import NotFound, UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Category, ListFilter, Note, NoteId, NoteRow
from notebrain.domain.programs.program import Limits, Scope

if TYPE_CHECKING:
    from notebrain.app.services import Services
    from notebrain.domain.search.types import Hit, SearchResult

_SEARCHED_BEYOND: Final = 3
"""So many times more notes are searched if some of those found may not go out."""
_MOST_SEARCHED: Final = 200
_FRAME_TOKENS: Final = 200
_LISTED_AT_ONCE: Final = 100
_LONGEST_SHOWN, _MOST_TAGS = 200, 20


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads for one call of one program.

    Attributes:
        allowed: The notes that the user allowed one by one.
        synced: The notes that are in the account, for a program that reads only these.
    """

    services: "Services"
    program: str
    scope: Scope
    allowed: frozenset[str]
    packer: Packer
    synced: frozenset[str] | None = None

    def may_read(self, note_id: NoteId, filed: "Note | NoteRow | Hit") -> bool:
        """Return whether a note may go out to the program."""
        if self.synced is not None and note_id not in self.synced:
            return False
        if filed.local_only and note_id not in self.allowed:
            return False
        return self.scope.covers(filed.workspace, filed.tags)

    def note(self, named: str) -> Note:
        """Return a note by its id, or by a beginning of it or title that no other note has.

        Raises:
            NotFound: There is none that may go out.
        """
        library = self.services.library
        with suppress(NotFound):
            note = library.note(library.find(named))
            if self.may_read(note.id, note):
                return note
        # the same words whether there is none or it may not go out
        raise NotFound(_("There is no note {id} here.").format(id=named[:_LONGEST_SHOWN]))

    def recall(self, given: Given) -> Reply:
        """Find notes by words and by meaning."""
        start, limit = place_of(given["cursor"]), given["limit"]
        result, found = self._found(given, min(_MOST_SEARCHED, start + limit + 1))
        hits = found[start : start + limit]
        head: Document = {}
        if result.abstained:
            head["unsure"] = "No note surely answers this; these come nearest."
        missing = result.indexed_total - result.indexed_done
        if result.degraded or missing > 0:
            left = (
                f"{missing} of {result.indexed_total} notes are found only by their words so far."
            )
            head["missing"] = result.degraded or left
        items = [_hit_document(hit) for hit in hits]
        more = len(found) > start + len(hits)
        return self.packer.listed(head, "hits", items, start=start, more=more)

    def _found(self, given: Given, most: int) -> "tuple[SearchResult, list[Hit]]":
        """Return a search and its first hits that may go out; searched again further only if others came before."""
        from notebrain.domain.search.types import SearchRequest

        searched = most
        while True:
            request = SearchRequest(given["query"], limit=searched, workspace=given["workspace"])
            result = self.services.answer(request)
            found = [hit for hit in result.shown if self.may_read(hit.note_id, hit)]
            if len(found) >= most or len(result.shown) < searched or searched >= _MOST_SEARCHED:
                return result, found
            searched = min(_MOST_SEARCHED, searched * _SEARCHED_BEYOND)

    def context(self, given: Given) -> Reply:
        """Return what a model should know before it answers a question."""
        from notebrain.context.service import ContextRequest

        if not self.scope.is_whole:
            raise UserError(_("This program may see only some notes, so it gets no context."))
        budget = max(1, self.packer.budget - _FRAME_TOKENS)
        while True:
            request = ContextRequest(
                given["question"], budget, given["notes"], workspace=given["workspace"]
            )
            reply = self.services.memory.context.context(request)
            head: Document = {"held_back": reply.held_back}
            if reply.degraded:
                head["missing"] = reply.degraded
            packed = self.packer.cut(head, reply.context.text)
            if "next" not in packed.document or budget <= _FRAME_TOKENS:
                return packed
            budget -= _FRAME_TOKENS  # a cut context would lose its end, which is no passage

    def show(self, given: Given) -> Reply:
        """Return a note with its text, or with a part of it."""
        note = self.note(given["note"])
        body, head = note.body, _note_document(note)
        if given["earlier"] is not None:
            revision = self.services.library.version(note.id, given["earlier"])
            if revision.local_only and note.id not in self.allowed:
                raise NotFound(
                    _("The note has no version {number}.").format(number=given["earlier"])
                )
            body = revision.body
            head = {
                "note_id": note.id,
                "title": shown(revision.title),
                "earlier": given["earlier"],
            }
        start = place_of(given["cursor"]) or given["start"]
        end = len(body) if given["end"] is None else min(given["end"], len(body))
        head["length"] = len(body)
        return self.packer.cut(head, body[start : max(start, end)], start=min(start, len(body)))

    def list_notes(self, given: Given) -> Reply:
        """List notes, last changed first."""
        # not the tag: that there is one may be known only from notes that stay here
        self.services.library.check_filing(given["workspace"])
        category = given["category"]
        wanted = ListFilter(
            workspace=given["workspace"],
            tag=given["tag"],
            category=None if category is None else Category(category),
            pinned=given["pinned"],
            trashed=given["trashed"],
            after=given.moment("after"),
            before=given.moment("before"),
            own=True,
        )
        start, limit = place_of(given["cursor"]), given["limit"]
        rows = self.rows(wanted, start + limit + 1)
        items = [_row_document(row) for row in rows[start : start + limit]]
        more = len(rows) > start + limit
        return self.packer.listed({}, "notes", items, start=start, more=more)

    def rows(self, wanted: ListFilter, most: int) -> list[NoteRow]:
        """Return the first notes of a list that may go out."""
        library, found = self.services.library, list[NoteRow]()
        keys = library.keys(wanted)
        for at in range(0, len(keys), _LISTED_AT_ONCE):
            rows = library.rows(keys[at : at + _LISTED_AT_ONCE])
            found += [row for row in rows if self.may_read(row.id, row)]
            if len(found) >= most:
                break
        return found

    def links(self, given: Given) -> Reply:
        """Return what a note links to, and what links to it."""
        note = self.note(given["note"])
        around = self.services.links.around(note.id)
        items: list[Document] = [
            {"how": "linked from", **_named(one.note_id, one.title), "quote": one.excerpt.text}
            for one in around.linked
        ]
        titles = self.readable(one.leads_to for one in around.outgoing)
        items += [
            {"how": "links to", **_named(one.leads_to, titles.get(one.leads_to, ""))}
            for one in around.outgoing
            if one.leads_to is not None
        ]
        items += [
            {"how": one.relation.value, **_named(one.note_id, one.title)} for one in around.related
        ]
        readable = self.readable(one["note_id"] for one in items)
        told = [one for one in items if one["note_id"] in readable]
        start, limit = place_of(given["cursor"]), given["limit"]
        page = told[start : start + limit]
        more = len(told) > start + limit
        head: Document = {"note_id": note.id, "title": shown(note.title)}
        return self.packer.listed(head, "links", page, start=start, more=more)

    def readable(self, note_ids: Iterable[NoteId | None]) -> Mapping[NoteId, str]:
        """Return those of some notes that may go out, with their titles."""
        wanted = tuple(dict.fromkeys(one for one in note_ids if one is not None))
        rows = self.rows(ListFilter(only=wanted), len(wanted)) if wanted else []
        return {row.id: row.title for row in rows}

    def history(self, given: Given) -> Reply:
        """List the earlier texts of a note, newest first, without the texts."""
        note = self.note(given["note"])
        earlier = self.services.library.history(note.id)
        items: list[Document] = [
            {
                "number": number,
                "until": stamp(one.made_at),
                "replaced_by": one.reason,
                "title": shown(one.title),
                "length": len(one.body),
            }
            for number, one in zip(range(len(earlier), 0, -1), earlier, strict=True)
            if not one.local_only or note.id in self.allowed
        ]
        start, limit = place_of(given["cursor"]), given["limit"]
        head: Document = {"note_id": note.id, "title": shown(note.title), "version": note.version}
        more = len(items) > start + limit
        return self.packer.listed(
            head, "earlier", items[start : start + limit], start=start, more=more
        )

    def status(self, given: Given, offered: Iterable[str], limits: Limits) -> Reply:
        """Return what there is, what the program may do, and what it did last."""
        writes, counts = self.services.memory.programs, self.services.library.counts()
        left, trash_left = writes.left(limits)
        # a workspace may have only notes that stay here, and then its name stays too
        spaces = [
            shown(name)
            for name in counts.workspace_names[:_MOST_SPACES]
            if self.rows(ListFilter(workspace=name), 1)
        ]
        acts: list[Document] = [
            {
                "number": act.number,
                "act": act.verb.value,
                "note_id": act.note_id,
                "version": act.version,
                "at": stamp(act.at),
                "undone": act.undone_at is not None,
            }
            for act in writes.acts(program=self.program, limit=given["limit"])
        ]
        head: Document = {
            "program": self.program,
            "may": list(offered),
            "writes_left_this_hour": left,
            "trash_left_today": trash_left,
        }
        if self.scope.is_whole:
            head["notes"] = counts.notes
        head["workspaces"] = spaces
        return self.packer.listed(head, "your_last_acts", acts, more=False)


_MOST_SPACES: Final = 12


def stamp(moment: datetime) -> str:
    """Return a time in ISO 8601, in UTC, to the second."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def address_of(note_id: str) -> str:
    """Return the address that opens a note in the window."""
    return f"notebrain://note/{note_id}"


def _named(note_id: NoteId | None, title: str) -> Document:
    return {"note_id": note_id, "title": shown(title)}


def _hit_document(hit: "Hit") -> Document:
    document: Document = {
        "note_id": hit.note_id,
        "title": shown(hit.title),
        "quote": hit.snippet,
        "span": list(hit.span),
        "updated_at": stamp(hit.updated_at),
        "workspace": shown(hit.workspace),
        "address": address_of(hit.note_id),
    }
    if hit.tags:
        document["tags"] = _tags(hit.tags)
    if hit.file is not None:
        document["file"] = shown(hit.file.name)
    if hit.outdated or hit.why.superseded_by is not None:
        document["outdated"] = True
    return document


def _row_document(row: NoteRow) -> Document:
    document: Document = {
        "note_id": row.id,
        "title": shown(row.title),
        "updated_at": stamp(row.updated_at),
        "workspace": shown(row.workspace),
        "address": address_of(row.id),
    }
    more: Mapping[str, Any] = {
        "tags": _tags(row.tags),
        "pinned": row.pinned,
        "category": "" if row.category is Category.GENERAL else row.category.value,
        "trashed_at": None if row.deleted_at is None else stamp(row.deleted_at),
    }
    return {**document, **{name: value for name, value in more.items() if value}}


def _note_document(note: Note) -> Document:
    document: Document = {
        "note_id": note.id,
        "version": note.version,
        "title": shown(note.title),
        "workspace": shown(note.workspace),
        "tags": _tags(note.tags),
        "created_at": stamp(note.created_at),
        "updated_at": stamp(note.updated_at),
        "importance": note.importance,
        "source": shown(note.source),
        "address": address_of(note.id),
    }
    if note.deleted_at is not None:
        document["trashed_at"] = stamp(note.deleted_at)
    if not note.is_intact:
        document["damaged"] = True
    return document


def shown(text: str) -> str:
    """Return a title or name that cannot fill an answer."""
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def _tags(tags: Sequence[str]) -> list[str]:
    return [shown(tag) for tag in tags[:_MOST_TAGS]]
