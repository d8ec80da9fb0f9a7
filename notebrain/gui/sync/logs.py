"""The lists of the sync page: failures, notes held aside or kept elsewhere, notes in the account, and rounds."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from notebrain.app.sync.overview import SyncOverview
from notebrain.app.sync.texts import (
    aside_line,
    aside_next,
    aside_text,
    failed_text,
    failure_line,
    kept_line,
    retry_text,
    run_text,
)
from notebrain.domain.i18n import _, ngettext
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import Label, QuotedLabel
from notebrain.storage.sync.incoming import HeldChange
from notebrain.storage.sync.log import Failure, Run
from notebrain.storage.sync.receipts import Receipt


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
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

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


class Failures(QWidget):
    """Lists what the account did not accept, with the reason; hidden if there is nothing."""

    retry_requested = Signal()
    note_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.title = Label(theme, role=Role.SECTION, ink="danger")
        self.retry = text_button(_("Try again now"))
        self.rows = Rows(theme, _("What could not be sent"))
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addWidget(self.retry)
        head.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(head)
        column.addWidget(self.rows)
        self.retry.clicked.connect(self.retry_requested)
        self.rows.chosen.connect(self.note_requested)
        self.hide()

    def show_failures(self, failures: Sequence[Failure]) -> None:
        """Show these failures."""
        self.title.setText(failed_text(len(failures)))
        self.rows.show_rows([_failure(one) for one in failures])
        self.setVisible(bool(failures))


class SetAside(QWidget):
    """Lists changes from other computers that could not be applied here; hidden if there are none."""

    retry_requested = Signal()
    note_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.title = Label(theme, role=Role.SECTION, ink="danger")
        self.retry = text_button(_("Try again now"))
        self.next = Label(theme, aside_next(), ink="text2")
        self.next.setWordWrap(True)
        self.rows = Rows(theme, _("What is set aside"))
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addWidget(self.retry)
        head.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(head)
        column.addWidget(self.next)
        column.addWidget(self.rows)
        self.retry.clicked.connect(self.retry_requested)
        self.rows.chosen.connect(self.note_requested)
        self.hide()

    def show_aside(self, aside: Sequence[HeldChange]) -> None:
        """Show these changes."""
        self.title.setText(aside_text(len(aside)))
        self.rows.show_rows(
            [Row(aside_line(one), "", one.name.id if one.title else "") for one in aside]
        )
        self.setVisible(bool(aside))


class KeptNotes(QWidget):
    """Lists notes that another computer keeps to itself, and where the copies here are; hidden if there are none."""

    note_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        name = _("What other computers keep to themselves")
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
                Row(kept_line(one), date_format.full(one.at), one.note_id if one.title else "")
                for one in kept
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
                "{n} note was taken out of the account again, with its vectors.",
                "{n} notes were taken out of the account again, with their vectors.",
                taken_back,
            )
            lines.append(text.format(n=date_format.number(taken_back)))
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
        self.rows = Rows(theme, _("What was done last"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.nothing)
        column.addWidget(self.rows)

    def show_runs(self, runs: Sequence[Run]) -> None:
        """Show these rounds, the newest first."""
        self.rows.show_rows([Row(run_text(one), date_format.full(one.at)) for one in runs])
        self.rows.setVisible(bool(runs))
        self.nothing.setVisible(not runs)


def _failure(one: Failure) -> Row:
    when = retry_text(None if one.retry_at >= _CHANGED_FIRST else one.retry_at)
    return Row(failure_line(one), when, one.id if one.title else "")


def _sent(count: int) -> str:
    text = ngettext("{n} note is in your account.", "{n} notes are in your account.", count)
    return text.format(n=date_format.number(count))


def _stays(count: int) -> str:
    text = ngettext(
        "{n} note stays on this computer, as you marked it.",
        "{n} notes stay on this computer, as you marked them.",
        count,
    )
    return text.format(n=date_format.number(count)) if count else ""
