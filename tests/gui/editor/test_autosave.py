"""What is typed is saved soon, once at a time, and never given up."""

from notebrain.domain.text.buffer import TextMap
from notebrain.gui.editor.autosave import RETRY_AFTER_MS, SAVE_WITHIN_MS, Autosave


class ManualTimer:
    """Fires when told to."""

    def __init__(self):
        self.delay_ms = None

    def start(self, delay_ms):
        if self.delay_ms is None:
            self.delay_ms = delay_ms

    def stop(self):
        self.delay_ms = None


class Desk:
    """A note being typed and a store that answers when told to."""

    def __init__(self, stored="start"):
        self.text = TextMap.of(stored)
        self.timer = ManualTimer()
        self.writes = []
        self.answers = []
        self.states = 0
        self.autosave = Autosave(
            self.text,
            current=lambda: self.text,
            write=self._write,
            timer=self.timer,
            on_state=self._count,
        )

    def _write(self, text, done):
        self.writes.append(text.stored)
        self.answers.append(done)

    def _count(self):
        self.states += 1

    def type(self, text):
        self.text = self.text.edited(self.text.units, 0, text)
        self.autosave.edited()

    def fire(self):
        self.timer.delay_ms = None
        self.autosave.due()

    def answer(self, failure=None):
        self.answers.pop(0)(failure)


def test_a_key_is_saved_soon_also_while_typing_goes_on():
    app = Desk()
    app.type("a")
    app.type("b")

    assert app.timer.delay_ms == SAVE_WITHIN_MS <= 300
    app.fire()

    assert app.writes == ["startab"]
    assert app.autosave.unsaved
    app.answer()
    assert not app.autosave.unsaved


def test_only_one_write_is_under_way_and_the_newest_text_follows():
    app = Desk()
    app.type("a")
    app.fire()
    app.type("b")
    app.fire()
    app.type("c")
    assert app.writes == ["starta"]

    app.answer()

    assert app.writes == ["starta", "startabc"]


def test_opening_and_leaving_writes_nothing():
    app = Desk("a\r\nb\u00a0")

    app.autosave.flush()

    assert app.writes == []


def test_what_was_typed_and_taken_back_is_not_written():
    app = Desk()
    before = app.text
    app.type("a")
    app.text = before
    app.autosave.edited()

    app.fire()

    assert app.writes == []
    assert not app.autosave.unsaved


def test_typing_the_same_text_again_writes_nothing():
    app = Desk("abc")
    app.text = app.text.edited(2, 1, "").edited(2, 0, "c")

    app.autosave.flush()

    assert app.writes == []


def test_leaving_saves_at_once():
    app = Desk()
    app.type("a")

    app.autosave.flush()

    assert app.writes == ["starta"]
    assert app.timer.delay_ms is None


def test_a_failed_save_keeps_the_text_says_why_and_is_tried_again_later():
    app = Desk()
    app.type("a")
    app.fire()

    app.answer(OSError("disk full"))

    assert str(app.autosave.failure) == "disk full"
    assert app.autosave.unsaved
    assert app.timer.delay_ms == RETRY_AFTER_MS
    app.fire()
    app.answer()
    assert app.writes == ["starta", "starta"]
    assert app.autosave.failure is None
    assert not app.autosave.unsaved


def test_trying_again_takes_the_newest_text():
    app = Desk()
    app.type("a")
    app.fire()
    app.answer(OSError("disk full"))
    app.type("b")

    app.autosave.flush()

    assert app.writes == ["starta", "startab"]


def test_a_failure_is_over_when_the_user_takes_the_text_back():
    app = Desk()
    before = app.text
    app.type("a")
    app.fire()
    app.answer(OSError("disk full"))
    app.text = before

    app.autosave.flush()

    assert app.autosave.failure is None
    assert not app.autosave.unsaved


def test_a_text_taken_from_the_store_is_not_written_back():
    app = Desk()
    app.text = TextMap.of("from elsewhere")

    app.autosave.accepted(app.text)
    app.autosave.flush()

    assert app.writes == []


def test_the_state_is_told_whenever_it_changes():
    app = Desk()
    app.type("a")
    app.fire()
    started = app.states

    app.answer()

    assert started == 1
    assert app.states == 2
    assert not app.autosave.writing
