"""Mains power, as Linux tells it."""

import sys
from pathlib import Path

import pytest

from notebrain.system.power import is_on_mains

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads Linux's files")


def supply(folder: Path, name: str, **files: str) -> None:
    (folder / name).mkdir()
    for file, text in files.items():
        (folder / name / file).write_text(f"{text}\n")


def test_a_computer_without_batteries_is_on_mains(tmp_path: Path) -> None:
    supply(tmp_path, "AC", type="Mains", online="1")

    assert is_on_mains(tmp_path)


def test_a_battery_that_is_used_up_says_no(tmp_path: Path) -> None:
    supply(tmp_path, "AC", type="Mains", online="0")
    supply(tmp_path, "BAT0", type="Battery", status="Discharging")

    assert not is_on_mains(tmp_path)


@pytest.mark.parametrize("status", ["Charging", "Full", "Not charging", "Unknown"])
def test_a_battery_that_is_not_used_says_yes(tmp_path: Path, status: str) -> None:
    supply(tmp_path, "BAT0", type="Battery", status=status)

    assert is_on_mains(tmp_path)


def test_the_battery_of_a_mouse_does_not_count(tmp_path: Path) -> None:
    supply(tmp_path, "hidpp_battery_0", type="Battery", scope="Device", status="Discharging")

    assert is_on_mains(tmp_path)


def test_where_nothing_can_be_read_it_is_on_mains(tmp_path: Path) -> None:
    (tmp_path / "odd").mkdir()

    assert is_on_mains(tmp_path)
    assert is_on_mains(tmp_path / "none")
