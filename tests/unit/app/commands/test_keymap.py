from collections.abc import Iterator
from pathlib import Path

import pytest

from notebrain.app.commands.command import Command, CommandId, Menu, Scope
from notebrain.app.commands.keymap import KeyMap, Keys, is_typed, key_map, normal
from notebrain.app.commands.table import commands
from notebrain.app.services import Services, open_services
from notebrain.app.settings.remembered import SHORTCUTS

C = CommandId
ROWS = (
    Command(C.PALETTE, "Commands", Menu.VIEW, ("Ctrl+Shift+P",)),
    Command(C.SWITCHER, "Go to note", Menu.FILE, ("Ctrl+P",)),
    Command(C.ZOOM_IN, "Larger", Menu.VIEW, ("Ctrl++", "Ctrl+=")),
    Command(C.TRASH, "Trash", Menu.NOTE, ("Del",), Scope.LIST),
    Command(C.RESTORE, "Restore", Menu.NOTE, ("Ctrl+B",), Scope.TEXT),
    Command(C.QUIT, "Quit", Menu.FILE),
)


@pytest.fixture
def keys() -> KeyMap:
    return key_map(rows=ROWS)


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    services = open_services(tmp_path / "vault")
    yield services
    services.close()


def test_without_a_choice_the_keys_are_those_of_the_table(keys: KeyMap) -> None:
    assert keys.keys(C.ZOOM_IN) == ("Ctrl++", "Ctrl+=")
    assert keys.first(C.QUIT) == ""
    assert not keys.is_changed(C.ZOOM_IN)
    assert keys.to_text() == ""


@pytest.mark.parametrize(
    ("command", "key", "takers"),
    [
        (C.QUIT, "Ctrl+P", (C.SWITCHER,)),
        (C.QUIT, "shift+ctrl+p", (C.PALETTE,)),
        (C.SWITCHER, "Ctrl+P", ()),  # its own
        (C.QUIT, "Del", (C.TRASH,)),  # the window's keys also work in the list
        (C.TRASH, "Ctrl+P", (C.SWITCHER,)),
        (C.TRASH, "Ctrl+B", ()),  # the list and the text never have the keyboard at once
        (C.RESTORE, "Del", ()),
        (C.QUIT, "F12", ()),
    ],
)
def test_a_key_is_taken_where_it_would_mean_two_things(
    keys: KeyMap, command: CommandId, key: str, takers: tuple[CommandId, ...]
) -> None:
    assert keys.clash(command, key).takers == takers


@pytest.mark.parametrize(
    ("command", "key", "in_text", "typed"),
    [
        (C.QUIT, "Ctrl+C", True, False),
        (C.QUIT, "Q", False, True),
        (C.TRASH, "Q", False, False),  # in the list nothing is typed
        (C.TRASH, "Backspace", False, False),
        (C.QUIT, "Ctrl+Alt+Q", False, False),
    ],
)
def test_the_keys_one_writes_with_are_told(
    keys: KeyMap, command: CommandId, key: str, in_text: bool, typed: bool
) -> None:
    clash = keys.clash(command, key)

    assert (clash.in_text, clash.typed) == (in_text, typed)
    assert bool(clash) == (in_text or typed)


def test_a_key_is_taken_from_whoever_has_it(keys: KeyMap) -> None:
    given = keys.add_key(C.QUIT, "Ctrl+P")

    assert given.keys(C.QUIT) == ("Ctrl+P",)
    assert given.keys(C.SWITCHER) == ()
    assert given.is_changed(C.SWITCHER)


def test_a_command_has_several_keys(keys: KeyMap) -> None:
    given = keys.add_key(C.SWITCHER, "Ctrl+O").add_key(C.SWITCHER, "ctrl+o")

    assert given.keys(C.SWITCHER) == ("Ctrl+P", "ctrl+o")
    assert given.remove_key(C.SWITCHER, "Ctrl+O").is_changed(C.SWITCHER) is False


def test_a_command_without_a_key_stays_without_one(keys: KeyMap) -> None:
    none = keys.remove_key(C.SWITCHER, "Ctrl+P")

    assert key_map(none.to_text(), ROWS).keys(C.SWITCHER) == ()


def test_reset_gives_a_command_its_key_back_from_whoever_took_it(keys: KeyMap) -> None:
    given = keys.add_key(C.QUIT, "Ctrl+P").add_key(C.QUIT, "Ctrl+Q")

    back = given.reset(C.SWITCHER)

    assert back.keys(C.SWITCHER) == ("Ctrl+P",)
    assert back.keys(C.QUIT) == ("Ctrl+Q",)
    assert back.reset_all() == keys


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", '{"gone.command": ["F9"]}', '{"app.quit": "F9"}', "null"]
)
def test_what_makes_no_sense_any_more_gives_no_key(text: str) -> None:
    assert all(key in row.keys for row in ROWS for key in key_map(text, ROWS).keys(row.id))


def test_a_choice_is_there_the_next_time(services: Services) -> None:
    keys = Keys(services.settings)

    keys.put(keys.map.add_key(C.QUIT, "Ctrl+Alt+Q"))
    services.settings.put(SHORTCUTS, keys.map.to_text()).result()

    assert Keys(services.settings).map.keys(C.QUIT) == ("Ctrl+Q", "Ctrl+Alt+Q")


def test_no_two_commands_of_the_table_share_a_key() -> None:
    keys = key_map()

    for row in commands():
        for key in row.keys:
            clash = keys.clash(row.id, key)
            assert (row.id, clash.takers, clash.typed) == (row.id, (), False)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["Commands", "Go to note", "Larger", "Trash", "Restore", "Quit"]),
        ("lar", ["Larger"]),
        ("ctrl+p", ["Go to note"]),
        ("shift+ctrl+p", ["Commands"]),
        ("ctrl+", ["Commands", "Go to note", "Larger", "Restore"]),
        ("xyzzy", []),
    ],
)
def test_commands_are_found_by_name_and_by_key(keys: KeyMap, query: str, found: list[str]) -> None:
    assert [row.text for row in keys.find(query)] == found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ctrl+Shift+P", "Shift+Ctrl+P"),
        ("Ctrl+PgDown", "ctrl+PageDown"),
        ("Del", "Delete"),
        ("Ctrl++", "CTRL++"),
        ("+", " + "),
        ("Ctrl+K, Ctrl+S", "ctrl+k, ctrl+s"),
        ("Alt+Meta+X", "Meta+Alt+x"),
    ],
)
def test_a_shortcut_can_be_spelled_in_several_ways(one: str, other: str) -> None:
    assert normal(one) == normal(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ctrl+P", "Ctrl+Shift+P"), ("Ctrl++", "Ctrl"), ("P", "Alt+P")]
)
def test_different_shortcuts_stay_different(one: str, other: str) -> None:
    assert normal(one) != normal(other)


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("P", True),
        ("Shift+P", True),
        ("Space", True),
        ("+", True),
        ("Ctrl+P", False),
        ("Ctrl++", False),
        ("Alt+Ä", False),
        ("F6", False),
        ("Shift+F6", False),
        ("Del", False),
    ],
)
def test_a_letter_alone_is_typed(key: str, typed: bool) -> None:
    assert is_typed(key) is typed
