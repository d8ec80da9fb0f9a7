"""The vaults this user has on this computer, in a short list next to the settings of other programs."""

import json
from pathlib import Path
from typing import cast

from notebrain.app.core.paths import APP_NAME
from notebrain.storage import privacy
from notebrain.storage.store import FILE_NAME

_MOST = 12


def vaults_file() -> Path:
    """Return where the list is stored: outside every vault, because it covers all of them."""
    import platformdirs

    return platformdirs.user_config_path(APP_NAME, appauthor=False) / "vaults.json"


class KnownVaults:
    """Remembers folders; one that no longer contains a vault is left out."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or vaults_file()

    def all(self) -> list[Path]:
        """Return the existing vaults, the most recently added first."""
        return [folder for folder in self._read() if holds_vault(folder)]

    def add(self, *folders: Path) -> None:
        """Remember these folders, ahead of those already known.

        Raises:
            OSError: The list cannot be written.
        """
        known = [folder.absolute() for folder in folders]
        rest = [folder for folder in self._read() if folder not in known]
        privacy.make_folder(self._file.parent)
        privacy.reserve(self._file)
        texts = [str(folder) for folder in (*known, *rest)[:_MOST]]
        self._file.write_text(json.dumps(texts, ensure_ascii=False), "utf-8")

    def _read(self) -> list[Path]:
        try:
            stored = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return []
        if not isinstance(stored, list):
            return []
        return [Path(text) for text in cast("list[object]", stored) if isinstance(text, str)]


def holds_vault(folder: Path) -> bool:
    """Return whether a folder contains a vault."""
    return (folder / FILE_NAME).is_file()


def size_of(folder: Path) -> int:
    """Return how many bytes the files of a folder use."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
