"""Counts the files of NoteBrain that run on the way of four acts of the user; `dev.py paths` starts it.

A file counts when a function written in it runs, on any thread. The real program runs without a display on a vault in a
temporary folder. Each act is done once before it is measured, so that imports do not count.

1a  One character is typed: the functions on the call stack when the key starts the timer of the save, and everything
    that the save runs from there to its commit, first in the window, then on the writer's thread.
1b  The same act with everything that listens: all that runs from the key until the program rests.
2   A query is typed: all that runs until its hit is first painted.
3   The hotkey's event comes, a note is typed and Enter pressed: all that runs from the event until the program rests.
    No other note is like this one.
4   A note is saved that is like another one: all that runs from its commit until it is embedded, its card is on disk,
    and the program rests and shows the new count.

The program rests when none of its functions has run for 0.8 s. (A note is indexed 2 s after its last character.)
The child process that holds the language model is not counted. Threads run side by side, so that a figure may vary by
one or two files.
"""

from __future__ import annotations

import gc
import sqlite3
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QPlainTextEdit, QWidget

from devtools.call_recorder import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

W = TypeVar("W", bound=QWidget)
ROOT: Final = Path(__file__).resolve().parents[2]
REST_S, LONG_REST_S, PATIENCE_S = 0.8, 4.0, 120.0
TITLES: Final = ("Tent", "Kayak")
PAIRS: Final = (
    ("The wifi password of the cabin is elder42", "The wifi password of the cabin is birch77"),
    (
        "The dentist on Mill Lane is on Tuesday at 14:30",
        "The dentist on Mill Lane is on Friday at 9:15",
    ),
)
ACTS: Final = {
    "1a": "character typed -> on disk, shortest way",
    "1b": "character typed -> on disk, with all that listens",
    "2": "query typed -> first hits painted",
    "3": "hotkey -> text typed -> note saved",
    "4": "note saved -> embedded -> count of the review shown",
}


class Acts(QObject):
    """Does the acts in the open window; finds everything by keys, focus and Qt's own classes, since names change."""

    def __init__(self, recorder: Recorder, vault: Path) -> None:
        super().__init__()
        self.files: dict[str, set[str]] = {}
        self._recorder, self._file, self._title = recorder, next(vault.glob("*.db")), ""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._app = app
        self._app.setCursorFlashTime(0)  # else the program never rests
        self._app.installEventFilter(self)
        self._window = next(one for one in self._app.topLevelWidgets() if one.isVisible())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() in {QEvent.Type.Timer, QEvent.Type.MetaCall}:
            self._recorder.lead(watched)
        view = watched.parent() if self._title and event.type() is QEvent.Type.Paint else None
        if isinstance(view, QAbstractItemView) and view.model().index(0, 0).data() == self._title:
            self._title = ""
            QTimer.singleShot(0, lambda: self.files.update({"2": set(self._recorder.ran)}))
        return False

    def do_all(self) -> None:
        """Do each act twice; `files` has what ran the second time."""
        control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
        note = self._open(Qt.Key.Key_N, control, QPlainTextEdit)
        QTest.keyClicks(note, "Bought a rope for the boat")
        for _time in range(2):
            self._start()
            QTest.keyClicks(note, "s")
            self._recorder.lead(None)
            self._until(lambda: self._recorder.way)
            self._rest()
            self.files |= {"1a": set(self._recorder.way), "1b": set(self._recorder.ran)}
        query = self._open(Qt.Key.Key_F, control | shift, QLineEdit)
        for title in TITLES:
            query.selectAll()
            self._start()
            self.files.pop("2", None)
            self._title = title
            QTest.keyClicks(query, title)
            self._until(lambda: "2" in self.files)
        QTest.keyClick(query, Qt.Key.Key_Escape)  # back to the note
        for unlike, alike in PAIRS:
            self.files["3"], _since_commit = self._capture(unlike, cards=0)
            _whole, self.files["4"] = self._capture(alike, cards=1)
        self._app.removeEventFilter(self)

    def _capture(self, text: str, *, cards: int) -> tuple[set[str], set[str]]:
        """Return what ran from the hotkey on, and what ran since the commit of the note."""
        from notebrain.app.events import HotkeyName, HotkeyPressed

        def on_commit() -> None:
            if not to_commit and self._count("note") > notes:  # else a draft was saved
                to_commit.update(self._recorder.ran)
                self._recorder.start()

        gc.unfreeze()  # else the collector leaves out what lasts
        bridge = next(
            one for one in gc.get_objects() if isinstance(one, QObject) and hasattr(one, "publish")
        )
        self._window.activateWindow()
        self._start()
        to_commit, notes, indexed = set[str](), self._count("note"), self._count("note_indexed")
        cards += self._count("card")
        self._recorder.on_commit = on_commit
        threading.Thread(target=bridge.publish, args=[HotkeyPressed(HotkeyName.CAPTURE)]).start()
        self._until(lambda: self._app.activeWindow() not in {None, self._window})
        QTest.keyClicks(self._focused(QWidget), text)
        self._rest()
        QTest.keyClick(self._focused(QWidget), Qt.Key.Key_Return)
        self._until(lambda: self._count("note_indexed") > indexed and self._count("card") == cards)
        self._rest()
        return to_commit | self._recorder.ran, set(self._recorder.ran)

    def _open(self, key: Qt.Key, held: Qt.KeyboardModifier, field: type[W]) -> W:
        """Press the keys of a command; return the field that has the focus then."""
        self._rest(LONG_REST_S)
        self._window.activateWindow()
        QTest.keyClick(self._window, key, held)
        self._rest(LONG_REST_S)
        self._until(lambda: isinstance(self._app.focusWidget(), field))
        return self._focused(field)

    def _focused(self, kind: type[W]) -> W:
        field = self._app.focusWidget()
        assert isinstance(field, kind)
        return field

    def _start(self) -> None:
        self._rest(LONG_REST_S)
        self._recorder.start()

    def _rest(self, seconds: float = REST_S) -> None:
        self._until(lambda: time.monotonic() - self._recorder.ran_at > seconds)

    def _until(self, condition: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError("the window did not do what was expected")
            loop = QEventLoop()
            QTimer.singleShot(5, loop.quit)
            loop.exec()

    def _count(self, table: str) -> int:
        with closing(sqlite3.connect(f"{self._file.as_uri()}?mode=ro", uri=True)) as db:
            return int(db.execute(f"select count(*) from {table}").fetchone()[0])


def main(arguments: Sequence[str]) -> int:
    """Measure the acts in the real program; print how many files each runs, with `--list` which."""
    import notebrain
    from notebrain.__main__ import main as open_window

    recorder, acts = Recorder(ROOT / "notebrain", __file__, QTimer), list[Acts]()

    def do_all(*_of: object) -> int:
        acts.append(Acts(recorder, vault))
        acts[0].do_all()
        return 0

    with tempfile.TemporaryDirectory(prefix="notebrain-paths-") as folder:
        vault = Path(folder, "vault")
        with notebrain.open(vault) as brain:
            for title in TITLES:
                brain.capture(f"{title}\n\nIt is in the shed.")
        QApplication.exec = do_all  # type: ignore[method-assign]  # in place of the event loop
        recorder.record(lambda: open_window([f"--data-dir={vault}"]))
    for act, name in ACTS.items():
        files = sorted(Path(one).relative_to(ROOT).as_posix() for one in acts[0].files[act])
        print(f"{act:3} {len(files):4}  {name}")
        print(*(f"          {file}\n" for file in files if "--list" in arguments), sep="", end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
