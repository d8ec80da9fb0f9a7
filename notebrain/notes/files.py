"""Add files to the vault, change them wherever notes use them, and take them out; each act is one transaction."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import Future, wait
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Self

from notebrain.domain.errors import NotFound, UserError
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.attachments import Attachment, Sha, clean_name, link_to, readdressed
from notebrain.domain.notes.media import UNKNOWN
from notebrain.domain.text.file_names import ending_of
from notebrain.notes.links import LinkActs, LinkChange
from notebrain.storage import vault_time
from notebrain.storage.connection import Connection
from notebrain.storage.files import attachments, unused, uses
from notebrain.storage.files.attachments import Fault
from notebrain.storage.files.blobs import Blobs, Staged, discard
from notebrain.storage.store import Store
from notebrain.storage.writer import outcome

if TYPE_CHECKING:
    from notebrain.domain.notes.changes import Changes
    from notebrain.domain.notes.draft import Draft
    from notebrain.domain.notes.note import NoteId
    from notebrain.domain.ports import Clock
    from notebrain.storage.file_lock import Lease


@dataclass(frozen=True, slots=True)
class NewFile:
    """A copied file that is not in the vault yet; use it in a `with` statement, which deletes it if it is not kept.

    Attributes:
        attachment: What is known of it.
        warning: What the user may want to know of it, or an empty string.
    """

    attachment: Attachment
    staged: Staged
    blobs: Blobs
    warning: str = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        discard(self.staged.path)

    def keep(self, db: Connection) -> None:
        """Take it into the vault, as part of the transaction that uses it."""
        sha = self.attachment.sha
        is_changed = attachments.fault_of(db, sha) is Fault.CHANGED
        self.blobs.keep(self.staged, anew=is_changed)
        attachments.add(db, self.attachment)


class NewFiles:
    """Copied files that get into the vault with one transaction: a kill in it leaves none of them.

    Args:
        held: A later transaction names them, and a kill before it leaves none of them either; call `release` after it.
    """

    def __init__(self, files: Sequence[NewFile], *, held: bool = False) -> None:
        self._files = files
        self._held = held
        self._lists: list[Lease] = []

    @property
    def shas(self) -> Sequence[Sha]:
        """The files."""
        return [one.attachment.sha for one in self._files]

    def keep(self, db: Connection) -> None:
        """Take them into the vault, as part of the transaction that uses them."""
        if len(self._files) > 1 or (self._held and self._files):
            blobs = self._files[0].blobs
            self._lists.append(blobs.announce([one.staged for one in self._files]))
        for file in self._files:
            file.keep(db)

    def on_done(self, transaction: "Future[Changes]") -> None:
        """Take note of the end of that transaction; what a failed one left goes at the next look at the folder."""
        if transaction.exception() is None:
            self.release()
        else:
            self.abandon()

    def release(self) -> None:
        """Let them stay, because a text names them now."""
        self.abandon()
        for lock in self._lists:
            discard(lock.path)

    def abandon(self) -> None:
        """Let those that no text names go at the next look at the folder."""
        for lock in self._lists:
            lock.release()


@dataclass(frozen=True, slots=True)
class Added:
    """A file that is in the vault now.

    Attributes:
        markdown: What shows it when inserted in a note.
        warning: What the user may want to know of it, or an empty string.
    """

    attachment: Attachment
    markdown: str
    warning: str = ""


@dataclass(slots=True)
class FileChange:
    """What an act on a file and the links to it changed, as needed to undo it.

    Attributes:
        before, after: The file, with its name, before and after the act.
        links: The texts of notes.
    """

    before: Attachment | None = None
    after: Attachment | None = None
    links: LinkChange = field(default_factory=LinkChange)


class FileActs:
    """All acts on files of a vault.

    Those that copy bytes block and belong on a thread of their own; others wait only for the writer.

    Args:
        most_bytes: Returns how large a file may be.
        cleans: Returns whether to leave out of photos where they were taken; see `photo_traces`.
    """

    def __init__(
        self,
        store: Store,
        clock: "Clock",
        most_bytes: Callable[[], int],
        *,
        cleans: Callable[[], bool] = lambda: False,
    ) -> None:
        self._store = store
        self._clock = clock
        self._links = LinkActs(store, clock)
        self.most_bytes = most_bytes
        self.cleans = cleans
        self.blobs = Blobs.beside(store.path)

    def stage(
        self, path: Path, *, name: str | None = None, keep_going: Callable[[], bool] = lambda: True
    ) -> NewFile:
        """Copy a file beside the vault's, to be kept by the act that uses it, such as `capture`; blocks.

        Raises:
            UserError: It cannot be read, is not a file, is too large, or is still growing.
            VaultError: There is no room for it, or the folder cannot be written.
            Interrupted: `keep_going` returned False.
        """
        most = self.most_bytes()
        return self._new(self.blobs.stage(path, most_bytes=most, name=name, keep_going=keep_going))

    def stage_bytes(self, data: bytes, name: str) -> NewFile:
        """Write bytes beside the vault's files; see `stage`."""
        return self._new(self.blobs.stage_bytes(data, name=name, most_bytes=self.most_bytes()))

    def add(
        self,
        path: Path,
        *,
        name: str | None = None,
        alt: str | None = None,
        keep_going: Callable[[], bool] = lambda: True,
    ) -> Added:
        """Copy a file into the vault; blocks. It is there once this returns, and stays while a text uses it.

        Args:
            name: What to call it; None uses the name it has.
            alt: The text in the brackets of its link, see `link_to`.

        Raises:
            UserError, VaultError, Interrupted: As for `stage`.
        """
        with self.stage(path, name=name, keep_going=keep_going) as new:
            return self._added(new, alt)

    def add_bytes(self, data: bytes, name: str, *, alt: str | None = None) -> Added:
        """Add a file from memory, such as a pasted picture; see `add`."""
        with self.stage_bytes(data, name) as new:
            return self._added(new, alt)

    def add_together(self, files: Sequence[NewFile]) -> tuple[Sequence[Added], NewFiles]:
        """Take copied files into the vault with one transaction; `release` them once a text that names them is saved.

        Until then they are not listed as unused after a kill, but gone at the next look at the folder.
        """
        new = NewFiles(files, held=True)
        try:
            outcome(self._store.write(new.keep))
        except BaseException:
            new.abandon()
            raise
        return [_shown(one) for one in files], new

    def capture(
        self,
        save: "Callable[[Draft, Sequence[NewFile]], Future[Changes]]",
        draft: "Draft",
        paths: Iterable[Path],
        *,
        on_warning: Callable[[str], object] = lambda _warning: None,
        keep_going: Callable[[], bool] = lambda: True,
    ) -> "Future[Changes]":
        """Save a new note that ends with these files, all or nothing; blocks until it is done or has failed.

        Args:
            save: Saves a draft with its files: `CaptureService.capture`.
            on_warning: Called with what the user may want to know of a file, before the note is saved.

        Raises:
            UserError, VaultError, Interrupted: As for `stage` and `CaptureService.capture`; nothing is saved.
        """
        with ExitStack() as stack:
            new = [stack.enter_context(self.stage(path, keep_going=keep_going)) for path in paths]
            for warning in filter(None, (one.warning for one in new)):
                on_warning(warning)
            body = with_links(draft.body, [one.attachment for one in new])
            saved = save(replace(draft, body=body), new)
            wait([saved])
            return saved

    def remove(self, shas: Collection[Sha]) -> Future[None]:
        """Let files that nothing uses go when their days are over; `keep` undoes it.

        Raises:
            UserError: (through the future) A text uses one of them; none is removed.
        """
        now = self._clock.now()

        def act(db: Connection) -> None:
            for sha in shas:
                if uses.is_used(db, sha):
                    raise _is_used(db, sha)
            unused.begin_days(db, shas, passed=_passed(db), now=now)

        return self._store.write(act)

    def keep(self, shas: Collection[Sha]) -> Future[None]:
        """Keep files although nothing uses them."""
        now = self._clock.now()
        return self._store.write(
            lambda db: unused.keep(
                db, [sha for sha in shas if not uses.is_used(db, sha)], passed=_passed(db), now=now
            )
        )

    def rename(self, sha: Sha, name: str, done: FileChange) -> "Future[Changes]":
        """Give a file another name, cleaned, with its ending if the new one has none, in all notes that use it.

        Raises:
            NotFound: (through the future) There is no such file here.
        """

        def act(db: Connection) -> "Changes":
            known = attachments.get(db, sha)
            if known is None:
                raise NotFound(_("There is no file {file} here.").format(file=sha[:12]))
            # typed by the user, so what stands before a slash is not a folder
            given = clean_name(re.sub(r"[/\\]", "-", name))
            given += "" if ending_of(given) else ending_of(known.name)
            attachments.rename(db, sha, given)
            return self._readdress(db, known, replace(known, name=given), done)

        return self._store.write(act)

    def replace(self, sha: Sha, new: NewFile, done: FileChange) -> "Future[Changes]":
        """Put a new file in the place of one, which may be missing, in all notes that use it.

        The texts from before stay in History, and with them the file that was replaced.
        """

        def act(db: Connection) -> "Changes":
            old = attachments.get(db, sha) or _unknown(db, sha, new.attachment)
            new.keep(db)
            return self._readdress(db, old, new.attachment, done)

        future = self._store.write(act)
        future.add_done_callback(lambda _future: new.__exit__())
        return future

    def take_back(self, done: FileChange) -> "Future[Changes]":
        """Undo `rename` or `replace`; in notes edited since then, only what names the file is changed back."""

        def act(db: Connection) -> "Changes":
            before, after = done.before, done.after
            if before is None or after is None:
                return self._links.restore_in(db, done.links)
            if before.sha == after.sha:
                attachments.rename(db, before.sha, before.name)
            edited = dict(done.links.versions)
            restored = self._links.restore_in(db, done.links)
            rest = [one for one in _using(db, after.sha) if one in edited.keys() - restored.notes]
            return restored | self._links.rewrite_in(
                db, rest, lambda note: readdressed(note.body, after.sha, before), LinkChange()
            )

        return self._store.write(act)

    def _readdress(
        self, db: Connection, old: Attachment, new: Attachment, done: FileChange
    ) -> "Changes":
        done.before, done.after = old, new
        done.links.versions.clear()
        return self._links.rewrite_in(
            db, _using(db, old.sha), lambda note: readdressed(note.body, old.sha, new), done.links
        )

    def _new(self, staged: Staged) -> NewFile:
        warning = ""
        if self.cleans():
            staged, warning = self.blobs.without_traces(staged)
        known = attachments.described(
            staged.sha, staged.size, staged.head, staged.name, now=self._clock.now()
        )
        if not warning and known.media_type.startswith("image/") and not known.is_picture:
            text = _("{file} is kept as a file: pictures of this kind cannot be shown in notes.")
            warning = text.format(file=known.name)
        return NewFile(known, staged, self.blobs, warning)

    def _added(self, new: NewFile, alt: str | None) -> Added:
        outcome(self._store.write(new.keep))
        return _shown(new, alt)


