"""Builds the desk of a window: what its first picture needs; the rest follows."""

import uuid

from notebrain.app.services import Services
from notebrain.gui import furniture
from notebrain.gui.arranging import Arranging
from notebrain.gui.bridge import EventBridge
from notebrain.gui.closing import Closing
from notebrain.gui.desk import Desk
from notebrain.gui.desk_commands import bind_commands
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.furnishing import Furnishing
from notebrain.gui.homing import Homing
from notebrain.gui.shown_keys import ShownKeys
from notebrain.gui.taste import Taste
from notebrain.gui.theme.theme import Theme
from notebrain.gui.trash import Trash
from notebrain.gui.travelling import Travelling
from notebrain.gui.workspaces import Workspaces
from notebrain.gui.writing import Writing


def build_desk(
    services: Services, theme: Theme, bridge: EventBridge, *, at_once: bool = True
) -> Desk:
    """Return a desk, not shown yet.

    Args:
        at_once: Put in everything now; else what the first picture does without follows it.
    """
    editor = EditorPanel(
        theme,
        services.capture,
        bridge,
        now=services.clock.now,
        new_session=lambda: str(uuid.uuid4()),
        on_key=services.typing.key,
    )
    desk = Desk(services, theme, bridge, editor=editor)
    bind_commands(desk)
    Arranging(desk)
    Workspaces(desk)
    Writing(desk)
    Trash(desk)
    Travelling(desk)
    Taste(desk)
    ShownKeys(desk)
    Homing(desk)
    Closing(desk)
    furnishing = Furnishing(desk, furniture.PIECES)
    if at_once:
        furnishing.finish()
    return desk
