"""What starting with the session promises on every desktop."""

import plistlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from notebrain.domain.desktop.ports import Autostart, DesktopError
from notebrain.system.desktop.macos import LABEL, LaunchAgent
from notebrain.system.desktop.portal_autostart import PortalAutostart
from notebrain.system.desktop.windows import RUN, RunEntry
from notebrain.system.desktop.xdg import XdgAutostart
from tests.fakes.portal import private_bus
from tests.fakes.portal_front import PortalFront, portal_front
from tests.fakes.registry import FakeRegistry

Make = Callable[[Path, list[str]], Autostart]
COMMAND = ["/opt/My Notes/notebrain", "--data-dir", "/home/ann/50% done"]


def xdg(folder: Path, command: list[str]) -> Autostart:
    return XdgAutostart(folder, "notes.desktop", command)


def macos(folder: Path, command: list[str]) -> Autostart:
    return LaunchAgent(folder, command)


def windows(folder: Path, command: list[str]) -> Autostart:
    return RunEntry(FakeRegistry.at(folder), command)


@pytest.fixture
def portal_bus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[PortalFront, str]]:
    with portal_front(tmp_path_factory.mktemp("bus")) as front:
        yield front


@pytest.fixture
def portal(portal_bus: tuple[PortalFront, str]) -> PortalFront:
    return portal_bus[0]


@pytest.fixture
def sandboxed(portal_bus: tuple[PortalFront, str]) -> Make:
    def make(folder: Path, command: list[str]) -> Autostart:
        return PortalAutostart(folder / "autostart", "org.example.Notes", command, portal_bus[1])

    return make


@pytest.fixture(params=["xdg", "macos", "windows", "portal"])
def make(request: pytest.FixtureRequest) -> Make:
    ways: dict[str, Make] = {"xdg": xdg, "macos": macos, "windows": windows}
    made: Make = ways.get(request.param) or request.getfixturevalue("sandboxed")
    return made


def test_it_is_off_until_it_is_turned_on_and_leaves_nothing_behind(
    make: Make, tmp_path: Path
) -> None:
    folder = tmp_path / "not there yet"
    autostart = make(folder, COMMAND)
    assert not autostart.is_on()

    autostart.turn_on()
    assert autostart.is_on()
    assert make(folder, COMMAND).is_on()

    autostart.turn_off()
    assert not autostart.is_on()
    assert list(folder.glob("*")) == []
    assert FakeRegistry.at(folder).values == {}


def test_turning_it_on_or_off_twice_is_no_fault(make: Make, tmp_path: Path) -> None:
    autostart = make(tmp_path, COMMAND)

    autostart.turn_off()
    autostart.turn_on()
    autostart.turn_on()
    assert autostart.is_on()
    autostart.turn_off()
    autostart.turn_off()

    assert not autostart.is_on()


def test_a_program_that_moved_is_started_where_it_is_now(make: Make, tmp_path: Path) -> None:
    make(tmp_path, ["/old/place"]).turn_on()
    make(tmp_path, ["/new/place"]).turn_on()

    kept = "".join(file.read_text() for file in tmp_path.glob("*"))
    kept += str(FakeRegistry.at(tmp_path).values)
    assert "/new/place" in kept
    assert "/old/place" not in kept


def test_the_command_is_quoted_as_linux_desktops_read_it(tmp_path: Path) -> None:
    xdg(tmp_path, COMMAND).turn_on()

    text = (tmp_path / "notes.desktop").read_text()
    assert '\nExec="/opt/My Notes/notebrain" --data-dir "/home/ann/50%% done"\n' in text


def test_linux_desktops_pass_over_it_once_the_program_is_removed(tmp_path: Path) -> None:
    xdg(tmp_path, COMMAND).turn_on()

    assert "\nTryExec=/opt/My Notes/notebrain\n" in (tmp_path / "notes.desktop").read_text()


def test_the_command_stands_word_by_word_in_the_agent(tmp_path: Path) -> None:
    macos(tmp_path, COMMAND).turn_on()

    agent = plistlib.loads((tmp_path / f"{LABEL}.plist").read_bytes())
    assert agent["ProgramArguments"] == COMMAND
    assert agent["RunAtLoad"] is True


