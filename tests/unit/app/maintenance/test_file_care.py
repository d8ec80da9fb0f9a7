"""A file stays while anything uses it, goes after its days when nothing does, and is missed when it is gone."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from notebrain.app.background.maintenance import Upkeep
from notebrain.app.notes.files import Fault
from notebrain.app.services import Services, open_services
from notebrain.app.settings.remembered import CAPTURE_DRAFT
from notebrain.app.settings.table import FILE_DAYS, TRASH_DAYS
from notebrain.domain.errors import VaultError
from notebrain.domain.notes.attachments import Attachment, Sha
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.notes.files import Added, NewFiles
from notebrain.notes.service import Edit
from notebrain.storage.connection import Connection
from notebrain.storage.files import unused, uses
from notebrain.storage.files.blobs import Blobs
from notebrain.storage.maintenance import backup, backup_files
from notebrain.storage.notes import notes
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder


class Vault:
    """A vault in which days pass."""

    def __init__(self, folder: Path) -> None:
        self.clock = FakeClock()
        self.services = open_services(folder, clock=self.clock, embedder=FakeEmbedder())
        self.upkeep = Upkeep(self.services.store, self.services.indexer, self.clock)
        self.blobs = Blobs.beside(self.services.store.path)
        # a file that is always used: without one, none is ever removed
        self.take("Always here", self.add("always.txt", b"always").markdown)
        self.upkeep.daily(lambda: True)

    def add(self, name: str, data: bytes) -> Added:
        return self.services.file_acts.add_bytes(data, name)

    def take(self, *parts: str) -> NoteId:
        return self.services.notes.capture(Draft("\n\n".join(parts))).result().note

    def edit(self, note_id: NoteId, body: str) -> None:
        self.services.notes.edit(note_id, Edit(body, session="one")).result()

    def purge(self, note_id: NoteId) -> None:
        self.services.notes.forget([note_id]).result()
        self.services.shredder.remove([note_id]).result()

    def pass_days(self, days: int) -> None:
        for _day in range(days):
            self.clock.forward(days=1)
            self.upkeep.daily(lambda: True)

    def has(self, sha: Sha) -> bool:
        return self.blobs.size(sha) is not None

    def is_listed(self, sha: Sha) -> bool:
        return self.services.files.row(sha) is not None


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Vault]:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    vault = Vault(tmp_path / "vault")
    yield vault
    vault.services.close()


def test_an_unused_file_goes_after_its_days(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap").attachment

    vault.pass_days(29)
    before = vault.has(one.sha)
    vault.pass_days(3)

    assert before
    assert not vault.has(one.sha)
    assert not vault.is_listed(one.sha)


def test_zero_days_keep_unused_files(vault: Vault) -> None:
    vault.services.settings.put(FILE_DAYS, 0).result()
    one = vault.add("tap.png", b"tap").attachment

    vault.pass_days(60)

    assert vault.has(one.sha)


def test_a_link_copied_to_a_second_note_keeps_the_file_when_the_first_is_gone(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap")
    first = vault.take("First", one.markdown)
    vault.take("Second", one.markdown)

    vault.purge(first)
    vault.pass_days(60)

    assert vault.has(one.attachment.sha)


def test_the_file_of_a_note_that_is_gone_for_good_goes_after_its_days(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap")
    only = vault.take("Only", one.markdown)
    going = vault.services.files.going_with([only])

    vault.purge(only)
    vault.pass_days(29)
    before = vault.has(one.attachment.sha)
    vault.pass_days(3)

    assert [file.name for file in going] == ["tap.png"]
    assert before
    assert not vault.has(one.attachment.sha)


def test_a_file_that_an_undo_brings_back_is_there(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap")
    note = vault.take("Note", one.markdown)

    vault.edit(note, "Note")
    vault.pass_days(60)
    vault.edit(note, f"Note\n\n{one.markdown}")
    vault.pass_days(60)

    assert vault.has(one.attachment.sha)


def test_an_earlier_version_keeps_its_file(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap")
    note = vault.take("Note", one.markdown)
    vault.edit(note, "Another text")
    (earlier,) = vault.services.library.history(note)

    vault.pass_days(60)
    vault.services.notes.restore_revision(note, earlier.id).result()

    assert vault.has(one.attachment.sha)
    assert vault.services.files.notes_with(one.attachment.sha)


def test_a_note_in_the_trash_keeps_its_file(vault: Vault) -> None:
    vault.services.settings.put(TRASH_DAYS, 0).result()
    one = vault.add("tap.png", b"tap")
    note = vault.take("Note", one.markdown)
    vault.services.notes.forget([note]).result()

    vault.pass_days(60)

    assert vault.has(one.attachment.sha)
    assert vault.services.files.row(one.attachment.sha).used  # type: ignore[union-attr]


def test_the_proposed_text_of_a_card_keeps_its_file(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap")
    older, newer = vault.take("Older"), vault.take("Newer")

    def act(db: Connection) -> None:
        db.execute(
            """insert into card (id, kind, older_id, newer_id, older_hash, newer_hash, confidence, made_at, evidence,
                shared, state, merge) values ('c', 'repeat', ?, ?, x'00', x'01', 0.9, 0, '[]', 0, 'open', ?)""",
            (older, newer, f"Merged {one.markdown}"),
        )

    vault.services.store.write(act).result()
    vault.pass_days(60)
    there = vault.has(one.attachment.sha)
    vault.services.store.write(lambda db: db.execute("delete from card").rowcount).result()
    vault.pass_days(32)

    assert there
    assert not vault.has(one.attachment.sha)


def test_a_draft_keeps_its_file(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap")

    vault.services.settings.put(CAPTURE_DRAFT, f"unsaved {one.markdown}").result()

    vault.pass_days(60)

    assert vault.has(one.attachment.sha)


def test_a_backup_has_a_file_that_the_vault_has_removed(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap")
    note = vault.take("Note", one.markdown)
    made = vault.services.backups.make("by-hand")

    vault.purge(note)
    vault.pass_days(60)

    assert not vault.has(one.attachment.sha)
    assert backup_files.lacking(made, vault.services.store.path) == []
    assert backup_files.of(made).hash_of(one.attachment.sha) == one.attachment.sha


def test_a_file_whose_last_backup_is_gone_goes_from_the_backups(vault: Vault) -> None:
    vault.services.settings.put(FILE_DAYS, 5).result()
    one = vault.add("tap.png", b"tap").attachment
    made = vault.services.backups.make("by-hand")
    kept = backup_files.of(made)

    vault.pass_days(10)
    before = kept.size(one.sha)
    for _number in range(backup.KEPT):
        vault.clock.forward(seconds=1)
        vault.services.backups.make("by-hand")

    assert before == 3
    assert kept.size(one.sha) is None
    assert [size for _sha, size in kept.all()] == [len(b"always")]


def test_a_used_file_is_not_removed_by_hand_and_the_note_is_named(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap")
    vault.take("The kitchen", one.markdown)

    problem = vault.services.file_acts.remove([one.attachment.sha]).exception()

    assert str(problem) == "tap.png cannot be removed: the note “The kitchen” uses it."


def test_a_removal_is_listed_and_can_be_undone_while_its_days_last(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap").attachment
    vault.services.file_acts.remove([one.sha]).result()
    vault.pass_days(10)
    listed = vault.services.files.row(one.sha)

    vault.services.file_acts.keep([one.sha]).result()
    vault.pass_days(60)

    assert listed is not None
    assert (listed.used, listed.days_left) == (False, 20)
    assert vault.has(one.sha)


def test_a_file_that_a_note_names_counts_even_if_it_is_not_here(services: Services) -> None:
    before = services.files.is_any()

    services.notes.capture(Draft(f"![](attachment:{'0' * 64}/tap.png)")).result()

    assert (before, services.files.is_any()) == (False, True)


def test_a_file_that_is_used_again_starts_its_days_anew(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap")
    vault.pass_days(25)
    note = vault.take("Note", one.markdown)
    vault.purge(note)

    vault.pass_days(20)

    assert vault.has(one.attachment.sha)


def test_adding_an_unused_file_again_starts_its_days_anew(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap").attachment
    vault.pass_days(29)

    vault.add("other.png", b"tap")
    vault.pass_days(20)

    row = vault.services.files.row(one.sha)
    assert row is not None
    assert row.name == "tap.png"


def test_nothing_goes_in_the_hour_after_texts_came_from_elsewhere(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap").attachment
    vault.pass_days(29)
    vault.services.store.write(unused.hold).result()

    vault.clock.forward(days=2)
    vault.upkeep.daily(lambda: True)
    within = vault.has(one.sha)
    vault.clock.forward(hours=2)
    vault.upkeep.daily(lambda: True)

    assert within
    assert not vault.has(one.sha)


def test_a_wrong_clock_removes_nothing(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap").attachment
    vault.pass_days(2)

    vault.clock.forward(days=4000)
    vault.upkeep.daily(lambda: True)

    assert vault.has(one.sha)


def test_a_broken_index_empties_no_folder(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap")
    vault.take("Note", one.markdown)
    # nothing but the index says that it is unused
    vault.services.store.write(
        lambda db: db.execute("delete from attachment_use").rowcount
    ).result()

    vault.pass_days(60)
    check = vault.services.file_care.check()

    assert vault.has(one.attachment.sha)
    assert check.is_good
    with vault.services.store.read() as db:
        assert uses.is_used(db, one.attachment.sha)


def test_nothing_goes_if_no_used_file_is_found(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap").attachment
    for sha, _size in list(vault.blobs.all()):
        if sha != one.sha:
            vault.blobs.remove(sha)

    vault.pass_days(60)

    assert vault.has(one.sha)


def test_a_missing_and_a_changed_file_are_named(vault: Vault) -> None:
    files = [vault.add(f"{name}.txt", name.encode()) for name in ("gone", "other", "same")]
    vault.take("Note", *(file.markdown for file in files))
    gone, other, same = (file.attachment for file in files)
    vault.blobs.remove(gone.sha)
    _overwrite(vault.blobs.path(other.sha), b"OTHER")

    quick, whole = (vault.services.file_care.check(hashes=hashes) for hashes in (False, True))

    assert (_names(quick.missing), _names(quick.changed)) == (["gone.txt"], [])
    assert (_names(whole.missing), _names(whole.changed)) == (["gone.txt"], ["other.txt"])
    faults = {row.name: row.fault for row in vault.services.files.rows()}
    assert faults["gone.txt"] is Fault.MISSING
    assert faults["other.txt"] is Fault.CHANGED
    assert faults["same.txt"] is Fault.NONE
    assert vault.services.files.path(gone.sha) is None
    assert vault.services.files.read(same.sha) == b"same"


def test_adding_a_changed_file_again_mends_it(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap").attachment
    _overwrite(vault.blobs.path(one.sha), b"TAP")
    vault.services.file_care.check()

    vault.add("tap.png", b"tap")

    assert vault.services.files.read(one.sha) == b"tap"
    assert vault.services.file_care.check().is_good


def test_a_file_comes_back_from_the_backups(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap").attachment
    vault.services.backups.make("by-hand")
    vault.blobs.remove(one.sha)

    check = vault.services.file_care.check()

    assert _names(check.mended) == ["tap.png"]
    assert check.is_good
    assert vault.services.files.read(one.sha) == b"tap"


def test_a_change_is_noticed_when_nothing_else_is_to_do(vault: Vault) -> None:
    one = vault.add("tap.png", b"tap").attachment
    _overwrite(vault.blobs.path(one.sha), b"TAP")

    vault.upkeep.maintain(lambda: True)

    row = vault.services.files.row(one.sha)
    assert row is not None
    assert row.fault is Fault.CHANGED


def test_a_file_that_a_kill_left_unlisted_is_listed_by_the_name_its_link_has(vault: Vault) -> None:
    one = vault.add("the tap.png", b"tap")
    vault.take("Note", one.markdown)
    vault.services.store.write(lambda db: db.execute("delete from attachment").rowcount).result()

    adopted = vault.services.file_care.tidy()

    assert sorted(_names(adopted)) == ["always.txt", "the tap.png"]
    assert vault.services.file_care.tidy() == ()


@pytest.mark.parametrize("named", [0, 1, 11, 20])
def test_of_an_act_with_many_files_that_was_killed_nothing_stays(vault: Vault, named: int) -> None:
    acts, count = vault.services.file_acts, 20
    staged = [acts.stage_bytes(b"%d" % number, f"{number}.txt").staged for number in range(count)]
    if named:
        vault.blobs.announce(staged).release()
    for one in staged[:named]:  # the transaction that names them in the database was not committed
        vault.blobs.keep(one)
    for one in staged:
        if one.path.exists():
            os.utime(one.path, (0, 0))  # long ago

    assert not vault.services.file_care.tidy()

    assert [name for _sha, name in _there(vault)] == ["always.txt"]
    assert [path.name for path in vault.blobs.folder.iterdir() if path.is_file()] == []


def _added_together(vault: Vault, *names: str) -> tuple[Sequence[Added], NewFiles]:
    acts = vault.services.file_acts
    with ExitStack() as stack:
        staged = [stack.enter_context(acts.stage_bytes(name.encode(), name)) for name in names]
        return acts.add_together(staged)


@pytest.mark.parametrize("is_saved", [False, True])
def test_of_files_added_together_a_kill_before_their_links_are_saved_leaves_none(
    vault: Vault, is_saved: bool
) -> None:
    added, new = _added_together(vault, "a.txt", "b.txt")
    if is_saved:  # and killed before the list went
        vault.take("Note", *(one.markdown for one in added))
    new.abandon()  # a kill ends the lock, too

    vault.services.file_care.tidy()

    assert [vault.has(one.attachment.sha) for one in added] == [is_saved] * 2
    assert [vault.is_listed(one.attachment.sha) for one in added] == [is_saved] * 2
    assert not list(vault.blobs.folder.glob("*.adding"))


def test_files_added_together_stay_while_their_links_wait_to_be_saved(vault: Vault) -> None:
    added, new = _added_together(vault, "a.txt", "b.txt")

    vault.services.file_care.tidy()  # by any program
    assert all(vault.is_listed(one.attachment.sha) for one in added)
    new.release()
    vault.services.file_care.tidy()

    assert all(vault.is_listed(one.attachment.sha) for one in added)


def test_of_an_act_with_several_files_that_failed_nothing_stays(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / name for name in ("a.txt", "b.txt")]
    for path in paths:
        path.write_text(path.name)

    def refuse(*_args: object, **_more: object) -> None:
        raise VaultError("No.")

    services = vault.services
    with monkeypatch.context() as patch:
        patch.setattr(notes, "add", refuse)
        failed = services.file_acts.capture(services.notes.capture, Draft("Note"), paths)
        with pytest.raises(VaultError):
            failed.result()
    vault.take("The next act")  # so the failed one has ended
    assert len(_there(vault)) == 3

    assert not services.file_care.tidy()

    assert [name for _sha, name in _there(vault)] == ["always.txt"]


def test_an_act_with_several_files_leaves_no_list_of_them(vault: Vault, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.txt", "b.txt")]
    for path in paths:
        path.write_text(path.name)

    services = vault.services
    services.file_acts.capture(services.notes.capture, Draft("Note"), paths).result()
    vault.take("The next act")  # so the first one has ended

    assert len(_there(vault)) == 3
    assert not vault.blobs.has_leftovers()


def test_a_removal_that_a_kill_interrupted_is_finished_or_undone(vault: Vault) -> None:
    used, unlisted = vault.add("a.txt", b"a").attachment, Sha("0" * 64)
    vault.blobs.put_aside(used.sha)
    stray = vault.blobs.path(unlisted)
    stray.parent.mkdir(exist_ok=True)
    stray.with_name(f"{unlisted}.going").write_bytes(b"x")

    vault.services.file_care.tidy()

    assert vault.services.files.read(used.sha) == b"a"
    assert not list(vault.blobs.folder.rglob("*.going"))


def _overwrite(path: Path, data: bytes) -> None:
    path.chmod(0o600)
    path.write_bytes(data)


def _there(vault: Vault) -> list[tuple[Sha, str]]:
    """Return the files in the folder, with the names they are listed by."""
    return [
        (sha, row.name if (row := vault.services.files.row(sha)) else "")
        for sha, _size in vault.blobs.all()
    ]


def _names(files: Iterable[Attachment]) -> list[str]:
    return [file.name for file in files]
