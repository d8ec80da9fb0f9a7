from pathlib import Path

import pytest

from notebrain import __main__ as program
from notebrain.__main__ import EMBED_OPTION, main, names_no_command
from notebrain.version import __version__


@pytest.mark.parametrize(
    "arguments",
    [[], ["--data-dir", "notes"], ["--data-dir=notes"]],
)
def test_without_a_command_the_window_is_meant(arguments: list[str]) -> None:
    assert names_no_command(arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ["search", "key"],
        ["--data-dir", "notes", "list"],
        ["--data-dir=notes", "list"],
        ["--help"],
        ["--data-dir"],
    ],
)
def test_with_a_command_or_an_unknown_option_the_command_line_is_meant(
    arguments: list[str],
) -> None:
    assert not names_no_command(arguments)


def test_it_tells_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"NoteBrain {__version__}\n"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """What windows were opened with."""
    windows: list[list[str]] = []
    monkeypatch.setenv("NOTEBRAIN_DATA_DIR", str(tmp_path))

    def open_window(given: list[str]) -> int:
        windows.append(given)
        return 0

    monkeypatch.setattr(program, "_window", open_window)
    return windows


def test_an_address_starts_the_window_with_it(opened: list[list[str]]) -> None:
    assert main(["notebrain://search?query=tulips"]) == 0

    assert opened == [["--link=notebrain://search?query=tulips"]]


@pytest.mark.parametrize(
    "address",
    ["notebrain://capture?text=%00", "notebrain:--data-dir=/etc", "NOTEBRAIN://note/../x"],
)
def test_an_address_that_is_refused_reaches_no_window(
    opened: list[list[str]], capsys: pytest.CaptureFixture[str], address: str
) -> None:
    assert main([address]) == 2

    assert opened == []
    assert capsys.readouterr().err.startswith("notebrain: The link ")


def test_an_address_beside_other_words_is_no_address(
    opened: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["notebrain://search", "--version"]) == 2

    assert opened == []


@pytest.mark.parametrize("rest", [[], ["english"], ["nobody", "folder"], ["english", "a", "b"]])
def test_the_model_is_not_started_with_wrong_arguments(
    rest: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([EMBED_OPTION, *rest]) == 2

    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("notebrain: --embed is how NoteBrain starts itself")
    assert len(err.splitlines()) == 1
