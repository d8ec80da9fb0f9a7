import builtins
import linecache
import sys
from pathlib import Path

import pytest

from notebrain.gui.app import preflight

linux_only = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux can lack a display"
)


@linux_only
def test_without_a_display_it_names_what_works_without_one() -> None:
    problem = preflight.problem({})

    assert problem is not None
    assert "notebrain --help" in problem
    assert "dev.py shots DIR" in problem
    assert "\n" not in problem


def test_a_platform_that_draws_offscreen_needs_no_display() -> None:
    assert preflight.problem({"QT_QPA_PLATFORM": "offscreen"}) is None


@linux_only
def test_a_display_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":7654")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)

    problem = preflight.problem()

    assert problem is not None
    assert ":7654 does not respond" in problem or "sudo apt install" in problem


@linux_only
def test_a_library_that_the_window_needs_is_named_with_what_installs_it() -> None:
    def load(library: str) -> object:
        if "libqxcb" in library or "xcb-cursor" in library:
            raise OSError(library)
        return object()

    problem = preflight.problem({"DISPLAY": ":0"}, load)

    assert problem is not None
    assert problem.endswith("sudo apt install libxcb-cursor0")


@linux_only
def test_a_fault_of_qt_that_no_package_mends_is_told_as_it_is() -> None:
    def load(library: str) -> object:
        if "libqxcb" in library:
            raise OSError("version `GLIBC_2.34' not found")
        return object()

    problem = preflight.problem({"DISPLAY": ":0"}, load)

    assert problem == "Qt cannot start: version `GLIBC_2.34' not found"


def test_a_missing_qt_is_told_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "PySide6.QtWidgets", None)

    problem = preflight.problem({"QT_QPA_PLATFORM": "offscreen"})

    assert problem is not None
    assert "dev.py run" in problem


def test_what_is_imported_after_qt_is_not_read_as_text(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "imported_plainly.py").write_text("WORDS = 1\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(builtins, "__import__", builtins.__import__)  # put back at the end

    preflight.import_plainly()
    imported = __import__("imported_plainly")

    assert imported.WORDS == 1
    assert str(tmp_path / "imported_plainly.py") not in linecache.cache


def test_this_qt_loses_no_reference_to_none() -> None:
    assert abs(preflight.references_lost()) < 50


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_a_qt_that_would_kill_this_python_is_refused_with_the_fix(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(preflight, "references_lost", lambda: 100)

    problem = preflight.problem({"QT_QPA_PLATFORM": "offscreen"})

    assert problem is not None
    assert '-m pip install "PySide6-Essentials>=6.8,<6.12"' in problem


@linux_only
def test_a_built_app_names_no_command_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)

    problem = preflight.problem({})

    assert problem is not None
    assert "notebrain --help" in problem
    assert "python" not in problem
