"""Pictures and files: pasted, scrolled, beside a window that opens, and in backups."""

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from notebrain.app.services import Services, open_services
from notebrain.domain.notes.draft import Draft
from notebrain.storage.files.blobs import Blobs
from tests.benchmarks import vaults
from tests.benchmarks.bench_window import probe
from tests.benchmarks.measuring import Row

_FILES, _IN_A_NOTE = 5_000, 10
_STARTS, _BACKUPS = 11, 9
_LARGE, _LARGE_BYTES = 1_000, 10_000_000


def paste(size: int) -> list[Row]:
    """Measure how soon a pasted picture of 12 megapixels is seen, and typing meanwhile."""
    with tempfile.TemporaryDirectory() as scratch:
        figures = probe(vaults.copy_of(size, Path(scratch)), "paste", module="file_probe")
    count = f"{size:,}"
    return [
        Row("12-megapixel picture pasted to seen, p95", count, figures["seen_p95_ms"], "ms", 300),
        Row("key after it to painted, p95", count, figures["typed_p95_ms"], "ms", 50),
        Row("longest pause meanwhile", count, figures["longest_ms"], "ms", 50),
        Row("the same, processor time of its thread", count, figures["busiest_ms"], "ms", 50),
    ]


def scroll(size: int) -> list[Row]:
    """Measure scrolling a note of 100 pictures, and the memory it takes more than one of words."""
    with tempfile.TemporaryDirectory() as scratch:
        vault = vaults.copy_of(size, Path(scratch))
        figures = probe(vault, "scroll_pictures", module="file_probe")
    count = f"{size:,}"
    return [
        Row(
            "longest frame, note of 100 pictures",
            count,
            figures["frame_worst_ms"],
            "ms",
            50,
            note="processor time",
        ),
        Row("the same, p95", count, figures["frame_p95_ms"], "ms"),
        Row("memory above a note of words", count, figures["more_mb"], "MB", 120),
    ]


def start(size: int) -> list[Row]:
    """Measure the time until the window shows its list with 5,000 files, against the same vault without."""
    with tempfile.TemporaryDirectory() as scratch:
        without = vaults.copy_of(size, Path(scratch) / "without")
        with_files = vaults.copy_of(size, Path(scratch) / "with")
        _add(with_files, _small, count=_FILES)
        _add_words(without, count=_FILES // _IN_A_NOTE)
        pairs = [(_shown(with_files), _shown(without)) for _run in range(_STARTS)]
    ratio = median(one / other for one, other in pairs[1:])
    return [
        Row("window shown with 5,000 files, against none", f"{size:,}", ratio, "times", 1.05),
        Row("window shown with 5,000 files", f"{size:,}", median(one for one, _ in pairs), "ms"),
    ]


def backup(size: int) -> list[Row]:
    """Measure a backup beside 10 GB of files that the folder of backups has already, against one without files."""
    with tempfile.TemporaryDirectory() as scratch:
        without = vaults.copy_of(size, Path(scratch) / "without")
        with_files = vaults.copy_of(size, Path(scratch) / "with")
        _add(with_files, _hollow, count=_LARGE)
        _add_words(without, count=_LARGE // _IN_A_NOTE)
        for vault in (with_files, without):
            _backed_up(vault)  # the first one takes the files along
        pairs = [(_backed_up(with_files), _backed_up(without)) for _run in range(_BACKUPS)]
    ratio = median(one / other for one, other in pairs)
    note = f"{_LARGE * _LARGE_BYTES / 1e9:.0f} GB, unchanged"
    return [
        Row("backup with files, against none", f"{size:,}", ratio, "times", 1.2, note=note),
        Row("backup with files", f"{size:,}", median(one for one, _ in pairs), "ms"),
    ]


def _add(vault: Path, make: Callable[[Services, int], str], *, count: int) -> None:
    """Add files to a vault, ten in a note each."""
    services = open_services(vault)
    for first in range(0, count, _IN_A_NOTE):
        links = [make(services, number) for number in range(first, first + _IN_A_NOTE)]
        services.notes.capture(Draft(f"# Files from {first}\n\n" + "\n\n".join(links))).result()
    services.close()
    os.sync()


def _add_words(vault: Path, *, count: int) -> None:
    """Add as many notes without files, so that both vaults list as many."""
    services = open_services(vault)
    for number in range(count):
        words = "\n\n".join(f"[{number} {at}](https://example.org/{at})" for at in range(10))
        services.notes.capture(Draft(f"# Words {number}\n\n{words}")).result()
    services.close()
    os.sync()


def _small(services: Services, number: int) -> str:
    return services.file_acts.add_bytes(
        b"%PDF-1.7 " + str(number).encode(), f"{number}.pdf"
    ).markdown


def _hollow(services: Services, number: int) -> str:
    """Add a file, then make it ten megabytes long without taking room: its bytes are not read again."""
    added = services.file_acts.add_bytes(b"%PDF-1.7 " + str(number).encode(), f"{number}.pdf")
    path = Blobs.beside(services.store.path).path(added.attachment.sha)
    path.chmod(0o600)
    os.truncate(path, _LARGE_BYTES)
    path.chmod(0o400)
    services.store.write(
        lambda db: db.execute(
            "update attachment set size = ? where sha = ?", (_LARGE_BYTES, added.attachment.sha)
        )
    ).result()
    return added.markdown


def _shown(vault: Path) -> float:
    return probe(vault, "start", module="start_probe")["shown_ms"]


def _backed_up(vault: Path) -> float:
    services = open_services(vault)
    began = time.perf_counter()
    services.backups.make("by-hand")
    took = (time.perf_counter() - began) * 1_000
    services.close()
    return took
