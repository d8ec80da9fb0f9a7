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
    desk = Desk()
    desk.type("a")
    desk.type("b")

    assert desk.timer.delay_ms == SAVE_WITHIN_MS <= 300
    desk.fire()

    assert desk.writes == ["startab"]
    assert desk.autosave.unsaved
    desk.answer()
    assert not desk.autosave.unsaved


def test_only_one_write_is_under_way_and_the_newest_text_follows():
    desk = Desk()
    desk.type("a")
    desk.fire()
    desk.type("b")
    desk.fire()
    desk.type("c")
    assert desk.writes == ["starta"]

    desk.answer()

    assert desk.writes == ["starta", "startabc"]


def test_opening_and_leaving_writes_nothing():
    desk = Desk("a\r\nb\u00a0")

    desk.autosave.flush()

    assert desk.writes == []


def test_what_was_typed_and_taken_back_is_not_written():
    desk = Desk()
    before = desk.text
    desk.type("a")
    desk.text = before
    desk.autosave.edited()

    desk.fire()

    assert desk.writes == []
    assert not desk.autosave.unsaved


def test_typing_the_same_text_again_writes_nothing():
    desk = Desk("abc")
    desk.text = desk.text.edited(2, 1, "").edited(2, 0, "c")

    desk.autosave.flush()

    assert desk.writes == []


def test_leaving_saves_at_once():
    desk = Desk()
    desk.type("a")

    desk.autosave.flush()

    assert desk.writes == ["starta"]
    assert desk.timer.delay_ms is None


def test_a_failed_save_keeps_the_text_says_why_and_is_tried_again_later():
    desk = Desk()
    desk.type("a")
    desk.fire()

    desk.answer(OSError("disk full"))

    assert str(desk.autosave.failure) == "disk full"
    assert desk.autosave.unsaved
    assert desk.timer.delay_ms == RETRY_AFTER_MS
    desk.fire()
    desk.answer()
    assert desk.writes == ["starta", "starta"]
    assert desk.autosave.failure is None
    assert not desk.autosave.unsaved


def test_trying_again_takes_the_newest_text():
    desk = Desk()
    desk.type("a")
    desk.fire()
    desk.answer(OSError("disk full"))
    desk.type("b")

    desk.autosave.flush()

    assert desk.writes == ["starta", "startab"]


def test_a_failure_is_over_when_the_user_takes_the_text_back():
    desk = Desk()
    before = desk.text
    desk.type("a")
    desk.fire()
    desk.answer(OSError("disk full"))
    desk.text = before

    desk.autosave.flush()

    assert desk.autosave.failure is None
    assert not desk.autosave.unsaved


def test_a_text_taken_from_the_store_is_not_written_back():
    desk = Desk()
    desk.text = TextMap.of("from elsewhere")

    desk.autosave.taken(desk.text)
    desk.autosave.flush()

    assert desk.writes == []


def test_the_state_is_told_whenever_it_changes():
    desk = Desk()
    desk.type("a")
    desk.fire()
    started = desk.states

    desk.answer()

    assert started == 1
    assert desk.states == 2
    assert not desk.autosave.writing
