"""Instructions for binding commands to keys in the settings of each desktop: what to type or to paste."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from notebrain.domain.desktop.hotkeys import Combination, Modifier
from notebrain.domain.i18n import _

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
    """How to bind the commands on one desktop.

    Attributes:
        desktop: Its name as in XDG_CURRENT_DESKTOP, in upper or lower case.
        where: What to do with the text, as a sentence.
        text: The text to copy.
    """

    desktop: str
    where: str
    text: str


@dataclass(frozen=True, slots=True)
class Bound:
    """A command and the keys that run it.

    Attributes:
        name: A unique name in ASCII for its binding, e.g. "capture".
        title: What it does, as shown in the settings of the desktop.
        key: The X11 name of the key in the combination, e.g. "n".
    """

    name: str
    title: str
    command: str
    keys: Combination
    key: str


def bindings(wanted: Sequence[Bound], current: str = "") -> Sequence[Binding]:
    """Return how to bind the commands on every desktop, the session's own first.

    Args:
        current: XDG_CURRENT_DESKTOP of the session, e.g. "ubuntu:GNOME".
    """
    terminal = _("Paste it into a terminal; the keys work at once.")
    every = [
        Binding("GNOME", terminal, "\n".join(map(_gnome, wanted))),
        *(
            Binding(
                "KDE",
                _(
                    "In System Settings, Keyboard, Shortcuts: Add New, Command, paste it, "
                    "then choose the keys."
                ),
                hotkey.command,
            )
            for hotkey in wanted
        ),
        Binding(
            "Sway",
            _("Add it to ~/.config/sway/config, then reload Sway."),
            "\n".join(map(_sway, wanted)),
        ),
        Binding(
            "Hyprland",
            _("Add it to ~/.config/hypr/hyprland.conf."),
            "\n".join(map(_hyprland, wanted)),
        ),
        Binding("XFCE", terminal, "\n".join(map(_xfce, wanted))),
    ]
    names = current.casefold().split(":")
    return sorted(every, key=lambda binding: binding.desktop.casefold() not in names)


def _gnome(bound: Bound) -> str:
    """Return shell commands that add a binding or change it; running them again changes nothing."""
    return _GNOME.format(
        name=f"notebrain-{bound.name}",
        title=shlex.quote(bound.title),
        command=shlex.quote(bound.command),
        keys=shlex.quote(_gtk(bound)),
    )


def _sway(bound: Bound) -> str:
    return f"bindsym {'+'.join((*_held(bound, _SWAY), bound.key))} exec {bound.command}"


def _hyprland(bound: Bound) -> str:
    return f"bind = {' '.join(_held(bound, _HYPRLAND))}, {bound.key}, exec, {bound.command}"


def _xfce(bound: Bound) -> str:
    place = shlex.quote(f"/commands/custom/{_gtk(bound)}")
    return _XFCE.format(place=place, command=shlex.quote(bound.command))


def _gtk(bound: Bound) -> str:
    return "".join(_held(bound, _GTK)) + bound.key


def _held(bound: Bound, names: Mapping[Modifier, str]) -> Sequence[str]:
    return [names[held] for held in Modifier if held in bound.keys.modifiers]
