"""Saving and importing: durable and found by words when the call returns."""

import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from notebrain.app.services import Services, open_services
from notebrain.domain.notes.draft import Draft
from notebrain.storage.store import FILE_NAME
from tests.benchmarks import corpus, vaults
from tests.benchmarks.intruder import Intruder
from tests.benchmarks.measuring import Row, timed

_SAVES = 200
_IMPORTED = 10_000


def save(size: int) -> list[Row]:
    """Time one note from the call to durable and keyword-searchable (one transaction)."""
    with tempfile.TemporaryDirectory() as scratch:
        services = open_services(vaults.copy_of(size, Path(scratch)))
        sample = list(corpus.notes(_SAVES, words=40, seed=7))
        times = timed([partial(_save, services, one.body) for one in sample])
        services.close()
    what = "save to durable and keyword-searchable"
    return [
        Row(f"{what}, p50", f"{size:,}", times.p50, "ms", 5),
        Row(f"{what}, p95", f"{size:,}", times.p95, "ms", note="orientation"),
    ]


def _save(services: Services, body: str) -> None:
    services.notes.capture(Draft(body)).result()


def import_folder(size: int) -> list[Row]:
    """Time the import of a folder of notes, and how long it keeps another process from writing."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "notes"
        folder.mkdir()
        for number, one in enumerate(corpus.notes(_IMPORTED, seed=8)):
            (folder / f"{number}.md").write_text(one.body, encoding="utf-8")
        vault = vaults.copy_of(size, Path(scratch)) if size else Path(scratch) / "vault"
        services = open_services(vault)
        services.notes.capture(Draft("first")).result()
        intruder = Intruder(vault / FILE_NAME)
        began = time.perf_counter()
        report = services.importer.run(folder)
        took = time.perf_counter() - began
        waits = intruder.stop()
        services.close()
    assert report.imported == _IMPORTED
    return [
        Row(
            "import of 200-word notes",
            f"{size:,}",
            _IMPORTED / took,
            "notes/s",
            4000,
            at_least=True,
        ),
        Row("another process waits to write, p95", f"{size:,}", waits.p95, "ms", 50),
        Row(
            "another process waits to write, longest",
            f"{size:,}",
            max(waits.values),
            "ms",
            note="orientation",
        ),
    ]


def index_short_note(size: int) -> list[Row]:
    """Measure the processor time from saving a 40-word note to its vector being stored, and to its being compared.

    The words of the corpus are rare ones: the model makes 93 tokens of such a note, and 59 of 40 words of a diary of
    things learned.
    """
    return _indexed(size, words=40, budget_ms=40)


def index_note(size: int) -> list[Row]:
    """Measure the same for a note of 145 words."""
    return _indexed(size, words=145, budget_ms=60)


def _indexed(size: int, *, words: int, budget_ms: float) -> list[Row]:
    with tempfile.TemporaryDirectory() as scratch:
        services = open_services(vaults.copy_of(size, Path(scratch)))
        first, *sample = corpus.notes(61, words=words, seed=9)
        _merge_words(services)  # what building the vault left to do is not of these notes
        # the model, the vectors and the judge are loaded
        _index_and_compare(services, [first.body])
        indexed_ms, compared_ms = _index_and_compare(services, [one.body for one in sample])
        services.close()
    what = f"{words}-word note saved"
    return [
        Row(f"{what} and embedded, processor time", f"{size:,}", indexed_ms, "ms", budget_ms),
        Row(
            f"{what}, embedded and compared, processor time",
            f"{size:,}",
            indexed_ms + compared_ms,
            "ms",
            budget_ms,
        ),
    ]


def _index_and_compare(services: Services, bodies: Sequence[str]) -> tuple[float, float]:
    """Return the milliseconds a note takes to be saved and embedded, and those to be compared.

    Saving includes the note's share of merging the word index, although that is done later.
    """
    saved = compared = 0.0
    for body in bodies:
        began = time.process_time()
        services.notes.capture(Draft(body)).result()
        services.indexer.step()
        between = time.process_time()
        while services.check(lambda: True):
            pass
        saved += between - began
        compared += time.process_time() - between
    began = time.process_time()
    _merge_words(services)
    saved += time.process_time() - began
    return saved * 1000 / len(bodies), compared * 1000 / len(bodies)


def _merge_words(services: Services) -> None:
    while services.indexer.tidy_words():
        pass
