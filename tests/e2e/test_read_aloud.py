"""The window as a screen reader sees it, over the real accessibility bus."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import notebrain
from notebrain.app.core.instance import MessageKind, send_message
from notebrain.app.core.paths import socket_path
from tests.fakes.display import virtual_display, wait_until
from tests.fakes.screen_reader import ScreenReader, Seen, screen_reader

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(120)]

PROGRAM = "NoteBrain"


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[ScreenReader]:
    with virtual_display() as display, screen_reader(display, tmp_path) as reader:
        yield reader


@contextlib.contextmanager
def open_window(reader: ScreenReader, vault: Path) -> Iterator[None]:
    process = subprocess.Popen(
        [sys.executable, "-m", "notebrain"],
        env={**reader.environment, "NOTEBRAIN_DATA_DIR": str(vault)},
    )
    try:
        wait_until(lambda: PROGRAM in reader.programs(), what="the program on the bus")
        yield
    finally:
        process.terminate()
        process.wait()


def named(seen: list[Seen], name: str, role: str | None = None) -> Seen:
    for one in seen:
        if one.name == name and one.showing and role in (None, one.role):
            return one
    pytest.fail(f"nothing is called “{name}”:\n" + "\n".join(map(str, seen)))


def test_the_window_can_be_read_and_worked_by_its_names(
    reader: ScreenReader, tmp_path: Path
) -> None:
    vault = tmp_path / "vault"
    with notebrain.open(vault) as brain:
        brain.capture("# Lentil dal\n\nToast the cumin first.", tags=("cooking",))
        brain.capture("# Greenhouse\n\nHeater at 6 degrees.", pinned=True)

    with open_window(reader, vault):
        wait_until(
            lambda: any("Lentil dal" in one.name for one in reader.look(PROGRAM)), what="the list"
        )
        seen = [one for one in reader.look(PROGRAM) if one.showing]

        assert [str(one) for one in seen if one.focusable and not one.name] == []
        notes = [one.name for one in seen if one.role == "list item"]
        assert any("Greenhouse" in name and "pinned" in name for name in notes)
        text = named(seen, "Note text")
        assert "degrees" in reader.text_of(text) or "cumin" in reader.text_of(text)

        reader.press(named(seen, "New note"))

        wait_until(
            lambda: reader.text_of(named(reader.look(PROGRAM), "Note text")) == "",
            what="an empty note",
        )


PAGES = {
    "home": "alt+Home",
    "search": "ctrl+shift+f",
    "settings": "ctrl+comma",
}
PANES = {
    "inspector": "ctrl+shift+i",
    "history": "ctrl+shift+h",
    "links": "ctrl+shift+l",
    "preview": "ctrl+shift+m",
    "find": "ctrl+h",
    "palette": "ctrl+shift+p",
    "switcher": "ctrl+p",
    "templates": "ctrl+t",
}


@pytest.mark.timeout(300)  # the whole tree is read some forty times
@pytest.mark.parametrize("every", [2, pytest.param(1, marks=pytest.mark.long)])
def test_every_page_and_pane_names_what_takes_the_keyboard(tmp_path: Path, every: int) -> None:
    vault = tmp_path / "vault"
    with notebrain.open(vault) as brain:
        brain.capture("# Lentil dal\n\n- [ ] Toast the cumin.", tags=("cooking",))
        brain.capture("# Greenhouse\n\nSee [[Lentil dal]].", tags=("garden",), pinned=True)

    with (
        virtual_display() as display,
        screen_reader(display, tmp_path) as reader,
        open_window(reader, vault),
    ):
        wait_until(lambda: bool(display.windows("NoteBrain")), what="the window")

        for name, key in list({**PAGES, **PANES}.items())[::every]:
            if name in PANES:
                display.xdotool("key", "ctrl+shift+e")
            before = things(shown(reader))
            display.xdotool("key", key)
            seen: list[Seen] = []

            def has_come(before: object = before, seen: list[Seen] = seen) -> bool:
                seen[:] = shown(reader)
                return things(seen) != before and has_keyboard(seen)

            wait_until(has_come, what=f"{name} and the keyboard in it", patience_s=60)

            assert [str(one) for one in seen if one.focusable and not one.name] == [], name
            display.xdotool("key", "Escape")
            wait_until(
                lambda: has_keyboard(shown(reader)),
                what=f"the keyboard after {name}",
                patience_s=60,
            )


@pytest.mark.timeout(300)  # the whole tree is read some twenty times
def test_a_card_of_the_review_can_be_read_and_answered_by_ear(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    older, newer = "The rent of the flat is 900 euros", "The rent of the flat is 1150 euros"
    with notebrain.open(vault) as brain:
        brain.capture(older)
        brain.capture(newer)

    with (
        virtual_display() as display,
        screen_reader(display, tmp_path) as reader,
        open_window(reader, vault),
    ):
        wait_until(lambda: bool(display.windows("NoteBrain")), what="the window")
        wait_until(lambda: is_there(reader, "Review, 1 card"), what="the card", patience_s=60)
        display.xdotool("key", "ctrl+r")
        wait_until(lambda: is_there(reader, "Older is outdated"), what="the answers")
        seen = shown(reader)

        assert [str(one) for one in seen if one.focusable and not one.name] == []
        row = f"May disagree. {newer}. 900 euros or 1150 euros"
        assert named(seen, row).role == "list item"
        texts = {one.name.split(",")[0]: reader.text_of(one) for one in seen if one.role == "text"}
        assert (texts["Older"], texts["New"]) == (older, newer)
        assert "1150 euros" in texts["Proposed merge"]
        for answer in ("Keep both", "Merge", "Link", "Append", "No conflict", "Later"):
            assert named(seen, answer).role == "push button"

        reader.press(named(seen, "Older is outdated"))

        wait_until(lambda: is_there(reader, "Nothing to decide"), what="the empty review")


@pytest.mark.timeout(300)
def test_a_note_is_taken_and_found_by_names_alone(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    with notebrain.open(vault) as brain:
        brain.capture("# Lentil dal\n\nToast the cumin.")

    with (
        virtual_display() as display,
        screen_reader(display, tmp_path) as reader,
        open_window(reader, vault),
    ):
        # its file is there before it listens
        wait_until(
            lambda: send_message(socket_path(vault), MessageKind.CHANGED),
            what="the window to listen",
        )

        assert send_message(socket_path(vault), MessageKind.CAPTURE)
        wait_until(lambda: has_keyboard_called(reader, "New note"), what="the capture window")
        display.xdotool("type", "--delay", "8", "Heater at 6 degrees")
        wait_until(
            lambda: "6 degrees" in reader.text_of(named(shown(reader), "New note", "text")),
            what="the text",
        )
        assert nameless(reader) == []
        reader.press(named(shown(reader), "Save"))
        wait_until(lambda: is_there(reader, "Saved Heater at 6 degrees"), what="the word of it")
        assert {"Undo", "Open"} <= {one.name for one in shown(reader)}

        assert send_message(socket_path(vault), MessageKind.QUICK_SEARCH, text="degrees")
        wait_until(lambda: has_keyboard_called(reader, "Search your notes"), what="the search")
        wait_until(
            lambda: any(
                one.role == "list item" and one.name.startswith("Heater at 6 degrees. Personal")
                for one in shown(reader)
            ),
            what="the hit",
        )
        assert nameless(reader) == []
        display.xdotool("key", "Return")

        wait_until(
            lambda: "6 degrees" in reader.text_of(named(shown(reader), "Note text")),
            what="the note in the window",
        )


def nameless(reader: ScreenReader) -> list[str]:
    return [str(one) for one in shown(reader) if one.focusable and not one.name]


def has_keyboard_called(reader: ScreenReader, name: str) -> bool:
    return any(one.focused and one.name == name for one in shown(reader))


def is_there(reader: ScreenReader, name: str) -> bool:
    return any(one.name == name for one in shown(reader))


def shown(reader: ScreenReader) -> list[Seen]:
    return [one for one in reader.look(PROGRAM) if one.showing]


def things(seen: list[Seen]) -> set[tuple[str, str, bool]]:
    return {(one.role, one.name, one.focused) for one in seen}


def has_keyboard(seen: list[Seen]) -> bool:
    return any(one.focused and one.focusable and one.name for one in seen)
