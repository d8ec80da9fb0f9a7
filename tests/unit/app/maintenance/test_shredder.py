"""Removing notes for good: a backup first, then a few at a time."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from notebrain.app.maintenance.backups import Backups
from notebrain.app.services import Services, open_services
from notebrain.domain.errors import Interrupted, NotFound, UserError, VaultError
from notebrain.domain.notes.changes import Act, Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.storage.maintenance import backup
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.soundness import faults_of

if TYPE_CHECKING:
    from concurrent.futures import Future


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    services = open_services(tmp_path / "vault", clock=FakeClock(), embedder=FakeEmbedder())
    yield services
    services.close()


def trashed(services: Services, number: int) -> list[NoteId]:
    made = [services.notes.capture(Draft(f"note {one}")).result().note for one in range(number)]
    services.notes.forget(made).result()
    return made


def reasons(services: Services) -> list[str]:
    return [one.reason for one in backup.list_backups(services.store.backups)]


def in_trash(services: Services) -> int:
    return services.library.counts().trashed


def test_only_the_trash_is_removed_for_good_and_all_or_nothing(services: Services) -> None:
    (gone,) = trashed(services, 1)
    live = services.notes.capture(Draft("new")).result().note

    with pytest.raises(UserError, match="Only notes in the trash"):
        services.shredder.remove([gone, live]).result()
    kept = in_trash(services)
    changes = services.shredder.remove([gone, gone]).result()

    assert kept == 1
    assert changes.notes == (gone,)
    with pytest.raises(NotFound):
        services.library.note(gone)
    assert services.store.write(faults_of).result() == []


def test_a_backup_that_has_them_serves_and_another_text_needs_another_one(
    services: Services,
) -> None:
    one, two = trashed(services, 2)
    services.backups.make("by-hand")

    services.shredder.remove([one]).result()
    served = reasons(services)
    services.notes.append(two, "more").result()
    services.shredder.remove([two]).result()

    assert served == ["by-hand"]
    assert sorted(reasons(services)) == ["before-removal", "by-hand"]


def test_a_backup_of_the_same_version_with_another_text_does_not_serve(services: Services) -> None:
    (note,) = trashed(services, 1)
    services.backups.make("by-hand")
    services.store.write(
        lambda db: db.execute("update note set body = 'other', text_hash = x'00'")
    ).result()

    services.shredder.remove([note]).result()

    assert "before-removal" in reasons(services)


def test_two_in_one_second_have_a_backup_each(services: Services) -> None:
    one, two = trashed(services, 2)
    services.shredder.remove([one]).result()
    services.notes.append(two, "more").result()
    services.shredder.remove([two]).result()

    assert reasons(services) == ["before-removal"] * 2


def test_without_room_for_a_backup_nothing_goes(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = trashed(services, 3)
    monkeypatch.setattr(backup, "has_room", lambda _vault, _folder: False)

    with pytest.raises(VaultError, match=r"Nothing was deleted for good.*no room"):
        services.shredder.remove(notes).result()

    assert in_trash(services) == 3


def test_what_changes_while_the_backup_is_made_stays(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    restored, edited, gone = trashed(services, 3)
    make = Backups.make

    def meanwhile(backups: Backups, *args: object, **kwargs: object) -> Path:
        made: Path = make(backups, *args, **kwargs)  # type: ignore[arg-type]  # passed on as they are
        services.notes.restore([restored]).result()
        services.notes.append(edited, "more").result()
        return made

    monkeypatch.setattr(Backups, "make", meanwhile)

    changes = services.shredder.remove([restored, edited, gone]).result()

    assert changes.notes == (gone,)
    assert in_trash(services) == 1


def test_a_large_trash_goes_a_few_notes_at_a_time_and_other_writes_come_between(
    services: Services,
) -> None:
    made = trashed(services, 70)
    heard: list[Act] = []
    later: list[Future[Changes]] = []

    def hear(changes: Changes) -> None:
        heard.append(changes.act)
        if changes.act is Act.PURGE and not later:
            later.append(services.notes.restore(made[60:]))
            later.append(services.notes.capture(Draft("typed meanwhile")))

    services.store.subscribe(hear)
    changes = services.shredder.remove(made).result()

    assert Act.CAPTURE in heard[1:-1]
    assert set(made[:20]) <= set(changes.notes)
    assert in_trash(services) == 0
    assert services.store.write(faults_of).result() == []


def test_the_end_of_the_program_stops_the_backup_and_removes_nothing(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = trashed(services, 1)

    def closing(*_args: object, keep_going, **_kwargs: object) -> Path:
        assert not keep_going()
        raise Interrupted("The backup was stopped.")

    monkeypatch.setattr(Backups, "make", closing)
    services.shredder._closing = True

    with pytest.raises(Interrupted):
        services.shredder.remove(notes).result()

    assert in_trash(services) == 1
