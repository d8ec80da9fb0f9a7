"""The report of an import or export."""

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
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import Label
from notebrain.import_export.reports import ExportReport, ImportReport

_WIDTH, _LEAST, _MOST, _LINE = 560, 3, 12, 18


class Report(QDialog):
    """Says in one sentence what was done, and lists the files below it."""

    def __init__(self, theme: Theme, said: str, lines: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWindowTitle(_("Report"))
        self.said = Label(theme, said, role=Role.SECTION)
        self.said.setWordWrap(True)
        self.lines = QPlainTextEdit("\n".join(lines))
        self.lines.setAccessibleName(_("Report"))
        self.lines.setReadOnly(True)
        self.lines.setTabChangesFocus(True)
        self.lines.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
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
        self._column.addWidget(self.said)
        self._column.addWidget(frame, 1)
        self._column.addLayout(self._acts)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        rows = min(_MOST, max(_LEAST, len(lines)))
        self.resize(theme.px(_WIDTH), theme.px(150 + rows * _LINE))
        self.close_button.setFocus()

    def _text(self) -> str:
        return f"{self.said.text()}\n{self.lines.toPlainText()}"

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
    parts += _counted(_("{n} here already"), report.unchanged)
    parts += _counted(_("{n} kept twice, changed on both sides"), report.kept_both)
    parts += _counted(_("{n} differ from another computer's, see the review"), report.asked)
    parts += _counted(
        _("{n} not UTF-8, own bytes kept (notebrain show ID --original)"), report.originals
    )
    parts += _counted(_("{n} tagged by folder or text"), report.tagged)
    parts += _counted(_("{n} failed"), report.failed)
    parts += _counted(_("{n} to look at"), len(report.problems) - report.failed)
    return _ended(", ".join(parts), cancelled=report.cancelled)


def export_line(report: ExportReport) -> str:
    """Return one line on the result of an export."""
    parts = [
        ngettext("{n} note exported", "{n} notes exported", report.written).format(
            n=date_format.number(report.written)
        )
    ]
    parts += _counted(_("{n} the same already"), report.unchanged)
    parts += _counted(_("{n} failed"), report.failed)
    return _ended(", ".join(parts), cancelled=report.cancelled)


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


def _ended(text: str, *, cancelled: bool) -> str:
    return _("Stopped: {what}.").format(what=text) if cancelled else f"{text}."