def _shown(new: NewFile, alt: str | None = None) -> Added:
    return Added(new.attachment, link_to(new.attachment, alt=alt), new.warning)


def with_links(body: str, files: Iterable[Attachment]) -> str:
    """Return a text that is followed by links to files, each in a paragraph of its own."""
    links = "\n\n".join(link_to(one) for one in files)
    if not links or not body.strip():
        return links or body
    return f"{body.rstrip()}\n\n{links}\n"


def _passed(db: Connection) -> timedelta:
    known = vault_time.get(db)
    return timedelta() if known is None else known.time.passed


def _is_used(db: Connection, sha: Sha) -> UserError:
    known = attachments.get(db, sha)
    name = sha[:12] if known is None else known.name
    titles: Sequence[str] = [title for _id, title, _gone in uses.notes_with(db, sha)]
    if not titles:
        text = _(
            "{file} cannot be removed: an earlier version of a note, a card or a draft still uses it."
        )
        return UserError(text.format(file=name))
    text = ngettext(
        "{file} cannot be removed: the note “{title}” uses it.",
        "{file} cannot be removed: {n} notes use it, such as “{title}”.",
        len(titles),
    )
    return UserError(text.format(file=name, n=len(titles), title=titles[0] or _("(no title)")))


def _using(db: Connection, sha: Sha) -> "list[NoteId]":
    return [note_id for note_id, _title, trashed in uses.notes_with(db, sha) if not trashed]


def _unknown(db: Connection, sha: Sha, new: Attachment) -> Attachment:
    """Return a file that was never here, by the name that links give it."""
    return Attachment(sha, 0, UNKNOWN, attachments.named(db, sha), new.added_at)
