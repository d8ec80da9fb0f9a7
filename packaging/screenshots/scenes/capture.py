"""The small windows that stand above all others."""

from typing import TYPE_CHECKING

from notebrain.gui.quick_capture.controller import flow_of
from notebrain.gui.quick_search.controller import flow_of as quick_search_of
from screenshots.shot import Shot, settle, wait

if TYPE_CHECKING:
    from collections.abc import Callable

    from notebrain.gui.app.window_builder import Desk


_TEXT = (
    "Second gas bottle went empty this morning, 26 days after the swap.\n"
    "Supplier has free slots on 4 December. #garden"
)


def _write(desk: "Desk") -> None:
    flow = flow_of(desk)
    flow.ask()
    flow.window.text.begin(_TEXT)
    flow.window.written.emit()
    wait(lambda: bool(flow.window.foot.state.text()))


def _repeat(desk: "Desk") -> None:
    _write(desk)
    flow = flow_of(desk)
    flow.window.foot.tell_repeat("3 Mar")


def _trouble(desk: "Desk") -> None:
    _write(desk)
    flow_of(desk).window.trouble.tell(
        "Not saved. The disk is full. Make room, then press Enter again; your words stay here."
    )


def _notice(desk: "Desk") -> None:
    flow = flow_of(desk)
    flow.notice.tell("Ferry back: last boat 21:15")
    settle()


def _find(query: str) -> "Callable[[Desk], None]":
    def find(desk: "Desk") -> None:
        window = quick_search_of(desk).window
        quick_search_of(desk).ask(query)
        wait(lambda: bool(window.model.rows) and not window.said.busy)
        settle()

    return find


SHOTS = (
    Shot("capture", _write),
    Shot("capture-repeat", _repeat),
    Shot("capture-trouble", _trouble),
    Shot("capture-saved", _notice),
    Shot("quick-search-recent", _find("")),
    Shot("quick-search", _find("heating that is too old")),
    Shot("quick-search-nothing", _find("zzyzx")),
)
