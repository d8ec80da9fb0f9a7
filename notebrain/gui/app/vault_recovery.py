"""Recovery of a vault that cannot be opened or read: say why, and offer the newest backup."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton

from notebrain.app.core.vault_file import Lease
from notebrain.app.services import Services, open_services
from notebrain.domain.errors import DamagedVault, NoteBrainError
from notebrain.domain.i18n import _, ngettext
from notebrain.gui.core import dialogs


def open_or_rescue(folder: Path, lease: Lease) -> Services | None:
    """Open the vault; if it is damaged, replace it with the newest backup if the user agrees.

    Returns:
        The open vault, or None if the user closed the message.
    """
    try:
        return open_services(folder, apart=True)
    except NoteBrainError as error:
        trouble = error
    return rescue(trouble, folder, lease)


def rescue(trouble: NoteBrainError, folder: Path, lease: Lease) -> Services | None:
    """Explain why the vault does not work and, if the user agrees, replace it with the newest backup and open that.

    Nobody else may have the vault open.
    """
    answer = _wanted_backup(trouble, folder)
    if answer is None:
        return None
    try:
        _put_backup_in_place(folder, lease, with_newer=answer)
        return open_services(folder, apart=True)
    except NoteBrainError as error:
        _show_error(error)
        return None


def go_back(backup: Path, folder: Path, lease: Lease) -> Services | None:
    """Replace an intact vault with a backup and open it; the vault is backed up first.

    Nobody else may have the vault open. If this fails, the vault is opened unchanged.
    """
    from notebrain.app.jobs.doctor import Doctor

    lease.release()  # the doctor itself checks that nobody uses the vault
    try:
        Doctor(folder).go_back(backup)
    except NoteBrainError as error:
        _show_error(error)
    finally:
        lease.acquire()
    return open_or_rescue(folder, lease)


def show_folder_error(trouble: NoteBrainError) -> None:
    """Show that the folder of the notes cannot be used, and what to do."""
    box = _box(str(trouble), close=_("Quit"))
    box.setInformativeText(
        _(
            "NoteBrain keeps your notes there. Make the folder writable, or start with another one: notebrain "
            "--data-dir FOLDER"
        )
    )
    dialogs.show_alone(box)


def _put_backup_in_place(folder: Path, lease: Lease, *, with_newer: bool) -> None:
    # imported only now: a vault that opens does not need the doctor
    from notebrain.app.jobs.doctor import Doctor

    lease.release()  # the doctor itself checks that nobody uses the vault
    try:
        doctor = Doctor(folder)
        _backup, aside = doctor.restore()
        if with_newer and aside is not None:
            doctor.add_newer(aside)
    finally:
        lease.acquire()


def _wanted_backup(error: NoteBrainError, folder: Path) -> bool | None:
    """Return whether to include the newer notes that can be read; None to leave the file unchanged."""
    box = _box(str(error))
    restore: QPushButton | None = None
    with_newer: QPushButton | None = None
    if isinstance(error, DamagedVault) and error.backup is not None:
        box.setInformativeText(
            _("The newest good backup is {backup}. The current file is kept.").format(
                backup=Path(error.backup).name
            )
        )
        newer = _count_newer(folder, Path(error.backup))
        if newer:
            text = ngettext(
                "Open it with the {n} newer note that can be read",
                "Open it with the {n} newer notes that can be read",
                newer,
            )
            with_newer = box.addButton(text.format(n=newer), QMessageBox.ButtonRole.AcceptRole)
        restore = box.addButton(_("Open the backup"), QMessageBox.ButtonRole.AcceptRole)
    elif isinstance(error, DamagedVault) and error.trace is not None:
        text = _("Put it back if you moved it. To start over without notes, move {trace} away.")
        box.setInformativeText(text.format(trace=error.trace))
    dialogs.show_alone(box)
    clicked = box.clickedButton()
    if with_newer is not None and clicked is with_newer:
        return True
    return False if restore is not None and clicked is restore else None


def _count_newer(folder: Path, backup: Path) -> int:
    from notebrain.app.jobs.doctor import Doctor

    try:
        return Doctor(folder).newer_than(backup)
    except NoteBrainError:
        return 0


def _show_error(error: NoteBrainError) -> None:
    dialogs.show_alone(_box(str(error)))


def _box(text: str, *, close: str = "") -> QMessageBox:
    box = QMessageBox(QMessageBox.Icon.NoIcon, "NoteBrain", text)
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    box.addButton(close or _("Close"), QMessageBox.ButtonRole.RejectRole)
    return box
