"""The bar above the text: how the note is filed, and what can be done with it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCompleter, QHBoxLayout, QLineEdit, QMenu, QWidget

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import Note
from notebrain.domain.notes.tags import clean_tag
from notebrain.gui.core.focus import line_up
from notebrain.gui.editor.header_chips import CategoryChip, Chip, ImportanceDots, TagChip, TypedChip
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.painting import tip_of
from notebrain.notes.service import Filing

_IMPORTANCE_FROM = 640
_LEAST = 300
_MOST_FITS = 3
_LEAST_TAG = 64  # a tag that is cut keeps at least this width


class EditorHeader(QWidget):
    """Shows category, tags, importance and pin of a note; emits signals when the user changes them."""

    filing_requested = Signal(object, str)
    """A `Filing`, and a message with `{title}` that says what was done."""
    back_requested = Signal()
    tag_shown = Signal(str)
    trash_requested = Signal()
    restore_requested = Signal()
    menu_requested = Signal(QPoint)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._note: Note | None = None
        self._chips: list[TagChip] = []
        self._added: list[IconButton] = []
        self._has_back = self._tagging = False
        self._fitting = self._unfit = False
        self.back = IconButton(theme, "arrow-left", _("Back to the list"))
        self.back.hide()
        self.known_tags: Callable[[], Sequence[str]] = tuple
        """Returns the tags to suggest while one is typed."""
        self._known = QStringListModel(self)
        self.category = CategoryChip(theme)
        self.more_tags = Chip(theme)
        self.more_tags.setMenu(QMenu(self.more_tags))
        self.typed = TypedChip(theme)
        self.add_tag = IconButton(theme, "plus", _("Add a tag"))
        self.tag_field = QLineEdit()
        self._importance_label = Label(theme, _("Importance"), role=Role.SMALL, ink="muted")
        self.importance = ImportanceDots(theme)
        self.pin = IconButton(theme, "pin", _("Pin"))
        self.trash = IconButton(theme, "trash-2", _("Move to trash"))
        self.restore = IconButton(theme, "rotate-ccw", _("Restore from trash"))
        self.more = IconButton(theme, "ellipsis", _("More"))
        self._fill()
        self._connect()
        self._apply_theme()

    @property
    def chips(self) -> Sequence[TagChip]:
        """The tags, one chip each."""
        return self._chips

    def show_note(self, note: Note) -> None:
        """Show how this note is filed."""
        before, self._note = self._note, note
        self.category.show_category(note.category)
        if before is None or before.tags != note.tags or before.id != note.id:
            self._show_tags(note.tags)
            self._end_tag()
        self.importance.show_importance(note.importance)
        self.pin.set_ink("accent" if note.pinned else "text2")
        name = _("Unpin") if note.pinned else _("Pin")
        self.pin.setAccessibleName(name)
        self.pin.setToolTip(name)
        trashed = note.deleted_at is not None
        for part in (self.category, self.add_tag, self.importance, self.pin):
            part.setEnabled(not trashed)
        self.restore.setVisible(trashed)
        self._fit_tags()

    def offer_tags(self, tags: Sequence[str], key: str) -> None:
        """Suggest the tags found in the text; `key` is the shortcut that adds them."""
        self.typed.offer(tags, key)
        self._fit_tags()

    def set_left(self, left: int) -> None:
        """Align the bar with the left edge of the text."""
        self._row.setContentsMargins(left, 0, self._theme.px(12), 0)
        self._fit_tags()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(_LEAST), self._theme.metrics.header)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_tags()
        super().resizeEvent(event)

    def begin_tag(self) -> None:
        """Let the user type a tag."""
        self._tagging = True
        self._known.setStringList(self.known_tags())
        self.tag_field.show()
        self.add_tag.hide()
        self.tag_field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def offer_back(self, offered: bool) -> None:
        """Show or hide the button that leads back to the list, used where the text covers the list."""
        self._has_back = offered
        self.back.setVisible(offered)
        self._fit_tags()

    def add_button(self, icon: str, name: str) -> IconButton:
        """Add a button before "More" and return it."""
        button = IconButton(self._theme, icon, name)
        self._row.insertWidget(self._row.indexOf(self.more), button)
        self._added.append(button)
        self._fit_tags()
        return button

    def add_last_button(self, icon: str, name: str) -> IconButton:
        """Add a button at the end of the bar and return it."""
        button = IconButton(self._theme, icon, name)
        self._row.addWidget(button)
        self._added.append(button)
        self._fit_tags()
        return button

    def _fill(self) -> None:
        self.tag_field.setAccessibleName(_("New tag"))
        self.tag_field.setPlaceholderText(_("New tag"))
        self.tag_field.hide()
        completer = QCompleter(self._known, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.tag_field.setCompleter(completer)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.back)
        self._row.addWidget(self.category)
        self._tags = QHBoxLayout()
        self._row.addLayout(self._tags)
        self._row.addWidget(self.more_tags)
        self._row.addWidget(self.typed)
        self._row.addWidget(self.add_tag)
        self._row.addWidget(self.tag_field)
        self._row.addStretch(1)
        self._row.addWidget(self._importance_label)
        self._row.addWidget(self.importance)
        for button in (self.pin, self.trash, self.restore, self.more):
            self._row.addWidget(button)

    def _connect(self) -> None:
        self.category.chosen.connect(self._on_category)
        self.importance.valueChanged.connect(self._on_importance)
        self.more_tags.menu().aboutToShow.connect(self._fill_more_tags)
        self.back.clicked.connect(self.back_requested)
        self.pin.clicked.connect(self._on_pin)
        self.add_tag.clicked.connect(self.begin_tag)
        self.tag_field.returnPressed.connect(self._on_tag_typed)
        self.tag_field.editingFinished.connect(self._end_tag)
        self.trash.clicked.connect(self.trash_requested)
        self.restore.clicked.connect(self.restore_requested)
        self.more.clicked.connect(self._on_more)
        self._theme.changed.connect(self._apply_theme)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self.setFixedHeight(self._theme.metrics.header)
        self._row.setSpacing(px(8))
        self._tags.setSpacing(px(8))
        self.tag_field.setFixedSize(px(120), px(26))
        self.tag_field.setFont(self._theme.font(Role.SMALL))

    def _show_tags(self, tags: Sequence[str]) -> None:
        for chip in self._chips:
            self._tags.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = [TagChip(self._theme, tag, self) for tag in tags]
        for chip in self._chips:
            chip.removed.connect(self._on_tag_removed)
            chip.shown.connect(self.tag_shown)
            self._tags.addWidget(chip)
        line_up(self.category, *self._chips, self.more_tags, self.typed, self.add_tag)
        self._fit_tags()

    def _fit_tags(self) -> None:
        """Fit the parts into the bar.

        Showing a part can move the text and with it the bar, which asks again: Qt leaves a part on the screen that is
        hidden while it is being shown.
        """
        self._unfit = True
        if self._fitting:
            return
        self._fitting = True
        for _attempt in range(_MOST_FITS):
            if self._unfit:
                self._unfit = False
                self._fit()
        self._fitting = False

    def _fit(self) -> None:
        """Show as many tags as fit, and the number of hidden ones.

        If even the other parts do not fit, those that the menu and the inspector also offer are hidden first.
        """
        gap, margins = self._row.spacing(), self._row.contentsMargins()
        # each part is counted with a gap: the last one has none, but there is one more beside the stretch
        room = self.width() - margins.left() - margins.right()
        self.category.show_name(True)
        parts = (
            self.back,
            self.category,
            self.typed,
            self.add_tag,
            self.tag_field,
            self.importance,
        )
        for part in (*parts, self.pin, self.trash, self.restore, *self._added, self.more):
            if not self._is_off(part):
                room -= _width(part) + gap
        for chip in self._chips:
            chip.set_widest(None)
        tags = sum(chip.sizeHint().width() + gap for chip in self._chips)
        if tags > room:
            # the icon shows it too
            room += _width(self.category)
            self.category.show_name(False)
            room -= _width(self.category)
        self.more_tags.setText(f"+{len(self._chips)}")
        folded = self.more_tags.sizeHint().width() + gap
        first = (self.importance, self.trash, self.category, self.typed, self.add_tag, self.pin)
        for part in first:
            crowded = room < min(tags, folded) and not self._is_off(part)
            part.setVisible(not crowded and not self._is_off(part))
            room += (_width(part) + gap) if crowded else 0
        label = self._importance_label.sizeHint().width() + gap
        # the dots show it too, so tags take priority over the label
        wide = self.width() >= self._theme.px(_IMPORTANCE_FROM) and room >= label + tags
        self._importance_label.setVisible(wide)
        self._fill_room(room - (label if wide else 0) - (folded if tags > room else 0), gap)

    def _is_off(self, part: QWidget) -> bool:
        """Return whether a part does not apply here, however much room there is."""
        trashed = self._note is not None and self._note.deleted_at is not None
        off: dict[QWidget, bool] = {
            self.back: not self._has_back,
            self.tag_field: not self._tagging,
            self.typed: trashed or not self.typed.tags,
            self.add_tag: self._tagging,
            self.trash: trashed,
            self.restore: not trashed,
        }
        return off.get(part, False)

    def _fill_room(self, room: int, gap: int) -> None:
        """Show the tags that fit; if not all do, cut the first one that does not, or hide it if too little is left."""
        hidden: list[str] = []
        for chip in self._chips:
            whole = chip.sizeHint().width()
            width = min(whole, room - gap)
            fits = not hidden and width >= min(whole, self._theme.px(_LEAST_TAG))
            chip.setVisible(fits)
            if fits:
                chip.set_widest(width)
                chip.setToolTip(tip_of(chip.tag) if width < whole else "")
                room -= width + gap
            else:
                hidden.append(chip.tag)
        self.more_tags.setVisible(bool(hidden))
        self.more_tags.setText(f"+{len(hidden)}")
        self.more_tags.setToolTip(tip_of(", ".join(hidden)))
        name = ngettext("{n} more tag: {tags}", "{n} more tags: {tags}", len(hidden))
        self.more_tags.setAccessibleName(name.format(n=len(hidden), tags=", ".join(hidden)))

    def _fill_more_tags(self) -> None:
        menu = self.more_tags.menu()
        menu.clear()
        for chip in self._chips:
            if chip.isHidden():
                part = menu.addMenu(chip.tag)
                part.addActions(chip.menu().actions())

    def _on_category(self, category: object) -> None:
        text = _("Changed the category of “{title}”")
        self.filing_requested.emit(Filing(category=category), text)  # type: ignore[arg-type]

    def _on_importance(self, value: int) -> None:
        text = _("Changed the importance of “{title}”")
        self.filing_requested.emit(Filing(importance=value), text)

    def _on_pin(self) -> None:
        pinned = not (self._note and self._note.pinned)
        text = _("Pinned “{title}”") if pinned else _("Unpinned “{title}”")
        self.filing_requested.emit(Filing(pinned=pinned), text)

    def _on_tag_typed(self) -> None:
        tag = clean_tag(self.tag_field.text())
        self._end_tag()
        self.add_tag.setFocus()
        if tag:
            self.filing_requested.emit(Filing(add_tags=(tag,)), _("Tagged “{title}”"))

    def _end_tag(self) -> None:
        self._tagging = False
        self.tag_field.clear()
        self.tag_field.hide()
        self.add_tag.show()

    def _on_tag_removed(self, tag: str) -> None:
        text = _("Removed a tag from “{title}”")
        self.filing_requested.emit(Filing(remove_tags=(tag,)), text)

    def _on_more(self) -> None:
        self.menu_requested.emit(self.more.mapToGlobal(self.more.rect().bottomLeft()))


def _width(part: QWidget) -> int:
    # explicit minimum and maximum sizes take precedence over the size hint
    return min(max(part.sizeHint().width(), part.minimumWidth()), part.maximumWidth())
