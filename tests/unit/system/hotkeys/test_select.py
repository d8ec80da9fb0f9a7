"""Which way a session has."""

import pytest

from notebrain.system.hotkeys.select import Way, way

X11 = {"DISPLAY": ":0"}


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", X11, Way.X11),
        ("linux", X11 | {"XDG_SESSION_TYPE": "x11"}, Way.X11),
        ("linux", X11 | {"WAYLAND_DISPLAY": "wayland-0"}, Way.PORTAL),
        ("linux", X11 | {"XDG_SESSION_TYPE": "wayland"}, Way.PORTAL),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, Way.PORTAL),
        ("linux", {}, None),
        ("freebsd13", X11, Way.X11),
        ("freebsd13", {"WAYLAND_DISPLAY": "wayland-0"}, None),
        ("win32", {}, Way.WINDOWS),
        ("darwin", X11, Way.MACOS),
    ],
)
def test_a_session_has_its_way(
    platform: str, environ: dict[str, str], expected: Way | None
) -> None:
    assert way(platform, environ) is expected
