"""The dialogs of an import and an export: the options before a folder is imported, and the report afterwards."""

from collections.abc import Sequence

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.tags import TagsFrom
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import ElidedLabel, Label
from notebrain.gui.widgets.toggles import TickBox
from notebrain.import_export.importer import ImportPreview
from notebrain.import_export.reports import ExportReport, ImportReport

_OPTIONS_WIDTH, _INDENT, _NAMED = 460, 24, 12


class ImportOptions(QDialog):
    """Says what was found in a folder, and lets the user choose the options before the import."""

    def __init__(self, theme: Theme, prospect: ImportPreview, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWindowTitle(_("Import"))
        self.message = Label(theme, _summary(prospect), role=Role.SECTION)
        self.message.setWordWrap(True)
        self.folders = TickBox(theme, _("Folders become tags"))
        self.folder_tags = ElidedLabel(theme, _tags_line(prospect), role=Role.SMALL, ink="muted")
        self.text = TickBox(theme, _("#tags in the text become tags"))
        self.text.setChecked(prospect.is_obsidian)
        text_hint = Label(
            theme, _("Code, links and colors are left alone."), role=Role.SMALL, ink="muted"
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
        self._column.addWidget(self.message)
        for pair in self._pairs:
            self._column.addLayout(pair)
        self._column.addStretch(1)
        self._column.addLayout(self._acts)
        theme.follow(self._apply_theme)
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
        self.setFixedWidth(px(_OPTIONS_WIDTH))
        for pair in self._pairs:
            pair.setSpacing(px(2))
        for hint in self._hints:
            hint.setContentsMargins(px(_INDENT), 0, 0, 0)
        self._column.setContentsMargins(*[px(20)] * 4)
        self._column.setSpacing(px(12))
        self._acts.setSpacing(px(8))


def _summary(prospect: ImportPreview) -> str:
    return ngettext(
        "{n} Markdown file in “{folder}”", "{n} Markdown files in “{folder}”", prospect.files
    ).format(n=date_format.number(prospect.files), folder=prospect.folder.name)


def _tags_line(prospect: ImportPreview) -> str:
    count = len(prospect.folder_tags)
    named = ", ".join(prospect.folder_tags[:_NAMED])
    return ngettext("{n} tag: {tags}", "{n} tags: {tags}", count).format(
        n=date_format.number(count), tags=named
    )


_REPORT_WIDTH, _LEAST, _MOST, _LINE = 560, 3, 12, 18


class Report(QDialog):
    """Says in one sentence what was done, and lists the files below it."""

    def __init__(self, theme: Theme, message: str, lines: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWindowTitle(_("Report"))
        self.message = Label(theme, message, role=Role.SECTION)
        self.message.setWordWrap(True)
        self.lines = QPlainTextEdit("\n".join(lines))
        self.lines.setAccessibleName(_("Report"))
        self.lines.setReadOnly(True)
        self.lines.setTabChangesFocus(True)
        frame = QFrame()
        frame.setObjectName("report")
        self._inner = QVBoxLayout(frame)
        self._inner.addWidget(self.lines)
        self.copy = text_button(_("Copy"))
        self.copy.setAccessibleName(_("Copy the report"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._text()))
        self.close_button = QPushButton(_("Close"))
        self.close_button.clicked.connect(self.reject)
        self._acts = QHBoxLayout()
        self._acts.addWidget(self.copy)
        self._acts.addStretch(1)
        self._acts.addWidget(self.close_button)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.message)
        self._column.addWidget(frame, 1)
        self._column.addLayout(self._acts)
        theme.follow(self._apply_theme)
        rows = min(_MOST, max(_LEAST, len(lines)))
        self.resize(theme.px(_REPORT_WIDTH), theme.px(150 + rows * _LINE))
        self.close_button.setFocus()

    def _text(self) -> str:
        return f"{self.message.text()}\n{self.lines.toPlainText()}"

    def _apply_theme(self) -> None:
        px = self._theme.px
        self.lines.setFont(self._theme.font(Role.SMALL))
        self._inner.setContentsMargins(px(8), px(6), px(8), px(6))
        self._column.setContentsMargins(*[px(20)] * 4)
        self._column.setSpacing(px(12))
        self._acts.setSpacing(px(8))


def import_line(report: ImportReport) -> str:
    """Return one line on the result of an import: files read and notes created."""
    parts = [
        _("{n} of {found} files imported").format(
            n=date_format.number(report.imported), found=date_format.number(report.found)
        )
    ]
    parts += _counted(_("{n} updated"), report.updated)
    parts += _counted(_("{n} already here"), report.unchanged)
    parts += _counted(_("{n} kept twice, changed on both sides"), report.kept_both)
    parts += _counted(_("{n} differ from another computer, see the review"), report.asked)
    parts += _counted(
        _("{n} not UTF-8, original bytes kept (notebrain show ID --original)"), report.originals
    )
    parts += _counted(_("{n} tagged by folder or text"), report.tagged)
    parts += _counted(
        ngettext("{n} picture or other file", "{n} pictures and other files", report.files),
        report.files,
    )
    parts += _counted(
        ngettext("{n} block about you", "{n} blocks about you", len(report.blocks)),
        len(report.blocks),
    )
    parts += _counted(
        ngettext(
            "{n} block kept as it is, the file's text is in its history",
            "{n} blocks kept as they are, the file's texts are in their history",
            len(report.blocks_beside),
        ),
        len(report.blocks_beside),
    )
    parts += _counted(
        ngettext("{n} procedure", "{n} procedures", len(report.procedures)), len(report.procedures)
    )
    parts += _counted(_("{n} failed"), report.failed)
    parts += _counted(_("{n} to check"), len(report.problems) - report.failed)
    return _ended(", ".join(parts), canceled=report.canceled)


def export_line(report: ExportReport) -> str:
    """Return one line on the result of an export."""
    parts = [
        ngettext("{n} note exported", "{n} notes exported", report.written).format(
            n=date_format.number(report.written)
        )
    ]
    parts += _counted(_("{n} already up to date"), report.unchanged)
    parts += _counted(
        ngettext("{n} picture or other file", "{n} pictures and other files", report.files),
        report.files,
    )
    parts += [_("with the blocks about you")] if report.has_blocks else []
    parts += _counted(
        ngettext("{n} conversation", "{n} conversations", report.conversations),
        report.conversations,
    )
    parts += _counted(_("{n} failed"), report.failed)
    parts += _counted(_("{n} to check"), len(report.problems) - report.failed)
    return _ended(", ".join(parts), canceled=report.canceled)


def details(report: ImportReport | ExportReport) -> Sequence[str]:
    """Return a line for every file the user may want to look at."""
    lines = [str(problem) for problem in report.problems]
    if isinstance(report, ImportReport):
        lines += [_("{path}: kept twice").format(path=path) for path in report.both]
    else:
        lines += [_("Written as {path}").format(path=path) for path in report.renamed]
    return lines


def _counted(text: str, count: int) -> list[str]:
    return [text.format(n=date_format.number(count))] if count > 0 else []


def _ended(text: str, *, canceled: bool) -> str:
    return _("Stopped: {what}.").format(what=text) if canceled else f"{text}."
