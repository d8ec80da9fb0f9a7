"""Spell checking of the note that is shown: marks, suggestions, and the user's own words."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject
from PySide6.QtGui import QAction, QTextCursor
from PySide6.QtWidgets import QMenu
from shiboken6 import isValid

from notebrain.app.commands.command import CommandId
from notebrain.app.events import NotesChanged
from notebrain.app.settings.table import SPELL_CHECK, SPELL_LANGUAGES
from notebrain.app.system.spelling import Spelling
from notebrain.domain.errors import NoSpeller
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act
from notebrain.domain.ports import Speller
from notebrain.domain.text.pieces import units_of

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


class SpellChecking(QObject):
    """Looks up words on the reading thread; nothing is loaded while checking is off."""

    def __init__(self, desk: "Desk", make: Callable[[], Speller] | None = None) -> None:
        super().__init__(desk)
        self._desk = desk
        self._make = make or _enchant
        self._spelling: Spelling | None = None
        self._languages = ""
        self.marks = desk.editor.view.spelling
        self.marks.asked.connect(self._on_asked)
        desk.editor.view.menu_opening.connect(self._on_menu)
        action = desk.actions[CommandId.SPELL_CHECK]
        action.toggled.connect(self._on_toggled)
        desk.bridge.happened.connect(self._on_happened)
        self._on_settings()

    def _on_toggled(self, on: bool) -> None:
        if on != self.marks.on:
            self._desk.services.settings.put(SPELL_CHECK, on)
            self.marks.switch(on)
            self._tell(on=on)

    def _tell(self, *, on: bool) -> None:
        """Show a message after the switch, since a note without misspelled words looks the same either way."""
        if not on:
            self._desk.status.tell_plain(_("Spelling is not checked."))
            return

        def look() -> Sequence[str] | NoSpeller:
            try:
                return self._speller().languages()
            except NoSpeller as error:
                return error

        def tell(found: Sequence[str] | NoSpeller) -> None:
            if isinstance(found, NoSpeller):
                self._give_up(found)
            elif found:
                text = _("Spelling is checked: {languages}.").format(languages=", ".join(found))
                self._desk.status.tell_plain(text)
            else:
                self._desk.status.tell_plain(
                    _("Spelling is not checked: no dictionary of your languages is installed.")
                )

        self._desk.reader.read("spelling languages", look, tell)

    def _on_happened(self, event: object) -> None:
        if isinstance(event, NotesChanged) and event.changes.act is Act.SETTINGS:
            self._on_settings()

    def _on_settings(self) -> None:
        settings = self._desk.services.settings
        on, languages = bool(settings.get(SPELL_CHECK)), str(settings.get(SPELL_LANGUAGES))
        if languages != self._languages:
            self._languages = languages
            self.marks.forget()
        if on != self.marks.on:
            self.marks.switch(on)
        self._desk.actions[CommandId.SPELL_CHECK].setChecked(on)

    def _on_asked(self, words: Sequence[str]) -> None:
        def look() -> Mapping[str, bool] | NoSpeller:
            try:
                return self._speller().check(words)
            except NoSpeller as error:
                return error

        def learn(found: Mapping[str, bool] | NoSpeller) -> None:
            if isinstance(found, NoSpeller):
                self._give_up(found)
            else:
                self.marks.learn(found)

        # each request has its own name so that none replaces another
        self._desk.reader.read(f"spelling {words[0]} {len(words)}", look, learn)

    def _give_up(self, error: NoSpeller) -> None:
        """Stop checking; show the reason only if the user turned on spell checking themselves."""
        self.marks.switch(False)
        self._desk.actions[CommandId.SPELL_CHECK].setChecked(False)
        if self._desk.services.settings.own(SPELL_CHECK):
            self._desk.status.tell_plain(str(error))

    def _on_menu(self, menu: QMenu, at: QTextCursor) -> None:
        """Put suggestions at the top of the text's context menu."""
        place = self.marks.wrong_word(at) if self.marks.on else None
        if place is None:
            return
        word = at.block().text()[place[0] : place[1]]
        first = menu.actions()[0]
        waiting = QAction(_("Looking for suggestions…"), menu)
        waiting.setEnabled(False)
        teach = QAction(_("Add “{word}” to my words").format(word=word), menu)
        ignore = QAction(_("Ignore “{word}” for now").format(word=word), menu)
        menu.insertActions(first, [waiting, teach, ignore])
        menu.insertSeparator(first)
        teach.triggered.connect(lambda: self._teach(word))
        ignore.triggered.connect(lambda: self.marks.ignore(word))

        def show(suggestions: Sequence[str]) -> None:
            if isValid(menu) and isValid(waiting):
                self._show(menu, waiting, suggestions, _selecting(at, word, place[0]))

        self._desk.reader.read("suggestions", lambda: self._speller().suggest(word), show)

    def _show(
        self, menu: QMenu, waiting: QAction, suggestions: Sequence[str], word: QTextCursor
    ) -> None:
        if not suggestions:
            waiting.setText(_("No suggestions"))
            return
        for suggestion in suggestions:
            action = QAction(suggestion, menu)
            font = action.font()
            font.setBold(True)
            action.setFont(font)
            action.triggered.connect(lambda _on=False, s=suggestion: self._replace(word, s))
            menu.insertAction(waiting, action)
        menu.removeAction(waiting)

    def _replace(self, word: QTextCursor, suggestion: str) -> None:
        if not self._desk.editor.view.isReadOnly():
            word.insertText(suggestion)

    def _teach(self, word: str) -> None:
        self._speller().teach(word)
        self.marks.forget()

    def _speller(self) -> Spelling:
        if self._spelling is None:
            self._spelling = Spelling(
                self._desk.services.settings, self._make(), _languages_of_system()
            )
        return self._spelling


def _selecting(at: QTextCursor, word: str, start: int) -> QTextCursor:
    """Return a cursor that selects a word in the line of `at`."""
    text = at.block().text()
    cursor = QTextCursor(at.block())
    cursor.setPosition(at.block().position() + units_of(text[:start]))
    cursor.setPosition(cursor.position() + units_of(word), QTextCursor.MoveMode.KeepAnchor)
    return cursor


def _languages_of_system() -> Sequence[str]:
    """Return the system's languages, with the same fallback as the window if it names none."""
    named = [name for name in QLocale.system().uiLanguages() if name != "C"]
    return named or QLocale().uiLanguages()


def _enchant() -> Speller:
    from notebrain.system.spelling import EnchantSpeller

    return EnchantSpeller()
