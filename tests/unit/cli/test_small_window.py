"""Which arguments ask for one of the small windows."""

from pathlib import Path

import pytest

from notebrain.app.core.instance import LONGEST_TEXT, MessageKind
from notebrain.app.core.paths import data_folder
from notebrain.cli.small_window import WindowRequest, ask_running, asked


@pytest.mark.parametrize(
    ("arguments", "wish"),
    [
        (["capture", "--window"], WindowRequest(data_folder())),
        (["capture", "--window", "Bread and milk"], WindowRequest(data_folder(), "Bread and milk")),
        (["capture", "Bread", "--window"], WindowRequest(data_folder(), "Bread")),
        (["--data-dir", "/v", "capture", "--window"], WindowRequest(data_folder("/v"))),
        (["capture", "--window", "--data-dir=/v", "x"], WindowRequest(data_folder("/v"), "x")),
        (["capture", "--window", "--", "-1 degrees"], WindowRequest(data_folder(), "-1 degrees")),
        (["capture", "--window", "-"], None),
        (["capture", "--window", "--tag", "a"], None),
        (["capture", "--window", "two", "texts"], None),
        (["capture", "--window", "x" * (LONGEST_TEXT + 1)], None),
        (["capture", "--window", "no text: \udcff"], None),
        (["search", "--window"], WindowRequest(data_folder(), "", MessageKind.QUICK_SEARCH)),
        (
            ["search", "--window", "gas"],
            WindowRequest(data_folder(), "gas", MessageKind.QUICK_SEARCH),
        ),
        (
            ["search", "capture", "--window"],
            WindowRequest(data_folder(), "capture", MessageKind.QUICK_SEARCH),
        ),
        (["search", "--window", "--limit", "3"], None),
        (["search", "--window", "two", "words"], None),
        (["list", "--window"], None),
        (["capture", "--window", "--data-dir"], None),
        (["capture"], None),
    ],
)
def test_only_a_short_text_goes_with_the_window(
    arguments: list[str], wish: WindowRequest | None
) -> None:
    assert asked(arguments) == wish


def test_where_no_window_runs_nobody_is_asked(tmp_path: Path) -> None:
    assert not ask_running(WindowRequest(tmp_path / "vault"))
