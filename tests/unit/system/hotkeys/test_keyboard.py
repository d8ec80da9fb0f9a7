"""Where a combination lies on a keyboard."""

from dataclasses import replace

import pytest

from notebrain.domain.desktop.hotkeys import combination
from notebrain.system.hotkeys.keyboard import Grab, Keyboard, keysym_name, keysyms

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


@pytest.mark.parametrize(
    ("key", "name", "number"),
    [
        ("N", "n", 0x6E),
        ("7", "7", 0x37),
        ("Space", "space", 0x20),
        ("F1", "F1", 0xFFBE),
        ("F35", "F35", 0xFFE0),
        ("PgDown", "Page_Down", 0xFF56),
        ("!", "exclam", 0x21),
        ("~", "asciitilde", 0x7E),
        ("Ö", "U00F6", 0xF6),
        ("ß", "U00DF", 0xDF),
        # as keysymdef.h has them
        ("Ж", "U0436", 0x06D6),  # Cyrillic_zhe
        ("Ё", "U0451", 0x06A3),  # Cyrillic_io
        ("Ї", "U0457", 0x06A7),  # Ukrainian_yi
        ("Ω", "U03C9", 0x07F9),  # Greek_omega
        ("Ł", "U0142", 0x01B3),  # lstroke
        ("א", "U05D0", 0x0CE0),  # hebrew_aleph
        ("ش", "U0634", 0x05D4),  # Arabic_sheen
        ("ก", "U0E01", 0x0DA1),  # Thai_kokai
        ("ა", "U10D0", 0x0100_10D0),
    ],
)
def test_a_key_has_its_name_and_number(key: str, name: str, number: int) -> None:
    assert keysym_name(key) == name
    assert keysyms(key)[0] == number


@pytest.mark.parametrize("key", ["Media Play", "Num", ""])
def test_an_unknown_key_has_neither(key: str) -> None:
    assert keysym_name(key) is None
    assert not keysyms(key)
