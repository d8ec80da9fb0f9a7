"""A model in the user's account that answers from passages, piece by piece as it writes."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final

from notebrain.cloud import wire
from notebrain.cloud.error_codes import Service
from notebrain.cloud.request import Ask, json_body
from notebrain.cloud.transport import Cloudflare
from notebrain.domain.embedding.usage import tokens
from notebrain.domain.grounding.prompt import TOKENS_A_MESSAGE
from notebrain.domain.ports import Prompt, Sent, Written

PIECE_S: Final = 30.0
"""How long the account may be silent, before the answer and between two pieces of it."""
WHOLE_S: Final = 90.0
"""How long an answer that comes as a whole may take."""
PATIENCE_S: Final = 6.0
"""How long to retry before the answer begins: somebody is waiting."""
_LIKELY_TOKENS: Final = 160
"""The usual length of an answer: three or four sentences with their marks."""
_CREDIBLE: Final = 4.0
"""A cost above this multiple of the maximum is a mistake of the account, and must not end the day's budget."""


@dataclass(frozen=True, slots=True)
class WritingModel:
    """A model that writes, as described in field guide §2.

    Only models that keep to `max_tokens` and do not think aloud first are in the list: others may cost any amount.

    Attributes:
        context_tokens: What it reads and writes at most; a value that holds for every version of the model.
        neurons_in: The cost of a million tokens that it reads.
        neurons_out: The cost of a million tokens that it writes.
    """

    name: str
    context_tokens: int
    neurons_in: float
    neurons_out: float

    def neurons(self, read: float, written: float) -> float:
        """Return the cost of this many tokens."""
        return (read * self.neurons_in + written * self.neurons_out) / 1_000_000

    def likely(self, size: int) -> float:
        """Return the usual cost of an answer to a prompt of this many bytes."""
        return self.neurons(tokens(size), _LIKELY_TOKENS)


LARGE: Final = WritingModel("@cf/meta/llama-3.3-70b-instruct-fp8-fast", 24_000, 26_668, 204_805)
SMALL: Final = WritingModel("@cf/meta/llama-3.1-8b-instruct-fast", 24_000, 4_119, 34_868)
WRITING_MODELS: Final = {model.name: model for model in (LARGE, SMALL)}


class WorkersAiWriter:
    """A `Writer`."""

    def __init__(self, cloud: Cloudflare, model: WritingModel = LARGE) -> None:
        self._cloud = cloud
        self._model = model

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    @property
    def context_tokens(self) -> int:
        """How many tokens the prompt and the answer may have together."""
        return self._model.context_tokens

    def prepare(self, prompt: Prompt) -> Sent:
        """Return what would be sent for a prompt; nothing is sent yet."""
        body: dict[str, object] = {
            "messages": [{"role": one.role, "content": one.text} for one in prompt.messages],
            "max_tokens": prompt.most_tokens,
            "temperature": 0,
        }
        if prompt.schema is None:
            body["stream"] = True
        else:  # such an answer does not stream
            body["response_format"] = {"type": "json_schema", "json_schema": prompt.schema}
        size = sum(len(one.text.encode("utf-8", "replace")) for one in prompt.messages)
        # no token is shorter than a byte
        longest = size + TOKENS_A_MESSAGE * (len(prompt.messages) + 1)
        most = self._model.neurons(longest, prompt.most_tokens)
        return Sent(self.name, prompt, json_body(body), self._model.likely(size), most)

    async def write(self, sent: Sent) -> AsyncGenerator[Written]:
        """Send exactly `sent.body` and yield the answer as it arrives; closing the generator ends the request.

        Raises:
            CloudError: One of its six kinds, before the first piece or between two.
        """
        ask = Ask(
            Service.AI,
            "POST",
            f"/accounts/{{account}}/ai/run/{self.name}",
            body=sent.body,
            private=tuple(one.text for one in sent.prompt.messages[1:]),
            timeout_s=PIECE_S if sent.prompt.schema is None else WHOLE_S,
            patience_s=PATIENCE_S,
            repeatable=False,  # a lost answer was charged
        )
        letters = _Letters()
        async with self._cloud.stream(ask) as events, aclosing(events):
            async for event in events:
                piece = Written(
                    letters.joined(_text(event)), self._cost(event, sent), _is_cut(event)
                )
                if piece != Written():
                    yield piece

    def _cost(self, event: wire.JsonObject, sent: Sent) -> float | None:
        usage = wire.obj(event.get("usage"))
        cost = wire.number(usage.get("neurons"))
        if cost is None:
            read, written = (
                wire.number(usage.get(name)) for name in ("prompt_tokens", "completion_tokens")
            )
            if read is None or written is None or min(read, written) < 0:
                return None
            cost = self._model.neurons(read, written)
        return cost if 0 < cost <= _CREDIBLE * sent.most else None


class _Letters:
    """Joins letters whose halves arrived in two events."""

    def __init__(self) -> None:
        self._half = ""

    def joined(self, text: str) -> str:
        text, self._half = self._half + text, ""
        if "\ud800" <= text[-1:] <= "\udbff":
            text, self._half = text[:-1], text[-1]
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _text(event: wire.JsonObject) -> str:
    """Return the text of an event in either format: a token of digits alone may come as a number, JSON as a value."""
    said = event.get("response")
    if said is None:
        choice = _choice(event)
        said = wire.obj(choice.get("delta") or choice.get("message")).get("content")
    if isinstance(said, int | float) and not isinstance(said, bool):
        return str(said)
    if isinstance(said, dict):  # of a request for JSON
        return json.dumps(said, ensure_ascii=False)
    return said if isinstance(said, str) else ""


def _is_cut(event: wire.JsonObject) -> bool:
    reason = event.get("finish_reason") or _choice(event).get("finish_reason")
    return reason == "length"


def _choice(event: wire.JsonObject) -> wire.JsonObject:
    choices = wire.items(event.get("choices"))
    return wire.obj(choices[0] if choices else None)
