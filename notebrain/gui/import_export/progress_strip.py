"""The strip above the status line that shows the progress of an import or export."""

from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QSizePolicy,
    QWidget,
)
from shiboken6 import isValid

from notebrain.domain.i18n import _
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import ElidedLabel, IconLabel


class ProgressStrip(QFrame):
    """Visible while an import or export runs, and until its report was read."""

    cancel_requested = Signal()
    details_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("strip")
        self._theme = theme
        self._icon = IconLabel(theme, "download", "accent", size=16)
        self.text = ElidedLabel(theme, role=Role.BODY, ink="text2")
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(_("Progress"))
        self.cancel = text_button(_("Cancel"))
        self.details = text_button(_("Details"))
        self.close_button = text_button(_("Close"))
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._icon)
        self._row.addWidget(self.text, 1)
        for widget in (self.bar, self.cancel, self.details, self.close_button):
            self._row.addWidget(widget)
        self.cancel.clicked.connect(self.cancel_requested)
        self.details.clicked.connect(self.details_requested)
        self.close_button.clicked.connect(self.close_report)
        self._came_from: QWidget | None = None
        cast("QApplication", QApplication.instance()).focusChanged.connect(self._on_focus)
        theme.follow(self._apply_theme)
        self.hide()

    def begin(self, text: str, *, stoppable: bool = True) -> None:
        """Show what starts, and whether it can be stopped."""
        self._icon.set_icon("download", "accent")
        self.text.setText(text)
        self.bar.setRange(0, 0)
        self._switch(running=True, details=False)
        self.cancel.setVisible(stoppable)
        self.show()

    def show_progress(self, done: int, total: int, path: str) -> None:
        """Show the progress."""
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(done)
        self.text.setText(
            _("{done} of {total}: {path}").format(
                done=date_format.number(done), total=date_format.number(total), path=path
            )
        )

    def end(self, text: str, *, details: bool, failed: bool) -> None:
        """Show the result."""
        self._icon.set_icon(*(("triangle-alert", "warning") if failed else ("check", "success")))
        self.text.setText(text)
        self.close_button.show()
        if self.cancel.hasFocus():  # Qt would go on to any other part of the window
            self.close_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._switch(running=False, details=details)

    def close_report(self) -> None:
        """Hide the result; the keys go to where they went before they came here, not to the next button."""
        before, buttons = self._came_from, (self.details, self.close_button)
        here = any(button.hasFocus() for button in buttons)
        if here and before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()

    def _on_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        """Remember where the focus comes from."""
        if old is None or new is None or not self.isAncestorOf(new) or self.isAncestorOf(old):
            return
        if old.window() is self.window():
            self._came_from = old

    def _switch(self, *, running: bool, details: bool) -> None:
        self.bar.setVisible(running)
        self.cancel.setVisible(running)
        self.details.setVisible(details)
        self.close_button.setVisible(not running)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self.setFixedHeight(px(40))
        self.bar.setFixedWidth(px(160))
        self._row.setContentsMargins(px(12), 0, px(12), 0)
        self._row.setSpacing(px(10))
