"""The tags of the sidebar: which of them are open, and the context menu of each."""

from collections.abc import Callable
from concurrent.futures import Future

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.remembered import OPEN_TAGS
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.tags import clean_tag, fold_tag
from notebrain.gui.core import dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.core.locations import Location, LocationKind
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.sidebar.model import Entry
from notebrain.gui.sidebar.panel import Sidebar
from notebrain.notes.tags import TagAct


class TagMenuController(QObject):
    """Connects the tags of the sidebar."""

    def __init__(self, context: Context, sidebar: Sidebar, acts: NoteActions) -> None:
        super().__init__(context.window)
        self._context = context
        self._sidebar = sidebar
        self._acts = acts
        stored = context.services.settings.get(OPEN_TAGS)
        sidebar.set_open_tags(tag for tag in stored.split("\n") if tag)
        sidebar.tags_folded.connect(self._on_folded)
        sidebar.menu_requested.connect(self._on_menu)

    def _on_folded(self) -> None:
        folded = "\n".join(sorted(self._sidebar.open_tags))
        self._context.services.settings.put(OPEN_TAGS, folded)

    def _on_menu(self, entry: Entry, at: QPoint) -> None:
        location = entry.location
        if location is None or location.kind not in (LocationKind.TAG, LocationKind.TRASH):
            return
        menu = QMenu(self._context.window)
        if location.kind is LocationKind.TRASH:
            menu.addAction(self._context.actions[CommandId.EMPTY_TRASH])
        elif location.tag:
            self._fill(menu, location.tag)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def _fill(self, menu: QMenu, tag: str) -> None:
        start = self._context.tasks.start
        rename = menu.addAction(_("Rename tag…"))
        rename.triggered.connect(lambda: start(self._ask_name(tag)))
        merge = menu.addAction(_("Merge into another tag…"))
        merge.triggered.connect(lambda: start(self._ask_other(tag)))
        menu.addSeparator()
        menu.addAction(_("Delete tag")).triggered.connect(lambda: self._delete(tag))

    async def _ask_name(self, tag: str) -> None:
        name = await dialogs.ask_text(
            self._context.tasks,
            self._context.window,
            title=_("Rename tag"),
            label=_("Name of the tag"),
            text=tag,
        )
        if name and clean_tag(name) != tag:
            self._rename(tag, name, _("Renamed the tag “{tag}”").format(tag=tag))

    async def _ask_other(self, tag: str) -> None:
        folded = fold_tag(tag)
        others = [
            other
            for other in self._context.services.library.tags()
            if fold_tag(other) != folded and not fold_tag(other).startswith(f"{folded}/")
        ]
        if not others:
            self._context.messages.show_info(_("There is no other tag"))
            return
        other = await dialogs.ask_choice(
            self._context.tasks,
            self._context.window,
            title=_("Merge tags"),
            label=_("Notes with “{tag}” get this tag instead").format(tag=tag),
            choices=others,
        )
        if other:
            self._rename(tag, other, _("Merged the tag “{tag}”").format(tag=tag))

    def _rename(self, tag: str, name: str, text: str) -> None:
        tags = self._context.services.tags
        self._carry_out(text, lambda: tags.rename(tag, name))
        if self._is_shown(tag):
            self._context.navigator.show_location(Location(LocationKind.TAG, tag=clean_tag(name)))

    def _delete(self, tag: str) -> None:
        tags = self._context.services.tags
        self._carry_out(_("Deleted the tag “{tag}”").format(tag=tag), lambda: tags.remove(tag))
        if self._is_shown(tag):
            self._context.navigator.show_all()

    def _carry_out(self, text: str, begin: Callable[[], TagAct]) -> None:
        begun: list[TagAct] = []

        def forth() -> Future[Changes]:
            begun.append(begin())
            return begun[-1].future

        take_back = self._context.services.tags.undo
        self._acts.carry_out(text, None, forth=forth, back=lambda: take_back(begun[-1]))

    def _is_shown(self, tag: str) -> bool:
        shown = self._context.navigator.location.tag
        return shown is not None and fold_tag(shown) == fold_tag(tag)
