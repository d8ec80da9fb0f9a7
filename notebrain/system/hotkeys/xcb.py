"""A connection to an X11 display for hotkeys, through libxcb, which Qt's own X11 plugin needs too."""

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from ctypes import POINTER, Structure, c_char_p, c_int, c_uint, c_void_p
from dataclasses import dataclass

from notebrain.system.hotkeys.keyboard import Grab, Keyboard

LIBRARY = "libxcb.so.1"
_TYPE = 0x7F  # the highest bit marks events sent by another program
_ASYNC = 1
_MODIFIERS = 8


class XcbError(Exception):
    """The display cannot be reached, or did not reply."""


@dataclass(frozen=True, slots=True)
class KeyPress:
    """A grabbed key was pressed; `state` has the modifier bits, `time_ms` is the display's clock."""

    code: int
    state: int
    time_ms: int


@dataclass(frozen=True, slots=True)
class KeyRelease:
    """A grabbed key was released."""

    code: int
    time_ms: int


@dataclass(frozen=True, slots=True)
class MappingChanged:
    """The keyboard mapping may have changed."""


XEvent = KeyPress | KeyRelease | MappingChanged

_u8, _u16, _u32 = ctypes.c_uint8, ctypes.c_uint16, ctypes.c_uint32


class _Cookie(Structure):
    _fields_ = [("sequence", c_uint)]


class _Screen(Structure):
    _fields_ = [("root", _u32)]


class _Screens(Structure):
    _fields_ = [("data", POINTER(_Screen)), ("rem", c_int), ("index", c_int)]


class _Setup(Structure):
    """The beginning of xcb_setup_t."""

    _fields_ = [
        ("before", _u8 * 34),
        ("min_keycode", _u8),
        ("max_keycode", _u8),
    ]


class _KeyEvent(Structure):
    """The beginning of xcb_key_press_event_t; every other event begins with its type too."""

    _fields_ = [
        ("response_type", _u8),
        ("detail", _u8),
        ("sequence", _u16),
        ("time", _u32),
        ("windows", _u32 * 3),
        ("places", ctypes.c_int16 * 4),
        ("state", _u16),
    ]


class _Reply(Structure):
    """The beginning of every reply."""

    _fields_ = [("response_type", _u8), ("detail", _u8)]


_FUNCTIONS: dict[str, tuple[object, list[object]]] = {
    "xcb_connect": (c_void_p, [c_char_p, c_void_p]),
    "xcb_connection_has_error": (c_int, [c_void_p]),
    "xcb_disconnect": (None, [c_void_p]),
    "xcb_get_file_descriptor": (c_int, [c_void_p]),
    "xcb_get_setup": (POINTER(_Setup), [c_void_p]),
    "xcb_setup_roots_iterator": (_Screens, [c_void_p]),
    "xcb_poll_for_event": (POINTER(_KeyEvent), [c_void_p]),
    "xcb_grab_key_checked": (_Cookie, [c_void_p, _u8, _u32, _u16, _u8, _u8, _u8]),
    "xcb_ungrab_key_checked": (_Cookie, [c_void_p, _u8, _u32, _u16]),
    "xcb_request_check": (c_void_p, [c_void_p, _Cookie]),
    "xcb_get_keyboard_mapping": (_Cookie, [c_void_p, _u8, _u8]),
    "xcb_get_keyboard_mapping_reply": (POINTER(_Reply), [c_void_p, _Cookie, c_void_p]),
    "xcb_get_keyboard_mapping_keysyms": (POINTER(_u32), [c_void_p]),
    "xcb_get_keyboard_mapping_keysyms_length": (c_int, [c_void_p]),
    "xcb_get_modifier_mapping": (_Cookie, [c_void_p]),
    "xcb_get_modifier_mapping_reply": (POINTER(_Reply), [c_void_p, _Cookie, c_void_p]),
    "xcb_get_modifier_mapping_keycodes": (POINTER(_u8), [c_void_p]),
    "xcb_get_modifier_mapping_keycodes_length": (c_int, [c_void_p]),
}


def _load() -> ctypes.CDLL:
    """Load the library and declare the types it is used with: untyped calls would truncate pointers to 32 bits."""
    xcb = ctypes.CDLL(LIBRARY)
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(xcb, name)
        function.restype = result
        function.argtypes = arguments
    return xcb


