"""Small files that a desktop reads: written whole or not at all."""

import os
from pathlib import Path

from notebrain.domain.desktop.ports import DesktopError
from notebrain.domain.i18n import _


def write_whole(path: Path, text: str) -> None:
    """Put a text there; whoever reads meanwhile has the one before.

    Raises:
        DesktopError: It cannot be written.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise DesktopError(
            _("{file} cannot be written: {cause}.").format(file=path, cause=error.strerror)
        ) from error


def remove(path: Path) -> None:
    """Take a file away, if there is one.

    Raises:
        DesktopError: It cannot be removed.
    """
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise DesktopError(
            _("{file} cannot be removed: {cause}.").format(file=path, cause=error.strerror)
        ) from error


def read(path: Path) -> str:
    """Return what stands there; empty where nothing does that can be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
