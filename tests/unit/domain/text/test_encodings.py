"""Bytes of unknown encoding."""

import pytest

from notebrain.domain.text.encodings import charset_of, decoded


@pytest.mark.parametrize(
    ("encoding", "claimed", "text"),
    [
        ("utf-8", "", "Küche 川"),
        ("cp1252", "iso-8859-1", "„3 €“"),
        ("cp1252", "", "Küche"),
        ("cp932", "Shift_JIS", "古い橋①"),
        ("euc_jp", "EUC-JP", "冬の散歩"),
        ("cp1251", "windows-1251", "Привет"),
        ("gb18030", "gb2312", "旧桥"),
        ("utf-16", "", "A page"),
    ],
)
def test_bytes_are_read_as_a_browser_reads_them(encoding: str, claimed: str, text: str) -> None:
    assert decoded(text.encode(encoding), claimed) == text


def test_a_few_broken_bytes_do_not_change_the_encoding_of_a_page() -> None:
    assert decoded("Küche ".encode() * 100 + b"\xff", "utf-8").startswith("Küche Küche")


@pytest.mark.parametrize(
    "claimed", ["utf-9", "undefined", "rot13", "base64", "unicode_escape", "x" * 50]
)
def test_an_encoding_that_is_none_is_not_believed(claimed: str) -> None:
    assert decoded(b"caf\xe9 \\u0041", claimed) == "café \\u0041"


def test_a_page_says_its_encoding() -> None:
    assert charset_of(b'<META http-equiv=x content="text/html; charset=Shift_JIS">') == "Shift_JIS"
    assert charset_of(b"<p>charset=nothing") == ""


def test_a_text_cut_within_a_character_loses_only_that() -> None:
    assert decoded("ü€".encode()[:-1], is_cut=True) == "ü"