class XDisplay:
    """Our own connection, to be used by one thread at a time.

    Raises:
        XcbError: There is no such display, or the library is not installed.
    """

    def __init__(self, name: str | None = None) -> None:
        try:
            self._xcb = _load()
        except OSError as error:
            raise XcbError(f"{LIBRARY}: {error}") from error
        self._free = ctypes.CDLL(None).free
        self._free.argtypes = [c_void_p]
        self._free.restype = None
        connection = self._xcb.xcb_connect(None if name is None else name.encode(), None)
        self._connection = c_void_p(connection)
        if self.broken:
            self._xcb.xcb_disconnect(self._connection)
            raise XcbError(f"display {name or ''} does not answer")
        self._setup = self._xcb.xcb_get_setup(self._connection)
        screens: _Screens = self._xcb.xcb_setup_roots_iterator(self._setup)
        self._root = int(screens.data.contents.root)

    @property
    def broken(self) -> bool:
        """Whether the connection to the display is lost."""
        return bool(self._xcb.xcb_connection_has_error(self._connection))

    def fileno(self) -> int:
        """Return the file descriptor that becomes readable when there are events."""
        return int(self._xcb.xcb_get_file_descriptor(self._connection))

    def close(self) -> None:
        """Close the connection; the display releases all its grabs. Nothing may be called after it."""
        self._xcb.xcb_disconnect(self._connection)

    def keyboard(self) -> Keyboard:
        """Return the current keyboard mapping.

        Raises:
            XcbError: The display is gone.
        """
        first = int(self._setup.contents.min_keycode)
        count = int(self._setup.contents.max_keycode) - first + 1
        asked = self._xcb.xcb_get_keyboard_mapping(self._connection, first, count)
        symbols, _width = self._answer("keyboard_mapping", "keysyms", asked)
        asked = self._xcb.xcb_get_modifier_mapping(self._connection)
        codes, per_modifier = self._answer("modifier_mapping", "keycodes", asked)
        return Keyboard(
            first,
            _rows(symbols, len(symbols) // count),
            tuple(tuple(filter(None, row)) for row in _rows(codes, per_modifier))[:_MODIFIERS],
        )

    def grab(self, wanted: Iterable[Grab]) -> bool:
        """Grab all of these keys; return whether that succeeded: another client may have one of them."""
        cookies = [
            self._xcb.xcb_grab_key_checked(
                self._connection, 1, self._root, grab.modifiers, grab.code, _ASYNC, _ASYNC
            )
            for grab in wanted
        ]
        return self._all_done(cookies)

    def ungrab(self, held: Iterable[Grab]) -> None:
        """Release these keys if this connection has them."""
        cookies = [
            self._xcb.xcb_ungrab_key_checked(
                self._connection, grab.code, self._root, grab.modifiers
            )
            for grab in held
        ]
        self._all_done(cookies)

    def events(self) -> Iterator[XEvent]:
        """Yield the events received so far, without waiting."""
        while raw := self._xcb.xcb_poll_for_event(self._connection):
            event = _event(raw.contents)
            self._free(raw)
            if event is not None:
                yield event

    def _all_done(self, cookies: Sequence[_Cookie]) -> bool:
        """Return whether none of these requests failed; all were sent before the first reply is awaited."""
        errors = [self._xcb.xcb_request_check(self._connection, cookie) for cookie in cookies]
        for error in errors:
            self._free(error)
        return not any(errors)

    def _answer(self, question: str, part: str, asked: _Cookie) -> tuple[list[int], int]:
        """Return the list in a reply and the small number in its header."""
        reply = getattr(self._xcb, f"xcb_get_{question}_reply")(self._connection, asked, None)
        if not reply:
            raise XcbError("the display is gone")
        length = getattr(self._xcb, f"xcb_get_{question}_{part}_length")(reply)
        values = getattr(self._xcb, f"xcb_get_{question}_{part}")(reply)[:length]
        head = int(reply.contents.detail)
        self._free(reply)
        return list(values), head


def _event(raw: _KeyEvent) -> XEvent | None:
    match raw.response_type & _TYPE:
        case 2:  # XCB_KEY_PRESS
            return KeyPress(raw.detail, raw.state, raw.time)
        case 3:  # XCB_KEY_RELEASE
            return KeyRelease(raw.detail, raw.time)
        case 34:  # XCB_MAPPING_NOTIFY
            return MappingChanged()
        case _:
            return None


def _rows(values: Sequence[int], width: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(values[at : at + width]) for at in range(0, len(values), max(width, 1)))
