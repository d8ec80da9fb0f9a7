"""Questions to the user; they are awaited instead of run with `exec()`, so that nothing else is blocked.

The fields of a `QInputDialog` are read aloud by their label, which Qt makes their buddy.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QInputDialog,
    QMessageBox,
    QWidget,
)

from notebrain.app.settings.remembered import LAST_FOLDER
from notebrain.app.settings.setting import Settings
from notebrain.gui.core.tasks import Tasks


async def ask_text(
    tasks: Tasks,
    parent: QWidget,
    *,
    title: str,
    label: str,
    text: str = "",
    may_be_empty: bool = False,
) -> str | None:
    """Return a line the user types, or None if they cancel, or leave it empty though it must not be."""
    dialog = QInputDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setLabelText(label)
    dialog.setTextValue(text)
    answer = await _finished(tasks, dialog)
    typed = dialog.textValue().strip() if answer else None
    return typed if may_be_empty else typed or None


async def ask_choice(
    tasks: Tasks, parent: QWidget, *, title: str, label: str, choices: Sequence[str]
) -> str | None:
    """Return one of several names the user chooses, or None if they cancel."""
    dialog = QInputDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setLabelText(label)
    dialog.setComboBoxItems(list(choices))
    answer = await _finished(tasks, dialog)
    return dialog.textValue() or None if answer else None


async def confirm(tasks: Tasks, parent: QWidget, *, title: str, text: str, yes: str) -> bool:
    """Return whether the user agrees; canceling is the default answer."""
    box = QMessageBox(QMessageBox.Icon.NoIcon, title, text, parent=parent)
    box.setInformativeText("")
    agree = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
    agree.setProperty("kind", "danger")
    give_up = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(give_up)
    await _finished(tasks, box)
    return box.clickedButton() is agree


async def choose_answer(
    tasks: Tasks, parent: QWidget, *, title: str, text: str, answers: Sequence[str], danger: str
) -> str | None:
    """Return which of several answers the user gives, or None if they cancel, which is the default.

    Args:
        danger: The answer that cannot be undone.
    """
    box = QMessageBox(QMessageBox.Icon.NoIcon, title, text, parent=parent)
    buttons = {box.addButton(one, QMessageBox.ButtonRole.AcceptRole): one for one in answers}
    for button, answer in buttons.items():
        if answer == danger:
            button.setProperty("kind", "danger")
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    await _finished(tasks, box)
    return next((buttons[one] for one in buttons if one is box.clickedButton()), None)


class LastFolder:
    """The folder in which the user chose a file last, across starts; their home until then, or if it is gone."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def get(self) -> Path:
        """Return the folder to begin in."""
        last = self._settings.get(LAST_FOLDER)
        return Path(last) if last and Path(last).is_dir() else Path.home()

    def put(self, folder: Path) -> None:
        """Begin in this folder the next time."""
        if folder != self.get():
            self._settings.put_silently(LAST_FOLDER, str(folder))


async def choose_folder(
    tasks: Tasks, parent: QWidget, *, title: str, last: LastFolder | None = None
) -> Path | None:
    """Return a folder the user chooses, or None.

    Args:
        last: Where to begin, and where to note the choice; without it, the dialog begins in the user's home.
    """
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly, on=True)
    return await _chosen(tasks, dialog, last)


async def choose_file(
    tasks: Tasks, parent: QWidget, *, title: str, kinds: str, last: LastFolder
) -> Path | None:
    """Return a file the user chooses, or None."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilter(kinds)
    return await _chosen(tasks, dialog, last)


async def choose_files(
    tasks: Tasks, parent: QWidget, *, title: str, kinds: str, last: LastFolder
) -> Sequence[Path]:
    """Return the files a user chooses; none if they cancel."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.setNameFilter(kinds)
    first = await _chosen(tasks, dialog, last)
    return [] if first is None else [Path(name) for name in dialog.selectedFiles()]


async def choose_new_file(
    tasks: Tasks, parent: QWidget, *, title: str, kinds: str, name: str, last: LastFolder
) -> Path | None:
    """Return the file the user wants to write, or None; Qt asks before an existing one is replaced.

    Args:
        name: The proposed name; its ending is added to what the user types without one.
    """
    dialog = QFileDialog(parent, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setNameFilter(kinds)
    dialog.setDefaultSuffix(Path(name).suffix.removeprefix("."))
    return await _chosen(tasks, dialog, last, name)


async def accepted(tasks: Tasks, dialog: QDialog) -> bool:
    """Show a dialog and return whether the user accepts it. It can be read until the caller's next await."""
    return await _finished(tasks, dialog)


async def _chosen(
    tasks: Tasks, dialog: QFileDialog, last: LastFolder | None, name: str = ""
) -> Path | None:
    dialog.setDirectory(str(last.get() if last else Path.home()))
    if name:
        dialog.selectFile(name)  # after the folder, in which it is looked for
    answer = await _finished(tasks, dialog)
    files = dialog.selectedFiles()
    if not answer or not files:
        return None
    if last:
        last.put(Path(dialog.directory().absolutePath()))
    return Path(files[0])


async def _finished(tasks: Tasks, dialog: QDialog) -> bool:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.open()
    try:
        answer = await tasks.emitted(dialog.finished)
    finally:
        dialog.deleteLater()
    return answer == QDialog.DialogCode.Accepted.value


def show_alone(dialog: QDialog) -> None:
    """Show a dialog and wait for its end, where there is no window yet and nothing else to wait for."""
    loop = QEventLoop()
    dialog.finished.connect(loop.quit)
    dialog.open()
    loop.exec()
