"""The small windows that stand above all others."""

from typing import TYPE_CHECKING

from screenshots.shot import Shot, settle, wait

if TYPE_CHECKING:
    from collections.abc import Callable

    from notebrain.gui.app.features import AppWindow


_TEXT = (
    "Second gas bottle went empty this morning, 26 days after the swap.\n"
    "Supplier has free slots on 4 December. #garden"
)


def _write(app: "AppWindow") -> None:
    controller = app.quick_capture
    controller.ask()
    controller.window.text.begin(_TEXT)
    controller.window.written.emit()
    wait(lambda: bool(controller.window.foot.state.text()))


def _repeat(app: "AppWindow") -> None:
    _write(app)
    controller = app.quick_capture
    controller.window.foot.show_repeat("3 Mar")


def _trouble(app: "AppWindow") -> None:
    _write(app)
    app.quick_capture.window.trouble.show_error(
        "Not saved. The disk is full. Make room, then press Enter again; your words stay here."
    )


def _notice(app: "AppWindow") -> None:
    controller = app.quick_capture
    controller.notice.show_saved("Ferry back: last boat 21:15")
    settle()


def _find(query: str) -> "Callable[[AppWindow], None]":
    def find(app: "AppWindow") -> None:
        window = app.quick_search.window
        app.quick_search.ask(query)
        wait(lambda: bool(window.model.rows) and not window.status.busy)
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
