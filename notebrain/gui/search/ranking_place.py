"""Where the ranking stands: beside the hits where there is room, else over them when asked for."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QToolButton, QWidget

from notebrain.gui.search.ranking_pane import WIDTH, RankingPane
from notebrain.gui.theme.theme import Theme

BESIDE_FROM = 860


class RankingPlace(QObject):
    """Puts the pane into its place when the panel changes its width."""

    def __init__(
        self,
        theme: Theme,
        pane: RankingPane,
        row: QHBoxLayout,
        button: QToolButton,
        panel: QWidget,
    ) -> None:
        super().__init__(panel)
        self._theme = theme
        self._row = row
        self._button = button
        self._panel = panel
        self._beside = True
        self._place = QWidget()
        self._divider = _Divider(theme)
        self._scroll = QScrollArea()
        self._scroll.setWidget(pane)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner = QHBoxLayout(self._place)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(self._divider)
        inner.addWidget(self._scroll)
        row.addWidget(self._place)
        button.toggled.connect(self._on_toggled)

    @property
    def over(self) -> bool:
        """Whether it stands over the hits now."""
        return not self._beside and self._place.isVisible()

    def close(self) -> None:
        """Give the hits their room again."""
        self._button.setChecked(False)

    def fit(self) -> None:
        """Stand where there is room now."""
        px, width = self._theme.px, self._panel.width()
        self._place.setFixedWidth(px(WIDTH) + 1)
        beside = width >= px(BESIDE_FROM)
        if beside != self._beside:
            self._beside = beside
            if beside:
                self._row.addWidget(self._place)
            else:
                self._row.removeWidget(self._place)
                self._place.setParent(self._panel)
        self._button.setVisible(not beside)
        if beside:
            self._button.setChecked(False)
            self._place.show()
            return
        self._place.setVisible(self._button.isChecked())
        self._lay_over()

    def _lay_over(self) -> None:
        top = self._button.mapTo(self._panel, self._button.rect().bottomLeft()).y()
        top += self._theme.px(10)
        self._place.setGeometry(
            self._panel.width() - self._place.width(),
            top,
            self._place.width(),
            max(0, self._panel.height() - top),
        )
        self._place.raise_()

    def _on_toggled(self, on: bool) -> None:
        if not self._beside:
            self._place.setVisible(on)
            self._lay_over()


class _Divider(QWidget):
    """A hairline from top to bottom."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedWidth(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.tokens.color("border"))
        painter.end()
