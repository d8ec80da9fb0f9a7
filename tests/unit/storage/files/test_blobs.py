"""Whatever is given as a file is stored whole or refused in words, and leaves nothing behind."""

import errno
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from notebrain.domain.errors import Interrupted, NoteBrainError, Unwritable, UserError, VaultError
from notebrain.domain.notes.attachments import Sha
from notebrain.storage import privacy
from notebrain.storage.files.blobs import Blobs, discard

MOST = 1_000_000
EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def nothing(_sha: Sha) -> bool:
    return False


@pytest.fixture
def blobs(tmp_path: Path) -> Blobs:
    return Blobs(tmp_path / "vault" / "files")


def kept(blobs: Blobs, source: Path) -> Sha:
    staged = blobs.stage(source, most_bytes=MOST)
    blobs.keep(staged)
    discard(staged.path)
    return staged.sha


def left(blobs: Blobs) -> list[str]:
    return [path.name for path in blobs.folder.rglob("*") if path.is_file()]


def file(folder: Path, data: bytes, name: str = "a.bin") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("data", [b"", b"x", b"\0" * MOST])
def test_a_file_is_stored_by_its_hash_byte_for_byte(
    blobs: Blobs, tmp_path: Path, data: bytes
) -> None:
    sha = kept(blobs, file(tmp_path, data))

    assert blobs.path(sha).read_bytes() == data
    assert blobs.hash_of(sha) == sha
    assert left(blobs) == [sha]
    assert (sha == EMPTY) == (data == b"")


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_a_file_is_read_only_and_private(blobs: Blobs, tmp_path: Path) -> None:
    sha = kept(blobs, file(tmp_path, b"x"))

    assert stat.S_IMODE(blobs.path(sha).stat().st_mode) == 0o400
    assert stat.S_IMODE(blobs.folder.stat().st_mode) == 0o700


def test_the_same_content_is_kept_once(blobs: Blobs, tmp_path: Path) -> None:
    one, other = (kept(blobs, file(tmp_path, b"same", name)) for name in ("a", "b"))

    assert one == other
    assert left(blobs) == [one]


def test_two_programs_that_add_the_same_file_at_once_keep_it_once(
    blobs: Blobs, tmp_path: Path
) -> None:
    source = file(tmp_path, b"same")
    mine, theirs = (Blobs(blobs.folder).stage(source, most_bytes=MOST) for _ in range(2))

    blobs.keep(theirs)
    blobs.keep(mine)
    discard(mine.path)

    assert left(blobs) == [mine.sha]


