"""A vault to import into and export from."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from notebrain.app.core.clock import UuidIds
from notebrain.domain.notes.note import Note
from notebrain.import_export.exporter import Exporter
from notebrain.import_export.importer import Importer
from notebrain.notes.files import FileActs
from notebrain.storage.notes import imports, notes
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock

MOST_BYTES = 1_000_000


@dataclass
class Vault:
    store: Store
    clock: FakeClock
    importer: Importer
    exporter: Exporter

    def notes(self) -> list[Note]:
        with self.store.read() as db:
            found = [notes.get_by_key(db, key) for key in imports.live_keys(db, None)]
        return [note for note in found if note is not None]

    def by_source(self) -> dict[str, Note]:
        return {note.source.removeprefix("import:"): note for note in self.notes()}


def open_vault(folder: Path) -> Vault:
    clock = FakeClock()
    store = Store.open(folder, clock=clock)
    return Vault(
        store,
        clock,
        Importer(store, clock, UuidIds(), FileActs(store, clock, lambda: MOST_BYTES)),
        Exporter(store),
    )


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    vault = open_vault(tmp_path / "vault")
    yield vault
    vault.store.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    return folder
