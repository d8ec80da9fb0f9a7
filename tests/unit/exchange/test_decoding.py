"""Bytes into text."""

import contextlib

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.errors import BadText
from notebrain.exchange.decoding import decode

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
    assert decode(data) == text


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
    with pytest.raises(BadText, match="does not fit"):
        decode(data)


@given(st.binary(max_size=200))
def test_any_bytes_become_text_that_can_be_kept_or_are_refused(data: bytes) -> None:
    with contextlib.suppress(BadText):
        decode(data).encode()
