from notebrain.app.commands.command import CommandId
from notebrain.app.commands.keymap import Keys
from notebrain.app.commands.table import commands
from notebrain.app.services import open_services
from tests.fakes.command_line import InProcess


def test_the_commands_of_the_window_are_listed_with_their_keys(notebrain: InProcess) -> None:
    notebrain.run("capture", "Dal")

    lines = notebrain.run("keys").text.splitlines()

    assert len(lines) == len(commands())
    assert any(line.split("  ")[0] == "Larger" and "Ctrl++, Ctrl+=" in line for line in lines)
    assert any(line.startswith("Theme: Dark ") and line.endswith("  -") for line in lines)


def test_commands_are_found_by_name_and_by_key(notebrain: InProcess) -> None:
    notebrain.run("capture", "Dal")

    assert notebrain.run("keys", "go", "note").text.startswith("Go to note…")
    assert "Go to note…" in notebrain.run("keys", "ctrl+p").text.splitlines()[0]
    assert "No command" in notebrain.run("keys", "xyzzy").err


def test_the_keys_the_user_chose_are_listed(notebrain: InProcess) -> None:
    services = open_services(notebrain.vault)
    keys = Keys(services.settings)
    keys.put(keys.map.choose(CommandId.SWITCHER, ("Ctrl+Alt+O",)))
    services.close()

    found = notebrain.run("keys", "--json", "go to note").json[0]

    assert found == {
        "command": "note.switch",
        "name": "Go to note…",
        "keys": ["Ctrl+Alt+O"],
        "scope": "window",
        "changed": True,
    }
