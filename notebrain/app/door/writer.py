"""What other programs may write: each act at the version it was read at, counted, and to be undone."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from notebrain.app.door.arguments import Given
from notebrain.app.door.reader import Reader, address_of
from notebrain.app.door.replies import Document, Reply
from notebrain.domain.errors import NotFound, UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import DEFAULT_WORKSPACE, Category
from notebrain.domain.programs.program import Limits, NotAllowed
from notebrain.notes.programs import NoteAt

if TYPE_CHECKING:
    from notebrain.notes.programs import ProgramWrite, ProgramWrites


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes for one call of one program."""

    reader: Reader
    limits: Limits

    @property
    def _writes(self) -> "ProgramWrites":
        return self.reader.services.memory.programs

    def capture(self, given: Given) -> Reply:
        """Save a new note."""
        library, scope = self.reader.services.library, self.reader.scope
        workspace = given["workspace"] or (scope.workspaces or (DEFAULT_WORKSPACE,))[0]
        if workspace != DEFAULT_WORKSPACE:
            library.check_filing(workspace)
        tags = tuple(given["tags"] or ())
        if not scope.covers(workspace, tags):
            text = _("This program may write only in: {names}.")
            names = ", ".join((*scope.workspaces, *(f"#{tag}" for tag in scope.tags)))
            raise NotAllowed(text.format(names=names))
        draft = Draft(
            body=given["text"],
            title=given["title"] or None,
            tags=tags,
            workspace=workspace,
            category=Category(given["category"]),
            source=self.reader.program,
        )
        if not draft.body.strip():
            raise UserError(_("The text is empty; nothing was saved."))
        return self._done(self._writes.capture(self.reader.program, draft, self.limits))

    def append(self, given: Given) -> Reply:
        """Add a dated update at the end of a note."""
        at = self._at(given)
        write = self._writes.append(self.reader.program, at, given["text"], self.limits)
        return self._done(write)

    def update(self, given: Given) -> Reply:
        """Replace a passage of a note, or all of its text."""
        old: str | None = given["old"]
        text: str = given["text"]

        def new(body: str) -> str:
            if old is None:
                return text
            found = body.count(old) if old else 0
            if not found:
                raise NotFound(_("The note has no passage like the one in “old”."))
            if found > 1:
                raise UserError(_("The passage in “old” is in the note {n} times.").format(n=found))
            return body.replace(old, text)

        write = self._writes.update(self.reader.program, self._at(given), new, self.limits)
        return self._done(write)

    def forget(self, given: Given) -> Reply:
        """Move a note to the trash."""
        return self._done(self._writes.forget(self.reader.program, self._at(given), self.limits))

    def restore(self, given: Given) -> Reply:
        """Restore a note from the trash."""
        return self._done(self._writes.restore(self.reader.program, self._at(given), self.limits))

    def _at(self, given: Given) -> NoteAt:
        """Return the note to write: only by its whole id, since another note may get the same title."""
        note = self.reader.note(given["note"])
        if note.id != given["note"]:
            raise NotFound(_("A note is changed by its whole id, not by its title."))
        return NoteAt(note.id, given["version"])

    def _done(self, write: "ProgramWrite") -> Reply:
        """Wait until a write is durable and tell what it did."""
        write.wait()
        self.reader.services.finish(write.future)
        document: Document = {
            "note_id": write.note_id,
            "version": write.version,
            "changed": write.number is not None,
            "address": address_of(write.note_id or ""),
        }
        if write.number is not None:
            document["act"] = write.number
        return self.reader.packer.whole(document)
