"""Comparing the account with this computer: differences are shown, and repaired if the user agrees."""

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from notebrain.app.sync.compare import NAMED, Verification
from notebrain.app.sync.compare_texts import (
    compared_text,
    difference_text,
    file_difference_text,
    files_text,
    found_lines,
    nothing_text,
    repaired_lines,
)
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.sync.remote import Kind
from notebrain.gui.account.error_view import ErrorView
from notebrain.gui.core import date_format
from notebrain.gui.sync.logs import Row, Rows
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import push_button
from notebrain.gui.widgets.labels import Label


class ComparisonResult(QFrame):
    """Shows the progress and result of comparing, and offers the repair; hidden before the first comparison."""

    repair_requested = Signal()
    cancel_requested = Signal()
    closed = Signal()
    note_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("report")
        self._theme = theme
        self._repairs = False
        self.text = Label(theme)
        self.text.setWordWrap(True)
        self.rows = Rows(theme, _("Differences"))
        self.next = Label(theme, _next_text(), ink="text2")
        self.next.setWordWrap(True)
        self.trouble = ErrorView(theme)
        self.repair = push_button(_("Repair"), "go")
        self.cancel = push_button(_("Cancel"))
        self.close_it = push_button(_("Close"))
        self._acts = QHBoxLayout()
        for button in (self.repair, self.cancel, self.close_it):
            self._acts.addWidget(button)
        self._acts.addStretch(1)
        self._column = QVBoxLayout(self)
        for part in (self.text, self.rows, self.next, self.trouble):
            self._column.addWidget(part)
        self._column.addLayout(self._acts)
        self.repair.clicked.connect(self.repair_requested)
        self.cancel.clicked.connect(self.cancel_requested)
        self.close_it.clicked.connect(self.closed)
        self.rows.chosen.connect(self.note_requested)
        theme.follow(self._apply_theme)
        self.hide()

    @property
    def under_way(self) -> bool:
        """Whether a comparison or repair is running."""
        return not self.isHidden() and not self.cancel.isHidden()

    @property
    def offers_repair(self) -> bool:
        """Whether the repair is offered."""
        return not self.isHidden() and not self.repair.isHidden()

    def begin(self, *, repair: bool) -> None:
        """Show that it is running."""
        self._repairs = repair
        self._lay_out(working=True)
        self.show_read_count(0)
        self.show()
        self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_read_count(self, notes: int) -> None:
        """Show how many notes were read."""
        doing = _("Repairing") if self._repairs else _("Comparing")
        read = ngettext("{n} note read", "{n} notes read", notes).format(
            n=date_format.number(notes)
        )
        self._show_lines([f"{doing}: {read}" if notes else f"{doing}…"])

    def show_found(self, found: Verification) -> None:
        """Show the differences, or the result of the repair."""
        files = files_text(found.files)
        lines = [compared_text(found.notes), *([files] if files else []), *found_lines(found)]
        if not found.differs:
            lines.append(nothing_text())
        elif found.repaired:
            lines += repaired_lines(found)
        rows = _rows(found)
        self._show_lines(lines)
        self.rows.show_rows(rows)
        self._lay_out(rows=bool(rows), repair=found.differs and not found.repaired)

    def show_failed(self, error: NoteBrainError) -> None:
        """Show why it failed, or stopped before its end."""
        self.trouble.show_error(error)
        self._lay_out(failed=True)

    def _show_lines(self, lines: Sequence[str]) -> None:
        self.text.setText("\n".join(lines))

    def _lay_out(
        self,
        *,
        working: bool = False,
        rows: bool = False,
        repair: bool = False,
        failed: bool = False,
    ) -> None:
        """Show the parts of the current state, and keep the focus here if it was here."""
        holder = cast("object", self.window().focusWidget())  # Qt's type hints omit None
        held = isinstance(holder, QWidget) and self.isAncestorOf(holder)
        shown = {
            self.text: not failed,
            self.rows: rows,
            self.next: repair,
            self.trouble: failed,
            self.repair: repair,
            self.cancel: working,
            self.close_it: not working,
        }
        leading = self.repair if repair else self.cancel if working else self.close_it
        # it gets the focus, so a screen reader reads what it is about
        leading.setAccessibleDescription(self.trouble.text.text() if failed else self.text.text())
        for part, seen in sorted(shown.items(), key=lambda item: not item[1]):
            part.setVisible(seen)
            if held and part is leading:
                leading.setFocus(Qt.FocusReason.OtherFocusReason)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(14), px(12), px(14), px(12))
        self._column.setSpacing(px(10))
        self._acts.setSpacing(px(8))


def _next_text() -> str:
    return _(
        "Nothing was changed. Repairing restores what one side lost from the other; where the two differ, both "
        "texts are kept."
    )


def _rows(found: Verification) -> list[Row]:
    shown = found.differences[:NAMED]
    rows = [
        Row(
            difference_text(difference, found),
            "",
            difference.name.id
            if difference.name.kind is Kind.NOTE and difference.name.id in found.titles
            else "",
        )
        for difference in shown
    ]
    files = found.files.differences[: NAMED - len(shown)]
    rows += [Row(file_difference_text(one, found), "") for one in files]
    more = len(found.differences) + len(found.files.differences) - len(rows)
    if more > 0:
        rows.append(
            Row(
                ngettext("and {n} more", "and {n} more", more).format(n=date_format.number(more)),
                "",
            )
        )
    return rows
