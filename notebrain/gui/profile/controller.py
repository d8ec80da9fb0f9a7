"""Connects the page *About you* to the window, saves what is typed there and carries out the rest."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.domain.i18n import _
from notebrain.domain.profile.blocks import RULES, Block, BlockKey, EarlierBlock
from notebrain.gui.core.context import CloseCheck, Context
from notebrain.gui.core.throttle import Throttle
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.notes.undo_order import UndoOrder
from notebrain.gui.profile import texts
from notebrain.gui.profile.autosave import BlockAutosave
from notebrain.gui.profile.page import ProfilePage
from notebrain.gui.window.pages import PROFILE

if TYPE_CHECKING:
    from concurrent.futures import Future

    from notebrain.domain.notes.changes import Changes


class ProfileController(QObject):
    """Adds the page to the window.

    Args:
        acts: Carries out acts that can be undone.
    """

    def __init__(self, context: Context, acts: NoteActions) -> None:
        super().__init__(context.window)
        self._context = context
        self._acts = acts
        self._profile = context.services.memory.profile
        self._known = ""
        """The text of the shown block, as it is stored."""
        self._refresh = Throttle(self._read, self)
        context.actions.bind(CommandId.PROFILE, self.open)
        context.pages.requested_before_loaded.connect(self._on_requested)
        context.pages.shown.connect(self._on_shown)

    @cached_property
    def page(self) -> ProfilePage:
        """The page; created when it is first needed."""
        context = self._context
        page = ProfilePage(context.theme, context.services.clock.now)
        page.list.chosen.connect(self._on_chosen)
        page.left.connect(context.navigator.leave_page)
        editor = page.editor
        editor.edited.connect(self._on_edited)
        editor.switched.connect(self._on_switched)
        editor.kept_here.connect(self._on_kept_here)
        editor.history_requested.connect(self._on_history)
        editor.restore_requested.connect(self._on_restore)
        editor.removal_requested.connect(self._on_removal)
        editor.field.refused.connect(self._on_refused)
        UndoOrder(editor.field, self._acts)
        self._connect_events()
        context.pages.add(PROFILE, page, lambda _typing: page.enter())
        return page

    @cached_property
    def autosave(self) -> BlockAutosave:
        """Saves what is typed."""
        services = self._context.services
        saver = BlockAutosave(self._profile, self._context.events, services.typing.key, self)
        saver.saved.connect(self._on_saved)
        saver.failed.connect(self._on_failed)
        return saver

    def open(self) -> None:
        """Show the page."""
        self._context.pages.show(PROFILE)

    def _connect_events(self) -> None:
        context, saver = self._context, self.autosave
        for news in (context.events.profile_changed, context.events.changed_elsewhere):
            news.connect(self._refresh.ask)
        window = context.window
        for going in (window.page_changed, window.deactivated, window.went_away):
            going.connect(saver.flush)

        def is_unsaved() -> bool:
            saver.flush()
            return saver.is_unsaved

        window.add_close_check(CloseCheck(is_unsaved, lambda: saver.is_in_trouble))

    def _on_requested(self, name: str) -> None:
        if name == PROFILE:
            _ = self.page

    def _on_shown(self, name: str) -> None:
        if name == PROFILE:
            self._read()

    def _read(self) -> None:
        if self._context.pages.current == PROFILE:
            self._context.reader.read(PROFILE, self._profile.blocks, self._on_blocks)

    def _on_blocks(self, blocks: Sequence[Block]) -> None:
        page, editor = self.page, self.page.editor
        page.show_blocks(blocks)
        block = next(one for one in blocks if one.key is editor.key)
        if self.autosave.unsaved_text(block.key) is None:
            self.autosave.see(block)
            self._known = block.text
            editor.show_news(block)
            self._show_notice(block)
        if editor.shows_history:
            self._on_history()

    def _on_chosen(self, key: BlockKey) -> None:
        editor = self.page.editor
        block = self._profile.block(key)
        self.autosave.begin(block)
        unsaved, self._known = self.autosave.unsaved_text(key), block.text
        editor.show_block(block)
        if unsaved is not None:
            editor.field.follow(unsaved)
        editor.show_saved("")
        self._show_notice(block)

    def _show_notice(self, block: Block) -> None:
        text = texts.place_text(block)
        if not text:
            earlier = self._profile.history(block.key)[:1]
            text = texts.conflict_text() if earlier and earlier[0].reason == "conflict" else ""
        self.page.editor.show_notice(text)

    def _on_edited(self) -> None:
        editor = self.page.editor
        block = editor.count_text()
        self.page.list.model_.show_block(block)
        if block.text != self._known or self.autosave.unsaved_text(block.key) is not None:
            editor.show_saved("")
            self.autosave.edit(block.key, block.text)

    def _on_saved(self, key: BlockKey) -> None:
        if key is self.page.editor.key:
            self._known = self._profile.block(key).text
            self.page.editor.show_saved(_("Saved"))

    def _on_failed(self, error: Exception) -> None:
        self.page.editor.show_saved(_("Not saved: {reason}").format(reason=error), is_problem=True)

    def _on_refused(self) -> None:
        text = _("Too long for a block. Paste it into a note; a block holds a few sentences.")
        self._context.messages.show_warning(text)

    def _on_history(self) -> None:
        self.autosave.flush()
        key = self.page.editor.key

        def shown(rows: Sequence[EarlierBlock]) -> None:
            editor = self.page.editor
            if editor.key is key and editor.history.isChecked():  # the user may have left it since
                editor.show_earlier(rows)

        self._context.reader.read("block history", partial(self._profile.history, key), shown)

    def _on_switched(self, used: bool) -> None:
        key = self.page.editor.key
        text = _("Block “{title}” is used again") if used else _("Block “{title}” is off")
        self._do(
            text,
            key,
            lambda: self._profile.switch([key], is_off=not used),
            lambda: self._profile.switch([key], is_off=used),
        )

    def _on_kept_here(self, local_only: bool) -> None:
        key = self.page.editor.key
        here = _("Block “{title}” stays on this computer")
        text = here if local_only else _("Block “{title}” is shared with your computers")
        self._do(
            text,
            key,
            lambda: self._profile.keep_here([key], local_only=local_only),
            lambda: self._profile.keep_here([key], local_only=not local_only),
        )

    def _on_restore(self, earlier: EarlierBlock) -> None:
        self.autosave.flush()
        self._do(
            _("Restored an earlier text of “{title}”"),
            earlier.key,
            lambda: self._profile.restore(earlier.key, earlier.id),
            lambda: self._profile.undo(earlier.key),
        )
        self.page.editor.show_text()
        self.page.editor.enter()

    def _on_removal(self, text: str) -> None:
        key = self.page.editor.key
        self._do(
            _("Removed a line of “{title}”"),
            key,
            lambda: self._profile.write(key, text),
            lambda: self._profile.undo(key),
        )

    def _do(
        self,
        text: str,
        key: BlockKey,
        forth: "Callable[[], Future[Changes]]",
        back: "Callable[[], Future[Changes]]",
    ) -> None:
        named = text.format(title=RULES[key].title)
        self._acts.carry_out(named, None, forth=forth, back=back)
