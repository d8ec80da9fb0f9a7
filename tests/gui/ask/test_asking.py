"""Asking the notes in the window: answers made of quotes, the way to them and back, copies and notes of them."""

import re
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.ask.candidates import Scope
from notebrain.domain.grounding.answers import Answer, AnswerSentence
from notebrain.domain.notes.note import ListFilter, NoteId
from notebrain.gui.ask import texts
from notebrain.gui.ask.controller import AskController
from notebrain.gui.ask.page import MOST_TURNS, AskPage
from notebrain.gui.ask.turn import Turn
from notebrain.gui.core.locations import Location, LocationKind
from notebrain.gui.notes.navigation import ReturnLocation
from tests.fakes.context import FakeContext

pytestmark = pytest.mark.gui

BOILER = "Boiler\n\nThe boiler was serviced on 3 March by Mr Huber.\n\nHe changed the seal."
QUESTION = "when was the boiler serviced?"

Take = Callable[..., NoteId]


class Asking:
    """The page on its own."""

    def __init__(self, context: FakeContext, qtbot: QtBot) -> None:
        self.context = context
        self.back = ReturnLocation(context.window)
        self.selected: list[NoteId] = []
        self.controller = AskController(context, self.back, lambda _most: self.selected)
        self._qtbot = qtbot
        context.actions[CommandId.ASK].trigger()

    @property
    def page(self) -> AskPage:
        return self.controller.page

    def ask(self, question: str = QUESTION) -> Turn:
        """Type a question, press Enter, and wait for the answer."""
        self.page.field.setText(question)
        QTest.keyClick(self.page.field, Qt.Key.Key_Return)
        turn = self.page.turns[-1]
        self._qtbot.waitUntil(lambda: turn.answer is not None and turn.sources.is_whole)
        return turn


@pytest.fixture
def asking(context: FakeContext, qtbot: QtBot) -> Asking:
    return Asking(context, qtbot)


def test_the_answer_is_a_quote_with_the_note_it_is_from(asking: Asking, take: Take) -> None:
    take(BOILER)

    turn = asking.ask()

    (said,) = [one for one in turn.sentences if "The boiler was serviced on" in one.text()]
    (number,) = said.sentence.quotes
    assert f'<a href="{number}"' in said.text()
    assert f"(quote {number})" in said.accessibleName()
    assert turn.sources.rows[number - 1].title.text() == "Boiler"
    assert turn.question.text() == QUESTION
    assert asking.page.field.text() == ""
    assert asking.page.empty.isHidden()


