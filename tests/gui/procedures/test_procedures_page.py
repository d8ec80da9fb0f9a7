"""The page of procedures: what it lists, what would apply now, and how each act is undone."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes.note import NoteId
from notebrain.domain.procedures.procedures import ProcedureDraft, Trigger, TriggerKind
from notebrain.domain.search.saved_searches import SavedSearch, StoredSearches
from notebrain.gui.procedures.controller import ProceduresController
from notebrain.gui.procedures.form import ProcedureForm
from notebrain.gui.procedures.page import ProceduresPage
from tests.fakes.context import FakeContext

pytestmark = pytest.mark.gui

Take = Callable[..., NoteId]


class Procedures:
    """The page on its own, and what its controller tells the sidebar."""

    def __init__(self, context: FakeContext, qtbot: QtBot) -> None:
        self.context = context
        self.entry: list[bool] = []
        self._qtbot = qtbot
        self.controller = ProceduresController(context, self.entry.append)

    @property
    def page(self) -> ProceduresPage:
        return self.controller.page

    def wait(self, condition: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(condition)

    def add(self, content: str = "Check first.", words: str = "boiler") -> None:
        draft = ProcedureDraft(content, Trigger(TriggerKind.WORDS, words))
        self.context.services.memory.procedures.add(draft).future.result()

    def open(self, count: int) -> ProceduresPage:
        """Show the page, and wait until it lists so many procedures."""
        self.context.actions[CommandId.PROCEDURES].trigger()
        self.wait(lambda: len(self.page.cards) == count)
        return self.page

    def form(self) -> ProcedureForm:
        """Return the form that is open."""
        self.wait(lambda: self._form() is not None)
        form = self._form()
        assert form is not None
        return form

    def contents(self) -> list[str]:
        return [one.content for one in self.context.services.memory.procedures.all()]

    def _form(self) -> ProcedureForm | None:
        windows = QApplication.topLevelWidgets()
        found = (one for one in windows if isinstance(one, ProcedureForm) and one.isVisible())
        return next(found, None)


@pytest.fixture
def procedures(context: FakeContext, qtbot: QtBot) -> Procedures:
    return Procedures(context, qtbot)


def save(form: ProcedureForm) -> None:
    form.buttons.button(QDialogButtonBox.StandardButton.Save).click()


def test_an_empty_page_says_what_a_procedure_is(procedures: Procedures) -> None:
    page = procedures.open(0)

    assert page.empty.isVisible()
    assert not page.field.isVisible()
    assert page.new.hasFocus()


def test_a_procedure_is_written_in_the_form_and_undone(procedures: Procedures) -> None:
    page = procedures.open(0)
    page.new.click()
    form = procedures.form()
    form.content.setPlainText("Check first.")
    form.trigger.setText("code review")

    save(form)

    procedures.wait(lambda: len(page.cards) == 1)
    assert page.cards[0].content.text() == "Check first."
    assert "code review" in page.cards[0].when.text()
    procedures.wait(lambda: procedures.context.messages.act != "")
    procedures.context.messages.press()
    procedures.wait(lambda: not page.cards)
    assert procedures.contents() == []


def test_the_form_stays_open_and_says_what_is_missing(procedures: Procedures) -> None:
    procedures.open(0).new.click()
    form = procedures.form()
    form.content.setPlainText("Check first.")

    save(form)

    assert form.isVisible()
    assert form.problem.text()
    form.reject()


def test_what_was_typed_is_there_again_after_escape(procedures: Procedures) -> None:
    page = procedures.open(0)
    page.new.click()
    form = procedures.form()
    form.content.setPlainText("Half a thou")
    QTest.keyClick(form, Qt.Key.Key_Escape)
    procedures.wait(lambda: bool(procedures.context.messages.text))

    page.new.click()

    again = procedures.form()
    assert again.content.toPlainText() == "Half a thou"
    again.reject()


def test_changes_that_were_not_saved_can_be_saved_all_the_same(procedures: Procedures) -> None:
    procedures.add()
    page = procedures.open(1)
    page.cards[0].edit.click()
    form = procedures.form()
    form.content.setPlainText("Check twice.")
    form.reject()
    procedures.wait(lambda: procedures.context.messages.act != "")

    procedures.context.messages.press()

    procedures.wait(lambda: procedures.contents() == ["Check twice."])


def test_what_would_apply_now_is_lit(procedures: Procedures) -> None:
    procedures.add("Never.", "sale")
    procedures.add()
    page = procedures.open(2)

    page.field.setText("the old boilers")
    QTest.keyClick(page.field, Qt.Key.Key_Return)

    procedures.wait(lambda: bool(page.cards[0].why.text()))
    assert "boiler" in page.cards[0].why.text()
    assert not page.cards[1].why.text()
    assert page.result.text()
    page.field.clear()
    procedures.wait(lambda: not page.result.text())


def test_a_question_that_cannot_be_tried_says_why(procedures: Procedures) -> None:
    procedures.add()
    page = procedures.open(1)

    page.field.setText("a" * 3_000)
    QTest.keyClick(page.field, Qt.Key.Key_Return)

    procedures.wait(lambda: "3000" in page.result.text())


def test_the_form_shows_what_a_search_finds_now(procedures: Procedures, take: Take) -> None:
    take("Boiler\n\nIt broke.", tags=("home",))
    procedures.open(0).new.click()
    form = procedures.form()

    form.kinds.chosen.emit("search")
    form.trigger.setText("tag:home")

    procedures.wait(lambda: "Boiler" in form.preview.text())
    form.trigger.setText("tag:boat")
    procedures.wait(lambda: "no note" in form.preview.text())
    form.reject()


def test_a_saved_search_can_be_chosen(procedures: Procedures) -> None:
    stored = StoredSearches(saved=(SavedSearch("Home", "tag:home"),))
    procedures.context.services.searches.save(stored)
    procedures.open(0).new.click()
    form = procedures.form()
    form.kinds.chosen.emit("search")

    form.saved.chosen.emit("tag:home")

    assert form.trigger.text() == "tag:home"
    form.reject()


def test_the_form_shows_to_which_recent_searches_words_would_apply(procedures: Procedures) -> None:
    procedures.context.services.searches.ask("boiler service")
    procedures.open(0).new.click()
    form = procedures.form()

    form.trigger.setText("boilers")

    procedures.wait(lambda: "boiler service" in form.preview.text())
    form.reject()


def test_a_procedure_is_turned_off_and_the_keyboard_stays_with_it(procedures: Procedures) -> None:
    procedures.add()
    page = procedures.open(1)
    page.cards[0].switch.setFocus()

    QTest.keyClick(page.cards[0].switch, Qt.Key.Key_Space)

    procedures.wait(lambda: page.cards[0].procedure.is_off)
    procedures.wait(page.cards[0].switch.hasFocus)


def test_a_removed_procedure_comes_back_with_ctrl_z(procedures: Procedures) -> None:
    procedures.add()
    page = procedures.open(1)
    page.cards[0].remove.click()
    procedures.wait(lambda: not page.cards)
    procedures.wait(lambda: procedures.context.messages.act != "")

    page.new.setFocus()
    QTest.keySequence(page.new, "Ctrl+Z")

    procedures.wait(lambda: len(page.cards) == 1)


def test_escape_clears_the_field_and_then_leaves(procedures: Procedures, qtbot: QtBot) -> None:
    procedures.add()
    page = procedures.open(1)
    page.field.setFocus()
    page.field.setText("boiler")

    QTest.keyClick(page.field, Qt.Key.Key_Escape)
    assert page.field.text() == ""
    with qtbot.waitSignal(page.left):
        QTest.keyClick(page.field, Qt.Key.Key_Escape)


def test_the_sidebar_leads_here_once_there_is_a_procedure(procedures: Procedures) -> None:
    procedures.wait(lambda: procedures.entry == [False])
    procedures.add()
    procedures.open(1)

    assert procedures.entry[-1]


def test_every_control_has_a_name(procedures: Procedures) -> None:
    procedures.add()
    page = procedures.open(1)
    card = page.cards[0]

    for control in (page.field, card.switch, card.edit, card.remove):
        assert control.accessibleName()
