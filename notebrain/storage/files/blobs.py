"""The bytes of files in notes, beside the database: `files/ab/abcdef…`, named by their SHA-256 and never changed.

A file is first copied to a temporary name in the same folder and flushed to the disk. It gets its name in the
transaction that names it in the database, so that two programs never see each other's half-done work. A kill can leave
temporary files and files of an unfinished act, which `sweep` deletes, or a file that the database does not know.
"""

import hashlib
import os
import secrets
import shutil
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final, Self

from notebrain.domain.errors import Interrupted, UserError, VaultError
from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import Sha, is_sha
from notebrain.domain.notes.media import HEAD_BYTES
from notebrain.storage import privacy
from notebrain.storage.file_lock import Lease
from notebrain.storage.files.sources import must_fit, opened, read, unwritable

_PART: Final = ".part"
_GOING: Final = ".going"
_COMING: Final = ".coming"
_ANNOUNCED: Final = ".adding"
_READ_ONLY: Final = 0o400
_AT_ONCE: Final = 1_048_576
_TRIES: Final = 3
_MOST_CLEANED: Final = 200_000_000
_STALE_S: Final = 60 * 60
_COMING_STALE_S: Final = 30 * 24 * 60 * 60
_Look = Callable[[Sha], bool]


@dataclass(slots=True)
class Staged:
    """A copied file that does not have its name yet; `discard` its path unless it is kept.

    Attributes:
        path: The temporary copy.
        head: Its first bytes.
        name: What it was called where it came from.
    """

    path: Path
    sha: Sha
    size: int
    head: bytes
    name: str


