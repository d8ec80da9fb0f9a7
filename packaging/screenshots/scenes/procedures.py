"""The page of procedures, empty, filled, with a question tried, and its form."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from notebrain.app.commands.command import CommandId
from notebrain.domain.procedures.procedures import ProcedureDraft, Trigger, TriggerKind
from notebrain.gui.procedures.form import ProcedureForm
from notebrain.gui.procedures.page import ProceduresPage
from screenshots.shot import Shot, settle, wait

if TYPE_CHECKING:
    from collections.abc import Callable

    from notebrain.gui.app.features import AppWindow

_WORDS, _SEARCH = TriggerKind.WORDS, TriggerKind.SEARCH
_DRAFTS = (
    ProcedureDraft(
        "Write the numbers of the meter down before and after the repair.",
        Trigger(_WORDS, "boiler, gas bottle, heating"),
        "home",
    ),
    ProcedureDraft(
        "In code reviews, check the error handling first, then the names.",
        Trigger(_WORDS, 'code review, "pull request"'),
        "work",
    ),
    ProcedureDraft(
        "Convert all amounts to grams, and round to five.",
        Trigger(_SEARCH, "tag:recipes"),
        "cooking",
        is_off=True,
    ),
)


def _page(app: "AppWindow") -> ProceduresPage:
    app.actions[CommandId.PROCEDURES].trigger()
    page = app.window.findChild(ProceduresPage)
    assert isinstance(page, ProceduresPage)
    return page


def _shown(question: str = "") -> "Callable[[AppWindow], None]":
    def act(app: "AppWindow") -> None:
        procedures = app.services.memory.procedures
        for draft in () if procedures.all() else reversed(_DRAFTS):
            procedures.add(draft).future.result()
        page = _page(app)
        wait(lambda: len(page.cards) == len(_DRAFTS))
        page.enter()
        if question:
            page.field.setText(question)
            wait(lambda: bool(page.result.text()))
        settle()

    return act


def _form(app: "AppWindow") -> None:
    page = _page(app)
    settle()
    page.new.click()
    wait(lambda: _open_form() is not None)
    form = _open_form()
    assert form is not None
    form.content.setPlainText(_DRAFTS[1].content)
    form.kinds.chosen.emit(_SEARCH.value)
    form.trigger.setText("tag:garden")
    wait(lambda: bool(form.preview.text()))
    settle()


def _open_form() -> ProcedureForm | None:
    return next(
        (one for one in QApplication.topLevelWidgets() if isinstance(one, ProcedureForm)), None
    )


def _empty(app: "AppWindow") -> None:
    _page(app).enter()
    settle()


# the empty page first: the vault is the same
SHOTS = (
    Shot("procedures-empty", _empty, large=False),
    Shot("procedures-form", _form, large=False),
    Shot("procedures", _shown("how long does the gas bottle last?")),
    Shot("procedures-narrow", _shown(), size=(900, 600), large=False),
)
