"""Lets a model answer from the passages that were found, and keeps whatever it wrote, however that ended.

What would leave this computer is prepared first. Notes that must not leave it are not in it, also if that was decided a
moment ago. Nothing that a model writes is believed here: its sentences are checked against the notes afterwards.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, Protocol

from notebrain.domain.errors import (
    CloudConfig,
    CloudError,
    CloudLost,
    CloudOffline,
    CloudQuota,
    CloudThrottle,
    CloudTransient,
)
from notebrain.domain.grounding.prompt import (
    LONGEST_QUESTION,
    NO_ANSWER,
    Excerpt,
    Turn,
    prompt_of,
    visible,
)
from notebrain.domain.grounding.quotes import Passage
from notebrain.domain.i18n import _
from notebrain.domain.ports import Prompt, Sent, Writer
from notebrain.domain.sync.remote import Hold
from notebrain.storage.notes import notes
from notebrain.storage.store import Store

LONGEST_S: Final = 120.0
"""However steadily a model writes, it is not read any longer."""
_LONGEST_TEXT: Final = 8_000
"""In characters; no answer of the maximum length is longer."""
_REPEATED: Final = 40
_NO_ANSWER: Final = re.compile(rf"\b{NO_ANSWER}\b[.:]?[ \t]*")
_MOST_REPEATS: Final = 4
"""A model that writes the same this often, in pieces of this many characters, would go on for ever."""


class Freshness(StrEnum):
    """What became of a note since a passage of it was read."""

    SAME = "same"
    CHANGED = "changed since"
    GONE = "no longer there"


class Purse(Protocol):
    """Pays for answers; one computer alone cannot know what is left."""

    async def hold(self, neurons: float) -> Hold:
        """Hold the most that an answer can cost, and return the hold.

        Raises:
            CloudError: It is not covered, or nobody can tell.
        """
        ...

    async def settle(self, hold: Hold, neurons: float) -> None:
        """End a hold, and count what the answer cost."""
        ...

    async def refused(self, error: CloudError) -> None:
        """Take note of an error that says that nothing is left today."""
        ...


@dataclass(frozen=True, slots=True)
class Prepared:
    """What would leave this computer for a question.

    Attributes:
        sent: The request, or None if there is nothing that a model could answer from.
        numbers: The numbers of the passages in it.
        kept_back: The numbers of the passages that must not leave this computer.
        reason: Why there is no request, as a sentence.
    """

    sent: Sent | None
    numbers: tuple[int, ...] = ()
    kept_back: tuple[int, ...] = ()
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ModelText:
    """What a model wrote.

    Attributes:
        text: Its text with marks such as `[1]`; empty if there is none to show.
        neurons: What it cost: as told by the account, else the most it can have cost.
        reason: Why it is missing or incomplete, as a sentence; None if it is whole.
        declined: Whether the model found no answer in the passages.
        prepared: What left this computer, or would have.
    """

    text: str
    model: str
    neurons: float
    reason: str | None
    declined: bool
    prepared: Prepared

    @property
    def partial(self) -> bool:
        """Whether there is a text, but not all of it."""
        return bool(self.text) and self.reason is not None


class ModelAnswer:
    """One question to a model; belongs to the writer's event loop.

    Args:
        draw: Returns a random word each time, for the frame around passages.
        on_gone: Called if the account does not have the model.
    """

    def __init__(
        self,
        store: Store,
        writer: Writer,
        purse: Purse,
        *,
        draw: Callable[[], str],
        on_gone: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        self._store = store
        self._writer = writer
        self._purse = purse
        self._draw = draw
        self._on_gone = on_gone
        self._text = ""
        self._told: float | None = None
        self._reading: asyncio.Task[str | None] | None = None
        self._stopped = False

    def prepare(
        self, question: str, passages: Sequence[Passage], turns: Sequence[Turn] = ()
    ) -> Prepared:
        """Return what would be sent; a quick read of the vault, which decides what may leave it."""
        kept_back = _local_only(self._store, passages)
        free = [one for one in passages if one.number not in kept_back]
        if not question.strip() or len(question) > LONGEST_QUESTION:
            reason = _("A question for a model has 1 to {most} characters.").format(
                most=LONGEST_QUESTION
            )
            return Prepared(None, (), kept_back, reason)
        if not free:
            reason = (
                _("All notes that fit stay on this computer, so no model was asked.")
                if kept_back
                else _("No note fits, so no model was asked.")
            )
            return Prepared(None, (), kept_back, reason)
        prompt = prompt_of(
            question,
            [_excerpt(one) for one in free],
            context_tokens=self._writer.context_tokens,
            draw=self._draw,
            turns=turns,
        )
        numbers = tuple(one.number for one in free)
        return Prepared(self._writer.prepare(prompt), numbers, kept_back)

    def prepare_reading(self, prompt_for: Callable[[int, Callable[[], str]], Prompt]) -> Prepared:
        """Return what would be sent for a prompt of another kind, which holds nothing that must not leave.

        Args:
            prompt_for: Returns the prompt for the model's context in tokens, and for what draws words.
        """
        return Prepared(self._writer.prepare(prompt_for(self._writer.context_tokens, self._draw)))

    def stop(self) -> None:
        """End the answer, also before it begins; what has come is kept."""
        self._stopped = True
        if self._reading is not None:
            self._reading.cancel()

    async def write(
        self, prepared: Prepared, on_text: Callable[[str], object] = lambda _text: None
    ) -> ModelText:
        """Send what was prepared, and return what the model wrote.

        Args:
            on_text: Called with the text so far whenever there is more of it.

        Raises:
            VaultError: What it cost cannot be written down.
        """
        sent = prepared.sent
        if sent is None:
            return self._ended(prepared, 0.0, prepared.reason)
        try:
            hold = await self._purse.hold(sent.most)
        except CloudError as error:
            return self._ended(prepared, 0.0, _words(error))
        reason, cost = _stopped(), 0.0
        try:
            if not self._stopped:
                cost = sent.most
                reason, cost = await self._attended(sent, on_text)
        finally:
            # also if the program ends in the middle of an answer
            await asyncio.shield(self._purse.settle(hold, cost))
        return self._ended(prepared, cost, reason)

    async def _attended(
        self, sent: Sent, on_text: Callable[[str], object]
    ) -> tuple[str | None, float]:
        """Return why the answer is not whole, and what it cost."""
        self._reading = asyncio.ensure_future(self._read(sent, on_text))
        try:
            reason = await self._reading
        except asyncio.CancelledError:
            if not self._stopped:
                raise
            reason = _stopped()
        except TimeoutError:
            reason = _("It took too long.")
        except CloudError as error:
            await self._purse.refused(error)
            if isinstance(error, CloudConfig) and self._on_gone is not None:
                await self._on_gone()
            nothing_done = not self._text and _is_free(error)
            return _words(error), 0.0 if nothing_done else self._cost(sent)
        return reason, self._cost(sent)

    async def _read(self, sent: Sent, on_text: Callable[[str], object]) -> str | None:
        """Read the answer; return why it was given up, or None."""
        cut = False
        async with asyncio.timeout(LONGEST_S), aclosing(self._writer.write(sent)) as pieces:
            async for piece in pieces:
                self._told = piece.neurons if piece.neurons is not None else self._told
                cut = cut or piece.cut
                if not piece.text:
                    continue
                self._text += piece.text
                whole = _without_repeats(self._text)
                if whole is not None:
                    self._text = whole
                    return _("The model repeated itself.")
                if len(self._text) > _LONGEST_TEXT:
                    return _("The model wrote more than it should.")
                if not NO_ANSWER.startswith(self._text.strip()):
                    on_text(_shown(self._text))
        return _("It reached its maximum length.") if cut else None

    def _cost(self, sent: Sent) -> float:
        return sent.most if self._told is None else self._told

    def _ended(self, prepared: Prepared, cost: float, reason: str | None) -> ModelText:
        text = _shown(self._text).strip()
        declined = self._text.strip(" .\n*\"'") == NO_ANSWER
        if declined or (reason is not None and NO_ANSWER.startswith(text)):
            text = ""
        if not text and not declined and reason is None:
            reason = _("The model wrote nothing.")
        if text and reason is not None:
            reason = _("The answer is incomplete: {reason}").format(reason=reason)
        return ModelText(text, self._writer.name, cost, reason, declined, prepared)


def freshness(store: Store, passages: Sequence[Passage]) -> dict[int, Freshness]:
    """Return what became of the notes of some passages, by the passages' numbers."""
    found: dict[int, Freshness] = {}
    with store.read() as db:
        for one in passages:
            if not notes.is_live(db, one.note_id):
                found[one.number] = Freshness.GONE
            elif notes.without_body(db, one.note_id).version != one.revision:
                found[one.number] = Freshness.CHANGED
            else:
                found[one.number] = Freshness.SAME
    return found


