"""The Carbon functions for macOS hotkeys: written from the documentation, since none of our computers runs macOS."""

import ctypes
import sys
from collections.abc import Callable
from concurrent.futures import Future
from ctypes import POINTER, Structure, c_char, c_int32, c_size_t, c_uint32, c_ulong, c_void_p
from typing import Any, TypeVar

assert sys.platform == "darwin"  # noqa: S101 - tells type checkers, too, that this is for macOS only

T = TypeVar("T")

_CARBON = "/System/Library/Frameworks/Carbon.framework/Carbon"
_ANSWER_S = 5.0


def _code(text: str) -> int:
    """Return the number that macOS writes as four letters."""
    return int.from_bytes(text.encode("ascii"), "big")


_KEYBOARD, _PRESSED = _code("keyb"), 5
_DIRECT_OBJECT, _HOTKEY_ID, _OURS = _code("----"), _code("hkid"), _code("NtBr")


class _EventType(Structure):
    _fields_ = [("event_class", c_uint32), ("kind", c_uint32)]


class _HotkeyId(Structure):
    _fields_ = [("signature", c_uint32), ("number", c_uint32)]


_Handler = ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p, c_void_p)
_Work = ctypes.CFUNCTYPE(None, c_void_p)


class Carbon:
    """Registers keys in this session through the main thread, whose loop is Qt's."""

    def __init__(self) -> None:
        self._carbon = ctypes.CDLL(_CARBON)
        self._system = ctypes.CDLL(None)
        self._references: dict[int, c_void_p] = {}
        self._handler: Any = None
        self._under_way: dict[int, Any] = {}
        self._declare()

    def on_main(self, work: Callable[[], T]) -> T:
        """Return what `work` returns on the main thread; raise TimeoutError if that is busy."""
        if self._system.pthread_main_np():
            return work()
        done: Future[T] = Future()

        def run() -> None:
            try:
                done.set_result(work())
            except BaseException as error:  # noqa: BLE001 - raised where it was called
                done.set_exception(error)

        self.later(run)
        return done.result(_ANSWER_S)

    def later(self, work: Callable[[], object]) -> None:
        """Run `work` on the main thread without waiting for it."""

        def run(_context: int | None) -> None:
            work()
            del self._under_way[key]

        function = _Work(run)
        key = id(function)
        self._under_way[key] = function  # otherwise it is freed before it is called
        self._system.dispatch_async_f(self._main_queue, None, function)

    def listen(self, on_press: Callable[[int], None]) -> None:
        """Report the numbers of pressed hotkeys."""

        def handle(_next: int | None, event: int | None, _data: int | None) -> int:
            pressed = _HotkeyId()
            self._carbon.GetEventParameter(
                event,
                _DIRECT_OBJECT,
                _HOTKEY_ID,
                None,
                ctypes.sizeof(pressed),
                None,
                ctypes.byref(pressed),
            )
            if pressed.signature == _OURS:
                on_press(int(pressed.number))
            return 0

        self._handler = _Handler(handle)
        kind = _EventType(_KEYBOARD, _PRESSED)
        target = self._carbon.GetApplicationEventTarget()
        self._carbon.InstallEventHandler(target, self._handler, 1, ctypes.byref(kind), None, None)

    def register(self, number: int, modifiers: int, key: int) -> bool:
        """Register a key code with modifiers; return False if another program has it."""
        reference = c_void_p()
        fault = self._carbon.RegisterEventHotKey(
            key,
            modifiers,
            _HotkeyId(_OURS, number),
            self._carbon.GetApplicationEventTarget(),
            0,
            ctypes.byref(reference),
        )
        if not fault:
            self._references[number] = reference
        return not fault

    def unregister(self, number: int) -> None:
        """Unregister a number."""
        self._carbon.UnregisterEventHotKey(self._references.pop(number))

    def _declare(self) -> None:
        """Declare the types of the functions: untyped calls would truncate pointers to 32 bits."""
        carbon, system = self._carbon, self._system
        carbon.GetApplicationEventTarget.restype = c_void_p
        carbon.InstallEventHandler.argtypes = [
            *(c_void_p, _Handler, c_ulong),
            *(POINTER(_EventType), c_void_p, c_void_p),
        ]
        carbon.RegisterEventHotKey.argtypes = [
            *(c_uint32, c_uint32, _HotkeyId),
            *(c_void_p, c_uint32, POINTER(c_void_p)),
        ]
        carbon.UnregisterEventHotKey.argtypes = [c_void_p]
        carbon.GetEventParameter.argtypes = [
            *(c_void_p, c_uint32, c_uint32, c_void_p),
            *(c_size_t, c_void_p, c_void_p),
        ]
        system.dispatch_async_f.argtypes = [c_void_p, c_void_p, _Work]
        self._main_queue = ctypes.addressof(c_char.in_dll(system, "_dispatch_main_q"))
