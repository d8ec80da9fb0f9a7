"""Starting the program opens its window, once."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from notebrain.app.services import open_services, window_lease
from notebrain.domain.drafts import Draft
from notebrain.gui import main as program, shots
from notebrain.gui.main_window import MainWindow


@pytest.fixture
def run(qapp, monkeypatch, tmp_path):
    """Run the program on a vault and close its window after a moment."""
    monkeypatch.setattr(program, "make_application", lambda: qapp)

    def run() -> tuple[int, list[str]]:
        titles: list[str] = []

        def close() -> None:
            windows = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
            shown = [w for w in windows if w.isVisible()]
            if not shown:
                QTimer.singleShot(50, close)
                return
            titles.append(shown[0].windowTitle())
            shown[0].close()

        QTimer.singleShot(300, close)
        return program.main(["--data-dir", str(tmp_path)]), titles

    return run


def test_the_window_opens_on_the_vault_and_ends_well(run, tmp_path) -> None:
    services = open_services(tmp_path)
    services.capture.capture(Draft("Dal")).result()
    services.close()

    code, titles = run()

    assert (code, titles) == (0, ["Dal - NoteBrain"])


def test_a_second_start_on_one_vault_opens_no_second_window(tmp_path, monkeypatch, capsys) -> None:
    lease = window_lease(tmp_path)
    lease.take()
    monkeypatch.setattr(program, "_RAISE_FOR_S", 0.0)

    code = program.main(["--data-dir", str(tmp_path)])

    assert code == 1
    assert "open already" in capsys.readouterr().err
    lease.release()


def test_a_second_start_raises_the_first_window(tmp_path, monkeypatch) -> None:
    lease = window_lease(tmp_path)
    lease.take()
    monkeypatch.setattr(program, "tell", lambda _address, _word: True)

    assert program.main(["--data-dir", str(tmp_path)]) == 0
    lease.release()


def test_a_folder_that_cannot_be_made_is_told(tmp_path, capsys) -> None:
    (tmp_path / "file").write_text("")

    code = program.main(["--data-dir", str(tmp_path / "file" / "vault")])

    assert code == 1
    assert capsys.readouterr().err


def test_a_vault_that_does_not_open_ends_with_one(qapp, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(program, "make_application", lambda: qapp)
    monkeypatch.setattr("notebrain.gui.vault_trouble._ask", lambda box: None)
    (tmp_path / "notebrain.db").write_text("my shopping list\n" * 100)

    assert program.main(["--data-dir", str(tmp_path)]) == 1


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_pictures_of_every_screen_are_made_without_a_display(qapp, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(shots, "QApplication", lambda _arguments: qapp)
    some = [shot for shot in shots.SHOTS if shot.name in {"main", "search", "empty", "trash"}]
    monkeypatch.setattr(shots, "SHOTS", some)

    code = shots.main([str(tmp_path / "out")])

    assert code == 0
    pictures = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert pictures == sorted(
        f"{shot.name}-{mode}.png" for shot in some for mode in ("light", "dark")
    )


def test_the_picture_maker_says_how_it_is_used(capsys) -> None:
    assert shots.main([]) == 2
    assert "usage" in capsys.readouterr().err


def test_the_program_makes_its_own_application(tmp_path: Path) -> None:
    code = "from notebrain.gui.main import make_application as m; print(m().applicationName())"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "NoteBrain"
