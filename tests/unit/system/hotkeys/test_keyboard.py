"""Where a combination lies on a keyboard."""

from dataclasses import replace

import pytest

from notebrain.domain.desktop.hotkeys import combination
from notebrain.system.hotkeys.keyboard import Grab, Keyboard

Y, Z, N, ALT, NUM, SUPER, Q = 29, 52, 57, 64, 77, 133, 24
NUM_LOCK, ALT_L, SUPER_L = 0xFF7F, 0xFFE9, 0xFFEB
CTRL_ALT = 4 | 8


def keyboard(**keys: tuple[int, ...]) -> Keyboard:
    """Return a keyboard of which only some keys matter: `code_52=(…)`."""
    rows: dict[int, tuple[int, ...]] = {ALT: (ALT_L,), NUM: (NUM_LOCK,), SUPER: (SUPER_L,)}
    rows |= {int(name.removeprefix("code_")): row for name, row in keys.items()}
    return Keyboard(
        8,
        tuple(rows.get(code, (0, 0, 0, 0)) for code in range(8, 256)),
        ((50,), (66,), (37,), (ALT,), (NUM,), (), (SUPER,), ()),
    )


def letter(text: str) -> tuple[int, int]:
    return ord(text), ord(text.upper())


US = keyboard(code_29=letter("y"), code_52=letter("z"), code_57=letter("n"))
DE = keyboard(code_29=letter("z"), code_52=letter("y"), code_24=(*letter("q"), 0, 0, ord("@")))
US_DE = keyboard(
    code_29=(*letter("y"), *letter("z")),
    code_52=(*letter("z"), *letter("y")),
)


@pytest.mark.parametrize(
    ("board", "text", "code"),
    [
        (US, "Ctrl+Alt+Z", Z),
        (DE, "Ctrl+Alt+Z", Y),
        pytest.param(US_DE, "Ctrl+Alt+Z", Z, id="of two layouts the first counts"),
        pytest.param(DE, "Ctrl+Alt+N", N, id="a letter it lacks lies where a US keyboard has it"),
    ],
)
def test_a_letter_is_grabbed_where_it_is(board: Keyboard, text: str, code: int) -> None:
    assert board.grabs(combination(text))[0] == Grab(code, CTRL_ALT)


def test_every_state_of_the_locks_is_grabbed() -> None:
    grabbed = {grab.modifiers - CTRL_ALT for grab in US.grabs(combination("Ctrl+Alt+N"))}

    assert grabbed == {0, 2, 16, 2 | 16}


def test_num_lock_is_where_the_keyboard_says() -> None:
    elsewhere = replace(US, modifiers=((), (66,), (37,), (ALT,), (), (NUM,), (SUPER,), ()))

    grabbed = {grab.modifiers - CTRL_ALT for grab in elsewhere.grabs(combination("Ctrl+Alt+N"))}

    assert grabbed == {0, 2, 32, 2 | 32}


def test_what_altgr_writes_is_no_key_of_its_own() -> None:
    assert DE.grabs(combination("Ctrl+Alt+@")) == []


def test_an_unknown_key_gives_nothing() -> None:
    assert US.grabs(combination("Ctrl+Alt+Media Play")) == []
