"""What lasts is not searched for garbage."""

import gc

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from notebrain.gui.app.deferred_loading import GcFreezer


def test_what_is_there_some_moments_after_the_start_is_not_searched_for_garbage(
    qtbot: QtBot,
) -> None:
    parent, things = QObject(), [[number] for number in range(1_000)]
    before = gc.get_freeze_count()
    lasting = GcFreezer(parent, moments_ms=(0,))

    try:
        qtbot.waitUntil(lambda: gc.get_freeze_count() >= before + len(things))
    finally:
        lasting.stop()

    assert gc.get_freeze_count() == 0
