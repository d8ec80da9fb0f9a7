"""Checks of this computer, and the identifier of this copy of a vault."""

import hashlib
import os
import platform
import shutil
import sys
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from notebrain.app.core.findings import Finding, Severity
from notebrain.app.system.qt_libraries import command_to_install, missing_packages
from notebrain.domain.errors import NoEmbedder
from notebrain.domain.i18n import _
from notebrain.domain.ports import LocalModel
from notebrain.storage.maintenance.health import sqlite_version

_LEAST_FREE_BYTES = 200 * 1024 * 1024
_GIB = 1024**3
_PROBE = "a word"


def machine_findings(
    folder: Path, models: Iterable[LocalModel], environ: Mapping[str, str] = os.environ
) -> Iterator[Finding]:
    """Check the programs, the display, the disk and the models."""
    yield _programs()
    installed = _version_of("PySide6-Essentials") or _version_of("PySide6")
    yield qt_finding(installed, sys.version_info[:2])
    yield _display(environ)
    if installed is not None and sys.platform.startswith("linux"):
        yield from libraries_findings(missing_packages(), environ)
    yield _disk(folder)
    yield from map(_model, models)


def _programs() -> Finding:
    python = sys.version.partition(" ")[0]
    text = _("Python {python}, SQLite {sqlite}").format(python=python, sqlite=sqlite_version())
    return Finding("programs", Severity.GOOD, text)


def qt_finding(version: str | None, python: tuple[int, int]) -> Finding:
    """Check whether this Qt and this Python work together, without loading Qt."""
    if version is None:
        text = _("Qt for Python is not installed: the command line works, the window does not.")
        return Finding("qt", Severity.HINT, text)
    # WORKAROUND: PySide6 6.12.0 loses a reference to None with every call; None is immortal from Python 3.12 on. The
    # window measures it itself before it opens.
    if _numbers(version) >= (6, 12) and python < (3, 12):
        text = _(
            "Qt for Python {version} crashes this Python within minutes. "
            'The fix: {python} -m pip install "PySide6-Essentials>=6.8,<6.12"'
        )
        return Finding("qt", Severity.BAD, text.format(version=version, python=sys.executable))
    return Finding("qt", Severity.GOOD, _("Qt for Python {version}").format(version=version))


def libraries_findings(missing: Sequence[str], environ: Mapping[str, str]) -> Iterator[Finding]:
    """Name the libraries that Qt lacks; on a computer without a display nobody misses them."""
    if missing:
        text = _("The window lacks libraries of the system. On Debian and Ubuntu: {command}")
        severity = Severity.BAD if _display(environ).severity is Severity.GOOD else Severity.HINT
        yield Finding("libraries", severity, text.format(command=command_to_install(missing)))


def _version_of(package: str) -> str | None:
    # it loads a parser of mails; the window needs only the mark of this copy
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2] if part.isdecimal())


def _display(environ: Mapping[str, str]) -> Finding:
    if not sys.platform.startswith("linux"):
        return Finding("display", Severity.GOOD, _("The system provides the display."))
    for variable in ("WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM"):
        if environ.get(variable):
            text = _("Display: {name}").format(name=f"{variable}={environ[variable]}")
            return Finding("display", Severity.GOOD, text)
    text = _("There is no display here: the command line works, the window does not.")
    return Finding("display", Severity.HINT, text)


def _disk(folder: Path) -> Finding:
    place = next(part for part in (folder, *folder.parents) if part.exists())
    free = shutil.disk_usage(place).free
    text = _("{size:.1f} GiB free where the notes are").format(size=free / _GIB)
    return Finding("disk", Severity.GOOD if free >= _LEAST_FREE_BYTES else Severity.BAD, text)


def _model(model: LocalModel) -> Finding:
    """Let the model embed a word, and read two: a file may exist but be damaged."""
    try:
        model.embed([_PROBE])
        model.relate(_PROBE, _PROBE)
    except NoEmbedder as error:
        return Finding("model", Severity.BAD, str(error))
    finally:
        model.release()
    text = _("The language model {name} works.").format(name=model.space.model)
    return Finding("model", Severity.GOOD, text)


_PLACES = (Path("/etc/machine-id"), Path("/var/lib/dbus/machine-id"))


def machine_mark(folder: Path) -> str:
    """Return an identifier for this copy of a vault, from which nothing can be read back."""
    text = f"notebrain\n{_machine()}\n{folder.resolve()}"
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:32]


def host_name() -> str:
    """Return the system's name for this computer."""
    return platform.node()


def _machine() -> str:
    for place in _PLACES:
        try:
            return place.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            continue
    return f"{platform.node()} {uuid.getnode()}"
