"""The vaults this user keeps on this computer: a short list beside the settings of other programs."""

import json
from pathlib import Path
from typing import cast

from notebrain.app.core.paths import APP_NAME
from notebrain.storage import privacy
from notebrain.storage.store import FILE_NAME

_MOST = 12


def vaults_file() -> Path:
    """Return where the list is kept: outside of every vault, since it is about all of them."""
    import platformdirs

    return platformdirs.user_config_path(APP_NAME, appauthor=False) / "vaults.json"


class KnownVaults:
    """Remembers folders; one that holds no vault any more is not named."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or vaults_file()

    def all(self) -> list[Path]:
        """Return the vaults there are, the one added last first."""
        return [folder for folder in self._read() if holds_vault(folder)]

    def add(self, *folders: Path) -> None:
        """Remember these folders, before those that are known.

        Raises:
            OSError: The list cannot be written.
        """
        known = [folder.absolute() for folder in folders]
        kept = [folder for folder in self._read() if folder not in known]
        privacy.make_folder(self._file.parent)
        privacy.reserve(self._file)
        texts = [str(folder) for folder in (*known, *kept)[:_MOST]]
        self._file.write_text(json.dumps(texts, ensure_ascii=False), "utf-8")

    def _read(self) -> list[Path]:
        try:
            kept = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return []
        if not isinstance(kept, list):
            return []
        return [Path(text) for text in cast("list[object]", kept) if isinstance(text, str)]


def holds_vault(folder: Path) -> bool:
    """Tell whether there is a vault in a folder."""
    return (folder / FILE_NAME).is_file()


def size_of(folder: Path) -> int:
    """Return how many bytes the files of a folder take."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
