"""Names and numbers of keys."""

import pytest

from notebrain.system.hotkeys.keysyms import keysym_name, keysyms


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
