"""A window comes back where it was, as far as there are such screens."""

from PySide6.QtCore import QRect

from notebrain.gui.window.window_state import WindowState, clamped, first_place, from_text

SCREEN = QRect(0, 0, 1920, 1080)


def test_what_was_remembered_comes_back() -> None:
    state = WindowState(1, 2, 800, 600, maximized=True, sidebar=216, notes=312, note="01a")

    assert from_text(state.to_text()) == state


def test_a_setting_that_cannot_be_read_is_no_state() -> None:
    assert from_text("") is None
    assert from_text('{"x": 1}') is None
    assert from_text("[1]") is None


def test_a_place_on_a_screen_stays() -> None:
    wanted = QRect(100, 50, 1280, 820)

    assert clamped(wanted, [SCREEN]) == wanted


def test_a_window_of_a_screen_that_is_gone_comes_to_the_first() -> None:
    assert clamped(QRect(4000, 100, 1280, 820), [SCREEN]) == first_place(SCREEN)


def test_a_window_larger_than_the_screen_shrinks() -> None:
    assert clamped(QRect(-100, -100, 3000, 2000), [SCREEN]) == SCREEN


def test_a_window_half_outside_comes_in() -> None:
    assert clamped(QRect(1500, 900, 800, 600), [SCREEN]) == QRect(1120, 480, 800, 600)


def test_the_first_window_fits_a_small_screen() -> None:
    assert first_place(QRect(0, 0, 1024, 640)) == QRect(0, 0, 1024, 640)
