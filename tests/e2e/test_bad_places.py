"""An open program meets a full disk, and a note of nineteen megabytes."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from notebrain.app.services import Services, open_services
from notebrain.domain.errors import VaultError
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.domain.search.types import SearchRequest
from notebrain.notes.service import Edit
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.soundness import faults_in

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of four megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("only root on Linux can make a small disk")
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)], check=False
    ).returncode:
        pytest.skip("this machine does not let root mount a disk")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def fill(services: Services) -> list[NoteId]:
    """Take notes until the disk is full; return those that were acknowledged."""
    kept: list[NoteId] = []
    while True:
        future = services.notes.capture(Draft(f"note {len(kept)} " + "words on paper " * 500))
        if future.exception() is not None:
            with pytest.raises(VaultError, match="is full"):
                future.result()
            return kept
        kept.append(future.result().note)


def test_an_open_program_loses_nothing_on_a_full_disk_and_goes_on_when_there_is_room(
    small_disk: Path,
) -> None:
    filler = small_disk / "holiday.mov"
    filler.write_bytes(b"x" * 500_000)
    services = open_services(small_disk / "vault", embedder=FakeEmbedder())

    kept = fill(services)
    still_read = [services.library.note(note).body for note in kept]
    filler.unlink()
    later = services.notes.capture(Draft("after the clearing")).result().note
    while services.indexer.step():
        pass
    found = services.search.words(SearchRequest("clearing")).hits
    services.close()

    assert len(kept) > 10
    assert len(still_read) == len(kept)
    assert [hit.note_id for hit in found] == [later]
    assert faults_in(small_disk / "vault") == []


@pytest.mark.timeout(600)
@pytest.mark.parametrize("megabytes", [3, pytest.param(19, marks=pytest.mark.long)])
def test_a_huge_note_is_stored_found_shown_edited_and_removed_without_harm(
    tmp_path: Path, megabytes: int
) -> None:
    chance = random.Random(5)
    words = [f"word{number}" for number in range(20_000)]
    lines = (" ".join(chance.choices(words, k=90)) for _ in range(megabytes * 1_000_000 // 760))
    text = "# Huge\r\n" + "\n\n".join(lines) + "\nzebra at the end"
    services = open_services(tmp_path, embedder=FakeEmbedder())
    capture, library = services.notes, services.library

    note = capture.capture(Draft(text)).result().note
    found = services.search.words(SearchRequest("zebra")).hits
    capture.edit(note, Edit(text + " giraffe", session="s")).result()
    capture.edit(note, Edit(text + " giraffe okapi", session="s", resting=True)).result()
    found_after = services.search.words(SearchRequest("okapi")).hits
    shown, history = library.note(note), library.history(note)
    worked = services.indexer.step(lambda: services.indexer.coverage()[0] == 0 and megabytes < 10)
    capture.forget([note]).result()
    services.shredder.remove([note]).result()
    services.close()

    assert [hit.note_id for hit in found] == [hit.note_id for hit in found_after] == [note]
    assert shown.body == text + " giraffe okapi"
    assert [one.body for one in history] == [text]
    assert worked == (1 if megabytes < 10 else 0)
    assert faults_in(tmp_path) == []
