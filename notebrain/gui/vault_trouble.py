"""What to show when a vault cannot be opened."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from notebrain.domain.errors import VaultError
from notebrain.domain.messages import _


def tell_trouble(app: QApplication, error: VaultError) -> int:
    """Say why there is no window and what can be done; return the exit code."""
    box = QMessageBox(QMessageBox.Icon.NoIcon, "NoteBrain", str(error))
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    box.addButton(_("Close"), QMessageBox.ButtonRole.RejectRole)
    box.finished.connect(app.quit)
    box.open()
    app.exec()
    return 1
