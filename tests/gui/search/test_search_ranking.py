"""What decides the order is shown and set behind a button, in place of the preview."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from notebrain.domain.search.types import ProfileName
from notebrain.gui.search.ranking_panel import Ranking
from tests.fakes.recall import make_hit
from tests.fakes.search_panel import key, titles

pytestmark = pytest.mark.gui


def test_another_profile_orders_the_answer_anew(panel, recall, qtbot, ask):
    one, two = make_hit("One"), make_hit("Two")
    recall.by_words = (one, two)
    ask("gas")
    recall.by_both = (two, one)

    with qtbot.waitSignal(panel.ranking_changed) as heard:
        panel.ranking.profiles.buttons["strict"].click()

    assert heard.args == [Ranking(ProfileName.STRICT)]
    qtbot.waitUntil(lambda: titles(panel) == ["Two", "One"])
    assert recall.asked[-1][0] == "rerank"
    assert recall.asked[-1][1].profile is ProfileName.STRICT


def test_the_half_life_is_set_on_the_curve_by_key_and_pointer(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One", days=20),)
    ask("gas")
    curve = panel.ranking.curve

    QTest.keyClick(curve, Qt.Key.Key_Right)
    QTest.mouseClick(curve, Qt.MouseButton.LeftButton, pos=QPoint(curve.width() - 1, 88))

    assert curve.half_life_days == 365
    qtbot.waitUntil(lambda: recall.asked[-1][1].half_life_days == 365)


def test_memory_and_the_weights_are_in_the_menu(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One"),)
    ask("gas")
    panel.field.ranking.click()
    menu = panel.ranking.more.menu().actions()

    menu[1].trigger()
    panel.ranking.alpha.setValue(80)
    qtbot.waitUntil(lambda: recall.asked[-1][1].alpha == 0.8)
    menu[0].trigger()
    qtbot.waitUntil(lambda: recall.asked[-1][1].profile is ProfileName.MEMORY)
    menu[2].trigger()

    assert panel.ranking.alpha.isVisible()
    assert panel.ranking.ranking == Ranking()


def test_the_pane_says_why_in_parts(panel, recall, ask):
    hit = make_hit("Two", keyword=0.78, meaning=0.71, alpha=0.7, age=0.89, days=21, importance=4)
    recall.by_words = (make_hit("One"), hit)
    ask("gas")

    key(panel, Qt.Key.Key_Down)

    said = panel.ranking.why.accessibleName()
    assert said.startswith("Why this note is second")
    assert said.endswith("0.76 × 0.89 × 1.05 = 0.71")


def test_the_ranking_takes_the_place_of_the_preview_until_escape(panel, recall, ask):
    preview = QWidget()
    panel.side.set_preview(preview)
    recall.by_words = (make_hit("One"),)
    ask("gas")
    left = []
    panel.closed.connect(lambda: left.append(True))
    assert preview.isVisible()
    assert not panel.ranking.isVisible()

    panel.field.ranking.click()
    assert panel.ranking.isVisible()
    assert not preview.isVisible()
    key(panel, Qt.Key.Key_Escape)

    assert preview.isVisible()
    assert left == []


@pytest.mark.styled
def test_a_narrow_window_gives_the_room_to_the_hits(panel, qtbot):
    preview = QWidget()
    panel.side.set_preview(preview)

    panel.resize(700, 700)

    assert not panel.ranking.isVisible()
    assert not preview.isVisible()


@pytest.mark.styled
def test_in_a_narrow_window_the_ranking_covers_the_hits_until_escape(panel, recall, qtbot, ask):
    panel.resize(700, 700)
    recall.by_words = (make_hit("One"),)
    ask("gas")
    left = []
    panel.closed.connect(lambda: left.append(True))

    QTest.mouseClick(panel.field.ranking, Qt.MouseButton.LeftButton)
    assert panel.ranking.isVisible()
    panel.ranking.profiles.buttons["strict"].click()
    qtbot.waitUntil(lambda: recall.asked[-1][1].profile is ProfileName.STRICT)
    key(panel, Qt.Key.Key_Escape)

    assert not panel.ranking.isVisible()
    assert left == []
    panel.resize(1064, 700)
    assert not panel.ranking.isVisible()
    assert panel.field.ranking.isVisible()
