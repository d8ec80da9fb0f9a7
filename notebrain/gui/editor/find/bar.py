"""The find bar above the text: the text to find, the number of matches, and the replacement."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLineEdit, QToolButton, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.text.find import FindQuery
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton, text_button
from notebrain.gui.widgets.labels import Label

_FIELD = 260
_COUNT = 92
_NARROW = 480


class FindBar(QFrame):
    """Takes the text to find and the replacement; does not know the note."""

    wanted_changed = Signal()
    prepared = Signal()
    """There is another text to find, but the caret is to stay where it is."""
    stepped = Signal(bool)
    """Go to the next match (True) or the previous one (False)."""
    replace_requested = Signal()
    replace_all_requested = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("find_bar")
        self._theme = theme
        self._left = 0
        self._narrow: bool | None = None
        self.query = self._field(_("Find in note"))
        self.instead = self._field(_("Replace with"))
        self.count = Label(theme, role=Role.NUMBER, ink="muted")
        self.case = self._switch("Aa", _("Match case"))
        self.word = self._switch(_("Word"), _("Whole words"))
        self.expression = self._switch(".*", _("Regular expression"))
        self.replace_one = text_button(_("Replace"))
        self.replace_all = text_button(_("Replace all"))
        self._fill()
        self.query.textChanged.connect(self.wanted_changed)
        self.replace_one.clicked.connect(self.replace_requested)
        self.replace_all.clicked.connect(self.replace_all_requested)
        theme.follow(self._apply_theme)
        self.hide()

    @property
    def wanted(self) -> FindQuery:
        """What to find."""
        return FindQuery(
            self.query.text(),
            case=self.case.isChecked(),
            word=self.word.isChecked(),
            expression=self.expression.isChecked(),
        )

    def ask(self, text: str, *, replace: bool) -> None:
        """Open the bar and fill in this text unless it is empty; `replace` shows the second line."""
        if text:
            self.query.setText(text)
        self._show_replace(replace)
        self.show()
        self.query.selectAll()
        self.query.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def prepare(self, text: str) -> None:
        """Fill in a plain text for the next search, which begins when the user asks for it."""
        self.query.blockSignals(True)
        self.query.setText(text)
        self.query.blockSignals(False)
        for switch in (self.case, self.word, self.expression):
            switch.setChecked(False)
        self.prepared.emit()

    def show_message(self, text: str, *, wrong: bool = False, places: bool = False) -> None:
        """Show the number of matches, or what is wrong with the expression."""
        self.count.setText(text)
        self.count.set_ink("danger" if wrong else "muted")
        for button in (self.replace_one, self.replace_all):
            button.setEnabled(places)

    def set_left(self, left: int) -> None:
        """Align the bar with the left edge of the text."""
        self._left = left
        px = self._theme.px
        inset = max(px(12), left - px(10))
        self._grid.setContentsMargins(inset, px(6), px(12), px(6))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._takes(watched, event)
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _takes(self, field: QObject, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return True
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return False
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if field is self.query or back:
            self.stepped.emit(not back)
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.replace_all_requested.emit()
        else:
            self.replace_requested.emit()
        return True

    def _field(self, name: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setAccessibleName(name)
        field.setPlaceholderText(name)
        field.installEventFilter(self)
        return field

    def _switch(self, text: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setCheckable(True)
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(self.wanted_changed)
        return button

    def _button(self, icon: str, name: str) -> IconButton:
        button = IconButton(self._theme, icon, name, parent=self)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _fill(self) -> None:
        back = self._button("chevron-up", _("Find previous"))
        forward = self._button("chevron-down", _("Find next"))
        close = self._button("x", _("Close"))
        back.clicked.connect(lambda: self.stepped.emit(False))
        forward.clicked.connect(lambda: self.stepped.emit(True))
        close.clicked.connect(self.closed)
        self._acts = QWidget()
        acts = QHBoxLayout(self._acts)
        acts.setContentsMargins(0, 0, 0, 0)
        acts.setSpacing(0)
        for button in (back, forward, self.case, self.word, self.expression):
            acts.addWidget(button)
        acts.addStretch(1)
        acts.addWidget(close)
        self._replaces = QWidget()
        second = QHBoxLayout(self._replaces)
        second.setContentsMargins(0, 0, 0, 0)
        second.setSpacing(0)
        second.addWidget(self.replace_one)
        second.addWidget(self.replace_all)
        second.addStretch(1)
        self._grid = QGridLayout(self)
        self._grid.addWidget(self.query, 0, 0)
        self._grid.addWidget(self.count, 0, 1)
        self._fold()
        self._grid.setColumnStretch(0, 2)
        self._second = (self.instead, self.replace_one, self.replace_all)
        self._show_replace(False)

    def _fold(self) -> None:
        """Put the buttons on a line of their own where they would leave too little room to type."""
        narrow = self.width() < self._theme.px(_NARROW)
        if narrow == self._narrow:
            return
        self._narrow = narrow
        last = 2 if narrow else 1
        self._grid.setColumnStretch(2, 0 if narrow else 3)
        for widget, place in (
            (self._acts, (1, 0, 1, 3) if narrow else (0, 2, 1, 1)),
            (self.instead, (last, 0, 1, 1)),
            (self._replaces, (last, 1, 1, 2)),
        ):
            self._grid.addWidget(widget, *place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def _show_replace(self, shown: bool) -> None:
        for widget in self._second:
            widget.setVisible(shown)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._grid.setHorizontalSpacing(px(8))
        self._grid.setVerticalSpacing(px(6))
        for field in (self.query, self.instead):
            field.setFont(self._theme.font(Role.BODY))
            field.setMaximumWidth(px(_FIELD))
        for switch in (self.case, self.word, self.expression):
            switch.setFont(self._theme.font(Role.SMALL_MEDIUM))
            switch.setMinimumSize(max(px(28), switch.sizeHint().width()), px(28))
        self.count.setMinimumWidth(px(_COUNT))
        self.set_left(self._left)
