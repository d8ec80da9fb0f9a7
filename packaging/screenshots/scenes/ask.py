"""Questions to the notes, and their answers."""

from dataclasses import replace
from typing import TYPE_CHECKING

from notebrain.app.commands.command import CommandId
from notebrain.ask.model_answer import Prepared
from notebrain.domain.grounding.answers import Answer, AnswerSentence, Role, Source
from notebrain.domain.grounding.quotes import Quote
from notebrain.domain.grounding.writing_models import LARGE
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Prompt, Sent
from notebrain.gui.ask.conversation_list import ConversationPanel
from notebrain.gui.ask.page import AskPage
from notebrain.gui.ask.turn import Turn
from screenshots.shot import Shot, settle, wait

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
                wait(lambda: page.turns[-1].answer is not None and page.turns[-1].sources.is_whole)
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


def _by_model(app: "AppWindow") -> None:
    """Show what a model wrote in part: one sentence that no quote supports, one note that stays here."""
    ask_questions(_LASTS)(app)
    turn = _last_turn(app)
    quotes = turn.quotes
    if quotes is None:
        raise TypeError(turn)
    said = (
        AnswerSentence("A full bottle lasts about eleven weeks of cooking.", (1,), supported=True),
        AnswerSentence(
            "The next one is due on 12 June.", (1,), supported=False, unknown=((23, 30),)
        ),
    )
    parts = (
        _("The answer is incomplete: {reason}").format(
            reason=_("The connection to the model was lost, or it did not go on in time.")
        ),
        ngettext(
            "{n} more note stays on this computer; the model did not read it.",
            "{n} more notes stay on this computer; the model did not read them.",
            1,
        ).format(n=1),
    )
    turn.show_answer(
        replace(quotes, sentences=said, degraded=" ".join(parts), model=LARGE.name, neurons=126.0),
        {1: _("changed since")},
    )
    wait(lambda: turn.sources.is_whole)
    turn.keep_sent(Prepared(Sent(LARGE.name, Prompt((), 512), b"", 1.0, 2.0)))
    turn.model.show()
    settle()


def _writing(app: "AppWindow") -> None:
    """Show an answer that is being written."""
    ask_questions(_LASTS)(app)
    _last_turn(app).show_writing("A full bottle lasts about eleven weeks of cooking [1]. In winter")
    settle()


def _right_to_left(app: "AppWindow") -> None:
    """Show a question and quotes in Hebrew, and one in English between them."""
    _shown(app, _HEBREW_QUESTION, _TITLES, *_HEBREW)


def _table(app: "AppWindow") -> None:
    """Show a row of a table as an answer."""
    _shown(app, "when was the chimney swept?", ("House",), _ROW)


def _noted(app: "AppWindow") -> None:
    """Show a quote that says when, and two of which the note does."""
    _shown(app, "when did I meet Ana?", ("Ana", "Week 19", "Diary"), *_MET)


def _shown(app: "AppWindow", question: str, titles: "Sequence[str]", *said: AnswerSentence) -> None:
    """Show an answer of these sentences, each quoted from the note of one title."""
    app.actions[CommandId.ASK].trigger()
    page = app.window.findChild(AskPage)
    if not isinstance(page, AskPage):
        raise TypeError(page)
    at = app.services.clock.now()
    sources = tuple(
        Source(
            number,
            Quote(NoteId("x"), 1, 0, len(one.text), one.text),
            *(Role.QUOTED, titles[number - 1], "", at, 1.0 / number, None),
        )
        for number, one in enumerate(said, 1)
    )
    turn = page.begin(question)
    turn.show_answer(Answer(question, said, sources))
    wait(lambda: turn.sources.is_whole)
    settle()


def _last_turn(app: "AppWindow") -> Turn:
    page = app.window.findChild(AskPage)
    if not isinstance(page, AskPage):
        raise TypeError(page)
    return page.turns[-1]


_KEPT = 3
_HEBREW = (
    AnswerSentence(
        "הטכנאי תיקן את דוד השמש ב-3 במרץ 2026, וזה עלה 240 ש״ח.", (1,), True, bold=((26, 37),)
    ),
    AnswerSentence("The landlord pays for repairs of the boiler.", (2,), True),
    AnswerSentence("בעל הבית משלם על התיקון (הסכם מיום 1.2.2026).", (3,), True),
)
_HEBREW_QUESTION = "מתי תיקן הטכנאי את דוד השמש?"
_ROW = AnswerSentence(
    "| chimney | 7 June 2026 | 85 € |", (1,), True, ((12, 23),), heads=("what", "when", "costs")
)
_MET = (
    AnswerSentence("That was on 12 May, at Milchbar.", (1,), True, ((12, 18),)),
    AnswerSentence("Coffee with Ana, she is back from Lisbon.", (2,), True, noted="2026-05-13"),
    AnswerSentence("Ana came by with plum cake.", (3,), True, noted="Saturday, 5 September 2026"),
)
_TITLES = ("דוד השמש", "Rent", "בעל הבית")
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
    Shot("ask-model", _by_model),
    Shot("ask-model-narrow", _by_model, size=(900, 600), large=False),
    Shot("ask-writing", _writing, large=False),
    Shot("ask-table", _table, large=False),
    Shot("ask-noted", _noted, large=False),
    Shot("ask-right-to-left", _right_to_left, large=False, mirrored=True),
    Shot("ask-unsure", ask_questions(_LASTS, _NOBODY), large=False),
)
