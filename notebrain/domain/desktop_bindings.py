"""Ways to bind a command to keys in a desktop's own settings: what to type or to paste, for each desktop."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from notebrain.domain.hotkeys import Combination, Modifier
from notebrain.domain.messages import _

_GNOME = """\
schema=org.gnome.settings-daemon.plugins.media-keys
path=/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/{name}/
list=$(gsettings get $schema custom-keybindings)
case "$list" in
  *"'$path'"*) ;;
  *\\[\\]) gsettings set $schema custom-keybindings "['$path']" ;;
  *) gsettings set $schema custom-keybindings "${{list%]}}, '$path']" ;;
esac
gsettings set $schema.custom-keybinding:$path name {title}
gsettings set $schema.custom-keybinding:$path command {command}
gsettings set $schema.custom-keybinding:$path binding {keys}"""
_XFCE = "xfconf-query -c xfce4-keyboard-shortcuts -p {place} -n -t string -s {command}"

_GTK = {
    Modifier.META: "<Super>",
    Modifier.CTRL: "<Primary>",
    Modifier.ALT: "<Alt>",
    Modifier.SHIFT: "<Shift>",
}
_SWAY = {
    Modifier.META: "Mod4",
    Modifier.CTRL: "Ctrl",
    Modifier.ALT: "Mod1",
    Modifier.SHIFT: "Shift",
}
_HYPRLAND = {
    Modifier.META: "SUPER",
    Modifier.CTRL: "CTRL",
    Modifier.ALT: "ALT",
    Modifier.SHIFT: "SHIFT",
}


@dataclass(frozen=True, slots=True)
class Binding:
    """How one desktop binds the command.

    Attributes:
        desktop: Its name, as in the variable XDG_CURRENT_DESKTOP, in any case.
        where: What to do with the text, as a sentence.
        text: To be copied.
    """

    desktop: str
    where: str
    text: str


def bindings(command: str, wanted: Combination, key: str, current: str = "") -> Sequence[Binding]:
    """Return how every desktop binds `command` to a combination, that of the session first.

    Args:
        key: The key of the combination as X11 calls it, e.g. "n".
        current: XDG_CURRENT_DESKTOP of the session, e.g. "ubuntu:GNOME".
    """
    terminal = _("Paste it into a terminal; the keys work at once.")
    held = [one for one in Modifier if one in wanted.modifiers]
    gtk = "".join(_GTK[one] for one in held) + key
    every = [
        Binding("GNOME", terminal, _gnome(command, gtk)),
        Binding(
            "KDE",
            _(
                "In System Settings, Keyboard, Shortcuts: Add New, Command, paste it, "
                "then choose the keys."
            ),
            command,
        ),
        Binding(
            "Sway",
            _("Add it to ~/.config/sway/config, then reload Sway."),
            f"bindsym {'+'.join((*(_SWAY[one] for one in held), key))} exec {command}",
        ),
        Binding(
            "Hyprland",
            _("Add it to ~/.config/hypr/hyprland.conf."),
            f"bind = {' '.join(_HYPRLAND[one] for one in held)}, {key}, exec, {command}",
        ),
        Binding(
            "XFCE",
            terminal,
            _XFCE.format(
                place=shlex.quote(f"/commands/custom/{gtk}"), command=shlex.quote(command)
            ),
        ),
    ]
    names = current.casefold().split(":")
    return sorted(every, key=lambda one: one.desktop.casefold() not in names)


def _gnome(command: str, keys: str) -> str:
    """Return lines for a shell that add one to the bindings there are, or change it; run twice they change nothing."""
    return _GNOME.format(
        name="notebrain-capture",
        title=shlex.quote(_("Write a note")),
        command=shlex.quote(command),
        keys=shlex.quote(keys),
    )
