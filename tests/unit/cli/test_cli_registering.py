"""`notebrain desktop`: what the desktop of this computer does for NoteBrain."""

import sys
from pathlib import Path

import pytest

from notebrain.system.desktop import select
from tests.fakes.command_line import InProcess
from tests.fakes.portal_front import portal_front

pytestmark = pytest.mark.skipif(
    sys.platform in ("win32", "darwin"), reason="these are the files of Linux desktops"
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the desktop of a user keeps such things, empty."""
    for variable, folder in (
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_DATA_DIRS", "system"),
    ):
        monkeypatch.setenv(variable, str(tmp_path / "home" / folder))
    monkeypatch.setattr(select, "is_sandboxed", lambda: False)
    return tmp_path / "home"


def files(home: Path) -> list[str]:
    return sorted(one.name for one in home.rglob("*") if one.is_file())


@pytest.mark.parametrize("what", ["links", "autostart"])
def test_each_is_switched_on_and_off_and_leaves_nothing_behind(
    notebrain: InProcess, home: Path, what: str
) -> None:
    assert notebrain.run("desktop", what).text == f"{what}: off\n"

    assert notebrain.run("desktop", what, "on").text == f"{what}: on\n"
    assert "org.notebrain.NoteBrain.desktop" in files(home)
    assert notebrain.run("desktop", "--json").json == {
        "links": what == "links",
        "autostart": what == "autostart",
    }

    assert notebrain.run("desktop", what, "off").text == f"{what}: off\n"
    assert "org.notebrain.NoteBrain.desktop" not in files(home)


def test_the_vault_of_another_folder_is_the_one_that_is_started(
    notebrain: InProcess, home: Path
) -> None:
    notebrain.run("desktop", "autostart", "on")

    [entry] = (home / "config" / "autostart").iterdir()
    assert f"--data-dir={notebrain.vault}" in entry.read_text()
    assert not notebrain.vault.exists()


def test_where_a_package_or_a_sandbox_decides_it_says_so_and_changes_nothing(
    notebrain: InProcess, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(select, "is_sandboxed", lambda: True)

    done = notebrain.run("desktop", "links", "on")

    assert done.code == 1
    assert "sandbox" in done.line
    assert files(home) == []
    assert notebrain.run("desktop", "--json").json == {"links": None, "autostart": False}


def test_in_a_sandbox_the_portal_is_asked_to_start_it(
    notebrain: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(select, "is_sandboxed", lambda: True)
    with portal_front(tmp_path) as (_portal, address):
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)

        assert notebrain.run("desktop", "autostart", "on").text == "autostart: on\n"
        assert notebrain.run("desktop", "autostart").text == "autostart: on\n"
        assert notebrain.run("desktop", "autostart", "off").text == "autostart: off\n"


def test_a_sandbox_without_a_portal_says_so(
    notebrain: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(select, "is_sandboxed", lambda: True)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/nowhere")

    done = notebrain.run("desktop", "autostart", "on")

    assert done.code == 1
    assert "desktop portal cannot be used" in done.line
    assert notebrain.run("desktop", "autostart").text == "autostart: off\n"


def test_a_folder_that_cannot_be_written_is_told_in_a_line(
    notebrain: InProcess, home: Path
) -> None:
    home.mkdir()
    (home / "config").write_text("a file where the folder should be")

    done = notebrain.run("desktop", "autostart", "on")

    assert done.code == 1
    assert "autostart" in done.line or "config" in done.line
