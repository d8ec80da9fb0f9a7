"""How it stands with a hotkey, in words."""

from notebrain.app.hotkeys import HotkeyFacts, HotkeyState
from notebrain.domain.i18n import _


def state_text(facts: HotkeyFacts, keys: str) -> str:
    """Return one or two sentences on a hotkey; empty for one that is off.

    Args:
        keys: The combination as this system writes it.
    """
    said = {
        HotkeyState.OFF: "",
        HotkeyState.WAITING: _("The desktop is being asked for {keys}; it may ask you."),
        HotkeyState.UNTRIED: _("Press {keys} now: only a press shows that it works."),
        HotkeyState.WORKS: _("{keys} works: a press has arrived."),
        HotkeyState.TAKEN: _(
            "Another program, or the desktop, has {keys}. Choose other keys, or free them there and try again."
        ),
        HotkeyState.DECLINED: _(
            "You said no when the desktop asked. Choose keys to be asked again."
        ),
        HotkeyState.IMPOSSIBLE: "{reason}",
    }[facts.state]
    return said.format(keys=facts.shown_as or keys, reason=facts.reason)
