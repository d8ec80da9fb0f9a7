"""Instructions for opening the small windows where the desktop gives NoteBrain no hotkeys."""

from collections.abc import Mapping, Sequence

from notebrain.app.events import HotkeyName
from notebrain.app.system.hotkeys import PURPOSES
from notebrain.domain.desktop.hotkey_instructions import Binding, Bound, bindings
from notebrain.domain.desktop.hotkeys import Combination, combination
from notebrain.domain.i18n import _, shown
from notebrain.system.hotkeys.keyboard import keysym_name

LINK = "notebrain://capture?text="
_COMMANDS = {
    HotkeyName.CAPTURE: "notebrain capture --window",
    HotkeyName.SEARCH: "notebrain search --window",
}
_SUGGESTED = {
    HotkeyName.CAPTURE: combination("Ctrl+Alt+N"),
    HotkeyName.SEARCH: combination("Ctrl+Alt+F"),
}


def hotkey_bindings(
    chosen: Mapping[HotkeyName, Combination | None], environ: Mapping[str, str]
) -> Sequence[Binding]:
    """Return how to call the small windows on each desktop, the current one first, and the link for other programs.

    Args:
        chosen: The keys the user chose; if there are none, or desktops have no name for them, some are suggested.
    """
    return [
        *bindings(
            [_bound(name, chosen.get(name)) for name in _COMMANDS],
            environ.get("XDG_CURRENT_DESKTOP", ""),
        ),
        Binding(
            _("Other programs"),
            _(
                "A program that opens links can pass a text to NoteBrain; put it after the equals sign."
            ),
            LINK,
        ),
    ]


def _bound(name: HotkeyName, chosen: Combination | None) -> Bound:
    key = None if chosen is None else keysym_name(chosen.key)
    wanted = chosen if chosen is not None and key is not None else _SUGGESTED[name]
    called = keysym_name(wanted.key) or wanted.key.casefold()
    return Bound(str(name), shown(PURPOSES[name]), _COMMANDS[name], wanted, called)
