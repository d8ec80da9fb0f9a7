"""The question before a folder is imported: whether tags come from more than the front matter."""

from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.tags import TagsFrom
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.check_box import TickBox
from notebrain.gui.widgets.labels import ElidedLabel, Label
from notebrain.import_export.importer import ImportPreview

_WIDTH, _INDENT, _NAMED = 460, 24, 12


class ImportOptions(QDialog):
    """Says what was found in a folder, and lets the user choose the options before the import."""

    def __init__(self, theme: Theme, prospect: ImportPreview, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWindowTitle(_("Import"))
        self.said = Label(theme, _said(prospect), role=Role.SECTION)
        self.said.setWordWrap(True)
        self.folders = TickBox(theme, _("Folders become tags"))
        self.folder_tags = ElidedLabel(theme, _tags_line(prospect), role=Role.SMALL, ink="muted")
        self.text = TickBox(theme, _("#tags in the text become tags"))
        self.text.setChecked(prospect.is_obsidian)
        text_hint = Label(
            theme, _("Code, links and colours are left alone."), role=Role.SMALL, ink="muted"
        )
        for part in (self.folders, self.folder_tags):
            part.setVisible(bool(prospect.folder_tags))
        self.go = QPushButton(_("Import"))
        self.go.setProperty("kind", "go")
        self.go.setDefault(True)
        self.go.clicked.connect(self.accept)
        self.cancel = QPushButton(_("Cancel"))
        self.cancel.clicked.connect(self.reject)
        self._hints = (self.folder_tags, text_hint)
        self._pairs = [
            self._pair(self.folders, self.folder_tags),
            self._pair(self.text, text_hint),
        ]
        self._acts = QHBoxLayout()
        self._acts.addStretch(1)
        self._acts.addWidget(self.cancel)
        self._acts.addWidget(self.go)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.said)
        for pair in self._pairs:
            self._column.addLayout(pair)
        self._column.addStretch(1)
        self._column.addLayout(self._acts)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        self.go.setFocus()

    @property
    def tags_from(self) -> TagsFrom:
        """Where the user wants tags to come from."""
        folders = TagsFrom.FOLDERS if self.folders.isChecked() else TagsFrom.NOTHING
        return folders | (TagsFrom.TEXT if self.text.isChecked() else TagsFrom.NOTHING)

    def _pair(self, box: TickBox, hint: QWidget) -> QVBoxLayout:
        pair = QVBoxLayout()
        pair.addWidget(box)
        pair.addWidget(hint)
        return pair

    def _apply_theme(self) -> None:
        px = self._theme.px
        self.setFixedWidth(px(_WIDTH))
        for pair in self._pairs:
            pair.setSpacing(px(2))
        for hint in self._hints:
            hint.setContentsMargins(px(_INDENT), 0, 0, 0)
        self._column.setContentsMargins(*[px(20)] * 4)
        self._column.setSpacing(px(12))
        self._acts.setSpacing(px(8))


def _said(prospect: ImportPreview) -> str:
    return ngettext(
        "{n} Markdown file in “{folder}”", "{n} Markdown files in “{folder}”", prospect.files
    ).format(n=date_format.number(prospect.files), folder=prospect.folder.name)


def _tags_line(prospect: ImportPreview) -> str:
    count = len(prospect.folder_tags)
    named = ", ".join(prospect.folder_tags[:_NAMED])
    return ngettext("{n} tag: {tags}", "{n} tags: {tags}", count).format(
        n=date_format.number(count), tags=named
    )