def _local_only(store: Store, passages: Sequence[Passage]) -> tuple[int, ...]:
    """Return the numbers of the passages that must not leave this computer now, or whose note is gone."""
    with store.read() as db:
        return tuple(
            one.number
            for one in passages
            if one.local_only
            or not notes.is_live(db, one.note_id)
            or notes.without_body(db, one.note_id).local_only
        )


def _shown(text: str) -> str:
    """Return a model's text without what hides text, and without the word for no answer: it is for NoteBrain."""
    return _NO_ANSWER.sub("", visible(text))


def _excerpt(passage: Passage) -> Excerpt:
    at = passage.updated_at
    return Excerpt(passage.number, passage.title, None if at is None else at.date(), passage.text)


def _without_repeats(text: str) -> str | None:
    """Return a text that repeats itself for ever up to its first repetition, or None if it does not.

    Example:
        >>> _without_repeats("It is due on 3 March, I think so. " * 6)
        'It is due on 3 March, I think so. It is due on 3 March, I think so. '
        >>> _without_repeats("It is due on 3 March. It costs 240 €.") is None
        True
    """
    tail = text[-_REPEATED:]
    first = at = text.find(tail)
    if len(text) - first < _REPEATED * _MOST_REPEATS:
        return None
    for _repeat in range(_MOST_REPEATS - 1):
        at = text.find(tail, at + 1)
        if at < 0:
            return None
    return text[: first + len(tail)]


def _stopped() -> str | None:
    return _("You stopped it.")


def _is_free(error: CloudError) -> bool:
    """Return whether an error that came before any text says that the model did nothing."""
    if isinstance(error, CloudLost):
        return False
    refusal = error.code is not None
    return refusal or isinstance(error, CloudOffline) or not isinstance(error, CloudTransient)


def _words(error: CloudError) -> str:
    """Return why the model did not finish, in words for somebody who waits for an answer."""
    match error:
        case CloudQuota(resets_at=datetime() as moment):
            text = _(
                "Today’s free share of your Cloudflare account is used up; it is renewed at {time} UTC."
            ).format(time=f"{moment:%H:%M}")
        case CloudThrottle():
            text = _("Cloudflare asked NoteBrain to slow down; ask again in a few minutes.")
        case CloudOffline():
            text = _("Cloudflare cannot be reached.")
        case CloudLost():
            text = _("The connection to the model was lost, or it did not go on in time.")
        case CloudTransient() if error.code is not None:
            text = _("The model is overloaded at the moment; ask again later.")
        case CloudTransient() if error.service:  # whose own text says that it is tried again
            text = _("Cloudflare has a temporary problem; ask again later.")
        case _:
            text = str(error)
    return text
