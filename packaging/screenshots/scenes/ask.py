"""Questions to the notes, and their answers."""

from typing import TYPE_CHECKING

from notebrain.app.commands.command import CommandId
from notebrain.gui.ask.conversation_list import ConversationPanel
from notebrain.gui.ask.page import AskPage
from screenshots.shot import Shot, settle, wait

if TYPE_CHECKING:
    from collections.abc import Callable

    from notebrain.gui.app.features import AppWindow


def ask_questions(*questions: str) -> "Callable[[AppWindow], None]":
    """Return what opens the page and asks these questions one after the other."""

    def act(app: "AppWindow") -> None:
        app.actions[CommandId.ASK].trigger()
        page = app.window.findChild(AskPage)
        if isinstance(page, AskPage):
            for question in questions:
                page.field.setText(question)
                page.field.returnPressed.emit()
                wait(lambda: page.turns[-1].answer is not None)
            page.enter()
        settle()

    return act


def _with_list(app: "AppWindow") -> None:
    """Show the list of conversations beside one of them that was opened again."""
    for question in (_NOBODY, _ALLOTMENT, _LASTS):
        ask_questions(question)(app)
        page = app.window.findChild(AskPage)
        if isinstance(page, AskPage) and question != _LASTS:
            page.clear.click()
            settle()
    page = app.window.findChild(AskPage)
    panel = app.window.findChild(ConversationPanel)
    if isinstance(page, AskPage) and isinstance(panel, ConversationPanel):
        page.list.click()
        wait(lambda: panel.model.rowCount() >= _KEPT)
    settle()


_KEPT = 3
_ALLOTMENT = "what is growing in the garden?"
_LASTS = "how long does the gas bottle last?"
_NOBODY = "what is the phone number of the dentist?"
_ELSEWHERE = "how long does the gas bottle in Hamburg last?"

SHOTS = (
    Shot("ask", ask_questions(_LASTS)),
    Shot("ask-narrow", ask_questions(_LASTS), size=(900, 600), large=False),
    Shot("ask-empty", ask_questions(), large=False),
    Shot("ask-list", _with_list),
    Shot("ask-list-narrow", _with_list, size=(900, 600), large=False),
    Shot("ask-elsewhere", ask_questions(_ELSEWHERE), large=False),
    Shot("ask-unsure", ask_questions(_LASTS, _NOBODY), large=False),
)
