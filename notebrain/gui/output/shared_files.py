"""Notes as files that other programs can take: pasted into a folder, attached to a mail, dragged out of the list."""

import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMetaType, QMimeData, QUrl

from notebrain.domain.notes.copies import headed
from notebrain.domain.notes.note import Note
from notebrain.import_export.exporter import Exporter

MOST_DRAGGED: Final = 100
"""A drag of more notes carries no files: they would be written while the user waits for the drop."""
_URIS: Final = "text/uri-list"
_GNOME: Final = "x-special/gnome-copied-files"


class SharedFiles:
    """Writes notes to a folder for this user alone, which is removed when the program ends.

    A file has the words of its note and no filing: who gets it need not know where it was kept. Pictures and files in
    the notes lie beside them.

    Args:
        folder: What a run that was killed left there is removed.
        exporter: Returns what writes notes with their files; asked for the first time by the first note.
    """

    def __init__(self, folder: Path, exporter: Callable[[], Exporter]) -> None:
        self._folder = folder
        self._exporter = exporter
        self.remove()

    def write(self, notes: Sequence[Note]) -> list[Path]:
        """Write each note to a file named by its title, and then the files in them; those written before stay.

        Raises:
            OSError: There is no room, or no folder for such files.
        """
        self._folder.mkdir(mode=0o700, exist_ok=True)
        folder = Path(tempfile.mkdtemp(dir=self._folder))
        return self._exporter().share(folder, notes, lambda note: headed(note).encode())

    def copy(self, save: Callable[[Path], Path]) -> Path:
        """Save a file to a folder of its own and return where it is.

        Raises:
            OSError: As for `write`.
        """
        self._folder.mkdir(mode=0o700, exist_ok=True)
        return save(Path(tempfile.mkdtemp(dir=self._folder)))

    def remove(self) -> None:
        """Remove all files."""
        shutil.rmtree(self._folder, ignore_errors=True)


def clipboard_data(files: Sequence[Path]) -> QMimeData:
    """Return files for the clipboard, also in the form in which file managers of GNOME look for them."""
    data = QMimeData()
    urls = [QUrl.fromLocalFile(str(path)) for path in files]
    data.setUrls(urls)
    lines = "\n".join(["copy", *(url.toEncoded().toStdString() for url in urls)])
    data.setData(_GNOME, lines.encode())
    return data


class DraggedFiles(QMimeData):
    """Notes that are dragged: their files are written when another program asks for them.

    Args:
        files: Writes and returns the files; nothing if they cannot be written.
    """

    def __init__(self, files: Callable[[], Sequence[Path]]) -> None:
        super().__init__()
        self._files = files
        self._urls: list[QUrl] | None = None

    def formats(self) -> list[str]:
        return [*super().formats(), _URIS]

    def hasFormat(self, mimetype: str) -> bool:
        return mimetype == _URIS or super().hasFormat(mimetype)

    def retrieveData(self, mimetype: str, preferredType: QMetaType | QMetaType.Type) -> object:  # noqa: N803 - Qt's name
        if mimetype != _URIS:
            return super().retrieveData(mimetype, preferredType)
        if self._urls is None:
            self._urls = [QUrl.fromLocalFile(str(path)) for path in self._files()]
        return self._urls
