"""The settings of other programs: found on three systems, changed with a copy kept, never half written."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from notebrain.app.system.program_clients import ClientSettings, server_command
from notebrain.domain.errors import UserError
from notebrain.domain.programs.clients import CLIENTS, Client

NOW = datetime(2026, 11, 26, 18, tzinfo=UTC)
COMMAND = ["/opt/notebrain", "mcp"]
OLD = '{\n  // mine\n  "mcpServers": {}\n}\n'


def client(title: str) -> Client:
    return next(one for one in CLIENTS if one.title == title)


@pytest.fixture
def files(tmp_path: Path) -> ClientSettings:
    return ClientSettings({}, "linux", tmp_path)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / ".cursor").mkdir()
    return tmp_path / ".cursor" / "mcp.json"


PLACES = {
    ("linux", "Claude Desktop"): "/home/ana/.config/Claude/claude_desktop_config.json",
    ("darwin", "Claude Desktop"): (
        "/home/ana/Library/Application Support/Claude/claude_desktop_config.json"
    ),
    ("win32", "Claude Desktop"): "/home/ana/AppData/Roaming/Claude/claude_desktop_config.json",
    ("linux", "Cursor"): "/home/ana/.cursor/mcp.json",
    ("win32", "LM Studio"): "/home/ana/.lmstudio/mcp.json",
    ("linux", "VS Code"): "/home/ana/.config/Code/User/mcp.json",
    ("darwin", "VS Code"): "/home/ana/Library/Application Support/Code/User/mcp.json",
    ("darwin", "Zed"): "/home/ana/.config/zed/settings.json",
    ("win32", "Zed"): "/home/ana/AppData/Roaming/Zed/settings.json",
}


@pytest.mark.parametrize("place", PLACES.items(), ids=lambda one: "-".join(one[0]))
def test_each_client_is_looked_for_where_its_system_has_it(
    place: tuple[tuple[str, str], str],
) -> None:
    (system, title), path = place

    files = ClientSettings({}, system, Path("/home/ana"))

    assert files.path(client(title)) == Path(path)


def test_settings_that_were_moved_are_found_there() -> None:
    moved = ClientSettings({"XDG_CONFIG_HOME": "/etc/mine"}, "linux", Path("/home/ana"))
    roaming = ClientSettings({"APPDATA": "/roam"}, "win32", Path("/home/ana"))

    assert moved.path(client("VS Code")) == Path("/etc/mine/Code/User/mcp.json")
    assert roaming.path(client("Claude Desktop")) == Path("/roam/Claude/claude_desktop_config.json")
    assert moved.path(client("Claude Code")) is None


def test_looking_changes_nothing(files: ClientSettings, file: Path) -> None:
    file.write_text(OLD, "utf-8")

    change = files.change(client("Cursor"), COMMAND)

    assert not change.is_done
    assert '"notebrain"' in change.new
    assert [path.name for path in file.parent.iterdir()] == ["mcp.json"]
    assert file.read_text("utf-8") == OLD


def test_what_is_written_keeps_the_former_text_beside_it(files: ClientSettings, file: Path) -> None:
    file.write_bytes(OLD.encode())
    file.chmod(0o644)
    change = files.change(client("Cursor"), COMMAND)

    backup = files.write(change, NOW)

    assert backup is not None
    assert backup.parent == file.parent
    assert backup.read_bytes() == OLD.encode()
    assert file.read_text("utf-8") == change.new
    assert file.stat().st_mode & 0o777 == 0o644
    assert files.change(client("Cursor"), COMMAND).is_done


def test_two_copies_of_one_second_are_both_kept(files: ClientSettings, file: Path) -> None:
    file.write_text(OLD, "utf-8")
    files.write(files.change(client("Cursor"), COMMAND), NOW)
    files.write(files.change(client("Cursor"), ["/elsewhere", "mcp"]), NOW)

    assert len(list(file.parent.glob("*.backup"))) == 2


def test_a_file_that_is_not_there_yet_is_made(files: ClientSettings, file: Path) -> None:
    assert files.write(files.change(client("Cursor"), COMMAND), NOW) is None

    assert files.change(client("Cursor"), COMMAND).is_done


def test_a_file_changed_meanwhile_is_left_alone(files: ClientSettings, file: Path) -> None:
    file.write_text(OLD, "utf-8")
    change = files.change(client("Cursor"), COMMAND)
    file.write_text("{}", "utf-8")

    with pytest.raises(UserError, match="meanwhile"):
        files.write(change, NOW)
    assert file.read_text("utf-8") == "{}"


def test_a_link_is_followed_and_stays_one(
    files: ClientSettings, file: Path, tmp_path: Path
) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_text(OLD, "utf-8")
    file.symlink_to(real)

    files.write(files.change(client("Cursor"), COMMAND), NOW)

    assert file.is_symlink()
    assert '"notebrain"' in real.read_text("utf-8")


@pytest.mark.parametrize("content", [b"\xff\xfe{}", b"{" + b" " * 5_000_001 + b"}", b"[]"])
def test_a_file_that_cannot_be_settings_is_refused(
    files: ClientSettings, file: Path, content: bytes
) -> None:
    file.write_bytes(content)

    with pytest.raises(UserError, match="nothing is changed"):
        files.change(client("Cursor"), COMMAND)


def test_a_program_that_is_not_here_gets_no_file(files: ClientSettings, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="Zed was not found"):
        files.change(client("Zed"), COMMAND)
    with pytest.raises(UserError, match="paste"):
        files.change(client("Claude Code"), COMMAND)
    assert list(tmp_path.iterdir()) == []


def test_the_server_is_started_for_this_vault_under_the_name_of_the_client(tmp_path: Path) -> None:
    command = server_command(tmp_path, "LM Studio")

    assert command[-5:] == ["--data-dir", str(tmp_path), "mcp", "--as", "LM Studio"]
