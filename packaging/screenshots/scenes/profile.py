"""What the user told the program about themselves."""

from typing import TYPE_CHECKING

from notebrain.app.commands.command import CommandId
from notebrain.domain.profile.blocks import BlockKey
from notebrain.domain.profile.proposals import propose
from notebrain.gui.profile.page import ProfilePage
from notebrain.storage.profile import blocks
from screenshots.shot import Shot, settle, wait

if TYPE_CHECKING:
    from collections.abc import Callable

    from notebrain.gui.app.features import AppWindow
    from notebrain.storage.connection import Connection

_WRITTEN = {
    BlockKey.IDENTITY: (
        "I am Ana, a landscape gardener in Ulm. I plan small gardens for people who have little time, and write "
        "a column about them every other week.\n\nBefore that I was a carpenter for nine years."
    ),
    BlockKey.RULES: "Metric units.\nSay so if you do not know.\nNever invent a source.\n",
    BlockKey.STYLE_GUIDE: "Short sentences. Plain words. The point comes first.\n" * 12,
    BlockKey.ANTI_PATTERNS: "No flattery, no exclamation marks, no lists of three.\n" * 18,
    BlockKey.COMMUNICATION: "First names. The answer first, the reasons after it.",
    BlockKey.ACTIVE_CONTEXT: "Planning the school garden until April.\nWaiting for the soil report.\n",
    BlockKey.SCRATCHPAD: "Thursday: bring the plan for the hedge.",
}


def _write(app: "AppWindow") -> None:
    profile = app.services.memory.profile
    for key, text in _WRITTEN.items():
        profile.write(key, text).result()
    older = _WRITTEN[BlockKey.IDENTITY].replace(" in Ulm", "").partition("\n")[0]
    for text in (older, _WRITTEN[BlockKey.IDENTITY]):
        profile.write(BlockKey.IDENTITY, text).result()
    profile.switch([BlockKey.COMMUNICATION], is_off=True).result()
    profile.keep_here([BlockKey.SCRATCHPAD], local_only=True).result()

    def learn(db: "Connection") -> None:
        for line in ("Asks for the Latin names of plants.", "Decides after a night's sleep."):
            block = blocks.get(db, BlockKey.LEARNED_PATTERNS)
            proposal = propose(block, line)
            if proposal is not None:
                blocks.learn(db, proposal, at=app.services.clock.now())

    app.services.store.write(learn).result()


def _showing(
    key: BlockKey | None, *, history: bool = False, empty: bool = False
) -> "Callable[[AppWindow], None]":
    """Return what opens the page with this block, or its history."""

    def act(app: "AppWindow") -> None:
        if not empty:
            _write(app)
        app.actions[CommandId.PROFILE].trigger()
        page = app.window.findChild(ProfilePage)
        if not isinstance(page, ProfilePage):
            raise TypeError(page)
        wait(lambda: page.list.current is not None)
        settle()
        if key is not None:
            page.list.choose(key)
        page.editor.enter()
        if history:
            page.editor.history.click()
            wait(lambda: page.editor.shows_history)
        settle()

    return act


SHOTS = (
    Shot("profile", _showing(BlockKey.IDENTITY)),
    Shot("profile-narrow", _showing(BlockKey.RULES), size=(900, 600), large=False),
    Shot("profile-above", _showing(BlockKey.ANTI_PATTERNS), large=False),
    Shot("profile-learned", _showing(BlockKey.LEARNED_PATTERNS), large=False),
    Shot("profile-history", _showing(BlockKey.IDENTITY, history=True), large=False),
    Shot("profile-small", _showing(BlockKey.CUSTOM), size=(640, 560), large=False),
    Shot("profile-empty", _showing(None, empty=True), empty_vault=True, large=False),
)
