"""Bindings of desktops: each in its own words, and GNOME's really run."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from notebrain.domain.desktop.hotkey_instructions import Binding, Bound, bindings
from notebrain.domain.desktop.hotkeys import combination

KEYS = combination("Ctrl+Alt+Shift+N")
COMMAND = "notebrain capture --window"
OTHER = "notebrain search --window"
WANTED = (
    Bound("capture", "Write a note", COMMAND, KEYS, "n"),
    Bound("search", "Search notes", OTHER, combination("Meta+F"), "f"),
)


def test_where_commands_are_typed_in_one_by_one_they_are_copied_one_by_one() -> None:
    assert [one.text for one in bindings(WANTED) if one.desktop == "KDE"] == [COMMAND, OTHER]


def binding(desktop: str) -> Binding:
    every = bindings(WANTED)
    return next(one for one in every if one.desktop == desktop)


@pytest.mark.parametrize(
    ("desktop", "text"),
    [
        ("KDE", COMMAND),
        (
            "Sway",
            f"bindsym Ctrl+Mod1+Shift+n exec {COMMAND}\nbindsym Mod4+f exec {OTHER}",
        ),
        (
            "Hyprland",
            f"bind = CTRL ALT SHIFT, n, exec, {COMMAND}\nbind = SUPER, f, exec, {OTHER}",
        ),
        (
            "XFCE",
            "xfconf-query -c xfce4-keyboard-shortcuts -p '/commands/custom/<Primary><Alt><Shift>n'"
            f" -n -t string -s '{COMMAND}'\n"
            "xfconf-query -c xfce4-keyboard-shortcuts -p '/commands/custom/<Super>f'"
            f" -n -t string -s '{OTHER}'",
        ),
    ],
)
def test_every_desktop_binds_in_its_own_words(desktop: str, text: str) -> None:
    assert binding(desktop).text == text


@pytest.mark.parametrize(
    ("current", "first"),
    [("ubuntu:GNOME", "GNOME"), ("KDE", "KDE"), ("sway", "Sway"), ("XFCE", "XFCE"), ("", "GNOME")],
)
def test_the_desktop_of_the_session_comes_first(current: str, first: str) -> None:
    assert bindings(WANTED, current)[0].desktop == first


# what of the program `gsettings` matters here: a value for each schema and key, kept in a file
GSETTINGS = """
import json, pathlib, sys
kept = pathlib.Path(__file__).with_name("kept.json")
values = json.loads(kept.read_text())
act, schema, key, *value = sys.argv[1:]
if act == "get":
    print(values.get(f"{schema} {key}", "@as []"))
else:
    kept.write_text(json.dumps({**values, f"{schema} {key}": value[0]}))
"""
LIST = "org.gnome.settings-daemon.plugins.media-keys custom-keybindings"
OURS = "/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/notebrain-capture/"
THEIRS = OURS.replace("notebrain-capture", "notebrain-search")


@pytest.mark.skipif(shutil.which("sh") is None, reason="no shell on this computer")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("@as []", f"['{OURS}', '{THEIRS}']"),
        ("['/other/']", f"['/other/', '{OURS}', '{THEIRS}']"),
        (f"['{OURS}', '/other/']", f"['{OURS}', '/other/', '{THEIRS}']"),
    ],
)
def test_the_lines_for_gnome_keep_the_bindings_there_are(
    before: str, after: str, tmp_path: Path
) -> None:
    (tmp_path / "kept.json").write_text(f'{{"{LIST}": "{before}"}}')
    (tmp_path / "gsettings.py").write_text(GSETTINGS)
    program = tmp_path / "gsettings"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{tmp_path}/gsettings.py" "$@"\n')
    program.chmod(0o755)

    subprocess.run(
        ["sh", "-eu", "-c", binding("GNOME").text],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        check=True,
    )

    values = json.loads((tmp_path / "kept.json").read_text())
    place = f"org.gnome.settings-daemon.plugins.media-keys.custom-keybinding:{OURS}"
    assert values[LIST] == after
    assert values[f"{place} command"] == COMMAND
    assert values[f"{place} binding"] == "<Primary><Alt><Shift>n"
    assert values[f"{place.replace(OURS, THEIRS)} command"] == OTHER