class Blobs:
    """The folder with the bytes of a vault's files, or of its backups' files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def beside(cls, database: Path) -> Self:
        """Return the files of the vault with this database."""
        return cls(database.parent / privacy.FILES_FOLDER)

    def path(self, sha: Sha) -> Path:
        """Return where a file is, or would be."""
        return self.folder / sha[:2] / sha

    def size(self, sha: Sha) -> int | None:
        """Return how many bytes a file has here, or None if it is missing."""
        try:
            state = self.path(sha).stat()
        except OSError:
            return None
        return state.st_size if stat.S_ISREG(state.st_mode) else None

    def stage(
        self,
        source: Path,
        *,
        most_bytes: int,
        name: str | None = None,
        keep_going: Callable[[], bool] = lambda: True,
    ) -> Staged:
        """Copy a file here under a temporary name; links are followed.

        A file that grows meanwhile is copied again; one that does not stop growing is refused.

        Raises:
            UserError: It cannot be read, is not a file, has more than `most_bytes`, or is still growing.
            Unwritable: There is no room for it, or the folder cannot be written.
            Interrupted: `keep_going` returned False.
        """
        for _try in range(_TRIES):
            with opened(source) as (stream, before):
                must_fit(before.st_size, most_bytes, source.name)
                staged = self._copied(
                    stream, name or source.name, most_bytes, keep_going, before.st_size
                )
                try:
                    after = os.fstat(stream.fileno())
                except OSError:
                    after = before
            stood_still = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
            # files of the system, as in /proc, say that they have no bytes
            if stood_still and staged.size == (after.st_size or staged.size):
                return staged
            discard(staged.path)
        raise UserError(
            _("{file} is still being written. Add it again when it is complete.").format(
                file=source
            )
        )

    def stage_open(
        self, stream: BinaryIO, *, name: str, most_bytes: int, keep_going: Callable[[], bool]
    ) -> Staged:
        """Copy what can be read from an open file here under a temporary name; see `stage`."""
        return self._copied(stream, name, most_bytes, keep_going)

    def stage_bytes(self, data: bytes, *, name: str, most_bytes: int) -> Staged:
        """Write bytes here under a temporary name; see `stage`."""
        must_fit(len(data), most_bytes, name)
        return self._copied(BytesIO(data), name, most_bytes, lambda: True)

    def without_traces(self, staged: Staged) -> tuple[Staged, str]:
        """Return a copy without what a camera wrote beside the picture, in the place of this one.

        If that cannot be done, return it as it is, with a warning for the user.
        """
        from notebrain.domain.notes.photo_traces import has_traces, without_traces

        if not has_traces(staged.head, staged.name):
            return staged, ""
        data = staged.path.read_bytes() if staged.size <= _MOST_CLEANED else b""
        clean = without_traces(data) if data else None
        if clean is None:
            text = _("{file} may still say where it was taken: it was added as it is.")
            return staged, text.format(file=staged.name)
        if clean == data:
            return staged, ""
        try:
            return self.stage_bytes(clean, name=staged.name, most_bytes=len(clean)), ""
        finally:
            discard(staged.path)

    def keep(self, staged: Staged, *, anew: bool = False) -> None:
        """Give a copy its name, unless it is there already; call it in the transaction that names it.

        Args:
            anew: Replace what is there, because its bytes are not what they were.

        Raises:
            Unwritable: The folder cannot be written.
        """
        final = self.path(staged.sha)
        if self.size(staged.sha) == staged.size and not anew:
            return
        try:
            privacy.make_folder(final.parent)
            if os.path.lexists(final):
                _make_writable(final)
            staged.path.replace(final)
            _flush_folder(final.parent)
            _flush_folder(self.folder)
        except OSError as error:
            raise unwritable(error, self.folder) from error

    def announce(self, staged: Sequence[Staged]) -> Lease:
        """List files that one act adds together, so that `sweep` takes them back if this process is killed in it.

        Call it in the transaction before `keep`; once the act is done, `release` the lock and `discard` its path.

        Raises:
            Unwritable: The folder cannot be written.
        """
        new = [one.sha for one in staged if not os.path.lexists(self.path(one.sha))]
        path = self.folder / f"{secrets.token_hex(8)}{_ANNOUNCED}"
        try:
            with open(path, "x", encoding="ascii", opener=privacy.opener) as out:
                out.write("\n".join(new))
                out.flush()
                os.fsync(out.fileno())
            _flush_folder(self.folder)
        except OSError as error:
            discard(path)
            raise unwritable(error, self.folder) from error
        lease = Lease(path)
        lease.acquire()
        return lease

    def coming(self, sha: Sha) -> Path:
        """Return where a file that is being fetched is kept until it is complete; the next call continues there.

        Raises:
            OSError: The folder cannot be written.
        """
        privacy.make_folder(self.folder)
        path = self.folder / f"{sha}{_COMING}"
        with suppress(OSError):  # it had arrived, and could not be kept
            path.chmod(privacy.PRIVATE_FILE)
        return path

    def arrived(self, sha: Sha, name: str) -> Staged:
        """Return a file that was fetched and checked as a whole, flushed to the disk, to be kept.

        Raises:
            OSError: It cannot be written.
        """
        path = self.folder / f"{sha}{_COMING}"
        with path.open("r+b") as stream:
            head = stream.read(HEAD_BYTES)
            os.fsync(stream.fileno())
            size = os.fstat(stream.fileno()).st_size
        path.chmod(_READ_ONLY)
        _flush_folder(self.folder)
        return Staged(path, sha, size, head, name)

    def put_aside(self, sha: Sha) -> bool:
        """Take away the name of a file that is being removed; return whether it was there.

        Call it in the transaction that forgets the file, then `finish` or `put_back`.
        """
        try:
            self.path(sha).replace(self._aside(sha))
        except OSError:
            return False
        return True

    def put_back(self, sha: Sha) -> None:
        """Undo `put_aside`."""
        with suppress(OSError):
            self._aside(sha).replace(self.path(sha))

    def finish(self, sha: Sha) -> None:
        """Delete a file that was put aside."""
        discard(self._aside(sha))

    def _aside(self, sha: Sha) -> Path:
        return self.path(sha).with_name(sha + _GOING)

    def all(self) -> Iterator[tuple[Sha, int]]:
        """Yield every file here and how many bytes it has, in any order."""
        for entry in self._entries():
            if is_sha(entry.name) and entry.name[:2] == Path(entry.path).parent.name:
                with suppress(OSError):
                    yield Sha(entry.name), entry.stat().st_size

    def _entries(self) -> Iterator["os.DirEntry[str]"]:
        for folder in _scan(self.folder):
            if folder.is_dir(follow_symlinks=False):
                yield from (
                    one for one in _scan(Path(folder.path)) if one.is_file(follow_symlinks=False)
                )

    def has_leftovers(self) -> bool:
        """Return whether there are temporary files or removals that a kill may have interrupted."""
        parts = any(one.name.endswith((_PART, _COMING, _ANNOUNCED)) for one in _scan(self.folder))
        return parts or any(entry.name.endswith(_GOING) for entry in self._entries())

    def sweep(self, is_known: _Look, is_named: _Look) -> Sequence[Sha]:
        """Delete temporary files that were left behind, and finish or undo what was interrupted; under the write lock.

        Args:
            is_known, is_named: Whether the database lists a file, and whether a text names it.

        Returns:
            The files that were taken back.
        """
        now_s, taken = self._disk_time(), list[Sha]()
        for entry in _scan(self.folder):
            stale_s = _STALE_S if entry.name.endswith(_PART) else _COMING_STALE_S
            if entry.name.endswith((_PART, _COMING)) and entry.is_file(follow_symlinks=False):
                with suppress(OSError):
                    if now_s - entry.stat().st_mtime > stale_s:
                        discard(Path(entry.path))
            elif entry.name.endswith(_ANNOUNCED):
                taken += self._take_back(Path(entry.path), is_named)
        for entry in self._entries():
            sha = Sha(entry.name.removesuffix(_GOING))
            if entry.name.endswith(_GOING) and is_sha(sha):
                if is_known(sha) and self.size(sha) is None:
                    self.put_back(sha)
                else:
                    self.finish(sha)
        return taken

    def _take_back(self, announced: Path, is_named: _Look) -> Sequence[Sha]:
        """Delete the files of an act that was killed before a text named them; return them."""
        lease, taken = Lease(announced), list[Sha]()
        with suppress(OSError, VaultError):
            lines = announced.read_text("ascii", errors="replace").splitlines()
            if lease.acquire():  # otherwise the program goes on with the act
                taken = [sha for sha in map(Sha, lines) if is_sha(sha) and not is_named(sha)]
                for sha in taken:
                    self.remove(sha)
                lease.release()
                discard(announced)
        return taken

    def _disk_time(self) -> float:
        """Return the time as the disk of the folder has it; that of a server may differ from that of the computer."""
        part = self._part()
        try:
            privacy.reserve(part)
            return part.stat().st_mtime
        except OSError:
            return 0.0
        finally:
            discard(part)

    def fetch(self, sha: Sha, other: "Blobs") -> bool:
        """Get a file from another folder, by a hard link or else as a copy; return whether it is here now.

        Raises:
            OSError: There is no room for it, or the folder cannot be written.
        """
        source, final = other.path(sha), self.path(sha)
        size = other.size(sha)
        if size is None:
            return False
        privacy.make_folder(final.parent)
        part = self._part()
        try:
            try:
                os.link(source, part)
            except OSError:  # another disk, or a file system without hard links
                privacy.reserve(part)
                shutil.copyfile(source, part)
                with part.open("r+b") as stream:
                    os.fsync(stream.fileno())
                part.chmod(_READ_ONLY)
            if os.path.lexists(final):
                _make_writable(final)
            part.replace(final)
        finally:
            # renaming one name of a file to another name of it leaves both
            discard(part)
        return True

    def remove(self, sha: Sha) -> None:
        """Delete a file at once."""
        discard(self.path(sha))

    def hash_of(self, sha: Sha, keep_going: Callable[[], bool] = lambda: True) -> Sha | None:
        """Return the hash that the bytes of a file have now, or None if they cannot be read.

        Raises:
            Interrupted: `keep_going` returned False.
        """
        digest = hashlib.sha256()
        try:
            with self.path(sha).open("rb") as stream:
                while data := stream.read(_AT_ONCE):
                    _go_on(keep_going)
                    digest.update(data)
        except OSError:
            return None
        return Sha(digest.hexdigest())

    def head(self, sha: Sha) -> bytes:
        """Return the first bytes of a file; none if it cannot be read."""
        try:
            with self.path(sha).open("rb") as stream:
                return stream.read(HEAD_BYTES)
        except OSError:
            return b""

    def _copied(
        self,
        stream: BinaryIO,
        name: str,
        most_bytes: int,
        keep_going: Callable[[], bool],
        expected: int = 0,
    ) -> Staged:
        """Copy a stream; stop when it turns out longer than expected, because it is still growing."""
        size, head, digest, part = 0, bytearray(), hashlib.sha256(), self._part()
        try:
            privacy.make_folder(self.folder)
            with open(part, "xb", opener=privacy.opener) as out:
                while data := read(stream, name):
                    _go_on(keep_going)
                    size += len(data)
                    must_fit(size, most_bytes, name)
                    head += data[: HEAD_BYTES - len(head)]
                    digest.update(data)
                    out.write(data)
                    if size > expected > 0:
                        break
                out.flush()
                os.fsync(out.fileno())
            part.chmod(_READ_ONLY)
            _flush_folder(self.folder)
        except BaseException as error:
            discard(part)
            if isinstance(error, OSError):
                raise unwritable(error, self.folder) from error
            raise
        return Staged(part, Sha(digest.hexdigest()), size, bytes(head), name)

    def _part(self) -> Path:
        return self.folder / f"{secrets.token_hex(8)}{_PART}"


def discard(path: Path) -> None:
    """Delete a file that may be read-only or gone."""
    try:
        path.unlink(missing_ok=True)
    except PermissionError:
        with suppress(OSError):
            _make_writable(path)
            path.unlink(missing_ok=True)
    except OSError:
        pass  # `sweep` tries again


def _make_writable(path: Path) -> None:
    """Let a read-only file be replaced or deleted, which only Windows refuses."""
    if os.name != "posix":
        path.chmod(privacy.PRIVATE_FILE)


def _go_on(keep_going: Callable[[], bool]) -> None:
    if not keep_going():
        raise Interrupted(_("Stopped."))


def _scan(folder: Path) -> Iterator["os.DirEntry[str]"]:
    try:
        with os.scandir(folder) as entries:
            yield from entries
    except OSError:
        return


def _flush_folder(folder: Path) -> None:
    """Make sure that the names in a folder survive a loss of power, where the system can do that."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
