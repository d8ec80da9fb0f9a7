"""Spell checking of the notes that are shown: marks, suggestions, and the user's own words."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QLocale, QObject
from PySide6.QtGui import QAction, QTextCursor
from PySide6.QtWidgets import QMenu
from shiboken6 import isValid

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import SPELL_CHECK, SPELL_LANGUAGES
from notebrain.app.system.spelling import Spelling
from notebrain.domain.errors import NoSpeller
from notebrain.domain.i18n import _
from notebrain.domain.ports import Speller
from notebrain.domain.text.pieces import units_of
from notebrain.gui.core.context import Context
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.editor.spell_marks import SpellMarks
from notebrain.gui.editor.view import NoteView


class SpellChecker(QObject):
    """Looks up words on the reading thread; nothing is loaded while checking is off."""

    def __init__(
        self, context: Context, editor: EditorPanel, make: Callable[[], Speller] | None = None
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._others: list[SpellMarks] = []
        self._make = make or _enchant
        self._spelling: Spelling | None = None
        self._languages = ""
        self.marks = editor.view.spelling
        self._connect(editor)
        action = context.actions[CommandId.SPELL_CHECK]
        action.toggled.connect(self._on_toggled)
        context.events.settings_changed.connect(self._on_settings)
        self._on_settings()

    def add(self, editor: EditorPanel) -> None:
        """Check the note in one more editor, too."""
        marks = editor.view.spelling
        self._others.append(marks)
        self._connect(editor)
        marks.switch(self.marks.on)

    def _connect(self, editor: EditorPanel) -> None:
        view = editor.view
        view.spelling.asked.connect(partial(self._on_asked, view.spelling))
        view.menu_opening.connect(partial(self._on_menu, view))

    def _all(self) -> Sequence[SpellMarks]:
        """Return the marks of every editor that still exists."""
        self._others = [marks for marks in self._others if isValid(marks)]
        return self.marks, *self._others

    def _switch(self, *, on: bool) -> None:
        for marks in self._all():
            marks.switch(on)

    def _forget(self) -> None:
        for marks in self._all():
            marks.forget()

    def _on_toggled(self, on: bool) -> None:
        if on != self.marks.on:
            self._context.services.settings.put(SPELL_CHECK, on)
            self._switch(on=on)
            self._show_switched(on=on)

    def _show_switched(self, *, on: bool) -> None:
        """Show a message after the switch, since a note without misspelled words looks the same either way."""
        if not on:
            self._context.messages.show_info(_("Spelling is not checked."))
            return

        def load() -> Sequence[str] | NoSpeller:
            try:
                return self._speller().languages()
            except NoSpeller as error:
                return error

        def show(found: Sequence[str] | NoSpeller) -> None:
            if isinstance(found, NoSpeller):
                self._give_up(found)
            elif found:
                text = _("Spelling is checked: {languages}.").format(languages=", ".join(found))
                self._context.messages.show_info(text)
            else:
                self._context.messages.show_info(
                    _("Spelling is not checked: no dictionary of your languages is installed.")
                )

        self._context.reader.read("spelling languages", load, show)

    def _on_settings(self) -> None:
        settings = self._context.services.settings
        on, languages = settings.get(SPELL_CHECK), settings.get(SPELL_LANGUAGES)
        if languages != self._languages:
            self._languages = languages
            self._forget()
        if on != self.marks.on:
            self._switch(on=on)
        self._context.actions[CommandId.SPELL_CHECK].setChecked(on)

    def _on_asked(self, marks: SpellMarks, words: Sequence[str]) -> None:
        def load() -> Mapping[str, bool] | NoSpeller:
            try:
                return self._speller().check(words)
            except NoSpeller as error:
                return error

        def learn(found: Mapping[str, bool] | NoSpeller) -> None:
            if isinstance(found, NoSpeller):
                self._give_up(found)
            elif isValid(marks):  # its window may have been closed meanwhile
                marks.learn(found)

        # each request has its own name so that none replaces another
        name = f"spelling {id(marks)} {words[0]} {len(words)}"
        self._context.reader.read(name, load, learn)

    def _give_up(self, error: NoSpeller) -> None:
        """Stop checking; show the reason only if the user turned on spell checking themselves."""
        self._switch(on=False)
        self._context.actions[CommandId.SPELL_CHECK].setChecked(False)
        if self._context.services.settings.own(SPELL_CHECK):
            self._context.messages.show_info(str(error))

    def _on_menu(self, view: NoteView, menu: QMenu, at: QTextCursor) -> None:
        """Put suggestions at the top of the text's context menu."""
        place = view.spelling.wrong_word(at) if view.spelling.on else None
        if place is None:
            return
        word = at.block().text()[place[0] : place[1]]
        first = menu.actions()[0]
        waiting = QAction(_("Looking for suggestions…"), menu)
        waiting.setEnabled(False)
        teach = QAction(_("Add “{word}” to your words").format(word=word), menu)
        ignore = QAction(_("Ignore “{word}” for now").format(word=word), menu)
        menu.insertActions(first, [waiting, teach, ignore])
        menu.insertSeparator(first)
        teach.triggered.connect(lambda: self._teach(word))
        ignore.triggered.connect(lambda: view.spelling.ignore(word))

        def show(suggestions: Sequence[str]) -> None:
            if isValid(menu) and isValid(waiting):
                replaced = _selecting(at, word, place[0])
                self._show(menu, waiting, suggestions, replaced, writable=not view.isReadOnly())

        self._context.reader.read("suggestions", lambda: self._speller().suggest(word), show)

    def _show(
        self,
        menu: QMenu,
        waiting: QAction,
        suggestions: Sequence[str],
        word: QTextCursor,
        *,
        writable: bool,
    ) -> None:
        if not suggestions:
            waiting.setText(_("No suggestions"))
            return
        for suggestion in suggestions:
            action = QAction(suggestion, menu)
            font = action.font()
            font.setBold(True)
            action.setFont(font)
            action.setEnabled(writable)
            action.triggered.connect(lambda _on=False, s=suggestion: word.insertText(s))
            menu.insertAction(waiting, action)
        menu.removeAction(waiting)

    def _teach(self, word: str) -> None:
        self._speller().teach(word)
        self._forget()

    def _speller(self) -> Spelling:
        if self._spelling is None:
            self._spelling = Spelling(
                self._context.services.settings, self._make(), _languages_of_system()
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
    from notebrain.app.system.spelling import system_speller

    return system_speller()
