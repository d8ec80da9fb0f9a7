"""What having `notebrain:` addresses promises on every desktop."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from notebrain.domain.desktop.ports import LinkHandler
from notebrain.system.desktop.windows import COMMAND as WINDOWS_COMMAND, ProtocolEntry
from notebrain.system.desktop.xdg import (
    KIND,
    XdgLinks,
    default_of,
    entry_value,
    with_default,
    without_default,
)
from tests.fakes.registry import FakeRegistry

NAME = "org.notebrain.NoteBrain.desktop"
ENTRY = Path(__file__).parents[2] / "packaging" / NAME
Make = Callable[[Path, list[str]], LinkHandler]


def xdg(folder: Path, command: list[str]) -> LinkHandler:
    icon = folder.parent / "icon.svg"
    icon.write_text("<svg/>")
    return XdgLinks(
        folder / "data",
        folder / "config",
        NAME,
        entry=ENTRY.read_text(encoding="utf-8"),
        icons={"scalable/apps/notebrain.svg": icon},
        command=command,
    )


def windows(folder: Path, command: list[str]) -> LinkHandler:
    return ProtocolEntry(FakeRegistry.at(folder), command)


@pytest.fixture(params=[xdg, windows])
def make(request: pytest.FixtureRequest) -> Make:
    made: Make = request.param
    return made


def test_it_is_off_until_it_is_turned_on_and_leaves_nothing_behind(
    make: Make, tmp_path: Path
) -> None:
    folder = tmp_path / "home"
    links = make(folder, ["/opt/notebrain"])
    assert not links.is_on()

    links.turn_on()
    links.turn_on()
    assert links.is_on()

    links.turn_off()
    links.turn_off()
    assert not links.is_on()
    assert [one for one in folder.rglob("*") if one.is_file() and one.read_text()] == []
    assert FakeRegistry.at(folder).values == {}


def test_windows_gets_the_address_as_one_argument(tmp_path: Path) -> None:
    windows(tmp_path, ["C:\\My Notes\\notebrain.exe"]).turn_on()

    registry = FakeRegistry.at(tmp_path)
    assert registry.get(WINDOWS_COMMAND, "") == '"C:\\My Notes\\notebrain.exe" "%1"'
    assert not windows(tmp_path, ["C:\\elsewhere.exe"]).is_on()


def test_every_command_of_the_desktop_file_leads_to_this_program(tmp_path: Path) -> None:
    xdg(tmp_path, ["/my notes/python", "-m", "notebrain"]).turn_on()
    file = tmp_path / "data" / "applications" / NAME

    lines = [line for line in file.read_text().splitlines() if line.startswith("Exec=")]

    assert lines == [
        'Exec="/my notes/python" -m notebrain %u',
        'Exec="/my notes/python" -m notebrain capture --window',
    ]
    assert entry_value(file.read_text(), "TryExec") == "/my notes/python"
    if shutil.which("desktop-file-validate"):
        assert subprocess.run(["desktop-file-validate", str(file)], check=False).returncode == 0


def test_the_choice_of_other_programs_stays() -> None:
    before = (
        "[Added Associations]\nx-scheme-handler/notebrain=a.desktop;\n\n"
        "[Default Applications]\ntext/html=browser.desktop\n"
    )

    chosen = with_default(before, KIND, "b.desktop")

    assert default_of(chosen, KIND) == "b.desktop"
    assert default_of(chosen, "text/html") == "browser.desktop"
    assert without_default(chosen, KIND) == before


@pytest.mark.parametrize(
    "before", ["", "\n", "[Default Applications]\n", "[Default Applications]\na/b=c;\n"]
)
def test_a_list_in_which_nothing_was_chosen_is_left_as_it_is(tmp_path: Path, before: str) -> None:
    chosen = tmp_path / "config" / "mimeapps.list"
    chosen.parent.mkdir()
    chosen.write_text(before)

    xdg(tmp_path, ["/opt/notebrain"]).turn_off()

    assert chosen.read_text() == before


@pytest.mark.parametrize("before", ["", "[Added Associations]\na/b=c;\n"])
def test_a_list_without_choices_gets_its_first(before: str) -> None:
    assert default_of(with_default(before, KIND, "b.desktop"), KIND) == "b.desktop"


def test_only_the_first_group_of_an_entry_counts() -> None:
    entry = "[Desktop Entry]\nName=a\n\n[Desktop Action x]\nExec=b\n"

    assert entry_value(entry, "Exec") == ""
