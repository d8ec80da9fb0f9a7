"""Bytes into text."""

import contextlib

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.errors import BadText
from notebrain.import_export.folder import Stray, decode

EXACT = "Ä\r\nb\rc\n\u00a0\u2028\t\x0c😀 \n"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (EXACT.encode(), EXACT),
        (b"\xef\xbb\xbf" + EXACT.encode(), EXACT),
        (b"\xff\xfe" + EXACT.encode("utf-16-le"), EXACT),
        (b"\xfe\xff" + EXACT.encode("utf-16-be"), EXACT),
        (b"\xff\xfe\x00\x00" + EXACT.encode("utf-32-le"), EXACT),
        (b"\x00\x00\xfe\xff" + EXACT.encode("utf-32-be"), EXACT),
        ("Grüße – „so“ €\r\n".encode("cp1252"), "Grüße – „so“ €\r\n"),
        (b"caf\xe9 \x81", "café \x81"),
        (b"", ""),
        (b"a note with one \x00 in it", "a note with one \x00 in it"),
        (b"\x1b[31mred\x1b[0m", "\x1b[31mred\x1b[0m"),
    ],
)
def test_text_of_any_encoding_is_read_to_the_character(data: bytes, text: str) -> None:
    assert decode(data) == (text, ())


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        b"\x00\x01\x02\x03" * 50,
        bytes(range(256)),
        b"SQLite format 3\x00" + b"\x00" * 100,
        b"PK\x03\x04\x14\x00\x08\x08\xff",
    ],
)
def test_binary_files_are_refused(data: bytes) -> None:
    with pytest.raises(BadText, match="not a text file"):
        decode(data)


@pytest.mark.parametrize("data", [b"\xff\xfea", b"\xfe\xff\xd8\x00\x00a", b"\xef\xbb\xbf\xff"])
def test_a_text_that_does_not_fit_its_mark_is_refused(data: bytes) -> None:
    with pytest.raises(BadText, match="is not valid in it"):
        decode(data)


def test_one_bad_byte_leaves_the_rest_of_a_utf_8_file_as_it_is() -> None:
    data = "Käse\nBrötchen, Öl\n".encode() + b"sp\xe4t \x81\n"

    assert decode(data) == (
        "Käse\nBrötchen, Öl\nspät \x81\n",
        [Stray(3, 0xE4, "ä"), Stray(3, 0x81, "\x81")],
    )


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1), st.integers(0x80, 0xFF))
def test_a_text_of_utf_8_survives_a_byte_that_is_none(text: str, byte: int) -> None:
    text = f"äöü {text}"

    found, strays = decode(text.encode() + b"\n" + bytes([byte]) + b"\n")

    assert found.startswith(f"{text}\n")
    assert [stray.byte for stray in strays] == [byte]
    assert found == f"{text}\n{strays[0].read_as}\n"


@given(st.binary(max_size=200))
def test_any_bytes_become_text_that_can_be_kept_or_are_refused(data: bytes) -> None:
    with contextlib.suppress(BadText):
        decode(data)[0].encode()
