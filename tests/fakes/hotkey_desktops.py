"""Desktops for the contract of hotkeys: each can press keys, and have another program take some."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from notebrain.app.core.paths import APP_ID
from notebrain.domain.desktop.hotkeys import Combination, GlobalHotkeys, HotkeyListener, combination
from notebrain.system.hotkeys.macos import MacHotkeys
from notebrain.system.hotkeys.portal import PortalHotkeys
from notebrain.system.hotkeys.portal_calls import trigger
from notebrain.system.hotkeys.windows import WindowsHotkeys
from notebrain.system.hotkeys.x11 import X11Hotkeys
from tests.fakes.display import Display, virtual_display
from tests.fakes.hotkeys import Heard, hotkey
from tests.fakes.numbered_keyboards import FakeCarbon, FakeUser32, NumberedKeyboard
from tests.fakes.portal import PortalBackend, session_bus


@dataclass(frozen=True)
class Desktop:
    """A desktop with a keyboard.

    Attributes:
        connect: Makes the hotkeys of one program.
        press: Presses a combination once.
    """

    connect: Callable[[HotkeyListener], GlobalHotkeys]
    press: Callable[[Combination], None]
    taken: Callable[[str], AbstractContextManager[None]]
    """Lets another program have a combination meanwhile."""


@contextmanager
def x11_desktop() -> Iterator[Desktop]:
    """A real display."""
    with virtual_display() as display:

        @contextmanager
        def taken(keys: str) -> Iterator[None]:
            other = X11Hotkeys(Heard(), display.name)
            other.hold([hotkey("theirs", keys)])
            try:
                yield
            finally:
                other.close()

        yield Desktop(
            lambda listener: X11Hotkeys(listener, display.name),
            lambda wanted: press_on(display, str(wanted)),
            taken,
        )


@contextmanager
def portal_desktop() -> Iterator[Desktop]:
    """The real portal, before a desktop that is none."""
    with TemporaryDirectory() as folder, session_bus(Path(folder)) as bus:
        backend = PortalBackend(bus.address)

        @contextmanager
        def taken(keys: str) -> Iterator[None]:
            backend.taken.add(trigger(combination(keys)) or "")
            yield
            backend.taken.clear()

        yield Desktop(
            lambda listener: PortalHotkeys(listener, APP_ID, bus.address),
            backend.press,
            taken,
        )
        backend.close()


@contextmanager
def windows_desktop() -> Iterator[Desktop]:
    """A Windows that is none."""
    keyboard = NumberedKeyboard()
    yield _numbered_desktop(
        keyboard, lambda listener: WindowsHotkeys(listener, FakeUser32(keyboard))
    )


@contextmanager
def mac_desktop() -> Iterator[Desktop]:
    """A macOS that is none."""
    keyboard = NumberedKeyboard()
    yield _numbered_desktop(keyboard, lambda listener: MacHotkeys(listener, FakeCarbon(keyboard)))


def _numbered_desktop(
    keyboard: NumberedKeyboard, connect: Callable[[HotkeyListener], GlobalHotkeys]
) -> Desktop:
    @contextmanager
    def taken(keys: str) -> Iterator[None]:
        other = connect(Heard())
        other.hold([hotkey("theirs", keys)])
        yield
        other.close()

    return Desktop(connect, keyboard.press, taken)


def press_on(display: Display, *keys: str) -> None:
    """Press combinations one after the other."""
    display.xdotool("key", "--delay", "2", *(_for_xdotool(one) for one in keys))


def _for_xdotool(keys: str) -> str:
    wanted = combination(keys)
    held = [modifier.value.lower().replace("meta", "super") for modifier in wanted.modifiers]
    key = wanted.key.lower() if len(wanted.key) == 1 else wanted.key
    return "+".join((*held, key))
