"""The search as a user meets it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from notebrain.domain.note import Category, NoteId, NoteRow, NoteState
from notebrain.domain.search import Blocker, ProfileName
from notebrain.domain.searches import KeptSearches, SavedSearch
from notebrain.domain.suggesting import Known
from notebrain.gui.bridge import EventBridge
from notebrain.gui.search.hit_menu import hit_menu
from notebrain.gui.search.panel import SearchPanel
from notebrain.gui.search.ranking_pane import Ranking
from notebrain.gui.theme.theme import Theme, ThemeMode
from tests.fakes.recall import NOW, FakeRecall, make_hit

pytestmark = pytest.mark.gui


def recent(title):
    return NoteRow(
        NoteId(title), "Personal", title, "A line.", NOW, NOW, Category.GENERAL, 3,
        False, False, "typed", (), None, NoteState.INDEXED,
    )  # fmt: skip


@pytest.fixture(scope="session")
def theme(qapp):
    return Theme(qapp, ThemeMode.LIGHT)


@pytest.fixture
def recall():
    return FakeRecall()


@pytest.fixture
def panel(qtbot, theme, recall):
    executor = ThreadPoolExecutor(1)
    made = SearchPanel(
        theme,
        recall,
        executor,
        EventBridge(),
        now=lambda: NOW,
        recent=lambda: [recent("Lately"), recent("Before")],
    )
    qtbot.addWidget(made)
    made.resize(1064, 790)
    made.show()
    made.focus_query()
    yield made
    made.stop()
    recall.meaning_may_answer.set()
    executor.shutdown()


@pytest.fixture
def ask(panel, qtbot):
    def ask(query):
        with qtbot.waitSignal(panel.told, check_params_cb=bool):
            panel.search(query)

    return ask


def titles(panel):
    return [row.title for row in panel.results.model.rows]


def key(panel, name, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(panel.field.edit, name, modifier)


def test_before_anything_is_asked_the_notes_edited_last_are_there(panel, qtbot):
    assert titles(panel) == ["Lately", "Before"]
    assert "Edited last" in panel.said.text

    with qtbot.waitSignal(panel.opened) as heard:
        key(panel, Qt.Key.Key_Return)

    assert heard.args == ["Lately", 0, 0]


def test_words_show_first_and_meaning_joins_below_the_chosen_row(panel, recall, qtbot):
    one, two, three = make_hit("One"), make_hit("Two"), make_hit("Three", keyword=0)
    recall.by_words, recall.by_both = (one, two), (three, two, one)
    recall.meaning_may_answer.clear()
    panel.search("gas")
    qtbot.waitUntil(lambda: titles(panel) == ["One", "Two"])
    assert panel.said.busy
    assert (
        panel.said.text
        == ("2 notes by words. Meaning is joining; 1240 of 1284 notes can be searched by meaning.")
        or "1,240" in panel.said.text
    )
    key(panel, Qt.Key.Key_Down)

    recall.meaning_may_answer.set()
    qtbot.waitUntil(lambda: not panel.said.busy)

    assert titles(panel) == ["One", "Two", "Three"]
    assert panel.results.current.title == "Two"
    assert [row.joined for row in panel.results.model.rows] == [False, False, True]
    assert panel.said.text.startswith("3 notes, 1 of them by meaning.")


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

    with qtbot.waitSignal(panel.told, check_params_cb=bool):
        panel.search("tree")

    assert seen.arms == ["words"]
    assert [arm for arm, _request in recall.asked] == ["words", "search"]


def test_a_key_before_the_meaning_is_looked_for_drops_it(panel, recall, qtbot):
    recall.by_words = (make_hit("Oak"),)
    panel._runner.words_found.connect(
        lambda result: panel.search("trees") if result.query == "tree" else None
    )

    with qtbot.waitSignal(panel.told, check_params_cb=bool):
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
    qtbot.waitUntil(lambda: not panel.said.busy)

    assert panel.results.current.title == "Two"


def test_rows_find_their_place_once_the_list_is_left_alone(panel, recall, qtbot):
    one, two = make_hit("One"), make_hit("Two")
    recall.by_words, recall.by_both = (one, two), (two, one)
    panel.results._settle.setInterval(1)

    panel.search("gas")

    qtbot.waitUntil(lambda: titles(panel) == ["Two", "One"])


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
    qtbot.waitUntil(lambda: not panel.said.busy)
    assert titles(panel) == ["New"]


def test_both_arms_may_answer_before_the_words(panel, recall, qtbot):
    one, two = make_hit("One"), make_hit("Two")
    panel.search("gas")
    answer = replace(recall.answer, query="gas", hits=(two, one))

    panel._runner.found.emit(answer)
    panel._runner.words_found.emit(replace(answer, hits=(one,)))

    assert titles(panel) == ["Two", "One"]
    assert not panel.said.busy


def test_asking_the_same_again_keeps_the_chosen_row(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One"), make_hit("Two"))
    ask("gas")
    key(panel, Qt.Key.Key_Down)
    recall.by_words = (make_hit("One"), make_hit("Two", pinned=True))

    with qtbot.waitSignal(panel.told):
        panel.refresh()

    assert recall.asked[-1][0] == "rerank"
    assert panel.results.current.title == "Two"
    assert panel.results.current.pinned


def test_enter_opens_at_the_quote_and_escape_leaves(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One"), make_hit("Two"))
    ask("gas")
    key(panel, Qt.Key.Key_Down)

    with qtbot.waitSignal(panel.opened) as heard:
        key(panel, Qt.Key.Key_Return)
    with qtbot.waitSignal(panel.closed):
        key(panel, Qt.Key.Key_Escape)

    assert heard.args == ["Two", 3, 9]


def test_ctrl_d_pins_the_chosen_note(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One"),)
    ask("gas")

    with qtbot.waitSignal(panel.pin_asked) as heard:
        key(panel, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)

    assert heard.args == ["One"]


def test_the_list_itself_opens_and_folds_by_key_and_click(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One", older=(make_hit("Older", days=40),)), make_hit("Two"))
    ask("gas")
    view = panel.results.view
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert titles(panel) == ["One", "Older", "Two"]
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert titles(panel) == ["One", "Two"]

    row, rect = panel.results.model.rows[0], view.visualRect(panel.results.model.index(0))
    at = view.itemDelegate().fold_rect(row, rect, view.layoutDirection()).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert titles(panel) == ["One", "Older", "Two"]

    with qtbot.waitSignal(panel.opened) as heard:
        QTest.keyClick(view, Qt.Key.Key_Return)
    with qtbot.waitSignal(panel.opened):
        QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert heard.args[0] == "One"


def test_what_decay_hid_is_told_and_shown_on_request(panel, recall, ask):
    recall.by_words = (make_hit("One", older=(make_hit("Older", days=40),)),)
    ask("gas")
    assert panel.ranking.hidden.isVisible()

    panel.ranking.hidden.show_button.click()

    assert titles(panel) == ["One", "Older"]


def test_the_status_line_hears_what_was_found(panel, recall, qtbot):
    recall.by_words = (make_hit("One", older=(make_hit("Older"),)), make_hit("Two"))

    with qtbot.waitSignal(panel.told, check_params_cb=bool) as heard:
        panel.search("gas")

    assert heard.args == ["2 notes, 1 hidden by decay"]


def test_nothing_found_names_the_filter_and_enter_makes_a_note(panel, recall, qtbot, ask):
    recall.answer = replace(recall.answer, blocked_by=(Blocker("tag:garden", 3),))
    ask("gas tag:garden")
    assert panel.said.text.startswith("No note has this.")
    assert panel.way_out.text == "tag:garden leaves out all 3 notes that have the words."

    recall.answer = replace(recall.answer, blocked_by=())
    button = panel.way_out.buttons[0]
    assert button.text() == "Search without tag:garden"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    assert panel.query == "gas"
    qtbot.waitUntil(lambda: "makes a note of it: “gas”" in panel.way_out.text)
    with qtbot.waitSignal(panel.create_asked) as heard:
        key(panel, Qt.Key.Key_Return)
    assert heard.args == ["gas"]


def test_where_only_all_filters_together_are_in_the_way_all_go_at_once(panel, recall, ask):
    blockers = (Blocker("tag:a", 2, alone=False), Blocker("is:pinned", 2, alone=False))
    recall.answer = replace(recall.answer, blocked_by=blockers)
    ask("gas tag:a is:pinned")

    assert [one.text() for one in panel.way_out.buttons] == ["Search without tag:a is:pinned"]
    panel.way_out.buttons[0].click()

    assert panel.query == "gas"


def test_a_workspace_that_is_in_the_way_can_be_left_for_the_search(panel, recall, qtbot, ask):
    recall.answer = replace(recall.answer, blocked_by=(Blocker("in:Work", 2),))
    panel.use_workspace("Work")
    ask("gas")
    recall.by_words = (make_hit("One"),)
    assert [one.text() for one in panel.way_out.buttons] == ["Search in all workspaces"]

    QTest.mouseClick(panel.way_out.buttons[0], Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: titles(panel) == ["One"])
    assert recall.asked[-1][1].workspace is None


def test_the_hits_stay_while_the_line_says_which_arm_is_missing(panel, recall, ask):
    recall.by_words = (make_hit("One"), make_hit("Two"))
    recall.answer = replace(recall.answer, degraded="The model does not answer.")

    ask("gas")

    assert titles(panel) == ["One", "Two"]
    assert panel.said.text == "2 notes by words. The model does not answer."
    assert not panel.said.busy


def test_a_model_that_stands_in_for_the_one_wished_for_is_told_beside_what_it_found(
    panel, recall, ask
):
    recall.by_words = (make_hit("One"),)
    recall.by_both = (make_hit("One"), make_hit("Two"))
    recall.answer = replace(recall.answer, degraded="Cloudflare is slow.", stood_in=True)

    ask("gas")

    assert titles(panel) == ["One", "Two"]
    assert panel.said.text == "2 notes, 1 of them by meaning. Cloudflare is slow."


def test_an_operator_that_is_searched_as_words_is_told_under_the_field(panel, recall, ask):
    recall.by_words = (make_hit("One"),)
    recall.answer = replace(recall.answer, hints=("“is:bogus” is searched as words.",))
    ask("gas is:bogus")
    assert panel.hints.text == "“is:bogus” is searched as words."
    assert panel.hints.isVisible()
    recall.answer = replace(recall.answer, hints=())

    ask("gas")

    assert not panel.hints.isVisible()


def test_phrases_and_excluded_words_are_chips_and_editing_the_text_keeps_them_in_step(
    panel, recall, ask
):
    recall.by_words = (make_hit("One"),)
    ask('"gas bottle" -camping tag:garden stove')
    assert [chip.part.text for chip in panel.filters.chips] == [
        '"gas bottle"',
        "-camping",
        "tag:garden",
    ]

    QTest.keyClick(panel.filters.chips[1], Qt.Key.Key_Delete)
    assert panel.query == '"gas bottle" tag:garden stove'
    panel.field.edit.setText("stove tag:garden")
    panel.filters.chips[0].click()

    assert panel.query == "stove"
    assert panel.filters.chips == []


def test_a_missing_arm_and_abstaining_are_said(panel, recall, ask):
    recall.by_words = (make_hit("One"),)
    recall.answer = replace(recall.answer, degraded="Meaning is not available.")
    ask("gas")
    assert panel.said.text == "1 note by words. Meaning is not available."
    recall.by_words = ()
    recall.answer = replace(recall.answer, degraded=None, abstained=True)

    ask("gold")

    assert panel.said.text.startswith("Nothing in your notes is close enough")


def test_an_error_is_never_shown_as_no_result(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One"),)
    ask("gas")
    recall.failure = OSError("The vault is gone.")

    panel.search("gas b")

    qtbot.waitUntil(lambda: panel.said.text == "This search failed: The vault is gone.")
    assert titles(panel) == ["One"]


def test_filters_are_chips_and_can_be_added(panel, ask, recall):
    recall.by_words = (make_hit("One"),)
    ask("gas tag:garden after:2026-01-01 -in:Work")
    shown = [chip.part.text for chip in panel.filters.chips]
    actions = {action.text(): action for action in panel.filters.add.menu().actions()}

    actions["Pinned notes"].trigger()

    assert shown == ["tag:garden", "after:2026-01-01", "-in:Work"]
    assert panel.query.endswith("-in:Work is:pinned ")


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


def test_a_workspace_narrows_the_search(panel, recall, ask):
    recall.by_words = (make_hit("One"),)
    panel.use_workspace("Work")
    ask("gas")

    assert recall.asked[-1][1].workspace == "Work"


def test_a_narrow_window_gives_the_room_to_the_hits(panel, qtbot):
    panel.resize(700, 700)

    assert not panel.ranking.isVisible()


@pytest.mark.parametrize("mode", list(ThemeMode)[:2])
def test_everything_is_painted_in_light_and_dark(panel, recall, ask, theme, mode):
    long = "word " * 200
    recall.by_words = (
        make_hit("One", snippet=long, marks=((0, 4), (400, 404)), pinned=True, local_only=True),
        make_hit("", snippet="Only meaning. And more."),
        make_hit("Three", older=(make_hit("Older"),)),
    )
    theme.set_mode(mode)
    try:
        ask("gas")
        panel.results.unfold_all()
        picture = panel.grab().toImage()
    finally:
        theme.set_mode(ThemeMode.LIGHT)

    assert picture.pixelColor(2, 400).name() == (
        "#ffffff" if mode is ThemeMode.LIGHT else "#212426"
    )


def test_every_control_has_a_name(panel, recall, ask):
    recall.by_words = (make_hit("One"),)
    ask("gas tag:a")
    nameless = [
        type(part).__name__
        for part in panel.findChildren(object)
        if hasattr(part, "focusPolicy")
        and part.isVisible()
        and part.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not part.accessibleName()
        and not getattr(part, "text", str)()
    ]

    assert nameless == []


def type_query(panel, text):
    QTest.keyClicks(panel.field.edit, text)


@pytest.fixture
def known(panel):
    panel.suggestions.know(Known(tags=("garden", "gas", "household"), workspaces=("Home", "Work")))


def test_a_tag_is_offered_while_it_is_typed_and_taken_by_enter(panel, recall, qtbot, known):
    recall.by_words = (make_hit("One"),)
    type_query(panel, "bottle tag:ga")
    assert panel.suggestions.offered == ["#garden", "#gas"]

    key(panel, Qt.Key.Key_Down)
    assert panel.suggestions.chosen == "#gas"
    key(panel, Qt.Key.Key_Return)

    assert panel.query == "bottle tag:gas "
    assert panel.suggestions.offered == []
    assert [chip.part.text for chip in panel.filters.chips] == ["tag:gas"]
    qtbot.waitUntil(lambda: bool(recall.asked))
    assert recall.asked[-1][1].query == "bottle tag:gas "


def test_hits_stay_those_of_the_words_while_a_filter_is_being_chosen(panel, recall, qtbot, known):
    recall.by_words = (make_hit("One"),)
    type_query(panel, "bottle tag:ga")

    qtbot.waitUntil(lambda: titles(panel) == ["One"])

    assert {request.query for _arm, request in recall.asked} == {"bottle"}


def test_escape_closes_only_the_suggestions_and_means_what_was_typed(panel, recall, qtbot, known):
    recall.by_words = (make_hit("One"),)
    left = []
    panel.closed.connect(lambda: left.append(True))
    type_query(panel, "bottle tag:ga")

    key(panel, Qt.Key.Key_Escape)

    assert panel.suggestions.offered == []
    assert left == []
    qtbot.waitUntil(lambda: [ask.query for _arm, ask in recall.asked][-1:] == ["bottle tag:ga"])
    key(panel, Qt.Key.Key_Escape)
    assert left == [True]


def test_days_are_offered_by_name_and_the_menu_of_filters_offers_at_once(panel, known):
    actions = {action.text(): action for action in panel.filters.add.menu().actions()}
    actions["After a day"].trigger()
    assert "last month" in panel.suggestions.offered

    type_query(panel, "last m")  # a blank ends it
    assert panel.suggestions.offered == []
    panel.field.edit.clear()
    type_query(panel, "after:yes")
    key(panel, Qt.Key.Key_Tab)

    assert panel.query == "after:2026-11-20 "


def test_a_suggestion_is_taken_by_a_click(panel, known):
    type_query(panel, "in:")
    view = panel.suggestions.view
    rect = view.visualRect(view.model().index(1, 0))

    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())

    assert panel.query == "in:Work "


def test_a_search_asked_before_is_completed_in_the_field(panel, recall, qtbot):
    panel.keeping.show_kept(KeptSearches(("gas bottle lasts",)))
    type_query(panel, "gas b")
    assert panel.field.edit.ghost == "ottle lasts"

    key(panel, Qt.Key.Key_Tab)

    assert panel.query == "gas bottle lasts"
    assert panel.field.edit.hasFocus()


def test_recent_and_saved_searches_stand_over_the_notes_and_ask_again(panel, recall, qtbot, ask):
    panel.keeping.show_kept(KeptSearches(("gas", "plum"), (SavedSearch("My garden", "tag:a"),)))
    assert [chip.text() for chip in panel.shelf.recent.chips] == ["gas", "plum"]
    assert panel.shelf.isVisible()
    recall.by_words = (make_hit("One"),)

    with qtbot.waitSignal(panel.told, check_params_cb=bool):
        QTest.mouseClick(panel.shelf.saved.chips[0], Qt.MouseButton.LeftButton)

    assert panel.query == "tag:a"
    assert not panel.shelf.isVisible()
    assert panel.field.star.isChecked()


def test_the_star_saves_the_search_and_takes_it_back(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One"),)
    ask("gas")
    with qtbot.waitSignal(panel.keeping.changed) as heard:
        QTest.mouseClick(panel.field.star, Qt.MouseButton.LeftButton)
    assert heard.args[0].saved == (SavedSearch("gas", "gas"),)
    assert panel.field.star.accessibleName() == "Saved; press to forget it"

    with qtbot.waitSignal(panel.keeping.changed) as heard:
        QTest.mouseClick(panel.field.star, Qt.MouseButton.LeftButton)

    assert heard.args[0].saved == ()


def test_a_removed_search_comes_back_with_undo(panel, qtbot):
    kept = KeptSearches(("gas", "plum"), (SavedSearch("My garden", "tag:a"),))
    panel.keeping.show_kept(kept)

    QTest.keyClick(panel.shelf.saved.chips[0], Qt.Key.Key_Delete)
    assert panel.shelf.saved.chips == []
    assert "My garden" in panel.shelf.gone.text()
    panel.shelf.undo.click()
    assert [chip.text() for chip in panel.shelf.saved.chips] == ["My garden"]
    panel.shelf.clear.click()
    assert panel.shelf.recent.chips == []

    with qtbot.waitSignal(panel.keeping.changed) as heard:
        panel.shelf.undo.click()

    assert heard.args == [kept]


def test_a_search_that_led_to_a_note_is_told_to_be_kept(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One"),)
    ask("gas")

    with qtbot.waitSignal(panel.asked) as heard:
        key(panel, Qt.Key.Key_Return)

    assert heard.args == ["gas"]


def test_in_a_narrow_window_the_ranking_comes_over_the_hits_and_escape_closes_it_first(
    panel, recall, qtbot, ask
):
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
    assert panel.ranking.isVisible()
    assert not panel.field.ranking.isVisible()


def test_the_menu_of_a_hit_copies_its_link_and_its_quote(panel, recall, ask):
    recall.by_words = (make_hit("Gas: supplier", snippet="…They deliver on Fridays…"),)
    ask("gas")
    menu = hit_menu(panel.results.current, panel, open_=lambda: None, pin=lambda: None)
    actions = {action.text(): action for action in menu.actions()}

    actions["Copy link"].trigger()
    assert QGuiApplication.clipboard().text() == "[[Gas: supplier]]"
    actions["Copy quote"].trigger()

    assert QGuiApplication.clipboard().text() == "They deliver on Fridays"


def test_chips_grow_with_the_zoom(panel, recall, ask, theme, qtbot):
    recall.by_words = (make_hit("One"),)
    ask("gas tag:garden")
    chip = panel.filters.chips[0]
    before = chip.width()

    theme.set_zoom(2.0)
    try:
        qtbot.waitUntil(lambda: chip.width() > before * 1.5)
        assert chip.height() == theme.px(24)
    finally:
        theme.set_zoom(1.0)


def test_many_chips_take_a_second_line_instead_of_being_cut(panel, recall, ask, qtbot):
    recall.by_words = (make_hit("One"),)
    panel.resize(500, 700)
    ask('gas tag:household tag:garden "the second bottle" -camping -winter after:2025-01-01')
    chips = panel.filters.chips

    qtbot.waitUntil(lambda: chips[-1].y() > chips[0].y())

    assert all(chip.geometry().right() <= panel.filters.width() for chip in chips)
    assert panel.filters.height() > chips[-1].geometry().bottom()
