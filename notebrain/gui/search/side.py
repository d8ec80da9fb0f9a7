"""The pane beside the hits: a preview of the chosen one, or how hits are ranked."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.search.ranking_panel import RankingPane
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton, KeyCap
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.layouts import hairline

_LEAST, _MOST, _SHARE = 376, 620, 0.42
BESIDE_FROM = 860
"""The least width of the page, in design pixels, that has room for both."""


class SearchSide(QObject):
    """Shows the preview beside the hits, or on request over them if there is no room, and the ranking in its place.

    Args:
        button: Shows the ranking.
        preview_button: Shows the preview over the hits; offered only where it is not beside them.
    """

    def __init__(
        self,
        theme: Theme,
        ranking: RankingPane,
        row: QHBoxLayout,
        button: IconButton,
        preview_button: IconButton,
        page: QWidget,
    ) -> None:
        super().__init__(page)
        self._theme = theme
        self._row = row
        self._button = button
        self._preview_button = preview_button
        self._page = page
        self._beside = True
        self._place = _Place(theme)
        self._ranking = _scrolled(ranking)
        self._stack = QStackedWidget()
        self._stack.addWidget(QWidget())
        self._stack.addWidget(self._ranking)
        self._place.column.addWidget(self._stack, 1)
        self._place.column.addWidget(hairline())
        self._place.column.addWidget(_Keys(theme))
        row.addWidget(self._place)
        button.toggled.connect(self._on_toggled)
        preview_button.toggled.connect(self._on_preview)

    def close_over(self) -> bool:
        """Close what is shown in place of the preview, or over the hits; return whether there was anything."""
        if self._button.isChecked():
            self._button.setChecked(False)
        elif not self._beside and self._preview_button.isChecked():
            self._preview_button.setChecked(False)
        else:
            return False
        return True

    def toggle_preview(self) -> None:
        """Show the preview over the hits, or hide it; where it is beside them, only close the ranking."""
        if self._beside or self._button.isChecked():
            self._button.setChecked(False)
            self._preview_button.setChecked(True)
        else:
            self._preview_button.toggle()

    def set_preview(self, preview: QWidget) -> None:
        """Show this widget unless the ranking is asked for."""
        self._stack.insertWidget(0, preview)
        self._on_toggled(self._button.isChecked())

    def fit(self) -> None:
        """Place the pane where there is room."""
        px, width = self._theme.px, self._page.width()
        beside = width >= px(BESIDE_FROM)
        shown = min(px(_MOST), max(px(_LEAST), round(width * _SHARE))) if beside else px(_LEAST)
        self._place.setFixedWidth(min(shown, width) + 1)
        if beside != self._beside:
            self._beside = beside
            if beside:
                self._row.addWidget(self._place)
            else:
                self._row.removeWidget(self._place)
                self._place.setParent(self._page)
        self._preview_button.setVisible(not beside)
        self._show_place()

    def _show_place(self) -> None:
        over = self._button.isChecked() or self._preview_button.isChecked()
        self._place.setVisible(self._beside or over)
        if not self._beside:
            self._lay_over()

    def _lay_over(self) -> None:
        top = self._button.mapTo(self._page, self._button.rect().bottomLeft()).y()
        top += self._theme.px(10)
        left = self._page.width() - self._place.width()
        room = QRect(left, top, self._place.width(), max(0, self._page.height() - top))
        rtl = self._page.isRightToLeft()
        self._place.setGeometry(room.translated(-left, 0) if rtl else room)
        self._place.raise_()

    def _on_toggled(self, on: bool) -> None:
        self._stack.setCurrentIndex(self._stack.indexOf(self._ranking) if on else 0)
        self._button.set_ink("accent" if on else "text2")
        self._show_place()

    def _on_preview(self, on: bool) -> None:
        self._preview_button.set_ink("accent" if on else "text2")
        if on:
            self._button.setChecked(False)
        self._show_place()


class _Place(QWidget):
    """A column with a hairline before it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(1, 0, 0, 0)
        self.column.setSpacing(0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.tokens.color("list"))
        left = self.width() - 1 if self.isRightToLeft() else 0
        painter.fillRect(QRect(left, 0, 1, self.height()), self._theme.tokens.color("border"))
        painter.end()


class _Keys(QWidget):
    """What the keys do with the chosen hit; hints that do not fit are left out."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._line = QHBoxLayout(self)
        self._hints = [
            _KeyHint(theme, keys, name)
            for keys, name in (
                (("↑", "↓"), _("choose")),
                (("Enter",), _("open")),
                (("Ctrl+D",), _("pin")),
                (("Shift+Enter",), _("beside")),
            )
        ]
        for hint in self._hints:
            self._line.addWidget(hint)
        self._line.addStretch(1)
        theme.follow(self._apply_theme)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        margins, gap = self._line.contentsMargins(), self._line.spacing()
        room = self.width() - margins.left() - margins.right()
        for hint in self._hints:
            room -= hint.sizeHint().width() + gap
            hint.setVisible(room + gap >= 0)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._line.setContentsMargins(px(16), px(10), px(16), px(10))
        self._line.setSpacing(px(14))
        self._fit()


class _KeyHint(QWidget):
    """Some keys and what they do."""

    def __init__(self, theme: Theme, keys: Sequence[str], name: str) -> None:
        super().__init__()
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.px(4))
        for key in keys:
            line.addWidget(KeyCap(theme, key))
        line.addWidget(Label(theme, name, role=Role.SMALL, ink="muted"))


def _scrolled(pane: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidget(pane)
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setFocusPolicy(area.focusPolicy().NoFocus)
    return area
