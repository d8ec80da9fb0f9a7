"""The context menu of notes in the list."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from notebrain.app.commands.command import CommandId, Menu
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import LEAST_IMPORTANCE, MOST_IMPORTANCE, Category
from notebrain.gui.core import dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.core.locations import category_name
from notebrain.gui.core.threads import Lane
from notebrain.gui.notes.actions import Filed, NoteActions
from notebrain.notes.service import Filing


@dataclass(frozen=True, slots=True)
class Known:
    """The names that a menu offers."""

    workspaces: Sequence[str]
    tags: Sequence[str]


class NoteMenu:
    """Builds the menu for the selected notes."""

    def __init__(self, context: Context, acts: NoteActions) -> None:
        self._parent = context.window
        self._actions = context.actions
        self._library = context.services.library
        self._services = context.services
        self._reader = context.reader
        self._tasks = context.tasks
        self._acts = acts

    def popup(self, rows: Sequence[Filed], at: QPoint) -> None:
        """Show the menu for these notes."""
        menu = self.make(rows, Known(self._library.workspaces(), self._library.tags()))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def make(self, rows: Sequence[Filed], known: Known) -> QMenu:
        """Return the menu for these notes."""
        menu = QMenu(self._parent)
        if rows and rows[0].deleted_at is not None:
            self._fill_for_trash(menu, rows)
            return menu
        self._actions.rename(CommandId.PIN, pin_name(all(row.pinned for row in rows)))
        menu.addAction(self._actions[CommandId.PIN])
        self._add_tags(menu.addMenu(_("Tags")), rows, known.tags)
        self._add_workspaces(menu.addMenu(_("Move to workspace")), rows, known.workspaces)
        self._add_categories(menu.addMenu(_("Category")), rows)
        self._add_importance(menu.addMenu(_("Importance")), rows)
        menu.addSeparator()
        if len(rows) == 1:
            menu.addAction(self._actions[CommandId.OPEN_BESIDE])
            menu.addAction(self._actions[CommandId.OPEN_WINDOW])
            menu.addSeparator()
        self._add_output(menu, single=len(rows) == 1)
        menu.addSeparator()
        menu.addAction(self._actions[CommandId.TRASH])
        return menu

    def _add_output(self, menu: QMenu, *, single: bool) -> None:
        menu.addAction(self._actions[CommandId.DUPLICATE])
        for kind in (Menu.COPY, Menu.EXPORT):
            inner = self._actions.menu(kind, menu)
            inner.setTitle(inner.title().replace("&", ""))  # as the other entries here
            menu.addMenu(inner)
        menu.addAction(self._actions[CommandId.PRINT])
        menu.addAction(self._actions[CommandId.STATISTICS])
        if single:
            menu.addAction(self._actions[CommandId.REVEAL])

    def _fill_for_trash(self, menu: QMenu, rows: Sequence[Filed]) -> None:
        menu.addAction(self._actions[CommandId.RESTORE])
        menu.addSeparator()
        menu.addAction(_("Delete for good…")).triggered.connect(lambda: self.ask_purge(rows))
        menu.addAction(self._actions[CommandId.EMPTY_TRASH])

    def ask_purge(self, rows: Sequence[Filed]) -> None:
        """Delete notes in the trash permanently, if the user confirms."""

        async def ask() -> None:
            count = len(rows)
            reads, ids = self._reader.lane(Lane.READS), [row.id for row in rows]
            files = await self._tasks.result(reads.submit(self._services.files.going_text, ids))
            text = ngettext(
                "Delete {n} note for good? It cannot be brought back.",
                "Delete {n} notes for good? They cannot be brought back.",
                count,
            ).format(n=count)
            text = f"{text} {files}".rstrip()
            title, yes = _("Delete for good"), _("Delete for good")
            if await dialogs.confirm(self._tasks, self._parent, title=title, text=text, yes=yes):
                self._acts.purge(rows)

        self._tasks.start(ask())

    def _add_tags(self, menu: QMenu, rows: Sequence[Filed], known: Sequence[str]) -> None:
        new = menu.addAction(_("New tag…"))
        new.triggered.connect(lambda: self._start(self._ask_tag(rows)))
        menu.addSeparator()
        for tag in known:
            worn = all(tag in row.tags for row in rows)
            if worn:
                filing, text = Filing(remove_tags=(tag,)), _("Removed a tag from “{title}”")
            else:
                filing, text = Filing(add_tags=(tag,)), _("Tagged “{title}”")
            _check(menu.addAction(_plain(tag)), worn, self._filer(rows, filing, text))

    def _add_workspaces(self, menu: QMenu, rows: Sequence[Filed], known: Sequence[str]) -> None:
        for name in known:
            here = all(row.workspace == name for row in rows)
            act = self._filer(rows, Filing(workspace=name), _("Moved “{title}”"))
            _check(menu.addAction(_plain(name)), here, act)
        menu.addSeparator()
        new = menu.addAction(_("New workspace…"))
        new.triggered.connect(lambda: self._start(self._ask_workspace(rows)))

    def _add_categories(self, menu: QMenu, rows: Sequence[Filed]) -> None:
        for category in Category:
            here = all(row.category is category for row in rows)
            text = _("Changed the category of “{title}”")
            act = self._filer(rows, Filing(category=category), text)
            _check(menu.addAction(category_name(category)), here, act)

    def _add_importance(self, menu: QMenu, rows: Sequence[Filed]) -> None:
        for importance in range(LEAST_IMPORTANCE, MOST_IMPORTANCE + 1):
            here = all(row.importance == importance for row in rows)
            text = _("Changed the importance of “{title}”")
            act = self._filer(rows, Filing(importance=importance), text)
            _check(menu.addAction(_importance(importance)), here, act)

    def _filer(self, rows: Sequence[Filed], filing: Filing, text: str) -> Callable[[], None]:
        return lambda: self._acts.file(rows, filing, text)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.start(work)

    async def _ask_tag(self, rows: Sequence[Filed]) -> None:
        name = await dialogs.ask_text(
            self._tasks, self._parent, title=_("New tag"), label=_("Name of the tag")
        )
        if name:
            self._acts.file(rows, Filing(add_tags=(name,)), _("Tagged “{title}”"))

    async def _ask_workspace(self, rows: Sequence[Filed]) -> None:
        name = await dialogs.ask_text(
            self._tasks, self._parent, title=_("New workspace"), label=_("Name of the workspace")
        )
        if name:
            self._acts.file(rows, Filing(workspace=name), _("Moved “{title}”"))


def pin_name(pinned: bool) -> str:
    """Return what the command to pin does with notes that are all pinned, or not all."""
    return _("Unpin") if pinned else _("Pin")


def _check(action: QAction, on: bool, act: Callable[[], None]) -> None:
    action.setCheckable(True)
    action.setChecked(on)
    action.triggered.connect(act)


def _plain(name: str) -> str:
    """Return a name as a menu shows it, with ampersands escaped so that they make no shortcut."""
    return name.replace("&", "&&")


def _importance(importance: int) -> str:
    return {
        1: _("1, lowest"),
        2: _("2, low"),
        3: _("3, normal"),
        4: _("4, high"),
        5: _("5, highest"),
    }[importance]
