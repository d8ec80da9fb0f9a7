"""The real window, to be killed: real keys are typed into it while answers, restores and an import run beside it.

    python -m tests.fakes.busy_window VAULT FOLDER SEED [forgetful]

It starts as the user starts it, without a screen, and prints lines like those of `busy_program`. What
it types is `trying` with each change of the text, and `saved` only once the window itself says so: a
note when the editor tells that it is saved and counts it no longer as unsaved, a draft when the
capture window says "Draft kept". `entered HASH` is Enter in the capture window: from then on the
text stands in the draft or in a note. `key ID NS` is the first key since (monotonic clock), `kept HASH`
a note that the capture window took, `stuck WORDS` what the window asks for instead of coming up.
With `forgetful` the editor takes texts for saved that it wrote nowhere: a fault to be caught.
"""

import random
import sys
import threading
import time
from collections import deque
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from notebrain.app.services import Services, open_services
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import ListFilter, Note, NoteId
from notebrain.domain.text.buffer import TextMap
from notebrain.gui.app import features, main
from notebrain.gui.app.features import AppWindow
from notebrain.gui.editor.autosave import Done
from notebrain.gui.editor.document import NoteDocument
from notebrain.gui.editor.open_notes import OpenNote
from tests.fakes.busy_program import SlowEmbedder, Typist, hash_of, say

if TYPE_CHECKING:
    from collections.abc import Callable

TITLE = "Typed in the window"
"""What the notes begin with that only the window writes in."""
_TICK_MS = 4
_LETTERS = "abcdefghijklmnopqrstuvwxyz      ÄßéЖ中,.-#[(*\"'"
_CTRL = Qt.KeyboardModifier.ControlModifier


