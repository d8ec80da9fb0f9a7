"""The view that replaces the editor while an earlier text is shown."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.text.diff import Amount, Comparison
from notebrain.gui.history.side_view import SideBySide, Sides, sides
from notebrain.gui.history.texts import amount_text
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton, push_button
from notebrain.gui.widgets.diff_view import DiffText, Shown, plain, shown
from notebrain.gui.widgets.labels import ElidedLabel
from notebrain.gui.widgets.layouts import hairline
from notebrain.gui.widgets.segmented_control import Segments

if TYPE_CHECKING:
    from collections.abc import Sequence

CHANGES, SIDES, TEXT = "changes", "sides", "text"
_LEAST_FOR_SIDES = 420
_PASSAGE_KEY = "R"


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that is shown of a comparison; computed off the window's thread, since 1 MB takes a while."""

    changes: Shown
    sides: Sides
    text: Shown
    summary: str


def parts_of(comparison: Comparison, text: str, renamed: str = "") -> Parts:
    """Return what is shown of a comparison and of the plain text.

    Args:
        renamed: The other title, if the titles differ.
    """
    return Parts(
        shown(comparison),
        sides(comparison),
        Shown(plain(text), (), ()),
        summary(comparison.amount(), renamed),
    )


class CompareView(QFrame):
    """Shows the changes, in one text or in two, or the plain text, with buttons for what can be done about it."""

    mode_chosen = Signal(str)
    """The user wants to see the changes in one text (`CHANGES`), side by side (`SIDES`), or the `TEXT`."""

    restore_requested = Signal()
    passage_requested = Signal(int)
    """The user wants the change of this number to be taken back, and nothing else."""
    copy_requested = Signal()
    copy_text_requested = Signal()
    back_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("editor")
        self._theme = theme
        self._stops: Sequence[object] = ()
        self._stop = -1
        self._next_stop = 0
        self._has_passages = False
        self._parts: Parts | None = None
        self._names = "", ""
        self._mode = self._shown_mode = CHANGES
        self.title = ElidedLabel(theme, role=Role.SECTION)
        self.restore = push_button(_("Restore"), "go")
        self.passage = push_button(_("Restore passage"))
        self.passage_icon = IconButton(theme, "undo-2", _("Restore passage"), key=_PASSAGE_KEY)
        self.copy_note = IconButton(theme, "copy-plus", _("Copy as a new note"))
        self.copy_text = IconButton(theme, "copy", _("Copy the text"))
        self.back = IconButton(theme, "x", _("Back to the note"), key="Esc")
        self.switch = Segments(
            theme,
            ((CHANGES, _("Changes")), (SIDES, _("Side by side")), (TEXT, _("Text"))),
            _("Show changes or the text"),
        )
        self.summary = ElidedLabel(theme, role=Role.NUMBER, ink="muted")
        self.previous = IconButton(theme, "chevron-up", _("Previous change"), key="Shift+F3")
        self.next = IconButton(theme, "chevron-down", _("Next change"), key="F3")
        self.text = DiffText(theme)
        self.setFocusProxy(self.text)
        self._fill()
        self._connect()
        self._apply_theme()

    def show_title(
        self, title: str, version: str, *, restorable: bool, has_passages: bool = False
    ) -> None:
        """Show what is compared, and which version would be restored.

        Args:
            has_passages: Whether single changes can be taken back, too.
        """
        self._has_passages = has_passages
        self.title.setText(title)
        self.setAccessibleName(title)
        self.restore.setToolTip(version)
        self.restore.setAccessibleDescription(version)
        self.restore.setEnabled(restorable)

    @cached_property
    def sides(self) -> SideBySide:
        """Both versions side by side, created on first use."""
        view = SideBySide(self._theme)
        self._column.addWidget(view, 1)
        view.show_names(*self._names)
        for text in view.texts:
            self._connect_text(text)
        return view

    def show_names(self, older: str, newer: str) -> None:
        """Name both versions, for when they stand side by side."""
        self._names = older, newer
        if "sides" in self.__dict__:
            self.sides.show_names(older, newer)

    def show_parts(self, parts: Parts) -> None:
        """Show the changes or the text, whichever the user chose last."""
        if parts == self._parts:
            return  # already shown: keep the scroll position
        self._parts = parts
        self.summary.setText(parts.summary)
        self.summary.setToolTip(parts.summary)
        self._show_part()

    def restore_passage(self) -> None:
        """Ask for the change that is marked to be taken back; the next one is marked after that."""
        if self.passage.isEnabled():
            self._next_stop = self._stop
            self.passage_requested.emit(self._stop)

    def step(self, by: int) -> None:
        """Go to the next or previous change."""
        if not self._stops:
            return
        self._stop = min(max(self._stop + by, 0), len(self._stops) - 1)
        parts = self._parts
        if parts is not None and self._shown_mode == SIDES:
            self.sides.go_to(parts.sides.stops[self._stop])
        elif parts is not None:
            self.text.go_to(parts.changes.stops[self._stop])
        self._offer_steps()

    def show_mode(self, mode: str) -> None:
        """Show the changes or the text; where the room is too narrow for two texts, the changes in one."""
        self._mode = mode
        self._show_part()

    def _fitting_mode(self) -> str:
        """Return the mode that the user chose, or the one that is shown in its place."""
        is_wide = self.width() >= self._theme.px(_LEAST_FOR_SIDES)
        return CHANGES if self._mode == SIDES and not is_wide else self._mode

    def _show_part(self) -> None:
        mode = self._shown_mode = self._fitting_mode()
        self.switch.show_chosen(mode)
        parts = self._parts
        if parts is None:
            return
        if mode == SIDES or "sides" in self.__dict__:
            self.sides.setVisible(mode == SIDES)
        self.text.setVisible(mode != SIDES)
        self.setFocusProxy(self.sides if mode == SIDES else self.text)
        if mode == SIDES:
            self.sides.show_sides(parts.sides)
            stops: Sequence[object] = parts.sides.stops
        else:
            part = parts.text if mode == TEXT else parts.changes
            self.text.show_shown(part)
            stops = part.stops
        self._stops, self._stop = stops, self._next_stop - 1
        self._next_stop = 0
        self.step(1)
        self._offer_steps()

    def _offer_steps(self) -> None:
        several = len(self._stops)
        self.previous.setEnabled(self._stop > 0)
        self.next.setEnabled(self._stop < several - 1)
        for button in (self.previous, self.next):
            button.setVisible(self._mode != TEXT)
        self._offer_passage()

    def _offer_passage(self) -> None:
        """Offer to take back the change that is marked, in words where there is room for them."""
        is_offered = self._has_passages and self._mode != TEXT
        has_room = self._room_for_words() <= self.width()
        self.passage.setVisible(is_offered and has_room)
        self.passage_icon.setVisible(is_offered and not has_room)
        for button in (self.passage, self.passage_icon):
            button.setEnabled(0 <= self._stop < len(self._stops))

    def _room_for_words(self) -> int:
        wide = (self.switch, self.passage, self.restore)
        margins = self._rows[1].contentsMargins()
        gaps = len(wide) * self._rows[1].spacing()
        sides = margins.left() + margins.right()
        return sum(widget.sizeHint().width() for widget in wide) + gaps + sides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.switch.set_offered(SIDES, self.width() >= self._theme.px(_LEAST_FOR_SIDES))
        if self._fitting_mode() != self._shown_mode:
            self._next_stop = max(self._stop, 0)
            self._show_part()
        self._offer_passage()

    def _fill(self) -> None:
        self._rows = (
            _row(self.title, self.copy_note, self.copy_text, self.back),
            _row(self.switch, self.passage, self.restore),
            _row(self.summary, self.passage_icon, self.previous, self.next),
        )
        self._bars = QWidget(), QWidget(), QWidget()
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for bar, row in zip(self._bars, self._rows, strict=True):
            bar.setLayout(row)
            bar.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            column.addWidget(bar)
        column.addWidget(hairline())
        column.addWidget(self.text, 1)

    def _connect(self) -> None:
        self.restore.clicked.connect(self.restore_requested)
        self.passage.setToolTip(
            _("Take back only the change that is marked in the text ({key})").format(
                key=_PASSAGE_KEY
            )
        )
        for button in (self.passage, self.passage_icon):
            button.clicked.connect(self.restore_passage)
        self.copy_note.clicked.connect(self.copy_requested)
        self.copy_text.clicked.connect(self.copy_text_requested)
        self.back.clicked.connect(self.back_requested)
        self.previous.clicked.connect(lambda: self.step(-1))
        self.next.clicked.connect(lambda: self.step(1))
        self._connect_text(self.text)
        self.switch.chosen.connect(self.show_mode)
        self.switch.chosen.connect(self.mode_chosen)
        self.text.placed.connect(self._align)
        self._theme.changed.connect(self._apply_theme)

    def _connect_text(self, text: DiffText) -> None:
        text.back_requested.connect(self.back_requested)
        text.step_requested.connect(self.step)
        text.passage_requested.connect(self.restore_passage)

    def _apply_theme(self) -> None:
        px = self._theme.px
        heights = (self._theme.metrics.header, px(36), px(40))
        for bar, row, height in zip(self._bars, self._rows, heights, strict=True):
            bar.setMinimumHeight(height)
            row.setSpacing(px(6))
        self._align()

    def _align(self) -> None:
        px = self._theme.px
        left = self.text.column_left()
        for row in self._rows:
            row.setContentsMargins(left, 0, px(12), 0)


def _row(first: QWidget, *more: QWidget) -> QHBoxLayout:
    """Return a row of widgets with the first at the left and the others at the right."""
    row = QHBoxLayout()
    row.addWidget(first)
    row.addStretch(1)
    for widget in more:
        row.addWidget(widget)
    return row


def summary(amount: Amount, renamed: str = "") -> str:
    """Return a sentence on how much changed."""
    title = _("different title: “{title}”").format(title=renamed) if renamed else ""
    if title and not amount.is_change:
        return title
    return ", ".join(part for part in (amount_text(amount), title) if part)
