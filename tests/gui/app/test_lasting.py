"""What lasts is not searched for garbage."""

import gc
import threading

from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot

from notebrain.gui.app.deferred_loading import GarbageCollector


def test_what_is_there_some_moments_after_the_start_is_not_searched_for_garbage(
    qtbot: QtBot,
) -> None:
    parent, things = QObject(), [[number] for number in range(1_000)]
    before = gc.get_freeze_count()
    lasting = GarbageCollector(parent, moments_ms=(0,))

    try:
        qtbot.waitUntil(lambda: gc.get_freeze_count() >= before + len(things))
    finally:
        lasting.stop()

    assert gc.get_freeze_count() == 0


class Knot(QObject):
    """An object in a cycle, which only the collector can free."""

    def __init__(self, freed_on: list[int]) -> None:
        super().__init__()
        self.itself = self
        self._freed_on = freed_on

    def __del__(self) -> None:
        self._freed_on.append(threading.get_ident())


def test_garbage_is_collected_on_this_thread_however_much_another_one_allocates(
    qtbot: QtBot,
) -> None:
    freed_on: list[int] = []
    parent = QObject()
    collector = GarbageCollector(parent, every_ms=20)

    def allocate() -> None:
        for _number in range(100_000):
            knot: list[object] = []
            knot.append(knot)

    try:
        Knot(freed_on)
        thread = threading.Thread(target=allocate)
        thread.start()
        thread.join()
        before = list(freed_on)
        qtbot.waitUntil(lambda: bool(freed_on))
    finally:
        collector.stop()

    assert (before, freed_on) == ([], [threading.get_ident()])


def test_it_looks_less_and_less_often_while_there_is_nothing_to_collect(qtbot: QtBot) -> None:
    looks: list[int] = []
    parent = QObject()
    collector = GarbageCollector(parent, moments_ms=(), every_ms=1)
    (timer,) = parent.findChildren(QTimer) or collector.findChildren(QTimer)
    timer.timeout.connect(lambda: looks.append(timer.interval()))

    try:
        qtbot.waitUntil(lambda: max(looks, default=0) >= 64)
        knots: list[object] = [[] for _number in range(gc.get_threshold()[0] + 1)]
        before = len(looks)
        qtbot.waitUntil(lambda: 1 in looks[before:])
    finally:
        collector.stop()

    assert knots
