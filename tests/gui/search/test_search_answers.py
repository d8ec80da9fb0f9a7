"""Words answer first, meaning joins, and what is missing is said."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, Qt

from tests.fakes.recall import make_hit
from tests.fakes.search_panel import key, titles

pytestmark = pytest.mark.gui


def test_before_anything_is_asked_the_notes_edited_last_are_there(panel, qtbot):
    assert titles(panel) == ["Lately", "Before"]
    assert "Recently edited" in panel.status.text

    with qtbot.waitSignal(panel.opened) as heard:
        key(panel, Qt.Key.Key_Return)

    assert heard.args == ["Lately", 0, 0]


def test_words_show_first_and_meaning_joins_in_its_place(panel, recall, qtbot):
    one, two, three = make_hit("One"), make_hit("Two"), make_hit("Three", keyword=0)
    recall.by_words, recall.by_both = (one, two), (three, two, one)
    recall.meaning_may_answer.clear()
    panel.search("gas")
    qtbot.waitUntil(lambda: titles(panel) == ["One", "Two"])
    assert panel.status.busy
    assert (
        panel.status.text
        == (
            "2 notes by words. Searching by meaning; 1240 of 1284 notes can be searched by meaning."
        )
        or "1,240" in panel.status.text
    )
    key(panel, Qt.Key.Key_Down)

    recall.meaning_may_answer.set()
    qtbot.waitUntil(lambda: not panel.status.busy)

    assert titles(panel) == ["Three", "Two", "One"]
    assert panel.results.current.title == "Two"
    assert [row.joined for row in panel.results.model.rows] == [True, False, False]
    assert panel.status.text.startswith("3 notes, 1 of them by meaning.")


class FirstPaint(QObject):
    """Notes which arms were asked by the time the list first painted hits."""

    def __init__(self, panel, recall):
        super().__init__(panel)
        self.arms = None
        self._recall = recall
        self._results = panel.results
        panel.results.view.viewport().installEventFilter(self)

    def eventFilter(self, watched, event):  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Paint and self.arms is None and self._results.hits:
            self.arms = [arm for arm, _request in self._recall.asked]
        return False


def test_the_words_are_seen_before_the_meaning_is_looked_for(panel, recall, qtbot):
    recall.by_words = (make_hit("Oak"),)
    seen = FirstPaint(panel, recall)

    with qtbot.waitSignal(panel.message, check_params_cb=bool):
        panel.search("tree")

    assert seen.arms == ["words"]
    assert [arm for arm, _request in recall.asked] == ["words", "search"]


def test_a_key_before_the_meaning_is_looked_for_drops_it(panel, recall, qtbot):
    recall.by_words = (make_hit("Oak"),)
    panel._runner.words_found.connect(
        lambda result: panel.search("trees") if result.query == "tree" else None
    )

    with qtbot.waitSignal(panel.message, check_params_cb=bool):
        panel.search("tree")

    asked = [(arm, request.query) for arm, request in recall.asked]
    assert asked == [("words", "tree"), ("words", "trees"), ("search", "trees")]


def test_coming_back_before_the_meaning_answered_keeps_the_row_that_was_opened(
    panel, recall, qtbot
):
    one, two = make_hit("One"), make_hit("Two")
    recall.by_words, recall.by_both = (one, two), (one, two)
    recall.meaning_may_answer.clear()
    panel.search("gas")
    qtbot.waitUntil(lambda: titles(panel) == ["One", "Two"])
    key(panel, Qt.Key.Key_Down)
    key(panel, Qt.Key.Key_Return)

    panel.refresh()
    recall.meaning_may_answer.set()
    qtbot.waitUntil(lambda: not panel.status.busy)

    assert panel.results.current.title == "Two"


def test_rows_find_their_place_at_once(panel, recall, qtbot):
    one, two = make_hit("One"), make_hit("Two")
    recall.by_words, recall.by_both = (one, two), (two, one)

    panel.search("gas")

    qtbot.waitUntil(lambda: titles(panel) == ["Two", "One"])


def test_the_list_has_as_many_hits_as_are_set(panel, recall, ask):
    panel.show_at_most(80)

    ask("gas")

    assert {request.limit for _arm, request in recall.asked} == {80}


def test_keys_typed_quickly_are_one_search(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One"),)
    panel.search("g")
    panel.search("ga")
    ask("gas")

    assert {request.query for _arm, request in recall.asked} == {"gas"}
    assert [arm for arm, _request in recall.asked] == ["words", "search"]
    assert recall.asked[0][1].typing


def test_an_answer_that_comes_too_late_is_not_shown(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("Old"),)
    recall.meaning_may_answer.clear()
    panel.search("old")
    qtbot.waitUntil(lambda: titles(panel) == ["Old"])
    recall.by_words = (make_hit("New"),)

    panel.search("new")
    recall.meaning_may_answer.set()

    qtbot.waitUntil(lambda: titles(panel) == ["New"])
    qtbot.waitUntil(lambda: not panel.status.busy)
    assert titles(panel) == ["New"]


def test_both_arms_may_answer_before_the_words(panel, recall, qtbot):
    one, two = make_hit("One"), make_hit("Two")
    panel.search("gas")
    answer = replace(recall.answer, query="gas", hits=(two, one))

    panel._runner.found.emit(answer)
    panel._runner.words_found.emit(replace(answer, hits=(one,)))

    assert titles(panel) == ["Two", "One"]
    assert not panel.status.busy


def test_asking_the_same_again_keeps_the_chosen_row(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One"), make_hit("Two"))
    ask("gas")
    key(panel, Qt.Key.Key_Down)
    recall.by_words = (make_hit("One"), make_hit("Two", pinned=True))

    with qtbot.waitSignal(panel.message):
        panel.refresh()

    assert recall.asked[-1][0] == "rerank"
    assert panel.results.current.title == "Two"
    assert panel.results.current.pinned


def test_the_status_bar_hears_what_was_found(panel, recall, qtbot):
    recall.by_words = (make_hit("One", older=(make_hit("Older"),)), make_hit("Two"))

    with qtbot.waitSignal(panel.message, check_params_cb=bool) as heard:
        panel.search("gas")

    assert heard.args == ["2 notes, 1 old note hidden"]


def test_the_hits_stay_while_the_line_says_which_arm_is_missing(panel, recall, ask):
    recall.by_words = (make_hit("One"), make_hit("Two"))
    recall.answer = replace(recall.answer, degraded="The model does not answer.")

    ask("gas")

    assert titles(panel) == ["One", "Two"]
    assert panel.status.text == "2 notes by words. The model does not answer."
    assert not panel.status.busy


def test_a_model_that_stands_in_for_the_one_wished_for_is_told_beside_what_it_found(
    panel, recall, ask
):
    recall.by_words = (make_hit("One"),)
    recall.by_both = (make_hit("One"), make_hit("Two"))
    recall.answer = replace(recall.answer, degraded="Cloudflare is slow.", stood_in=True)

    ask("gas")

    assert titles(panel) == ["One", "Two"]
    assert panel.status.text == "2 notes, 1 of them by meaning. Cloudflare is slow."


def test_a_missing_arm_and_abstaining_are_said(panel, recall, ask):
    recall.by_words = (make_hit("One"),)
    recall.answer = replace(recall.answer, degraded="Meaning is not available.")
    ask("gas")
    assert panel.status.text == "1 note by words. Meaning is not available."
    recall.by_words = ()
    recall.answer = replace(recall.answer, degraded=None, abstained=True)

    ask("gold")

    assert panel.status.text.startswith("No clear match. These are the closest notes.")


def test_an_error_is_never_shown_as_no_result(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One"),)
    ask("gas")
    recall.failure = OSError("The vault is gone.")

    panel.search("gas b")

    qtbot.waitUntil(lambda: panel.status.text == "This search failed: The vault is gone.")
    assert titles(panel) == ["One"]


def test_a_workspace_narrows_the_search(panel, recall, ask):
    recall.by_words = (make_hit("One"),)
    panel.use_workspace("Work")
    ask("gas")

    assert recall.asked[-1][1].workspace == "Work"


def test_the_results_can_be_summed_up_once_there_are_two(panel, recall, ask, qtbot):
    recall.by_words = (make_hit("one"),)
    ask("boiler")
    assert panel.sum_up.isHidden()
    recall.by_words = (make_hit("one"), make_hit("two"))
    ask("boiler repair")
    assert not panel.sum_up.isHidden()

    with qtbot.waitSignal(panel.summary_requested) as asked:
        panel.sum_up.click()

    query, notes = asked.args
    assert query == "boiler repair"
    assert len(notes) == 2
