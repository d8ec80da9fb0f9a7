"""Which tests `dev.py test --quick` chooses for what was changed."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PACKAGING = Path(__file__).resolve().parents[3] / "packaging"
TESTS = {
    "gui/home/test_page.py": 3,
    "gui/home/test_cards.py": 2,
    "gui/tray/test_tray.py": 1,
    "unit/storage/notes/test_notes.py": 1,
    "unit/storage/notes/test_notes_table.py": 1,
    "unit/storage/notes/test_tags.py": 1,
    "unit/cli/test_main.py": 1,
    "e2e/test_kills.py": 4,
}


@pytest.fixture
def areas(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(PACKAGING))
    yield importlib.import_module("devtools.areas")
    for name in [name for name in sys.modules if name.partition(".")[0] == "devtools"]:
        del sys.modules[name]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, count in TESTS.items():
        file = tmp_path / "tests" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"def test_{n}():\n    pass\n\n\n" for n in range(count)), "utf-8")
    (tmp_path / "tests/gui/home/conftest.py").touch()
    (tmp_path / "tests/gui/conftest.py").touch()
    (tmp_path / "tests/conftest.py").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "chosen"),
    [
        ("notebrain/gui/home/page.py", ["tests/gui/home"]),
        ("notebrain/gui/home/parts/card.py", ["tests/gui/home"]),
        ("notebrain/gui/nothing/page.py", []),
        (
            "notebrain/storage/notes/notes.py",
            [
                "tests/unit/storage/notes/test_notes.py",
                "tests/unit/storage/notes/test_notes_table.py",
            ],
        ),
        ("notebrain/storage/notes/links.py", []),
        ("notebrain/cli/main.py", ["tests/unit/cli/test_main.py"]),
        ("tests/e2e/test_kills.py", ["tests/e2e/test_kills.py"]),
        ("tests/gui/home/conftest.py", ["tests/gui/home"]),
        ("tests/gui/conftest.py", []),
        ("tests/conftest.py", []),
        ("tests/fakes/clock.py", []),
        ("tests/e2e/test_gone.py", []),
        ("README.md", []),
        ("resources/icons/pin.svg", []),
    ],
)
def test_a_changed_file_chooses_the_tests_that_mirror_it(
    areas: Any, root: Path, changed: str, chosen: list[str]
) -> None:
    assert areas.areas_of(changed, root) == chosen


def test_each_area_is_chosen_once_and_holds_the_files_below_it(areas: Any, root: Path) -> None:
    changed = [
        "notebrain/gui/home/page.py",
        "notebrain/gui/home/model.py",
        "tests/gui/home/test_cards.py",
        "notebrain/gui/tray/icon.py",
    ]

    chosen = areas.tests_of(changed, root)

    assert chosen == areas.Chosen(("tests/gui/tray", "tests/gui/home"))


def test_areas_that_take_too_long_are_named_and_left_out(
    areas: Any, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(areas, "MOST_S", 1.5)
    changed = ["tests/e2e/test_kills.py", "notebrain/gui/tray/a.py", "notebrain/gui/home/a.py"]

    chosen = areas.tests_of(changed, root)

    assert chosen.areas == ("tests/gui/tray", "tests/gui/home")
    assert chosen.left_out == ("tests/e2e/test_kills.py",)


def test_without_changes_nothing_is_chosen(areas: Any, root: Path) -> None:
    assert areas.tests_of([], root) == areas.Chosen(())


def test_the_features_of_the_window_have_tests_of_their_own(areas: Any) -> None:
    root = PACKAGING.parent
    features = [path.name for path in (root / "notebrain" / "gui").iterdir() if path.is_dir()]

    without = [
        feature
        for feature in features
        if not areas.areas_of(f"notebrain/gui/{feature}/page.py", root) and feature[0] != "_"
    ]

    assert without == []


def test_the_changed_areas_run_first_and_whole_and_the_rest_without_what_is_slow(
    areas: Any, root: Path
) -> None:
    gate = importlib.import_module("devtools.gate")
    chosen = areas.tests_of(["notebrain/gui/tray/icon.py"], root)

    changed, rest = gate.quick_tests(chosen)

    assert changed.arguments[-1] == "tests/gui/tray"
    assert "-m" not in changed.arguments[2:]
    assert rest.arguments[rest.arguments.index("-m", 2) + 1].startswith("not slow and ")
    assert rest.arguments[-3:] == ("--ignore=tests/gui/tray", "tests/architecture", "tests/unit")


def test_without_a_changed_area_the_quick_tests_run_alone(areas: Any) -> None:
    gate = importlib.import_module("devtools.gate")

    (only,) = gate.quick_tests(areas.Chosen(()))

    assert only.name == "quick tests"
