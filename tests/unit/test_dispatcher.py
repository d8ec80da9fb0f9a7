import pytest

from notebrain.__main__ import main, names_no_command
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
