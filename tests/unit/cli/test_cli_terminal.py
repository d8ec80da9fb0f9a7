import sys

import pytest

from notebrain.cli.terminal import Terminal, decoded, is_terminal, printable, shortened
from notebrain.domain.errors import BadText


def test_bytes_become_the_text_they_are() -> None:
    assert decoded("\ufeffa\r\nb\0\u2028".encode()) == "\ufeffa\r\nb\0\u2028"


def test_bytes_that_are_no_text_are_named_by_place_and_value() -> None:
    with pytest.raises(BadText, match="byte 2 is 0xff"):
        decoded(b"a\xff")


def test_a_title_cannot_steer_the_terminal() -> None:
    assert printable("red\x1b[31m\r\nline\u2028end") == "red [31m  line end"


@pytest.mark.parametrize(("width", "cut"), [(None, "abcdef"), (6, "abcdef"), (4, "abc…"), (0, "…")])
def test_a_line_is_cut_to_the_terminal(width: int | None, cut: str) -> None:
    assert shortened("abcdef", width) == cut


def test_a_document_is_one_line_for_every_reader(capsys: pytest.CaptureFixture[str]) -> None:
    Terminal().document({"body": "a\u2028b\u2029c\x85d\ne é"})

    out = capsys.readouterr().out
    assert out.splitlines() == ['{"body":"a\\u2028b\\u2029c\\u0085d\\ne é"}']


def test_nothing_is_no_terminal() -> None:
    assert not is_terminal(None)


@pytest.mark.parametrize(
    ("environ", "styled"),
    [({}, True), ({"NO_COLOR": ""}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_words_are_bold_only_for_a_person_who_wants_it(
    environ: dict[str, str], styled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not Terminal(environ={}).is_styled  # what is read by a program

    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)

    assert Terminal(environ=environ).is_styled is styled
