"""The field for a folder in the settings: typed or chosen, and taken only if there is such a folder."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.painting import tip_of


class FolderField(QWidget):
    """Lets the user type or choose an existing folder; an empty field stands for the usual one."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = name
        self._value = ""
        self.field = QLineEdit(placeholderText=_("Next to your notes"))
        self.field.setAccessibleName(name)
        self.setAccessibleName(name)
        self.button = QPushButton(_("Choose…"))
        self.button.setAccessibleName(_("Choose: {setting}").format(setting=name))
        self.problem = Label(theme, role=Role.SMALL, ink="danger")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self._line = QHBoxLayout()
        self._line.addWidget(self.field, 1)
        self._line.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._line)
        column.addWidget(self.problem)
        self.setFocusProxy(self.field)
        self.field.editingFinished.connect(lambda: self._take(self.field.text()))
        self.button.clicked.connect(self._ask)
        theme.follow(lambda: self._line.setSpacing(theme.px(8)))

    def show_value(self, folder: str) -> None:
        """Show this folder."""
        self._value = folder
        self.field.setText(folder)
        self.field.setToolTip(tip_of(folder))
        self.problem.hide()

    def _take(self, typed: str) -> None:
        typed = typed.strip()
        folder = Path(typed).expanduser()
        if typed and not (folder.is_absolute() and folder.is_dir()):
            self.problem.setText(_("There is no such folder. Backups go where they went before."))
            self.problem.show()
            return
        wanted = str(folder) if typed else ""
        if wanted != self._value:
            self.chosen.emit(wanted)
        self.show_value(wanted)

    def _ask(self) -> None:
        dialog = QFileDialog(self.window(), self._name, self._value or str(Path.home()))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, on=True)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._take)
        dialog.open()
