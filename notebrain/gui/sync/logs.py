"""The lists of the sync page: failures, notes held aside or kept elsewhere, notes in the account, and rounds."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from notebrain.app.sync.overview import SyncOverview
from notebrain.app.sync.state_texts import failed_text
from notebrain.app.sync.texts import (
    aside_line,
    aside_next,
    aside_text,
    failure_line,
    files_taken_back_text,
    receipt_line,
    retry_text,
    run_text,
)
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.sync.reports import Failure, HeldChange, Receipt, Run
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import Label, QuotedLabel
from notebrain.gui.widgets.layouts import FlowLayout


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list.

    Attributes:
        end: The text at the end of the line, such as the time.
        note_id: The note it opens; empty for none.
    """

    text: str
    end: str
    note_id: str = ""


class Rows(QWidget):
    """A table of texts and times."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._shown: list[Row] = []
        self.setAccessibleName(name)
        self._grid = QGridLayout(self)
        self._grid.setColumnStretch(0, 1)
        theme.follow(self._apply_theme)

    @property
    def rows(self) -> Sequence[Row]:
        """The rows that are shown."""
        return tuple(self._shown)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows."""
        if list(rows) == self._shown:
            return
        self._shown = list(rows)
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for number, row in enumerate(rows):
            text = QuotedLabel(self._theme, ink="text2")
            text.setText(row.text)
            end = Label(self._theme, row.end, role=Role.NUMBER, ink="muted")
            # a button is taller than a line of text: center both vertically
            flag = Qt.AlignmentFlag
            where = flag.AlignVCenter if row.note_id else flag.AlignTop
            self._grid.addWidget(text, number, 0, where)
            self._grid.addWidget(end, number, 1, where | flag.AlignRight)
            if row.note_id:
                self._grid.addWidget(self._opener(row), number, 2, where)

    def _opener(self, row: Row) -> QWidget:
        button = text_button(_("Open"))
        button.setProperty("small", True)
        button.setAccessibleName(_("Open {note}").format(note=row.text))
        button.clicked.connect(lambda _on=False, note=row.note_id: self.chosen.emit(note))
        return button

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(px(16))
        self._grid.setVerticalSpacing(px(6))


_CHANGED_FIRST = datetime(9000, 1, 1, tzinfo=UTC)


class _Problems(QWidget):
    """Lists what could not be done, with a button to try again; hidden if there is nothing.

    Args:
        name: What is listed, for screen readers.
        advice: What the user can do about it.
    """

    retry_requested = Signal()
    note_requested = Signal(str)

    def __init__(self, theme: Theme, name: str, advice: str = "") -> None:
        super().__init__()
        self.title = Label(theme, role=Role.SECTION, ink="danger")
        self.title.setWordWrap(True)
        self.retry = text_button(_("Try again now"))
        self.rows = Rows(theme, name)
        head = FlowLayout()
        head.setSpacing(theme.px(6))
        head.addWidget(self.title)
        head.addWidget(self.retry)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(head)
        if advice:
            line = Label(theme, advice, ink="text2")
            line.setWordWrap(True)
            column.addWidget(line)
        column.addWidget(self.rows)
        self.retry.clicked.connect(self.retry_requested)
        self.rows.chosen.connect(self.note_requested)
        self.hide()

    def _show(self, title: str, rows: Sequence[Row]) -> None:
        self.title.setText(title)
        self.rows.show_rows(rows)
        self.setVisible(bool(rows))


class Failures(_Problems):
    """Lists what the account did not accept, with the reason."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, _("What could not be sent"))

    def show_failures(self, failures: Sequence[Failure]) -> None:
        """Show these failures."""
        self._show(failed_text(len(failures)), [_failure(failure) for failure in failures])


class HeldChanges(_Problems):
    """Lists changes from other computers that could not be applied here."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, _("Changes set aside"), aside_next())

    def show_aside(self, aside: Sequence[HeldChange]) -> None:
        """Show these changes."""
        rows = [Row(aside_line(held), "", held.name.id if held.title else "") for held in aside]
        self._show(aside_text(len(aside)), rows)


class RemoteOnlyNotes(QWidget):
    """Lists notes that another computer keeps to itself, and where the copies here are; hidden if there are none."""

    note_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        name = _("Notes other computers keep to themselves")
        self.rows = Rows(theme, name)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(Label(theme, name, role=Role.SECTION))
        column.addWidget(self.rows)
        self.rows.chosen.connect(self.note_requested)
        self.hide()

    def show_kept(self, kept: Sequence[Receipt]) -> None:
        """Show these notes, the newest first."""
        self.rows.show_rows(
            [
                Row(
                    receipt_line(receipt),
                    date_format.full(receipt.at),
                    receipt.note_id if receipt.title else "",
                )
                for receipt in kept
            ]
        )
        self.setVisible(bool(kept))


class LeftNotes(QWidget):
    """Shows how many notes are in the account, and lists them on request."""

    note_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.text = Label(theme, ink="text2")
        self.text.setWordWrap(True)
        self.more = text_button(_("Show the list"))
        self.more.setProperty("flush", True)
        self.rows = Rows(theme, _("Notes in your account"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.text)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.rows)
        self.more.clicked.connect(self._turn)
        self.rows.chosen.connect(self.note_requested)
        self.rows.hide()

    def show_left(self, overview: SyncOverview) -> None:
        """Show which notes were sent, and which were taken back."""
        lines = [_sent(overview.left.sent), _stays(overview.left.stays)]
        taken_back = len(overview.receipts)
        if taken_back:
            text = ngettext(
                "{n} note was removed from the account again, with its vectors.",
                "{n} notes were removed from the account again, with their vectors.",
                taken_back,
            )
            lines.append(text.format(n=date_format.number(taken_back)))
        files, size = overview.files_taken_back
        if files:
            lines.append(files_taken_back_text(files, size))
        self.text.setText("\n".join(line for line in lines if line))
        self.more.setVisible(bool(overview.notes))
        self.rows.show_rows(
            [
                Row(title or _("Untitled"), date_format.full(at), note_id)
                for note_id, title, at in overview.notes
            ]
        )
        self.rows.setVisible(self.rows.isVisibleTo(self) and bool(overview.notes))

    def _turn(self) -> None:
        shown = not self.rows.isVisibleTo(self)
        self.rows.setVisible(shown)
        self.more.setText(_("Hide the list") if shown else _("Show the list"))


class Runs(QWidget):
    """Lists the most recent rounds."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.nothing = Label(theme, _("Nothing yet."), ink="muted")
        self.rows = Rows(theme, _("Recent syncs"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.nothing)
        column.addWidget(self.rows)

    def show_runs(self, runs: Sequence[Run]) -> None:
        """Show these rounds, the newest first."""
        self.rows.show_rows([Row(run_text(run), date_format.full(run.at)) for run in runs])
        self.rows.setVisible(bool(runs))
        self.nothing.setVisible(not runs)


def _failure(failure: Failure) -> Row:
    when = retry_text(None if failure.retry_at >= _CHANGED_FIRST else failure.retry_at)
    return Row(f"{failure_line(failure)}\n{when}", "", failure.id if failure.title else "")


def _sent(count: int) -> str:
    text = ngettext("{n} note is in your account.", "{n} notes are in your account.", count)
    return text.format(n=date_format.number(count))


def _stays(count: int) -> str:
    text = ngettext(
        "{n} note stays on this computer, as you chose.",
        "{n} notes stay on this computer, as you chose.",
        count,
    )
    return text.format(n=date_format.number(count)) if count else ""
