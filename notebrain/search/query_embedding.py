"""Turn a question into a vector, with the account's model if the user chose it, otherwise with the local one."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from notebrain.domain.embedding.vector_ids import namespace
from notebrain.domain.errors import CloudError, CloudQuota, CloudThrottle, CloudWaits, NoEmbedder
from notebrain.domain.i18n import _
from notebrain.storage import settings
from notebrain.storage.embedding import chunks, remote_queue, vectors
from notebrain.storage.store import Store

if TYPE_CHECKING:
    from notebrain.domain.ports import Embedders, Space
    from notebrain.domain.sync.remote import NoteVectors, RemoteMeaning

SEARCH_MODEL = "search.model"
OF_THE_ACCOUNT = "account"
ENOUGH = 0.9
"""Share of notes with vectors in the account's space from which on the account's index is no longer queried."""
_ASKED_FOR = 100


@dataclass(frozen=True, slots=True)
class Question:
    """A question as a vector.

    Attributes:
        told: Why the chosen model was not used, as a sentence for the user, or None.
        beyond: Vectors of similar notes that this computer lacks.
    """

    vector: bytes = field(repr=False)
    space: "Space"
    notice: str | None = None
    beyond: Sequence["NoteVectors"] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """The account's response to a question.

    Attributes:
        question: None if the account was not asked or did not answer.
        told: Why it did not answer, or None.
    """

    question: Question | None = None
    notice: str | None = None


NOT_ASKED = Asked()


class Questions:
    """Uses the model the user chose, or the local one if that does not answer."""

    def __init__(
        self, store: Store, models: "Embedders", remote: "RemoteMeaning | None" = None
    ) -> None:
        self._store = store
        self._models = models
        self._remote = remote

    def ask_the_account(self, text: str, workspace: str | None) -> Asked:
        """Ask the account if the user chose it; this waits for a moment, so do not call it while reading the vault."""
        if self._remote is None or not text:
            return Asked()
        with self._store.read() as db:
            if settings.get(db, SEARCH_MODEL) != OF_THE_ACCOUNT:
                return Asked()
        space = self._remote.space
        if space is None:
            notice = _(
                "No Cloudflare account is connected; the model on this computer searched by meaning instead."
            )
            return Asked(notice=notice)
        try:
            question = Question(self._remote.question(text), space)
            return Asked(self._with_the_rest(self._remote, question, workspace))
        except CloudError as error:
            return Asked(notice=_standing_in(error))

    def ask(self, text: str, asked: Asked) -> Question:
        """Return the vector of a question, from the local model if the account returned none.

        Raises:
            NoEmbedder: No model is available; says why.
        """
        if asked.question is not None:
            return asked.question
        with self._store.read() as db:
            space = vectors.serving(db, self._models.spaces, self._models.space)
        try:
            vector = self._models.embed_question(text, space)
        except NoEmbedder as error:
            raise NoEmbedder(f"{asked.notice} {error}" if asked.notice else str(error)) from error
        return Question(vector, space, asked.notice)

    def _with_the_rest(
        self, remote: "RemoteMeaning", question: Question, workspace: str | None
    ) -> Question:
        """Query the account's index as well if vectors are missing here."""
        with self._store.read() as db:
            done, total = remote_queue.coverage(db, question.space)
            others, _all = chunks.coverage(db, self._models.space)
        if done >= ENOUGH * total:
            return question
        place = "" if workspace is None else namespace(workspace)
        try:
            beyond = remote.near(question.vector, namespace=place, limit=_ASKED_FOR)
        except CloudError:
            if others > done:
                raise
            return question
        return replace(question, beyond=beyond)


def _standing_in(error: CloudError) -> str:
    if isinstance(error, CloudWaits) and not isinstance(error, CloudQuota | CloudThrottle):
        return _(
            "Cloudflare did not answer in time; the model on this computer searched by meaning instead."
        )
    return _("{problem} The model on this computer searched by meaning instead.").format(
        problem=error
    )
