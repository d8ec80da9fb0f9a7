"""The tags of the sidebar: which of them are open, and the context menu of each."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import OPEN_TAGS
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.tags import clean_tag, fold_tag
from notebrain.gui.core import dialogs
from notebrain.gui.notes.locations import Location, LocationKind
from notebrain.gui.sidebar.model import Entry
from notebrain.notes.tags import TagAct

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


class TagMenuController(QObject):
    """Connects the tags of a desk's sidebar."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        kept = str(desk.services.settings.get(OPEN_TAGS))
        desk.sidebar.tell_open_tags(tag for tag in kept.split("\n") if tag)
        desk.sidebar.tags_folded.connect(self._on_folded)
        desk.sidebar.menu_requested.connect(self._on_menu)

    def _on_folded(self) -> None:
        kept = "\n".join(sorted(self._desk.sidebar.open_tags))
        self._desk.services.settings.put(OPEN_TAGS, kept)

    def _on_menu(self, entry: Entry, at: QPoint) -> None:
        desk, place = self._desk, entry.place
        if place is None or place.kind not in (LocationKind.TAG, LocationKind.TRASH):
            return
        menu = QMenu(desk.window)
        if place.kind is LocationKind.TRASH:
            menu.addAction(desk.actions[CommandId.EMPTY_TRASH])
        elif place.tag:
            self._fill(menu, place.tag)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def _fill(self, menu: QMenu, tag: str) -> None:
        start = self._desk.tasks.start
        rename = menu.addAction(_("Rename tag…"))
        rename.triggered.connect(lambda: start(self._ask_name(tag)))
        merge = menu.addAction(_("Merge into another tag…"))
        merge.triggered.connect(lambda: start(self._ask_other(tag)))
        menu.addSeparator()
        menu.addAction(_("Delete tag")).triggered.connect(lambda: self._delete(tag))

    async def _ask_name(self, tag: str) -> None:
        desk = self._desk
        name = await dialogs.ask_text(
            desk.tasks, desk.window, title=_("Rename tag"), label=_("Name of the tag"), text=tag
        )
        if name and clean_tag(name) != tag:
            self._rename(tag, name, _("Renamed the tag “{tag}”").format(tag=tag))

    async def _ask_other(self, tag: str) -> None:
        desk, folded = self._desk, fold_tag(tag)
        others = [
            other
            for other in desk.services.library.tags()
            if fold_tag(other) != folded and not fold_tag(other).startswith(f"{folded}/")
        ]
        if not others:
            desk.status.tell_plain(_("There is no other tag"))
            return
        other = await dialogs.ask_choice(
            desk.tasks,
            desk.window,
            title=_("Merge tags"),
            label=_("Notes with “{tag}” get this tag instead").format(tag=tag),
            choices=others,
        )
        if other:
            self._rename(tag, other, _("Merged the tag “{tag}”").format(tag=tag))

    def _rename(self, tag: str, name: str, text: str) -> None:
        tags = self._desk.services.tags
        self._carry_out(text, lambda: tags.rename(tag, name))
        if self._is_shown(tag):
            self._desk.browser.show_place(Location(LocationKind.TAG, tag=clean_tag(name)))

    def _delete(self, tag: str) -> None:
        tags = self._desk.services.tags
        self._carry_out(_("Deleted the tag “{tag}”").format(tag=tag), lambda: tags.remove(tag))
        if self._is_shown(tag):
            self._desk.browser.show_all()

    def _carry_out(self, text: str, begin: Callable[[], TagAct]) -> None:
        begun: list[TagAct] = []

        def forth() -> Future[Changes]:
            begun.append(begin())
            return begun[-1].future

        take_back = self._desk.services.tags.take_back
        self._desk.acts.carry_out(text, None, forth=forth, back=lambda: take_back(begun[-1]))

    def _is_shown(self, tag: str) -> bool:
        shown = self._desk.browser.place.tag
        return shown is not None and fold_tag(shown) == fold_tag(tag)
