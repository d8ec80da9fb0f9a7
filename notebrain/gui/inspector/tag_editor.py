"""The tags of a note as chips that can be added and removed."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.tags import clean_tag
from notebrain.gui.core.focus import line_up_before
from notebrain.gui.editor.header_chips import Chip, TagChip
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.layouts import FlowLayout
from notebrain.gui.widgets.painting import BidiPainter, tip_of

_CROSS = 12


class WornTag(TagChip):
    """A tag with a cross; a click on the cross or Delete removes it."""

    def __init__(self, theme: Theme, tag: str, *, by_all: bool, parent: QWidget) -> None:
        super().__init__(theme, tag, parent)
        self._tail = _CROSS
        self._by_all = by_all
        if not by_all:
            self.setAccessibleName(_("Tag on some of the notes: {name}").format(name=tag))
            self.setToolTip(_("Only some of the notes have this tag"))
        self.apply_theme()

    def apply_theme(self) -> None:
        super().apply_theme()
        if not getattr(self, "_by_all", True):
            self._ground = self._theme.tokens.inset
            self._ink = self._theme.tokens.text2

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        icons.draw(painter, "x", self._ink, self._cross())
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # the click target is wider than the cross, for fingers
        if event.button() == Qt.MouseButton.LeftButton and self._is_on_cross(event):
            self.removed.emit(self.tag)
            return
        super().mousePressEvent(event)

    def _is_on_cross(self, event: QMouseEvent) -> bool:
        near = self._theme.px(6)
        return (
            self._cross()
            .adjusted(-near // 2, -near, near, near)
            .contains(event.position().toPoint())
        )

    def _cross(self) -> QRect:
        side = self._theme.px(_CROSS)
        right = self.width() - self._theme.px(6)
        cross = QRect(right - side, (self.height() - side) // 2, side, side)
        return BidiPainter(self.layoutDirection(), self.rect()).rect(cross)


class TypedTag(Chip):
    """A tag found in the text; pressing it files the note under it."""

    def __init__(self, theme: Theme, tag: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._icon = "plus"
        self.setText(tag)
        name = _("File under #{tag}").format(tag=tag)
        self.setAccessibleName(name)
        self.setToolTip(tip_of(name))
        self.apply_theme()


class TagField(QLineEdit):
    """A field for a tag that suggests existing ones; Backspace in the empty field moves to the last chip."""

    entered = Signal(str)
    emptied = Signal()

    def __init__(self, theme: Theme, known: QStringListModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(_("Add a tag"))
        self.setPlaceholderText(_("Add a tag"))
        completer = QCompleter(known, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.activated.connect(self._on_chosen, Qt.ConnectionType.QueuedConnection)
        self.setCompleter(completer)
        self.returnPressed.connect(self._on_typed)

    def event(self, event: QEvent) -> bool:
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self._undoes_act(event):
            event.ignore()
            return False
        return super().event(event)

    def _undoes_act(self, key: QKeyEvent) -> bool:
        """Return whether a key is to undo the last act on the note, since nothing was typed after it."""
        return key.matches(QKeySequence.StandardKey.Undo) and not self.isUndoAvailable()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace and not self.text():
            self.emptied.emit()
            return
        if event.text() in (",", ";"):
            self._on_typed()
            return
        super().keyPressEvent(event)

    def _on_chosen(self, _tag: str) -> None:
        self._on_typed()

    def _on_typed(self) -> None:
        tag = clean_tag(self.text())
        self.setText("")  # unlike `clear`, not to be undone
        if tag:
            self.entered.emit(tag)


class TagBox(QWidget):
    """Shows tags; emits which one the user adds, removes, or wants to see the notes of."""

    added = Signal(str)
    removed = Signal(str)
    shown = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._tags: tuple[Sequence[str], Sequence[str]] = ((), ())
        self._known = QStringListModel(self)
        self._chips: list[WornTag] = []
        self._box = QWidget()
        self._flow = FlowLayout(self._box)
        self._flow.setContentsMargins(0, 0, 0, 0)
        self.field = TagField(theme, self._known, self)
        self.field.entered.connect(self.added)
        self.field.emptied.connect(self._focus_last)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._box)
        self._column.addWidget(self.field)
        theme.follow(self._apply_theme)

    @property
    def chips(self) -> Sequence[WornTag]:
        """The chips in order."""
        return self._chips

    def show_tags(self, worn: Sequence[str], by_some: Sequence[str] = ()) -> None:
        """Show the tags that all notes have, followed by those that only some have."""
        if (tuple(worn), tuple(by_some)) == self._tags:
            return
        self._tags = (tuple(worn), tuple(by_some))
        had_focus = any(chip.hasFocus() for chip in self._chips)
        for chip in self._chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = [WornTag(self._theme, tag, by_all=True, parent=self._box) for tag in worn]
        self._chips += [
            WornTag(self._theme, tag, by_all=False, parent=self._box) for tag in by_some
        ]
        for chip in self._chips:
            chip.removed.connect(self.removed)
            chip.shown.connect(self.shown)
            self._flow.addWidget(chip)
            chip.show()
        line_up_before(self.field, *self._chips)
        self._box.setVisible(bool(self._chips))
        self._box.updateGeometry()
        if had_focus:
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def know(self, tags: Sequence[str]) -> None:
        """Suggest these tags while one is typed."""
        self._known.setStringList(list(tags))

    def _focus_last(self) -> None:
        if self._chips:
            self._chips[-1].setFocus(Qt.FocusReason.TabFocusReason)

    def _apply_theme(self) -> None:
        self._flow.setSpacing(self._theme.px(6))
        self._column.setSpacing(self._theme.px(8))
        self.field.setFont(self._theme.font(Role.BODY))


# a page full of hashes is not a list of tags
_MOST = 12


class TypedBox(QWidget):
    """Offers to file the note under a tag found in its text."""

    chosen = Signal(tuple)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._tags: tuple[str, ...] = ()
        self.chips: list[TypedTag] = []
        self._label = Label(theme, _("Typed in the text"), role=Role.SMALL, ink="muted")
        self._box = QWidget()
        self._flow = FlowLayout(self._box)
        self._flow.setContentsMargins(0, 0, 0, 0)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._label)
        self._column.addWidget(self._box)
        theme.follow(self._apply_theme)
        self.hide()

    def show_tags(self, tags: Sequence[str]) -> None:
        """Offer these tags; hide if there are none."""
        shown = tuple(tags[:_MOST])
        if shown == self._tags:
            return
        self._tags = shown
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = [TypedTag(self._theme, tag, self._box) for tag in shown]
        for chip in self.chips:
            chip.clicked.connect(self._on_clicked)
            self._flow.addWidget(chip)
            chip.show()
        self._box.updateGeometry()
        self.setVisible(bool(shown))

    def _on_clicked(self) -> None:
        chip = self.sender()
        if isinstance(chip, TypedTag):
            self.chosen.emit((chip.text(),))

    def _apply_theme(self) -> None:
        self._flow.setSpacing(self._theme.px(6))
        self._column.setSpacing(self._theme.px(6))