def test_the_command_is_quoted_as_windows_reads_it(tmp_path: Path) -> None:
    windows(tmp_path, ["C:\\Program Files\\NoteBrain\\notebrain.exe"]).turn_on()

    value = FakeRegistry.at(tmp_path).values[RUN, "NoteBrain"]
    assert value == '"C:\\Program Files\\NoteBrain\\notebrain.exe"'


@pytest.mark.parametrize("line", ["Hidden=true", "X-GNOME-Autostart-enabled=false"])
def test_what_the_desktop_turned_off_is_off(tmp_path: Path, line: str) -> None:
    autostart = xdg(tmp_path, COMMAND)
    autostart.turn_on()
    file = tmp_path / "notes.desktop"
    file.write_text(file.read_text().replace("X-GNOME-Autostart-enabled=true", line))

    assert not autostart.is_on()


@pytest.mark.skipif(sys.platform == "win32", reason="files of other systems")
@pytest.mark.parametrize("make", [xdg, macos])
def test_a_folder_that_cannot_be_written_is_told(make: Make, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(DesktopError, match="cannot be written"):
        make(tmp_path / "file" / "folder", COMMAND).turn_on()


def test_the_portal_is_told_who_asks_and_what_is_started(
    sandboxed: Make, portal: PortalFront, tmp_path: Path
) -> None:
    sandboxed(tmp_path, COMMAND).turn_on()

    assert portal.calls[0] == ("Register", ("org.example.Notes", {}))
    name, (parent, options) = portal.calls[1]
    assert (name, parent) == ("RequestBackground", "")
    assert options["autostart"] == ("b", True)
    assert options["commandline"] == ("as", COMMAND)
    assert options["dbus-activatable"] == ("b", False)
    assert options["reason"][1]


@pytest.mark.parametrize(("code", "said"), [(1, "you told it not to"), (2, "refused")])
def test_a_portal_that_refuses_is_told_and_it_is_off(
    sandboxed: Make, portal: PortalFront, tmp_path: Path, code: int, said: str
) -> None:
    autostart = sandboxed(tmp_path, COMMAND)
    autostart.turn_on()
    portal.code = code

    with pytest.raises(DesktopError, match=said):
        autostart.turn_on()

    assert not autostart.is_on()


def test_a_portal_that_lets_it_run_but_does_not_start_it_is_told(
    sandboxed: Make, portal: PortalFront, tmp_path: Path
) -> None:
    autostart = sandboxed(tmp_path, COMMAND)
    portal.results["RequestBackground"] = {"background": ("b", True), "autostart": ("b", False)}

    with pytest.raises(DesktopError, match="does not start"):
        autostart.turn_on()

    assert not autostart.is_on()


def test_who_may_not_run_in_the_background_can_turn_it_off(
    sandboxed: Make, portal: PortalFront, tmp_path: Path
) -> None:
    autostart = sandboxed(tmp_path, COMMAND)
    autostart.turn_on()
    portal.code = 1

    autostart.turn_off()

    assert not autostart.is_on()


def test_a_refusal_that_says_nothing_of_the_start_leaves_it_as_it_was(
    sandboxed: Make, portal: PortalFront, tmp_path: Path
) -> None:
    autostart = sandboxed(tmp_path, COMMAND)
    autostart.turn_on()
    portal.code, portal.results["RequestBackground"] = 2, {}

    with pytest.raises(DesktopError, match="still starts"):
        autostart.turn_off()

    assert autostart.is_on()


def test_a_session_without_a_portal_is_told_and_changes_nothing(tmp_path: Path) -> None:
    with private_bus(tmp_path) as address:
        autostart = PortalAutostart(tmp_path / "autostart", "", COMMAND, address)

        with pytest.raises(DesktopError, match="no desktop portal here"):
            autostart.turn_on()

    assert not autostart.is_on()


def test_a_portal_that_ends_while_the_user_is_asked_is_told(
    sandboxed: Make, portal: PortalFront, tmp_path: Path
) -> None:
    portal.ends_when_asked = True

    with pytest.raises(DesktopError, match="the portal ended"):
        sandboxed(tmp_path, COMMAND).turn_on()