def test_a_quote_opens_its_note_at_the_place_and_the_way_back_leads_here(
    asking: Asking, take: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    note_id = take(BOILER)
    turn = asking.ask()
    navigator, opened = asking.context.navigator, list[tuple[NoteId, str]]()
    show = navigator.open_passage

    def open_passage(note: NoteId, start: int, end: int) -> None:
        opened.append((note, BOILER[start:end]))
        show(note, start, end)

    monkeypatch.setattr(navigator, "open_passage", open_passage)

    for row in turn.sources.rows:
        row.title.click()

    assert (note_id, "The boiler was serviced on 3 March by Mr Huber.") in opened
    assert asking.back.can_go_back
    asking.back.go_back()
    assert asking.context.pages.current == "ask"


def test_without_notes_the_page_says_so(asking: Asking) -> None:
    turn = asking.ask()

    assert turn.sentences == []
    assert turn.state.text() != ""
    assert turn._buttons.isHidden()


def test_where_nothing_answers_there_is_nothing_to_copy_or_save(asking: Asking, take: Take) -> None:
    take("# Dentist\n\nOur customer number there is 88 412 90.")

    turn = asking.ask("What is the phone number of the dentist?")

    assert "Nothing in these notes fits" in turn.state.text()
    assert turn.sources.isVisibleTo(turn)
    assert not turn.copy.isVisibleTo(turn)
    assert not turn.save.isVisibleTo(turn)


def test_a_row_of_a_table_is_shown_as_values_with_their_heads(theme) -> None:
    row = AnswerSentence(
        "| boiler | 3 March | |", (1,), True, bold=((11, 18),), heads=("what", "w<en", "costs")
    )

    html = texts.sentence_html(row, theme.tokens)

    assert re.sub("<[^>]*>", "", html) == "what boiler · w&lt;en 3 March [1]"
    assert "<b>3 March</b>" in html
    assert texts.spoken(row) == "what: boiler, w<en: 3 March (quote 1)"


def test_when_it_was_noted_stands_behind_a_quote_that_does_not_say_when(theme) -> None:
    sentence = AnswerSentence("Coffee with Ana.", (1,), True, noted="May <12>")

    html = texts.sentence_html(sentence, theme.tokens)

    assert re.sub("<[^>]*>", "", html) == "Coffee with Ana. (noted: May &lt;12&gt;) [1]"
    assert texts.spoken(sentence) == "Coffee with Ana. (noted: May <12>) (quote 1)"


def test_days_on_which_it_was_noted_are_written_as_people_do() -> None:
    sentence = AnswerSentence("Coffee.", (1,), True, noted="2026-05-13 – 2026-13-45")

    assert texts.spoken(sentence) == "Coffee. (noted: 13 May 2026 – 2026-13-45) (quote 1)"


@pytest.mark.parametrize("typed", ["", "   "])
def test_nothing_is_asked_without_words(asking: Asking, typed: str) -> None:
    asking.page.field.setText(typed)
    QTest.keyClick(asking.page.field, Qt.Key.Key_Return)

    assert asking.page.turns == []
    assert not asking.page.button.isEnabled()


def test_markup_in_a_note_is_shown_as_it_is_written(asking: Asking, take: Take) -> None:
    take('The boiler was serviced <b onclick="x">today</b> & <img src="file:///x"> by us.')

    text = asking.ask().sentences[0].text()

    assert "<img" not in text
    assert "&lt;img" in text


def test_the_answer_can_be_copied_with_its_quotes(asking: Asking, take: Take) -> None:
    take(BOILER)
    turn = asking.ask()

    turn.copy.click()

    copied = QGuiApplication.clipboard().text()
    assert copied.startswith(QUESTION)
    assert "] “The boiler was serviced on 3 March by Mr Huber.” – Boiler" in copied


def test_the_answer_becomes_a_note_that_links_to_its_sources(
    asking: Asking, take: Take, qtbot: QtBot
) -> None:
    take(BOILER)
    library = asking.context.services.library

    asking.ask().save.click()

    qtbot.waitUntil(lambda: len(library.keys(ListFilter())) == 2)
    notes = [library.note(row.id) for row in library.rows(library.keys(ListFilter()))]
    saved = next(note for note in notes if note.source == "consolidated")
    assert saved.body.startswith(f"# {QUESTION}")
    assert "] [[Boiler]]" in saved.body
    assert not saved.local_only


def test_an_answer_from_a_local_note_becomes_a_local_note(
    asking: Asking, take: Take, qtbot: QtBot
) -> None:
    take(BOILER, local_only=True)
    library = asking.context.services.library
    turn = asking.ask()
    assert "stays on this computer" in turn.state.text()

    turn.save.click()

    qtbot.waitUntil(lambda: len(library.keys(ListFilter())) == 2)
    notes = [library.note(row.id) for row in library.rows(library.keys(ListFilter()))]
    assert all(note.local_only for note in notes)


def test_only_the_chosen_notes_are_asked(asking: Asking, take: Take) -> None:
    take(BOILER)
    other = take("Garden\n\nThe boiler in the shed was serviced by the neighbor.")
    page = asking.page
    page.offer_scopes([(Scope(notes=(other,)), "Only “Garden”")])

    turn = asking.ask()

    assert [row.title.text() for row in turn.sources.rows] == ["Garden"]


def offered(page: AskPage) -> dict[str, Scope]:
    return {page.scope.itemText(row): page.scope.itemData(row) for row in range(page.scope.count())}


def test_the_tag_and_the_selected_notes_that_the_user_comes_from_can_be_asked(
    asking: Asking, take: Take
) -> None:
    take(BOILER)
    sheds = [take(f"Shed {n}\n\nThe boiler in shed {n} was serviced.") for n in range(2)]
    navigator, asking.selected = asking.context.navigator, sheds
    navigator.show_location(Location(LocationKind.TAG, tag="home/garden"))

    asking.controller.open()

    scopes = offered(asking.page)
    assert list(scopes) == ["All notes", "Tag home/garden", "The selected notes (2)"]
    assert scopes["Tag home/garden"] == Scope(tag="home/garden")
    asking.page.scope.show_value(scopes["The selected notes (2)"])
    assert {row.title.text() for row in asking.ask().sources.rows} == {"Shed 0", "Shed 1"}


def test_the_results_of_a_search_are_summed_up_in_at_most_four_sentences(
    asking: Asking, take: Take, qtbot: QtBot
) -> None:
    take("Cellar\n\nThe boiler in the cellar was serviced, too.")
    sheds = [take(f"Shed {n}\n\nThe boiler in shed {n} was serviced.") for n in range(6)]

    asking.controller.sum_up("boiler serviced", sheds)

    turn = asking.page.turns[-1]
    qtbot.waitUntil(lambda: turn.answer is not None and turn.sources.is_whole)
    assert 2 <= len(turn.sentences) <= 4
    assert {row.title.text() for row in turn.sources.rows} <= {f"Shed {n}" for n in range(6)}
    assert asking.page.scope.currentText() == "The results of the search"


def test_a_single_selected_note_is_offered_once(asking: Asking, take: Take) -> None:
    asking.selected = [take(BOILER)]
    asking.context.navigator.open_note(asking.selected[0])

    asking.controller.open()

    assert list(offered(asking.page)) == ["All notes", "Only “Boiler”"]


def test_clearing_takes_the_answers_away_and_a_late_one_is_ignored(
    asking: Asking, take: Take
) -> None:
    take(BOILER)
    turn = asking.ask()
    late = turn.answer
    assert late is not None

    asking.page.clear.click()
    asking.page.show_answer(turn, late)

    assert asking.page.turns == []
    assert not asking.page.empty.isHidden()


def test_a_long_conversation_keeps_its_last_questions(asking: Asking) -> None:
    for number in range(MOST_TURNS + 2):
        asking.page.begin(f"question {number}")

    assert len(asking.page.turns) == MOST_TURNS
    assert asking.page.turns[-1].question.text() == f"question {MOST_TURNS + 1}"


def test_up_brings_the_last_question_back(asking: Asking, take: Take) -> None:
    take(BOILER)
    asking.ask()

    QTest.keyClick(asking.page.field, Qt.Key.Key_Up)

    assert asking.page.field.text() == QUESTION


def test_a_sentence_that_no_quote_supports_says_so(theme) -> None:
    sentence = AnswerSentence("It costs 240 €.", (), supported=False, unknown=((9, 14),))

    shown = texts.sentence_html(sentence, theme.tokens)

    assert "no quote says this" in shown
    assert theme.tokens.danger in shown
    assert "no quote says this" in texts.spoken(sentence)
    assert "no quote says this" in texts.as_text(Answer("price?", (sentence,), ()))


@pytest.mark.parametrize(
    ("text", "shown"),
    [("- [x] Paper roll sensor", "Paper roll sensor"), ("2. two", "two"), ("- ", "- ")],
)
def test_list_marks_are_left_out_of_what_is_shown(theme, text: str, shown: str) -> None:
    html = texts.sentence_html(AnswerSentence(text, (1,), supported=True), theme.tokens)

    assert html.startswith(f"<span>{shown}</span>")


def test_what_was_searched_for_can_be_asked(open_window, take: Take, qtbot: QtBot) -> None:
    take(BOILER)
    app = open_window()
    app.actions[CommandId.SEARCH].trigger()
    panel = app.search.panel
    assert panel.ask.isHidden()

    panel.field.edit.setText(QUESTION)
    panel.ask.click()

    page = app.window.findChild(AskPage)
    assert app.window.page.isAncestorOf(page)
    qtbot.waitUntil(lambda: page.turns[-1].answer is not None)
    assert page.turns[-1].question.text() == QUESTION


def test_an_answer_is_read_without_marks_and_addresses(theme) -> None:
    picture = f"![the meter](attachment:{'0' * 64}/meter.png)"
    text = f"See [[Gas|the bottle]]: **240 €** {picture} [terms](https://example.org/a)."
    start = text.index("240")
    sentence = AnswerSentence(text, (1,), supported=True, bold=((start, start + 5),))

    html = texts.sentence_html(sentence, theme.tokens)

    assert "See the bottle: <b>240 €</b> the meter terms." in html
    assert texts.spoken(sentence) == "See the bottle: 240 € the meter terms. (quote 1)"


def test_buttons_on_two_lines_stay_close_together(asking: Asking, take: Take, qtbot: QtBot) -> None:
    take(BOILER)
    turn = asking.ask()
    turn.model.show()
    asking.page.resize(340, 600)
    asking.page.show()
    qtbot.waitUntil(lambda: turn.save.y() > turn.copy.y() or turn.model.y() > turn.save.y())

    tops = sorted({one.y() for one in (turn.copy, turn.save, turn.model)})
    assert tops[1] - tops[0] - turn.copy.height() <= 6
