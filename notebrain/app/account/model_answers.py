"""Answers by a model in the user's account: whether it may be asked, what it would cost, and asking it."""

import secrets
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from notebrain.app.account.writing_models import WritingModels
from notebrain.app.settings.ask import ASK_MODEL_ALLOWED
from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import ACCOUNT_CONNECTION, NEURON_BUDGET
from notebrain.ask.model_answer import ModelAnswer, ModelText, Prepared
from notebrain.ask.written_answer import WrittenAnswer, asked, passages_of, turns_of, written
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.grounding.answers import Answer
from notebrain.domain.grounding.writing_models import WritingModel, titles
from notebrain.domain.i18n import _, number
from notebrain.domain.ports import Clock
from notebrain.domain.sync.remote import Remote
from notebrain.indexing.answer_budget import AnswerBudget, neurons_left
from notebrain.indexing.rate_limits import Meter
from notebrain.storage.store import Store

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from concurrent.futures import Future

T = TypeVar("T")
Submit = Callable[[Coroutine[Any, Any, T]], "Future[T]"]

_PASSAGE_BYTES = 1_000
_RULES_BYTES = 1_400


class RunningAnswer:
    """An answer that is being written.

    Attributes:
        future: The answer, once it has ended; problems with the account are reported in it, not raised.
    """

    future: "Future[WrittenAnswer]"

    def __init__(self) -> None:
        self._loop: AbstractEventLoop | None = None
        self._answer: ModelAnswer | None = None
        self._stopped = False

    def stop(self) -> None:
        """End it; what has come is kept. May be called from any thread, at any time."""
        self._stopped = True
        if self._loop is not None and self._answer is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._answer.stop)

    def attach(self, loop: "AbstractEventLoop", answer: ModelAnswer) -> None:
        """Connect it with what it can stop; called on that loop."""
        self._loop, self._answer = loop, answer
        if self._stopped:
            answer.stop()


class ModelAnswers:
    """Asks the model that the user chose.

    Args:
        remote: Returns the account, on the loop; None if no account is connected.
        submit: Runs a coroutine on the loop the account belongs to.
    """

    def __init__(
        self,
        store: Store,
        settings: Settings,
        clock: Clock,
        meter: Meter,
        *,
        remote: Callable[[], Coroutine[Any, Any, Remote | None]],
        submit: "Submit[Any]",
    ) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._meter = meter
        self._remote = remote
        self._submit = submit
        self.models = WritingModels(settings, clock)

    @property
    def connected(self) -> bool:
        """Whether there is an account whose model could answer; a quick read of the vault."""
        return bool(self._settings.get(ACCOUNT_CONNECTION))

    @property
    def allowed(self) -> bool:
        """Whether the user agreed that questions and passages of notes are sent; nothing is sent before."""
        return self._settings.get(ASK_MODEL_ALLOWED)

    @property
    def model(self) -> WritingModel:
        """The model that answers."""
        return self.models.chosen

    @property
    def left(self) -> float:
        """How many neurons answers may still use today, as far as this computer knows."""
        with self._store.read() as db:
            return neurons_left(
                db, self._meter, self._settings.get(NEURON_BUDGET), self._clock.now()
            )

    def likely_neurons(self, passages: int, model: WritingModel | None = None) -> float:
        """Return what an answer from this many passages usually costs, by the chosen model or another; asks nothing."""
        return (model or self.model).likely(_RULES_BYTES + passages * _PASSAGE_BYTES)

    def choices(self, passages: int = 8) -> list[tuple[str, str]]:
        """Return the models to choose from, by name, each with its title and what an answer usually costs."""
        models = self.models.offered
        named = titles(models)
        text = _("{model}, about {n} neurons")
        return [
            (
                model.name,
                text.format(
                    model=named[model.name], n=number(round(self.likely_neurons(passages, model)))
                ),
            )
            for model in models
        ]

    def refresh_models(self) -> "Future[None]":
        """Start to read which models the account has, if that is due; returns at once."""

        async def refresh() -> None:
            with suppress(NoteBrainError):  # without a token, what is known of them will do
                remote = await self._remote()
                if remote is not None:
                    await self.models.refresh(remote)

        return self._submit(refresh())

    def ask(
        self,
        quotes: Answer,
        earlier: Sequence[Answer] = (),
        *,
        model: str | None = None,
        on_prepared: Callable[[Prepared], object] = lambda _prepared: None,
        on_text: Callable[[str], object] = lambda _text: None,
    ) -> RunningAnswer:
        """Start to ask the model what the notes were asked; returns at once.

        Args:
            quotes: The answer that the notes give word for word; its sources are what the model reads.
            earlier: The answers before this one, oldest first; what may leave this computer of them goes along.
            model: Another model than the chosen one, for this answer.
            on_prepared: Called on the loop's thread with what is going to be sent, before anything is.
            on_text: Called on the loop's thread with the text so far whenever there is more of it.
        """
        running = RunningAnswer()
        name = model or self.model.name  # of which the account may know another price by now

        async def answer() -> WrittenAnswer:
            passages = passages_of(self._store, quotes)
            writer = await self.writer_of(name)
            if isinstance(writer, str):
                text = ModelText("", name, 0.0, writer, False, Prepared(None, reason=writer))
            else:
                running.attach(get_running_loop(), writer)
                turns = turns_of(self._store, earlier)
                prepared = writer.prepare(asked(quotes), passages, turns)
                on_prepared(prepared)
                text = await writer.write(prepared, on_text)
            return written(self._store, quotes, text, passages)

        from asyncio import get_running_loop  # loaded with the loop, not with the window

        running.future = self._submit(answer())
        return running

    async def writer_of(self, model: str) -> ModelAnswer | str:
        """Return what asks a model, or why nothing does, as a sentence."""
        if not self.allowed:
            return _("Answers by a model are switched off in the settings.")
        try:
            remote = await self._remote()
        except NoteBrainError as error:
            return str(error)
        if remote is None or remote.writer_of is None or remote.holds is None:
            return _("No account with a model is connected.")
        await self.models.refresh(remote)
        purse = AnswerBudget(
            self._store,
            self._clock,
            self._meter,
            remote.holds,
            budget=lambda: self._settings.get(NEURON_BUDGET),
            draw=lambda: secrets.token_hex(8),
        )
        chosen = self.models.of(model)
        return ModelAnswer(
            self._store,
            remote.writer_of(chosen),
            purse,
            draw=lambda: secrets.token_hex(5),
            on_gone=lambda: self.models.forget(chosen.name),
        )
