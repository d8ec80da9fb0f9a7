"""Find and replace in the note that is shown: connects the bar, the marks in the text and the commands."""

from bisect import bisect_left

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QTextCursor

from notebrain.app.commands.command import CommandId
from notebrain.domain.i18n import _, ngettext
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Context
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.editor.find.finder import MOST, Finder
from notebrain.gui.editor.panel import EditorPanel

_LONGEST_QUERY = 200
_PARAGRAPH = "\u2029"


class FindInNote(QObject):
    """Connects the find bar of one editor with its text."""

    def __init__(self, context: Context, editor: EditorPanel) -> None:
        super().__init__(editor)
        self._context = context
        self._editor = editor
        self.bar = editor.find_bar
        self._view = editor.view
        self._finder = Finder(self)
        self._origin = 0
        self._go_there = False
        self._finder.matches_changed.connect(self._on_matches_changed)
        self.bar.wanted_changed.connect(self._on_wanted)
        self.bar.prepared.connect(self._search)
        self.bar.stepped.connect(self.step)
        self.bar.replace_requested.connect(self.replace)
        self.bar.replace_all_requested.connect(self.replace_all)
        self.bar.closed.connect(self.close)
        editor.note_changed.connect(self._on_note)

    def open(self, *, replace: bool, go_there: bool = False) -> None:
        """Show the bar, and search for the text selected in the note; `go_there` goes to the first match."""
        cursor = self._view.textCursor()
        chosen = cursor.selectedText()
        if len(chosen) > _LONGEST_QUERY or _PARAGRAPH in chosen or self._editor.note is None:
            chosen = ""
        self._origin = cursor.selectionStart()
        self.bar.ask(chosen, replace=replace and not self._view.isReadOnly())
        self._go_there = go_there and bool(self.bar.query.text())
        self._search()

    def close(self) -> None:
        """Close the bar; the caret returns to the text, at the current match."""
        self.bar.hide()
        self._finder.search(None, self.bar.wanted)
        self._view.show_found([])
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def step(self, forward: bool) -> None:
        """Go to the next or previous match, wrapping around at the ends."""
        if not self.bar.isVisible():
            self.open(replace=False, go_there=True)
            return
        matches, cursor = self._finder.matches, self._view.textCursor()
        if not matches:
            return
        if forward:
            number = bisect_left(matches, (cursor.selectionStart() + cursor.hasSelection(),))
        else:
            number = bisect_left(matches, (cursor.selectionStart(),)) - 1
        self._show(number % len(matches))

    def replace(self) -> None:
        """Replace the selected match and go to the next one."""
        if self._view.isReadOnly() or self._view.note is None:
            return
        cursor = self._view.textCursor()
        span = (cursor.selectionStart(), cursor.selectionEnd())
        edit = self._finder.replacement_at(span[0], self.bar.instead.text())
        if edit is None or edit[:2] != span:
            self.step(True)
            return
        self._view.note.begin_step()
        cursor.insertText(edit[2])
        self._view.note.begin_step()
        self._view.setTextCursor(cursor)
        self._go_there = True
        self._origin = cursor.position()
        self._finder.search(self._view.note, self.bar.wanted)

    def replace_all(self) -> None:
        """Replace every match as one undo step."""
        note = self._view.note
        if self._view.isReadOnly() or note is None:
            return
        edits = self._finder.replacements(self.bar.instead.text())
        if not edits:
            return
        note.replace(edits)
        self._context.messages.show_info(
            ngettext("{n} match replaced", "{n} matches replaced", len(edits)).format(
                n=date_format.number(len(edits))
            )
        )

    def _on_note(self) -> None:
        if self._editor.note is None:
            self.bar.hide()
        elif self.bar.isVisible():
            if not self._finder.searches(self._view.note):  # else only its data is news
                self._go_there = False
            self._search()

    def _on_wanted(self) -> None:
        self._go_there = True
        self._search()

    def _search(self) -> None:
        if not self.bar.isVisible():
            return
        self._finder.search(self._view.note, self.bar.wanted)

    def _on_matches_changed(self) -> None:
        if not self.bar.isVisible():
            return
        matches = self._finder.matches
        self._view.show_found(matches)
        if self._go_there and matches:
            self._go_there = False
            self._show(bisect_left(matches, (self._origin,)) % len(matches))
        else:
            self._show_matches()

    def _show(self, number: int) -> None:
        start, end = self._finder.matches[number]
        cursor = QTextCursor(self._view.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self._view.setTextCursor(cursor)
        self._view.bring_in_view()
        self._show_matches()

    def _show_matches(self) -> None:
        matches, wanted = self._finder.matches, self._finder.wanted
        if self._finder.error:
            self.bar.show_message(_("Not a valid expression"), wrong=True)
            self.bar.count.setToolTip(self._finder.error)
            return
        self.bar.count.setToolTip("")
        if not wanted.text:
            self.bar.show_message("")
        elif not matches:
            self.bar.show_message(self._where(_("Not found")))
        else:
            self.bar.show_message(
                self._where(self._position(matches)), places=not self._view.isReadOnly()
            )

    def _where(self, message: str) -> str:
        """Append that only the beginning was searched, if only the beginning of the note is shown."""
        if not self._editor.shows_beginning:
            return message
        return _("{said} in the part shown").format(said=message)

    def _position(self, matches: list[tuple[int, int]]) -> str:
        cursor = self._view.textCursor()
        span = (cursor.selectionStart(), cursor.selectionEnd())
        number = bisect_left(matches, span)
        total = date_format.number(len(matches)) + ("+" if len(matches) >= MOST else "")
        if number < len(matches) and matches[number] == span:
            return _("{n} of {total}").format(n=date_format.number(number + 1), total=total)
        return ngettext("{n} match", "{n} matches", len(matches)).format(n=total)


class FindCommands(QObject):
    """Lets the commands to find and replace work in the editor that has the focus."""

    def __init__(self, context: Context, active: ActiveEditor) -> None:
        super().__init__(context.window)
        self._context = context
        self._active = active
        main = active.main
        self._found: dict[EditorPanel, FindInNote] = {main: FindInNote(context, main)}
        bind = context.actions.bind
        bind(CommandId.FIND, lambda: self._in_use().open(replace=False))
        bind(CommandId.REPLACE, lambda: self._in_use().open(replace=True))
        bind(CommandId.FIND_NEXT, lambda: self._in_use().step(True))
        bind(CommandId.FIND_PREVIOUS, lambda: self._in_use().step(False))
        active.note_shown.connect(self._offer)
        active.mode_changed.connect(self._offer)
        context.window.page_changed.connect(self._offer)
        self._offer()

    def _in_use(self) -> FindInNote:
        panel = self._active.panel
        if panel not in self._found:
            self._found[panel] = FindInNote(self._context, panel)
            panel.destroyed.connect(lambda: self._found.pop(panel, None))
        return self._found[panel]

    def _offer(self, *_news: object) -> None:
        panel, actions = self._active.panel, self._context.actions
        covered = not self._active.is_in_sight
        shown = panel.note is not None and not covered
        for command in (CommandId.FIND, CommandId.FIND_NEXT, CommandId.FIND_PREVIOUS):
            actions.offer(command, shown)
        actions.offer(CommandId.REPLACE, shown and not panel.view.isReadOnly())
        if covered:
            panel.find_bar.hide()
