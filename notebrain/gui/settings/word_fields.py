"""The fields of settings that are words: a title with what it comes to, languages to tick, tags as chips."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QCursor, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from notebrain.app.system.spelling import system_speller
from notebrain.domain.errors import NoSpeller
from notebrain.domain.i18n import _
from notebrain.domain.notes.tags import fold_tag
from notebrain.domain.notes.templates import daily_title
from notebrain.domain.text.spelling import chosen as dictionaries_for
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Context
from notebrain.gui.inspector.tag_editor import TagBox
from notebrain.gui.theme.fonts import Role
from notebrain.gui.widgets.labels import Label

_RIM = 28
"""The room beside the text of a button, in pixels."""


class WordsField(QWidget):
    """Shows the words of a setting, and reports what the user made of them."""

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(4)

    def hold(self, main: QWidget, part: QWidget) -> None:
        """Put a widget, with the part of it in which the user types or clicks."""
        part.setAccessibleName(self.accessibleName())
        self.column.addWidget(main)
        self.setFocusProxy(part)

    def show_value(self, value: str) -> None:
        """Show these words."""
        raise NotImplementedError


class DailyTitleField(WordsField):
    """A form for dates, and the title that it gives today's note."""

    def __init__(self, context: Context, name: str) -> None:
        super().__init__(name)
        self._context = context
        self.field = QLineEdit()
        self.today = Label(context.theme, role=Role.SMALL, ink="muted")
        self.today.setWordWrap(True)
        self.hold(self.field, self.field)
        self.column.addWidget(self.today)
        self.field.textChanged.connect(self._preview)
        self.field.editingFinished.connect(lambda: self.chosen.emit(self.field.text()))
        self._preview("")

    def show_value(self, value: str) -> None:
        self.field.setText(value)

    def _preview(self, form: str) -> None:
        now = self._context.services.clock.now().astimezone()
        title = daily_title(now, form, date_format.names())
        self.today.setText(_("Today: {title}").format(title=title))
        self.field.setAccessibleDescription(self.today.text())


class LanguagesField(WordsField):
    """A button that opens a list of the dictionaries of this computer, each with a check box.

    Args:
        there: Returns the languages that have a dictionary; may take a while.
    """

    def __init__(
        self,
        context: Context,
        name: str,
        there: Callable[[], Sequence[str]] = lambda: system_speller().languages(),
    ) -> None:
        super().__init__(name)
        self._context = context
        self._there = there
        self._value: list[str] = []
        self._names = ""
        self.menu = QMenu(self)
        self.button = QPushButton()
        # as wide as other fields: names that do not fit are cut
        self.button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hold(self.button, self.button)
        self.button.clicked.connect(self._ask)

    def show_value(self, value: str) -> None:
        self._value = value.replace(",", " ").split()
        self._names = ", ".join(map(language_name, self._value)) or _("Match system")
        self.button.setToolTip(self._names)
        self.button.setAccessibleDescription(self._names)
        self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        room = self.width() - self._context.theme.px(_RIM)
        metrics = self.button.fontMetrics()
        self.button.setText(metrics.elidedText(self._names, Qt.TextElideMode.ElideRight, room))

    def _ask(self) -> None:
        def load() -> Sequence[str] | NoSpeller:
            try:
                return self._there()
            except NoSpeller as error:
                return error

        self._context.reader.read("dictionaries", load, self._open)

    def _open(self, found: Sequence[str] | NoSpeller) -> None:
        if isinstance(found, NoSpeller):
            self._context.messages.show_warning(str(found))
            return
        self.menu.clear()
        system = self.menu.addAction(_("Match system"))
        system.setCheckable(True)
        system.setChecked(not self._value)
        system.triggered.connect(lambda: self.chosen.emit(""))
        self.menu.addSeparator()
        used = dictionaries_for(self._value, found)
        for code in sorted(found, key=language_name):
            act = self.menu.addAction(language_name(code))
            act.setCheckable(True)
            act.setChecked(code in used)
            act.toggled.connect(partial(self._tick, code, used))
        at = self.button.mapToGlobal(self.button.rect().bottomLeft())
        self.menu.popup(at if self.button.isVisible() else QCursor.pos())

    def _tick(self, code: str, used: Sequence[str], on: bool) -> None:
        kept = [one for one in used if one != code]
        self.chosen.emit(", ".join([*kept, code] if on else kept))


class TagsField(WordsField):
    """Tags as chips, and a field that suggests the tags of the vault."""

    def __init__(self, context: Context, name: str) -> None:
        super().__init__(name)
        self._context = context
        self._tags: list[str] = []
        self.box = TagBox(context.theme)
        self.hold(self.box, self.box.field)
        self.box.added.connect(self._add)
        self.box.removed.connect(self._remove)
        self.box.shown.connect(self._remove)

    def show_value(self, value: str) -> None:
        self._tags = [tag for part in value.split(",") if (tag := part.strip())]
        self.box.show_tags(self._tags)
        self._context.reader.read("quiet tags", self._context.services.library.tags, self.box.know)

    def _add(self, tag: str) -> None:
        if fold_tag(tag) not in map(fold_tag, self._tags):
            self.chosen.emit(", ".join([*self._tags, tag]))

    def _remove(self, tag: str) -> None:
        self.chosen.emit(", ".join(one for one in self._tags if one != tag))


def language_name(code: str) -> str:
    """Return a language by its own name, such as "Deutsch (Österreich)"; the code if Qt does not know it."""
    locale = QLocale(code)
    if locale.language() is QLocale.Language.C:
        return code
    name = locale.nativeLanguageName() or code
    plain = QLocale(locale.language()).nativeLanguageName()
    place = locale.nativeTerritoryName() if "_" in code and name == plain else ""
    return f"{name[:1].upper()}{name[1:]} ({place})" if place else f"{name[:1].upper()}{name[1:]}"
