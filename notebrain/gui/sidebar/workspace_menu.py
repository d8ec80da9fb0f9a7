"""The workspace switcher and its menu."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.core import date_format, dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.notes.drag import NOTES_MIME
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import BidiPainter, tip_of
from notebrain.gui.window.pages import HOME

_PAD, _GAP, _RADIUS = 8, 8, 6


class Switcher(QToolButton):
    """Shows the workspace; a click opens the menu set with `setMenu`."""

    held_over = Signal(bool)
    """Notes are being dragged over it, or no longer are."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAcceptDrops(True)
        self._holding = False
        self._short = ""
        """What is shown where the text has no room."""
        theme.changed.connect(self._on_theme_changed)
        self.show_workspace(None)

    def show_workspace(self, workspace: str | None) -> None:
        """Show the name of this workspace; None means all of them."""
        self.setText(workspace or _("All workspaces"))
        self._short = "" if workspace else _("All notes")
        self.setToolTip(tip_of(self.text()))
        self.setAccessibleName(_("Workspace: {name}").format(name=self.text()))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        theme = self._theme
        text = theme.fonts.width(Role.TITLE, self.text())
        width = round(text) + theme.metrics.small_icon + theme.px(2 * _PAD + _GAP) + 1
        return QSize(width, theme.metrics.button)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(60), self._theme.metrics.button)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(NOTES_MIME):
            event.accept()
            self._hold(over=True)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.ignore()  # the workspaces below it accept drops

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._hold(over=False)

    def _hold(self, *, over: bool) -> None:
        self._holding = over
        self.held_over.emit(over)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, tokens = self._theme, self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = theme.px(_RADIUS)
        painter.setPen(Qt.PenStyle.NoPen)
        if self._holding or self.underMouse() or self.isDown():
            painter.setBrush(tokens.color("accent_tint" if self._holding else "hover"))
            painter.drawRoundedRect(self.rect(), radius, radius)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(tokens.color("focus"), 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), radius - 1, radius - 1)
        self._paint_name(painter)
        painter.end()

    def shown_text(self) -> str:
        """Return the name as far as there is room for it."""
        theme = self._theme
        metrics = QFontMetrics(theme.font(Role.TITLE))
        room = self.width() - theme.metrics.small_icon - theme.px(2 * _PAD + _GAP)
        text = self.text()
        if self._short and metrics.horizontalAdvance(text) > room:
            text = self._short
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)

    def _paint_name(self, painter: QPainter) -> None:
        theme, side = self._theme, self._theme.metrics.small_icon
        inner = self.rect().adjusted(theme.px(_PAD), 0, -theme.px(_PAD), 0)
        painter.setFont(theme.font(Role.TITLE))
        painter.setPen(theme.tokens.color("text"))
        text = self.shown_text()
        seen = BidiPainter(self.layoutDirection(), self.rect())
        seen.text(painter, inner, Qt.AlignmentFlag.AlignVCenter.value, text)
        left = inner.left() + painter.fontMetrics().horizontalAdvance(text) + theme.px(_GAP)
        box = QRect(left, inner.center().y() - side // 2 + 1, side, side)
        icons.draw(painter, "chevrons-up-down", theme.tokens.muted, seen.rect(box))

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.update()


class WorkspaceMenu(QMenu):
    """Lets the user choose the workspace shown."""

    chosen = Signal(str)
    """The workspace; an empty name for all of them."""
    new_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._group: QActionGroup | None = None

    def show_workspaces(self, workspaces: Sequence[tuple[str, int]], current: str | None) -> None:
        """Offer these workspaces, each with its number of notes."""
        self.clear()
        self._group = QActionGroup(self)
        self._group.triggered.connect(self._on_chosen)
        self._offer(_("All workspaces"), "", current is None)
        self.addSeparator()
        for name, count in workspaces:
            self._offer(
                f"{name.replace('&', '&&')}\t{date_format.number(count)}", name, name == current
            )
        self.addSeparator()
        self.addAction(_("New workspace…")).triggered.connect(self.new_requested)

    def _offer(self, text: str, name: str, on: bool) -> None:
        action = self.addAction(text)
        action.setCheckable(True)
        action.setChecked(on)
        action.setData(name)
        if self._group is not None:
            self._group.addAction(action)

    def _on_chosen(self, action: QAction) -> None:
        self.chosen.emit(action.data())


class WorkspaceController(QObject):
    """Connects the switcher of workspaces."""

    def __init__(self, context: Context, switcher: Switcher) -> None:
        super().__init__(context.window)
        self._context = context
        self._menu = WorkspaceMenu(context.window)
        self._menu.chosen.connect(self._on_chosen)
        self._menu.new_requested.connect(self._on_new)
        switcher.setMenu(self._menu)
        self._menu.aboutToShow.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        navigator = self._context.navigator
        self._menu.show_workspaces(navigator.counts.workspaces, navigator.workspace)

    def _on_chosen(self, name: str) -> None:
        """Show a workspace; if Home is shown, stay there."""
        page = self._context.pages.current
        self._context.navigator.show_workspace(name)
        if page == HOME:
            self._context.pages.show(HOME)

    def _on_new(self) -> None:
        self._context.tasks.start(self._ask())

    async def _ask(self) -> None:
        """Ask for a name; the workspace itself is created with its first note."""
        name = await dialogs.ask_text(
            self._context.tasks,
            self._context.window,
            title=_("New workspace"),
            label=_("Name of the workspace"),
        )
        if name:
            self._context.navigator.show_workspace(name)