class Keyboard(QObject):
    """Types in the window, a key every few milliseconds, and says what the window said of it."""

    def __init__(self, app: AppWindow, folder: Path, seed: int) -> None:
        super().__init__(app.window)
        self._app = app
        self._folder = folder
        self._seed = seed
        self._chance = random.Random(seed)
        self._controller = app.quick_capture
        self._acts: deque[Callable[[], object]] = deque()
        self._typed: dict[NoteId, str] = {}
        """What stands in the editor and was not said to be saved yet, as hashes."""
        self._watched: set[NoteDocument] = set()
        self._own: list[NoteId] = []
        self._drafted = ""
        self._captured = ""
        app.browser.note_shown.connect(self._on_note)
        app.editor.saved.connect(self._on_saved)
        self._timer = QTimer(self, interval=_TICK_MS)
        self._timer.timeout.connect(self._come_up)
        self._timer.start()

    def _come_up(self) -> None:
        """Wait until the user could write."""
        asked = QApplication.activeModalWidget()
        if cast("object", asked) is not None or self._app.editor.trouble.isVisible():
            say("stuck", repr(self._app.editor.trouble.text.text() if asked is None else asked))
        elif self._app.window.isVisible() and self._app.browser.counts is not None:
            self._timer.timeout.disconnect(self._come_up)
            self._timer.timeout.connect(self._tick)
            self._begin()

    def _begin(self) -> None:
        services = self._app.services
        rows = services.library.rows(services.library.keys(ListFilter()))
        self._own += [row.id for row in rows if row.title.startswith(TITLE)]
        say("open")
        beside = Typist(services, random.Random(self._seed))
        for act in (partial(services.importer.run, self._folder), beside.type_on):
            threading.Thread(target=act, daemon=True).start()

    def _tick(self) -> None:
        self._check_capture()
        if not self._acts:
            self._plan()
        self._acts.popleft()()

    def _plan(self) -> None:
        """Choose what to do next, as a row of keys."""
        shown = self._app.browser.note
        if shown is None or shown.id not in self._own:
            plan = self._go if self._own and self._chance.random() < 0.7 else self._new
        else:
            acts = (self._type, self._type, self._type, self._new, self._go, self._replace)
            plan = self._chance.choice((*acts, self._capture, self._rest))
        plan()

    def _new(self) -> None:
        """Ask for a note, and type at once: it may not be there yet."""
        self._acts.append(partial(QTest.keyClick, self._app.window, Qt.Key.Key_N, _CTRL))
        self._keys(f"{TITLE} {self._chance.getrandbits(64):x}\n")

    def _go(self) -> None:
        note_id = self._chance.choice(self._own[-6:])
        self._acts.append(partial(self._app.browser.write_in, note_id))
        self._acts.append(partial(QTest.keyClick, self._app.editor.view, Qt.Key.Key_End, _CTRL))
        self._type()

    def _type(self) -> None:
        self._keys("".join(self._chance.choices(_LETTERS, k=self._chance.choice((3, 20, 60)))))
        self._rest()

    def _replace(self) -> None:
        """Write something else instead of everything."""
        self._acts.append(partial(QTest.keyClick, self._app.editor.view, Qt.Key.Key_A, _CTRL))
        self._keys(f"{TITLE} {self._chance.getrandbits(64):x}\n")
        if self._chance.random() < 0.3:
            self._acts.append(partial(QTest.keyClick, self._app.editor.view, Qt.Key.Key_Z, _CTRL))

    def _rest(self) -> None:
        self._acts.extend([int] * self._chance.randrange(1, 60))

    def _keys(self, text: str) -> None:
        self._acts.extend(partial(self._key, letter) for letter in text)

    def _key(self, letter: str) -> None:
        _press(self._app.editor.view, letter)

    def _capture(self) -> None:
        """Call the small window, write in it, and keep the note or leave the draft."""
        self._acts.append(self._controller.ask)
        words = f" captured {self._chance.getrandbits(64):x}"
        self._acts.extend(partial(self._key_in_capture, letter) for letter in words)
        self._rest()
        leave = self._chance.random() < 0.3
        self._acts.append(partial(self._leave_capture, leave=leave))
        self._rest()
        self._acts.append(self._app.window.activateWindow)

    def _key_in_capture(self, letter: str) -> None:
        field = self._controller.window.text
        _press(field, letter)
        self._drafted = field.stored
        say("trying", "draft", hash_of(self._drafted))

    def _leave_capture(self, *, leave: bool) -> None:
        field = self._controller.window.text
        if not leave:
            self._captured = field.stored
            say("entered", hash_of(self._captured))
        QTest.keyClick(field, Qt.Key.Key_Escape if leave else Qt.Key.Key_Return)

    def _check_capture(self) -> None:
        window = self._controller.window
        if self._captured and window.isHidden() and not window.text.stored:
            say("kept", hash_of(self._captured))
            self._captured = self._drafted = ""
        if self._drafted and window.foot.state.text() == _("Draft kept"):
            say("saved", "draft", hash_of(self._drafted))
            self._drafted = ""

    def _on_note(self, note: Note | None) -> None:
        document = self._app.editor.view.note
        if note is None or document is None or document in self._watched:
            return
        self._watched.add(document)
        document.edited.connect(partial(self._on_edited, note.id, document))

    def _on_edited(self, note_id: NoteId, document: NoteDocument) -> None:
        text = document.text.stored
        if note_id not in self._own:
            self._own.append(note_id)
        if note_id not in self._typed:
            say("key", note_id, str(time.monotonic_ns()))
        self._typed[note_id] = hash_of(text)
        say("trying", note_id, hash_of(text))

    def _on_saved(self, _at: object) -> None:
        """Hear the editor say that something is saved: all of what it does not count as unsaved."""
        unsaved = {note.id for note in self._app.editor.unsaved()}
        for note_id in self._typed.keys() - unsaved:
            say("saved", note_id, self._typed.pop(note_id))


def _press(field: QWidget, letter: str) -> None:
    key = Qt.Key.Key_Return if letter == "\n" else Qt.Key.Key_unknown
    # `keyClicks` knows no letters beyond Latin 1
    text = "\r" if letter == "\n" else letter
    QTest.sendKeyEvent(QTest.KeyAction.Click, field, key, text, Qt.KeyboardModifier.NoModifier)


def _take_for_saved(_note: OpenNote, _text: TextMap, done: Done) -> None:
    QTimer.singleShot(0, partial(done, None))


def run(vault: Path, folder: Path, seed: int, *, forgetful: bool) -> int:
    """Open the window and type until the end."""
    make_desk = features.build_window

    def make_typed_desk(services: Services, *parts: Any, **more: Any) -> AppWindow:
        app = make_desk(services, *parts, **more)
        Keyboard(app, folder, seed)
        return app

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(features, "build_window", make_typed_desk)
        patch.setattr(main, "open_services", partial(open_services, embedder=SlowEmbedder()))
        if forgetful:
            patch.setattr(OpenNote, "_write", _take_for_saved)
        return main.main([f"--data-dir={vault}"])


if __name__ == "__main__":
    sys.exit(
        run(
            Path(sys.argv[1]),
            Path(sys.argv[2]),
            int(sys.argv[3]),
            forgetful=sys.argv[4:] == ["forgetful"],
        )
    )
