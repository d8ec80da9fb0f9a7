"""A model in the account that reads conversations, if the user lets it: it sums them up and proposes what to learn."""

from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from notebrain.app.account.model_answers import ModelAnswers
from notebrain.app.settings.ask import LEARN_EVERY
from notebrain.app.settings.setting import Settings
from notebrain.ask.conversations import Conversations, OpenConversation
from notebrain.ask.lessons import Batch, Lessons
from notebrain.ask.model_answer import ModelText
from notebrain.domain.conversations import episodes as rules, proposals
from notebrain.domain.conversations.conversation import ConversationId, Episode
from notebrain.domain.conversations.learned import Learns
from notebrain.domain.conversations.transcript import free
from notebrain.domain.ports import Prompt

if TYPE_CHECKING:
    from concurrent.futures import Future


class ConversationReader:
    """Reads conversations in the account; nothing waits for it.

    Args:
        answers: Says whether a model may be asked, and which.
        submit: Runs a coroutine on the loop the account belongs to.
        blocks: Returns the keys of the blocks that can be learned in, and what they say already.
    """

    def __init__(
        self,
        conversations: Conversations,
        lessons: Lessons,
        answers: ModelAnswers,
        settings: Settings,
        submit: "Callable[[Coroutine[Any, Any, Any]], Future[Any]]",
        *,
        blocks: Callable[[], tuple[Sequence[str], str]] = lambda: ((), ""),
    ) -> None:
        self._conversations = conversations
        self._lessons = lessons
        self._answers = answers
        self._settings = settings
        self._submit = submit
        self._blocks = blocks

    @property
    def may_read(self) -> bool:
        """Whether a model may read conversations: there is an account, and the user lets it answer."""
        return self._answers.connected and self._answers.allowed

    def sum_up(self, conversation: ConversationId) -> "Future[None] | None":
        """Make the episode of a conversation; return what is done once a model has improved it, or None without one.

        The episode is there at once, made of the conversation's own sentences.

        Raises:
            NoteBrainError: The vault cannot be read or written, or nothing was asked yet.
        """
        plain = self._conversations.sum_up(conversation)
        opened = self._conversations.open(conversation)
        if not self.may_read or not free(opened.turns):
            return None
        return self._submit(self._write(plain, opened))

    def learn(self, conversation: ConversationId) -> "Future[Batch] | None":
        """Look for what to learn if enough was said since the last time; return what comes of it, or None if not.

        Raises:
            NoteBrainError: The vault cannot be read.
        """
        every = self._settings.get(LEARN_EVERY)
        if not every or not self.may_read or not self._lessons.due(conversation, every=every):
            return None
        return self._submit(self._learn(conversation))

    async def _learn(self, conversation: ConversationId) -> Batch:
        turns = await self._lessons.begin(conversation)
        if not turns:
            return Batch()
        kinds = self._lessons.kinds
        blocks, known = self._blocks() if Learns.BLOCK in kinds else ((), "")

        def prompt(tokens: int, draw: Callable[[], str]) -> Prompt:
            return proposals.prompt(
                turns,
                context_tokens=tokens,
                draw=draw,
                procedures=Learns.PROCEDURE in kinds,
                blocks=blocks,
                known=known,
            )

        text = await self.read(prompt)
        if text is None:
            return Batch()
        return await self._lessons.take(conversation, text.text, turns, by=text.model)

    async def _write(self, plain: Episode, opened: OpenConversation) -> None:
        turns = free(opened.turns)
        text = await self.read(
            lambda tokens, draw: rules.prompt(turns, context_tokens=tokens, draw=draw)
        )
        episode = text and rules.written(text.text, plain, turns, by=text.model)
        if episode:
            await self._conversations.improve(episode)

    async def read(
        self, prompt_for: Callable[[int, Callable[[], str]], Prompt]
    ) -> ModelText | None:
        """Return what the model wrote in its one answer, or None if it was not asked or did not finish."""
        writer = await self._answers.writer_of(self._answers.model.name)
        if isinstance(writer, str):
            return None
        text = await writer.write(writer.prepare_reading(prompt_for))
        return None if text.reason is not None or text.declined else text
