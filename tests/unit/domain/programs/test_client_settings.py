"""Lines that make NoteBrain known to a client, and what adding them leaves as it was."""

import json
import re

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.errors import UserError
from notebrain.domain.programs.client_settings import with_server
from notebrain.domain.programs.clients import CLIENTS, SERVER, Client

ENTRY = {"command": "/opt/notebrain", "args": ["mcp", "--as", "Cursor"]}
SECTION = "mcpServers"


def client(title: str) -> Client:
    return next(one for one in CLIENTS if one.title == title)


@pytest.mark.parametrize("text", ["", " \r\n", "\ufeff", "{}", "{ }\n", "\ufeff{}"])
def test_settings_with_nothing_in_them_get_the_server(text: str) -> None:
    new = with_server(text, SECTION, ENTRY)

    assert json.loads(new.lstrip("\ufeff")) == {SECTION: {SERVER: ENTRY}}


KEPT = {
    "comments": '{\n  // theirs "{"\n  "mcpServers": {}, /* } */\n  "a": 1\n}\n',
    "another server": '{\n\t"mcpServers": {\n\t\t"x": {"command": "y"}\n\t}\n}',
    "commas at the end": '{"a": [1, 2,],\n "mcpServers": {"x": {},},\n}',
    "a comment after the last": '{\n  "a": 1 // one\n  // two\n}',
    "braces in texts": r'{"a": "}\"{", "b": {"mcpServers": {"notebrain": 1}}}',
    "one line": '{"mcpServers":{"x":{}},"z":null}',
    "line ends of Windows": '{\r\n    "a": 1\r\n}\r\n',
    "another entry of the same name": '{"mcpServers": {"notebrain": {"command": "old"}, "x": 1}}',
}


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_all_else_stays_as_it_was_to_the_letter(text: str) -> None:
    new = with_server(text, SECTION, ENTRY)

    assert with_server(new, SECTION, ENTRY) == new
    assert ("\r\n" in new) == ("\r\n" in text)
    old_entry = '{"command": "old"}'
    left = iter(new)
    assert all(char in left for char in text.replace(old_entry, "")), new
    assert new.count("//") == text.count("//")


UNREADABLE = (
    *(
        "[1]",
        "{",
        "x",
        '{"a":1 "b":2}',
        '{"a":1}}',
        "/* ",
        '{"a": /1}',
        "{,}",
        ",}",
        '{"a":1,,}',
        "null",
    ),
    *('{"mcpServers":null}', '{"mcpServers":[]}', '{"mcpServers":"x"}', '{"a":"\n"}'),
    *('{"mcpServers":{},"mcpServers":{"x":1}}', "[" * 100_000, '{"a":' * 100_000),
)


@pytest.mark.parametrize("text", UNREADABLE, ids=lambda text: text[:24])
def test_what_cannot_be_read_is_not_changed(text: str) -> None:
    with pytest.raises(UserError, match="nothing is changed"):
        with_server(text, SECTION, ENTRY)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=12,
)
SERVERS = st.dictionaries(st.text(max_size=9), VALUES, max_size=3)


@given(
    st.dictionaries(st.text(max_size=9), VALUES, max_size=3), SERVERS, st.sampled_from([None, 2])
)
def test_any_settings_keep_what_they_say(
    settings: dict[str, object], servers: dict[str, object], indent: int | None
) -> None:
    before = {**settings, SECTION: servers}

    new = with_server(json.dumps(before, indent=indent), SECTION, ENTRY)

    assert json.loads(new) == {**before, SECTION: {**servers, SERVER: ENTRY}}


def test_each_client_gets_its_own_lines() -> None:
    command = ["/opt/note brain", "mcp"]

    for one in CLIENTS:
        lines = one.lines(command)
        if one.section:
            entry = json.loads(lines)[one.section][SERVER]
            assert (entry["command"], entry["args"]) == (command[0], ["mcp"])
    assert client("Claude Code").lines(command).endswith("notebrain -- '/opt/note brain' mcp")
    assert '-- "/opt/note brain" mcp' in client("Claude Code").lines(command, windows=True)
    assert json.loads(client("VS Code").lines(command))["servers"][SERVER]["type"] == "stdio"
    assert "context_servers" in client("Zed").lines(command)


def test_lines_fit_a_narrow_field() -> None:
    lines = client("Cursor").lines(["/opt/notebrain", "mcp", "--as", "Cursor"]).split("\n")

    assert len(lines) == 8
    assert re.search(r'"args": \["mcp", "--as", "Cursor"\]', lines[4])