def test_a_link_to_elsewhere_is_followed(blobs: Blobs, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(file(tmp_path, b"there"))

    assert blobs.path(kept(blobs, link)).read_bytes() == b"there"


def _pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe")
    return folder / "pipe"


def _dangling(folder: Path) -> Path:
    (folder / "nowhere").symlink_to(folder / "gone")
    return folder / "nowhere"


REFUSED: dict[str, tuple[Callable[[Path], Path], str]] = {
    "a folder": (lambda folder: folder, "is a folder"),
    "a pipe": (_pipe, "is a device or a pipe"),
    "a device": (lambda _folder: Path("/dev/zero"), "is a device or a pipe"),
    "nothing": (lambda folder: folder / "gone", "cannot be read: No such file"),
    "a link to nothing": (_dangling, "cannot be read: No such file"),
    "a NUL": (lambda folder: folder / "a\0b", "cannot be read"),
    "a long name": (lambda folder: folder / ("n" * 300), "cannot be read: File name too long"),
    "too large": (lambda folder: file(folder, b"x" * (MOST + 1)), "more than 1 MB"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices of POSIX")
@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_file_is_refused_in_words(blobs: Blobs, tmp_path: Path, what: str) -> None:
    make, words = REFUSED[what]
    source = make(tmp_path)

    with pytest.raises(UserError, match=words):
        blobs.stage(source, most_bytes=MOST)

    assert left(blobs) == []


class Growing:
    """Writes to the source each time some of it was read."""

    def __init__(self, source: Path, times: int) -> None:
        self.source, self.times = source, times

    def __call__(self) -> bool:
        if self.times:
            self.times -= 1
            with self.source.open("ab") as stream:
                stream.write(b"more")
        return True


def test_a_growing_file_is_copied_as_it_was_when_it_stood_still(
    blobs: Blobs, tmp_path: Path
) -> None:
    source = file(tmp_path, b"first ")

    staged = blobs.stage(source, most_bytes=MOST, keep_going=Growing(source, 2))

    assert staged.path.read_bytes() == source.read_bytes()


def test_a_file_that_does_not_stop_growing_is_refused(blobs: Blobs, tmp_path: Path) -> None:
    source = file(tmp_path, b"first ")

    with pytest.raises(UserError, match="still being written"):
        blobs.stage(source, most_bytes=MOST, keep_going=Growing(source, 99))

    assert left(blobs) == []


def test_a_file_that_grows_over_the_limit_while_it_is_copied_is_refused(
    blobs: Blobs, tmp_path: Path
) -> None:
    source = file(tmp_path, b"x" * MOST)

    with pytest.raises(UserError, match="more than 1 MB"):
        blobs.stage(source, most_bytes=MOST, keep_going=Growing(source, 99))

    assert left(blobs) == []


def test_a_copy_that_is_stopped_leaves_nothing(blobs: Blobs, tmp_path: Path) -> None:
    with pytest.raises(Interrupted):
        blobs.stage(file(tmp_path, b"x"), most_bytes=MOST, keep_going=lambda: False)

    assert left(blobs) == []


@pytest.mark.parametrize("call", ["fsync", "make_folder"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EACCES, errno.EIO])
def test_a_disk_that_refuses_is_explained_and_nothing_is_left(
    blobs: Blobs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, code: int
) -> None:
    def refuse(*_args: object) -> None:
        raise OSError(code, os.strerror(code))

    source = file(tmp_path, b"x")
    monkeypatch.setattr(os if call == "fsync" else privacy, call, refuse)

    with pytest.raises(NoteBrainError, match=r".+\.") as caught:
        blobs.stage(source, most_bytes=MOST)

    assert isinstance(caught.value, Unwritable) == (code != errno.EIO)
    assert left(blobs) == []


def test_a_file_for_which_there_is_not_enough_room_says_so(
    blobs: Blobs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", refuse)

    with pytest.raises(Unwritable, match="not enough room for this file"):
        blobs.stage_bytes(b"x", name="a", most_bytes=MOST)


@pytest.mark.parametrize("what", ["link to nowhere", "file"])
def test_a_folder_that_is_none_or_is_gone_with_its_disk_is_explained(
    blobs: Blobs, tmp_path: Path, what: str
) -> None:
    blobs.folder.parent.mkdir()
    if what == "file":
        blobs.folder.write_bytes(b"x")
    else:
        blobs.folder.symlink_to(tmp_path / "disk" / "files")

    with pytest.raises(VaultError, match="leads to a disk that is not connected"):
        blobs.stage_bytes(b"x", name="a", most_bytes=MOST)


def test_old_temporary_files_go_and_new_ones_stay(blobs: Blobs, tmp_path: Path) -> None:
    old, new = (blobs.stage(file(tmp_path, b"x"), most_bytes=MOST) for _ in range(2))
    now_s = new.path.stat().st_mtime
    os.utime(old.path, (0, now_s - 4000))

    blobs.sweep(nothing, nothing)

    assert left(blobs) == [new.path.name]


def test_of_a_killed_transaction_with_several_files_none_stays(
    blobs: Blobs, tmp_path: Path
) -> None:
    before = kept(blobs, file(tmp_path, b"before"))
    staged = [
        blobs.stage(file(tmp_path, data), most_bytes=MOST) for data in (b"before", b"a", b"b")
    ]
    lease = blobs.announce(staged)
    for one in staged[:2]:  # killed before the third
        blobs.keep(one)
        discard(one.path)
    discard(staged[2].path)
    lease.release()  # as a kill does

    assert blobs.has_leftovers()
    blobs.sweep(nothing, nothing)

    assert left(blobs) == [before]  # it was there before


def test_what_is_still_being_added_stays(blobs: Blobs, tmp_path: Path) -> None:
    staged = [blobs.stage(file(tmp_path, data), most_bytes=MOST) for data in (b"a", b"b")]
    lease = blobs.announce(staged)
    for one in staged:
        blobs.keep(one)

    taken = blobs.sweep(nothing, nothing)

    assert not taken
    assert {one.sha for one in staged} < set(left(blobs))
    lease.release()  # as a kill does
    assert sorted(blobs.sweep(nothing, nothing)) == sorted(one.sha for one in staged)
    assert left(blobs) == []


def test_of_a_transaction_that_succeeded_all_files_stay(blobs: Blobs, tmp_path: Path) -> None:
    staged = [blobs.stage(file(tmp_path, data), most_bytes=MOST) for data in (b"a", b"b")]
    lease = blobs.announce(staged)
    for one in staged:
        blobs.keep(one)
    lease.release()

    blobs.sweep(nothing, {one.sha for one in staged}.__contains__)  # killed before the list went

    assert sorted(left(blobs)) == sorted(one.sha for one in staged)


def test_a_list_that_a_kill_cut_short_takes_nothing_back(blobs: Blobs, tmp_path: Path) -> None:
    sha = kept(blobs, file(tmp_path, b"x"))
    (blobs.folder / "0123.adding").write_bytes(f"{sha[:40]}\nü".encode("latin-1"))

    blobs.sweep(nothing, nothing)

    assert left(blobs) == [sha]


def test_a_file_is_brought_from_another_folder_linked_or_copied(
    blobs: Blobs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha = kept(blobs, file(tmp_path, b"x"))
    linked, copied = Blobs(tmp_path / "linked"), Blobs(tmp_path / "copied")

    def refuse(*_args: object) -> None:
        raise OSError(errno.EXDEV, "another disk")

    assert linked.fetch(sha, blobs)
    monkeypatch.setattr(os, "link", refuse)
    assert copied.fetch(sha, blobs)
    assert not copied.fetch(Sha("0" * 64), blobs)

    assert linked.path(sha).samefile(blobs.path(sha))
    assert not copied.path(sha).samefile(blobs.path(sha))
    assert [left(one) for one in (linked, copied)] == [[sha], [sha]]


def test_files_that_are_not_ours_are_left_alone(blobs: Blobs, tmp_path: Path) -> None:
    sha = kept(blobs, file(tmp_path, b"x"))
    for name in ("notes.txt", f"ab/{sha}", "ab/readme"):
        (blobs.folder / name).parent.mkdir(exist_ok=True)
        (blobs.folder / name).write_bytes(b"?")

    blobs.sweep(nothing, nothing)

    assert [one for one, _size in blobs.all()] == [sha]
    assert len(left(blobs)) == 4
