"""Vectors from the models that run in the user's account."""

from collections.abc import Sequence

from notebrain.cloud import wire
from notebrain.cloud.asking import READ_S, Ask, json_body
from notebrain.cloud.codes import Service
from notebrain.cloud.d1 import unreadable
from notebrain.cloud.models import TEXTS_PER_REQUEST, Model
from notebrain.cloud.transport import Cloudflare
from notebrain.domain.errors import CloudTooLarge
from notebrain.domain.i18n import _
from notebrain.domain.ports import Embedded, Space

# about four letters are a token of English; other scripts need more, so the estimate takes three bytes
_BYTES_PER_TOKEN = 3
_HARMLESS = ("a",)


class WorkersAi:
    """A `RemoteEmbedder` for one model of the account."""

    def __init__(self, cloud: Cloudflare, model: Model) -> None:
        self._cloud = cloud
        self.model = model

    @property
    def space(self) -> Space:
        """The space of the vectors it makes."""
        return self.model.space

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text the model reads."""
        return self.model.max_tokens

    @property
    def batch(self) -> int:
        """How many texts one request may carry."""
        return TEXTS_PER_REQUEST

    def neurons(self, tokens: int) -> float:
        """Return the estimated cost of so many tokens."""
        return self.model.neurons(tokens)

    async def embed(self, texts: Sequence[str], *, timeout_s: float | None = None) -> Embedded:
        """Return one vector per text, at most `batch` of them; with a timeout, one try and no more."""
        if not texts:
            return Embedded(vectors=[], neurons=0.0, measured=True)
        if len(texts) > self.batch:
            raise CloudTooLarge(
                _(
                    "This was too much for one request to Cloudflare. It stays safe on this computer."
                ),
                service=Service.AI,
            )
        reply = await self._cloud.ask(self._asked(texts, timeout_s))
        rows = _rows(reply.result)
        packed = [wire.vector(row, self.model.dimensions, unit=True) for row in rows]
        vectors = [one for one in packed if one is not None]
        if len(vectors) != len(texts) or len(packed) != len(texts):
            raise unreadable(Service.AI)
        estimate = self.neurons(
            sum(len(text.encode("utf-8", "replace")) for text in texts) // _BYTES_PER_TOKEN + 1
        )
        cost = reply.neurons
        return Embedded(vectors, estimate if cost is None else cost, measured=cost is not None)

    def _asked(self, texts: Sequence[str], timeout_s: float | None) -> Ask:
        return Ask(
            Service.AI,
            "POST",
            f"/accounts/{{account}}/ai/run/{self.model.name}",
            body=self._body(texts),
            private=tuple(texts),
            # a text costs a hundredth of a neuron, less than sending them all again
            suspect=True,
            harmless=self._asked(_HARMLESS, None) if texts is not _HARMLESS else None,
            timeout_s=READ_S if timeout_s is None else timeout_s,
            patience_s=30.0 if timeout_s is None else 0.0,
            repeatable=False,  # whatever was done is paid for; the caller counts that
        )

    def _body(self, texts: Sequence[str]) -> bytes:
        # an empty text is refused (5006, minLength 1), and a blank one has no meaning either
        body: dict[str, object] = {"text": [text if text.strip() else "." for text in texts]}
        if self.model.pooling:
            body["pooling"] = self.model.pooling
        return json_body(body)


def _rows(result: object) -> list[object]:
    """Return the vectors of both shapes of answer: `data`, and `response` for the contexts of bge-m3."""
    fields = wire.obj(result)
    return wire.items(fields.get("data")) or wire.items(fields.get("response"))
