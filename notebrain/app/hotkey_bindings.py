"""What takes a note from any program where the desktop gives NoteBrain no keys."""

from collections.abc import Mapping, Sequence

from notebrain.domain.desktop_bindings import Binding, bindings
from notebrain.domain.hotkeys import Combination, combination
from notebrain.domain.messages import _
from notebrain.hotkeys.keysyms import keysym_name

COMMAND = "notebrain capture --window"
LINK = "notebrain://capture?text="
SUGGESTED = combination("Ctrl+Alt+N")


def capture_bindings(chosen: Combination | None, environ: Mapping[str, str]) -> Sequence[Binding]:
    """Return how each desktop calls the capture window, that of the session first, and the link for other programs."""
    key = None if chosen is None else keysym_name(chosen.key)
    wanted = chosen if chosen is not None and key is not None else SUGGESTED
    desktop = environ.get("XDG_CURRENT_DESKTOP", "")
    return [
        *bindings(COMMAND, wanted, keysym_name(wanted.key) or "n", desktop),
        Binding(
            _("Other programs"),
            _("A program that opens links can hand over a text; put it behind the sign."),
            LINK,
        ),
    ]
