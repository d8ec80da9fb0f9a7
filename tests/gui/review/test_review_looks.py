"""How the review looks: marks that do not need colour, folding rows, what is said and chosen."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QImage, QPainter, QTextCursor
from PySide6.QtWidgets import QApplication, QListView, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from notebrain.app.services import Services
from notebrain.app.settings.review import REVIEW_PER_DAY
from notebrain.app.settings.table import MOTION
from notebrain.domain.errors import UserError
from notebrain.domain.judge.verdict import Evidence, Side, What
from notebrain.domain.review.cards import Answer, CardId, CardKind
from notebrain.domain.sync.computers import Others
from notebrain.gui.app.features import AppWindow
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.review import texts as review_texts
from notebrain.gui.review.marked_text import Mark, Marked, MarkedText, Stretch, added, sides
from notebrain.gui.review.page import ReviewPage
from notebrain.gui.search import texts as search_texts
from notebrain.gui.search.delegate import HitDelegate
from notebrain.gui.search.model import HitModel, hit_rows
from notebrain.gui.theme.theme import Theme, ThemeMode
from notebrain.storage.connection import Connection
from notebrain.storage.review import cards
from notebrain.storage.sync import computers
from tests.fakes.clock import FakeClock
from tests.fakes.context import FakeContext
from tests.fakes.recall import make_hit
from tests.fakes.review_page import compare_all, press, review_of
from tests.gui.conftest import Take

pytestmark = [pytest.mark.gui, pytest.mark.styled]

RENT, RAISED = "The rent of the flat is 900 euros", "The rent of the flat is 1150 euros"
BOILER = ("The boiler holds 2 bar", "The boiler holds 3 bar")
MILK = "Buy milk, eggs and bread"
Open = Callable[[], AppWindow]
Alone = Callable[[], FakeContext]
Noticed = Callable[..., None]


@pytest.fixture
def noticed(services: Services, take: Take, clock: FakeClock) -> Noticed:
    """Take notes, and compare them."""

    def noticed(*bodies: str) -> None:
        for body in bodies:
            take(body)
        compare_all(services, clock)

    return noticed


def colors(image: QImage) -> set[str]:
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return {image.pixelColor(x, y).name() for x, y in places}


def settled(context: FakeContext, qtbot: QtBot) -> None:
    """Wait until all that was read for the page has arrived: cards that are read again do not fold away."""
    arrived: list[None] = []
    context.reader.read("after the cards", lambda: None, arrived.append)
    qtbot.waitUntil(lambda: bool(arrived))


@pytest.mark.parametrize("mode", [ThemeMode.LIGHT, ThemeMode.DARK])
def test_a_hit_that_is_outdated_wears_a_badge_and_is_read_so(
    qtbot: QtBot, theme: Theme, clock: FakeClock, mode: ThemeMode
) -> None:
    theme.set_mode(mode)
    view = QListView()
    qtbot.addWidget(view)
    delegate = HitDelegate(theme, clock.now, view)

    def painted(*, outdated: bool) -> set[str]:
        hit = replace(make_hit("Rent"), outdated=outdated)
        model = HitModel(view)
        model.show_rows(hit_rows([hit], joined=(), unfolded=()))
        option = QStyleOptionViewItem()
        option.rect = QRect(0, 0, 500, theme.metrics.hit_row)
        option.widget = view
        image = QImage(option.rect.size(), QImage.Format.Format_RGB32)
        image.fill(theme.tokens.color("surface"))
        painter = QPainter(image)
        delegate.paint(painter, option, model.index(0, 0))
        painter.end()
        return colors(image)

    badge = theme.tokens.color("warning_tint").name()
    assert badge in painted(outdated=True)
    assert badge not in painted(outdated=False)
    said = search_texts.sentence(replace(make_hit("Rent"), outdated=True), joined=False)
    assert "outdated" in said.split(". ")


def test_what_differs_is_told_apart_without_color(qtbot: QtBot, theme: Theme) -> None:
    text = MarkedText(theme, "Older")
    qtbot.addWidget(text)
    text.resize(400, 60)

    text.show_marked(
        Marked(
            "gone 8 °C came",
            [
                Stretch(0, 4, Mark.REMOVED),
                Stretch(5, 9, Mark.VALUE),
                Stretch(10, 14, Mark.ADDED),
            ],
        )
    )
    text.show()

    removed, added = text.extraSelections()
    assert removed.format.fontStrikeOut()
    assert added.format.fontUnderline()
    value = QTextCursor(text.document())
    value.setPosition(7)
    assert value.charFormat().fontWeight() > 400
    shown = colors(text.grab().toImage())
    assert theme.tokens.color("value_line").name() in shown  # the outline of the box
    assert theme.tokens.color("value_ground").name() in shown


def test_a_blank_beside_a_value_is_not_marked() -> None:
    older, newer = "Deploys happen", "happen"
    value = Evidence(Side.OLDER, 0, 7, "Deploys", What.NEGATION)

    marked, _newer = sides(older, newer, [value])

    assert [(one.start, one.end, one.mark) for one in marked.stretches] == [(0, 7, Mark.VALUE)]


def test_values_names_and_denials_are_told_from_the_wording_around_them() -> None:
    older = "Trip to Lisbon\n- Hotel for 112 euros\n- Ask our Jonas"
    newer = "Trip to Lisbon\n- Hotel for 112 euros\n- On 10 May with Marta, not by bus"

    marked = sides(older, newer, [])
    merged = added(older, f"{older}\n\nOn 10 May with Marta, not by bus")

    assert [_read(one.text, one.stretches) for one in marked] == [
        [("Ask our ", Mark.REMOVED), ("Jonas", Mark.VALUE)],
        [
            ("On ", Mark.ADDED),
            ("10 May", Mark.VALUE),
            (" with ", Mark.ADDED),
            ("Marta", Mark.VALUE),
            (", ", Mark.ADDED),
            ("not", Mark.VALUE),
            (" by bus", Mark.ADDED),
        ],
    ]
    assert _read(f"{older}\n\nOn 10 May with Marta, not by bus", merged)[:2] == [
        ("On ", Mark.ADDED),
        ("10 May", Mark.VALUE),
    ]


def _read(text: str, stretches: Sequence[Stretch]) -> list[tuple[str, Mark]]:
    return [(text[one.start : one.end], one.mark) for one in stretches]


def test_an_answered_card_folds_away_while_the_next_one_takes_keys(
    open_alone: Alone, noticed: Noticed, services: Services, qtbot: QtBot
) -> None:
    noticed(RENT, RAISED, *BOILER)
    context = open_alone()
    context.settings.put(MOTION, "full")
    page = review_of(context, qtbot)
    settled(context, qtbot)

    folding: list[object] = []
    page.inbox.collapse.began.connect(lambda: folding.append(page.inbox.model.rowCount()))

    press(page, qtbot, Qt.Key.Key_K)
    qtbot.waitUntil(lambda: bool(folding))
    assert folding == [1]
    press(page, qtbot, Qt.Key.Key_K)

    qtbot.waitUntil(lambda: services.review.count() == 0)
    qtbot.waitUntil(lambda: page.inbox.model.rowCount() == 0)
    qtbot.waitUntil(page.inbox.collapse.isHidden)


def test_nothing_folds_for_who_wants_less_motion(
    open_alone: Alone, noticed: Noticed, services: Services, qtbot: QtBot
) -> None:
    noticed(RENT, RAISED, *BOILER)
    context = open_alone()
    context.settings.put(MOTION, "reduced")
    page = review_of(context, qtbot)
    folding: list[object] = []
    page.inbox.collapse.began.connect(lambda: folding.append(1))

    press(page, qtbot, Qt.Key.Key_K)

    qtbot.waitUntil(lambda: page.inbox.model.rowCount() == 1)
    assert folding == []


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        (Qt.Key.Key_K, Answer.KEEP_BOTH),
        (Qt.Key.Key_M, Answer.MERGE),
        (Qt.Key.Key_R, Answer.OUTDATED),
        (Qt.Key.Key_L, Answer.LINK),
        (Qt.Key.Key_A, Answer.APPEND),
        (Qt.Key.Key_D, Answer.DISMISS),
        (Qt.Key.Key_S, Answer.LATER),
    ],
)
def test_every_answer_has_its_key(
    open_alone: Alone,
    noticed: Noticed,
    services: Services,
    qtbot: QtBot,
    key: Qt.Key,
    answer: Answer,
) -> None:
    noticed(RENT, RAISED)
    page = review_of(open_alone(), qtbot)

    press(page, qtbot, key)

    qtbot.waitUntil(lambda: services.review.count() == 0)
    qtbot.waitUntil(lambda: page.latest is not None)
    assert page.latest is not None
    assert page.latest.answer is answer


def test_cards_of_one_kind_stand_together_and_can_be_shown_alone(
    open_alone: Alone, noticed: Noticed, services: Services, qtbot: QtBot
) -> None:
    noticed(RENT, RAISED)
    noticed(MILK, MILK)
    noticed(*BOILER)
    page = review_of(open_alone(), qtbot)
    kinds = [one.card.kind for one in services.review.inbox().asked]
    assert sorted(kinds) == sorted([CardKind.CONTRADICTION] * 2 + [CardKind.REPEAT])
    assert kinds.index(CardKind.REPEAT) != 1

    menu = {action.text(): action for action in page.inbox.filter.menu().actions()}
    menu["Saved twice"].trigger()
    assert page.inbox.model.rowCount() == 1
    assert page.inbox.count.text() == "1 waiting"

    press(page, qtbot, Qt.Key.Key_R)

    qtbot.waitUntil(lambda: page.inbox.model.rowCount() == 2)


def test_after_several_answers_the_next_card_below_is_shown(
    open_alone: Alone, noticed: Noticed, qtbot: QtBot
) -> None:
    noticed(
        RENT,
        RAISED,
        *BOILER,
        "The parking place costs 40 euros",
        "The parking place costs 55 euros",
    )
    page = review_of(open_alone(), qtbot)
    assert page.inbox.model.rowCount() == 3
    last = page.inbox.model.asked(2).card.id
    qtbot.keyClick(page.inbox.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)

    press(page, qtbot, Qt.Key.Key_D)

    qtbot.waitUntil(lambda: page.inbox.model.rowCount() == 1)
    assert page.inbox.current is not None
    assert page.inbox.current.card.id == last


def test_both_sides_say_when_and_from_where_they_came(
    open_alone: Alone, take: Take, services: Services, clock: FakeClock, qtbot: QtBot
) -> None:
    take(RENT, source="import:old/flat.md")
    clock.forward(days=40)
    take(RAISED)
    compare_all(services, clock)

    card = review_of(open_alone(), qtbot).card

    assert card.sides.older.name.text() == "Older"
    assert card.sides.older.about.text().endswith(", imported")
    assert card.sides.newer.name.text() == "New"
    assert card.sides.newer.about.text().startswith("today, ")
    assert card.sides.newer.about.text().endswith(", typed here")
    assert card.why.text().startswith("Same subject: they are close in meaning")
    assert card.why.text().endswith(
        " 1 value differs. Judged on this computer, without the network."
    )


def test_two_notes_of_the_same_words_are_called_so(
    open_alone: Alone, noticed: Noticed, qtbot: QtBot
) -> None:
    noticed(MILK, MILK)

    card = review_of(open_alone(), qtbot).card

    assert card.why.text().startswith("No words differ. ")
    assert card.answers.buttons[Answer.DISMISS].text() == "Never ask again"


def test_only_the_text_that_is_in_the_note_can_be_opened(
    open_alone: Alone, take: Take, services: Services, clock: FakeClock, qtbot: QtBot
) -> None:
    note = take("Fed at 8, doubled by 11")

    def conflict(db: Connection) -> CardId:
        theirs = "Fed at 8, doubled by 12"
        return cards.put_conflict(
            db,
            note_id=note,
            theirs=theirs,
            theirs_title="",
            base=None,
            at=clock.now(),
            device="laptop",
        )

    services.store.write(conflict).result()

    sides_ = review_of(open_alone(), qtbot).card.sides

    assert sides_.open[sides_.older].isVisible()
    assert sides_.open[sides_.newer].isHidden()


def test_what_an_answer_did_is_read_to_its_end_though_titles_are_long(
    open_alone: Alone, noticed: Noticed, qtbot: QtBot
) -> None:
    noticed(RENT, RAISED)
    context = open_alone()
    page = review_of(context, qtbot)

    press(page, qtbot, Qt.Key.Key_R)

    qtbot.waitUntil(
        lambda: context.window.last_done == "Marked “The rent of the flat is 900…” as outdated"
    )


def test_a_key_pressed_twice_answers_one_card(
    open_alone: Alone, acts: NoteActions, noticed: Noticed, services: Services, qtbot: QtBot
) -> None:
    noticed(RENT, RAISED, *BOILER)
    context = open_alone()
    page = review_of(context, qtbot)
    qtbot.waitUntil(lambda: page.inbox.model.rowCount() == 2)
    failed: list[Exception] = []
    acts.failed.connect(failed.append)

    press(page, qtbot, Qt.Key.Key_S)
    press(page, qtbot, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: page.inbox.model.rowCount() == 1)
    press(page, qtbot, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: page.inbox.model.rowCount() == 0)

    assert [one.answer for one in services.review.inbox().given] == [Answer.OUTDATED, Answer.LATER]
    assert failed == []


def test_a_card_that_could_not_be_answered_takes_another_answer(
    open_alone: Alone, acts: NoteActions, noticed: Noticed, services: Services, qtbot: QtBot
) -> None:
    noticed(RENT, RAISED)
    context = open_alone()
    page = review_of(context, qtbot)
    asked = page.inbox.current
    assert asked is not None
    page.inbox.mark_leaving([asked])
    press(page, qtbot, Qt.Key.Key_R)

    acts.failed.emit(UserError("The disk is full."))
    qtbot.waitUntil(lambda: not page.inbox.is_leaving(asked))
    press(page, qtbot, Qt.Key.Key_K)

    qtbot.waitUntil(lambda: services.review.count() == 0)
    assert services.review.answered()[0].card.answer is Answer.KEEP_BOTH


@pytest.mark.parametrize("later", [True, False])
def test_a_conflict_names_the_computers_and_shows_the_newer_text_as_the_newer(
    open_window: Open, take: Take, services: Services, qtbot: QtBot, later: bool
) -> None:
    note = take(RENT)
    at = services.library.note(note).updated_at + timedelta(days=0 if later else -1)

    def conflict(db: Connection) -> object:
        computers.put_others(db, Others(0, {"d1": "Desk", "d2": "Laptop"}), 0)
        return cards.put_conflict(
            db,
            note_id=note,
            theirs=RAISED,
            theirs_title="",
            base=None,
            at=at,
            device="d2",
            here="d1",
        )

    services.store.write(conflict).result()
    app = open_window()
    page = review_of(app, qtbot)

    panes = page.card.sides
    names, texts = ["In the note", "The other text"], [RENT, RAISED]
    computers_ = ["Desk", "Laptop"]
    for shown in (names, texts, computers_):
        shown[:] = shown if later else shown[::-1]
    for pane, name, text, computer in zip(
        (panes.older, panes.newer), names, texts, computers_, strict=True
    ):
        assert pane.name.text() == name
        assert pane.about.text().startswith(f"{computer}, ")
        assert pane.text.toPlainText() == text
    assert panes.newer.about.text().endswith(", the newer")
    assert not panes.older.about.text().endswith(", the newer")
    assert page.card.why.text().startswith("Laptop and Desk edited the same part.")
    press(page, qtbot, Qt.Key.Key_R)
    qtbot.waitUntil(app.window.toast.isVisible)
    assert app.window.toast.text.text() == "Took the newer text of “The rent of the flat is 900…”"
    assert services.library.note(note).body == (RAISED if later else RENT)


def test_what_is_suggested_is_read_whole_in_a_narrow_window(
    open_window: Open, noticed: Noticed, qtbot: QtBot
) -> None:
    noticed(RENT, RAISED)
    app = open_window()
    app.window.resize(900, 640)
    label = review_of(app, qtbot).card.answers.suggestion

    qtbot.waitUntil(lambda: 0 < label.width() < 500)

    qtbot.waitUntil(lambda: label.height() >= label.heightForWidth(label.width()))


def test_a_denial_is_one_row_and_the_list_shows_what_it_denies(
    open_alone: Alone, noticed: Noticed, services: Services, qtbot: QtBot
) -> None:
    older = "We decided to use Postgres for the billing service"
    noticed(older, older.replace("decided", "decided not"))
    review_of(open_alone(), qtbot)
    (asked,) = services.review.inbox().asked

    rows = [row for row in review_texts.values(asked) if row[2] == "not"]

    assert len(rows) == 1
    assert rows[0][1].startswith("decided")
    assert review_texts.line(asked) == older


def test_the_card_says_how_often_the_user_agreed_and_can_be_made_quieter(
    open_alone: Alone, noticed: Noticed, services: Services, qtbot: QtBot
) -> None:
    noticed(RENT, RAISED, *BOILER)
    context = open_alone()
    page = review_of(context, qtbot)
    line = page.card.agreement
    assert line.isHidden()
    press(page, qtbot, Qt.Key.Key_R)
    qtbot.waitUntil(line.isVisible)
    assert line.text.text().startswith("“May disagree”: you agreed with 1 of 1 card.")

    line.quieter.click()

    qtbot.waitUntil(lambda: "at least 60% certainty appear" in line.text.text())
    workspace = services.review.inbox().asked[0].newer.workspace
    assert dict(services.review.rules(workspace).least) == {CardKind.CONTRADICTION: 0.6}
    line.all.click()
    qtbot.waitUntil(line.all.isHidden)
    assert services.review.rules(workspace).least == ()


def test_what_is_said_of_an_answer_does_not_lie_over_the_answers(
    open_window: Open, noticed: Noticed, services: Services, qtbot: QtBot
) -> None:
    noticed(RENT, RAISED, *BOILER)
    app = open_window()
    app.settings.put(MOTION, "reduced")
    page = review_of(app, qtbot)

    press(page, qtbot, Qt.Key.Key_K)

    toast, answers = app.window.toast, page.card.answers
    qtbot.waitUntil(toast.isVisible)
    foot = toast.mapToGlobal(QPointF(0, toast.height())).y()
    assert foot <= answers.mapToGlobal(QPointF(0, 0)).y()


def test_a_toast_from_before_the_review_does_not_cover_the_answers_either(
    open_window: Open, noticed: Noticed, qtbot: QtBot
) -> None:
    noticed(RENT, RAISED)
    app = open_window()
    toast = app.window.toast
    app.window.show_done("The answer was taken back")
    qtbot.waitUntil(lambda: toast.y() > app.window.height() / 2)

    answers = review_of(app, qtbot).card.answers

    def apart() -> bool:
        foot = toast.mapToGlobal(QPointF(0, toast.height())).y()
        return foot <= answers.mapToGlobal(QPointF(0, 0)).y()

    qtbot.waitUntil(apart)
    assert toast.isVisible()


def test_what_was_put_away_comes_back_the_next_day(
    open_alone: Alone, noticed: Noticed, services: Services, clock: FakeClock, qtbot: QtBot
) -> None:
    noticed(RENT, RAISED)
    context = open_alone()
    page = review_of(context, qtbot)
    press(page, qtbot, Qt.Key.Key_S)
    qtbot.waitUntil(page.nothing.isVisible)

    clock.forward(seconds=timedelta(days=1).total_seconds())
    context.window.activated.emit()

    qtbot.waitUntil(lambda: page.inbox.model.rowCount() == 1)


def test_the_page_says_how_many_more_cards_follow(
    open_alone: Alone, noticed: Noticed, services: Services, qtbot: QtBot
) -> None:
    services.settings.put(REVIEW_PER_DAY, 1).result()
    noticed(RENT, RAISED)
    noticed(*BOILER)
    page = review_of(open_alone(), qtbot)
    assert page.inbox.model.rowCount() == 1
    assert "1 more card follows from tomorrow on." in page.inbox.foot.text()

    press(page, qtbot, Qt.Key.Key_K)

    qtbot.waitUntil(page.nothing.isVisible)
    assert "1 more card follows from tomorrow on." in page.nothing.hint.text()


def test_of_two_rivals_neither_lost_what_the_other_does_not_say() -> None:
    marked = sides("Fed at eight, in the jar", "Fed at eight, smells of apples", (), rivals=True)

    assert [{part.mark for part in side.stretches} for side in marked] == [{Mark.ADDED}] * 2


@pytest.fixture
def narrow(open_alone: Alone, noticed: Noticed, qtbot: QtBot) -> ReviewPage:
    """The review in a window that has no room for the list and a card."""
    noticed(RENT, RAISED, *BOILER)
    app = open_alone()
    app.window.resize(500, 600)
    page = review_of(app, qtbot)
    qtbot.waitUntil(lambda: page.width() <= 500)
    return page


def test_in_a_narrow_page_the_list_and_the_card_take_turns(narrow: ReviewPage, qtbot: QtBot):
    assert narrow.inbox.isVisible()
    assert not narrow.card.isVisible()

    press(narrow, qtbot, Qt.Key.Key_Return)

    assert narrow.card.isVisible()
    assert not narrow.inbox.isVisible()
    assert narrow.card.width() == narrow.width()
    qtbot.waitUntil(narrow.card.back.hasFocus)
    qtbot.keyClick(narrow.card.back, Qt.Key.Key_Escape)
    assert narrow.inbox.isVisible()
    assert narrow.inbox.list.hasFocus()


def test_a_letter_answers_a_card_that_stands_alone(narrow: ReviewPage, qtbot: QtBot):
    press(narrow, qtbot, Qt.Key.Key_Return)
    before = narrow.inbox.model.rowCount()

    qtbot.keyClick(narrow.card.back, Qt.Key.Key_K)

    qtbot.waitUntil(lambda: narrow.inbox.model.rowCount() < before)
    used = QApplication.focusWidget()
    assert used is not None
    assert narrow.isAncestorOf(used)


def test_a_page_that_grows_shows_both_again(narrow: ReviewPage, qtbot: QtBot):
    press(narrow, qtbot, Qt.Key.Key_Return)

    narrow.window().resize(1280, 820)

    qtbot.waitUntil(narrow.inbox.isVisible)
    assert narrow.card.isVisible()
    assert not narrow.card.back.isVisible()
