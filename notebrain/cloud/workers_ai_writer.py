"""Models in the user's account that answer from passages, piece by piece as they write, and the catalog they are in."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

from notebrain.cloud import wire
from notebrain.cloud.error_codes import Service
from notebrain.cloud.request import Ask, json_body
from notebrain.cloud.transport import Cloudflare
from notebrain.domain.embedding.usage import DOLLARS_PER_NEURON
from notebrain.domain.grounding.prompt import TOKENS_A_MESSAGE
from notebrain.domain.grounding.writing_models import LARGE, MOST_CONTEXT, SHIPPED, WritingModel
from notebrain.domain.ports import Prompt, Sent, Written

PIECE_S: Final = 30.0
"""How long the account may be silent, before the answer and between two pieces of it."""
WHOLE_S: Final = 90.0
"""How long an answer that comes as a whole may take."""
PATIENCE_S: Final = 6.0
"""How long to retry before the answer begins: somebody is waiting."""
CATALOG_S: Final = 3.0
"""How long to wait for the catalog; what is known of it will do, too."""
_CATALOG: Final = "/accounts/{account}/ai/models/search"
_PAGE, _MOST_PAGES = 50, 6
_TASK: Final = "Text Generation"
_OURS, _GUARD = ("@cf/", "@hf/"), "guard"
_UNFIT: Final = ("reasoning", "planned_deprecation_date", "require_workers_paid")
_IN, _OUT = "per M input tokens", "per M output tokens"
_CREDIBLE: Final = 4.0
"""A cost above this multiple of the maximum is a mistake of the account, and must not end the day's budget."""


async def models_in(cloud: Cloudflare) -> list[WritingModel]:
    """Return the models of the account's catalog that can write answers, in any order.

    A model that thinks aloud, needs another plan or is about to go is left out, and so is one without a price, unless
    its price is shipped.

    Raises:
        CloudError: The catalog cannot be read.
    """
    found: dict[str, WritingModel] = {}
    for page in range(1, _MOST_PAGES + 1):
        query = {"task": _TASK, "per_page": str(_PAGE), "page": str(page)}
        ask = Ask(Service.AI, "GET", _CATALOG, query=query, timeout_s=CATALOG_S, patience_s=0)
        listed = wire.items((await cloud.ask(ask)).result)
        models = (_writing_model(wire.obj(entry)) for entry in listed)
        found |= {one.name: one for one in models if one is not None}
        if len(listed) < _PAGE:
            break
    return list(found.values())


def _writing_model(entry: wire.JsonObject) -> WritingModel | None:
    name = wire.text(entry.get("name")) or ""
    if not name.startswith(_OURS) or _GUARD in name:
        return None
    if wire.obj(entry.get("task")).get("name") != _TASK:
        return None
    listed = [wire.obj(one) for one in wire.items(entry.get("properties"))]
    facts = {str(one.get("property_id")): one.get("value") for one in listed}
    if any(facts.get(name) not in (None, "", "false", False) for name in _UNFIT):
        return None
    known = SHIPPED.get(name)
    context = _whole(facts.get("context_window")) or (known.context_tokens if known else 0)
    read, written = (_neurons(facts.get("price"), unit) for unit in (_IN, _OUT))
    if known is not None and None in (read, written):
        read, written = known.neurons_in, known.neurons_out
    if read is None or written is None:
        return None
    return WritingModel(name, min(context, MOST_CONTEXT), read, written)


def _whole(value: object) -> int:
    """Return a number that the catalog writes as a text."""
    return int(value) if isinstance(value, str) and value.isdecimal() else wire.whole(value) or 0


def _neurons(prices: object, unit: str) -> float | None:
    """Return the neurons for a million tokens; the catalog has dollars."""
    for price in map(wire.obj, wire.items(prices)):
        dollars = wire.number(price.get("price"))
        if price.get("unit") == unit and price.get("currency") == "USD" and dollars is not None:
            return dollars / DOLLARS_PER_NEURON
    return None


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
