"""Workers AI: `ai/run` for embeddings, texts and reranking."""

import json
import secrets
import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tests.fakes.cloudflare.ai_models import LISTED, MODELS, RETIRED, Model, Task
from tests.fakes.cloudflare.clock import StandinClock
from tests.fakes.cloudflare.embedding import Embed, count_tokens
from tests.fakes.cloudflare.neurons import Neurons
from tests.fakes.cloudflare.routes import Call, Route
from tests.fakes.cloudflare.streaming import streamed
from tests.fakes.cloudflare.tokens import Permission
from tests.fakes.cloudflare.wire import Refused, Reply, bare, success

MAX_TEXTS: Final = 100
MAX_TOKENS: Final = 512
_POOLINGS: Final = ("mean", "cls")
_NEEDS: Final = ({Permission.AI_READ, Permission.AI_EDIT},)
_CATALOG: Final = ({Permission.AI_READ}, {Permission.AI_EDIT})

Answer = str | dict[str, Any] | Refused
Script = Callable[[Mapping[str, Any]], Answer]


class WorkersAI:
    """The models; `script` says what the writing ones answer."""

    def __init__(self, clock: StandinClock, embed: Embed) -> None:
        self.neurons = Neurons(clock)
        self.embedded: list[str] = []
        self.max_body_bytes = 10_000_000
        self.busy = False
        self.listed: Sequence[Model] = LISTED
        self._clock = clock
        self._embed = embed
        self._answers: list[Answer | Script] = []
        self._lock = threading.Lock()

    def script(self, *answers: Answer | Script) -> None:
        """Set what texts come next, in this order; the last one stays.

        An answer is a text, a dict (the JSON mode of some models), a refusal, or a function of the
        body that gives one of these.
        """
        with self._lock:
            self._answers = list(answers)

    def routes(self) -> list[Route]:
        """Return the endpoints of Workers AI."""
        at = "accounts/{account}/ai"
        return [
            Route("ai.models", "GET", f"{at}/models/search", self._search, _CATALOG),
            Route("ai.models.schema", "GET", f"{at}/models/schema", self._schema, _CATALOG),
            Route("ai.run", "POST", f"{at}/run/{{model*}}", self._run, _NEEDS),
            Route("ai.v1.embeddings", "POST", f"{at}/v1/embeddings", self._v1_embed, _NEEDS),
            Route("ai.v1.chat", "POST", f"{at}/v1/chat/completions", self._v1_chat, _NEEDS),
        ]

    def _search(self, call: Call) -> Reply:
        task = call.request.query.get("task")
        wanted = call.request.query.get("search", "")
        found = [
            model.entry()
            for model in self.listed
            if task in (None, model.task.value) and wanted in model.name
        ]
        page, per_page = call.request.number("page", 1), call.request.number("per_page", 50)
        part = found[(page - 1) * per_page : page * per_page]
        counts = {"count": len(part), "total_count": len(found)}
        return success(part, info={"page": page, "per_page": per_page, **counts})

    def _schema(self, call: Call) -> Reply:
        model = MODELS.get(call.request.query.get("model", ""))
        if model is None:
            raise Refused(404, 3042, "Invalid model ID")
        asked = "text" if model.task is Task.EMBEDDINGS else "messages"
        any_object = {"type": "object", "description": model.name, "additionalProperties": True}
        takes = any_object | {"properties": {asked: {}}, "required": [asked]}
        return success({"input": takes, "output": any_object})

    def _run(self, call: Call) -> Reply:
        model = _model(call.args["model"])
        body = self._body(call)
        if model.task is Task.EMBEDDINGS:
            return self._embedded(model, body)
        if model.task is Task.RERANKING:
            return self._reranked(model, body)
        if body.get("stream") is True and body.get("response_format") is not None:
            raise bad_input("'/stream' cannot be used with '/response_format'")
        text, cost = self._written(model, body)
        if body.get("stream") is True:
            return streamed(model, text, _usage(text, body))
        return success(_in_shape(model, text, body), headers=_cost(cost))

    def _body(self, call: Call) -> dict[str, Any]:
        if not call.request.body:
            raise Refused(400, 3003, "Request is missing headers or body")
        if len(call.request.body) > self.max_body_bytes:
            raise Refused(413, 3006, "Request is too large")
        body = call.request.object(Refused(400, 5004, "AiError: Invalid data: not JSON"))
        options = body.get("options")
        if self.busy and isinstance(options, dict) and options.get("rejectIfBusy"):
            raise Refused(429, 3040, "Capacity temporarily exceeded, please try again.")
        self.neurons.check()
        return body

    def _embedded(self, model: Model, body: Mapping[str, Any]) -> Reply:
        texts = _texts(body.get("text"))
        pooling = body.get("pooling", "mean")
        if pooling not in _POOLINGS:
            raise bad_input("'/pooling' must be one of 'mean', 'cls'")
        vectors, cost = self._vectors(model, texts, pooling)
        result: dict[str, Any] = {"shape": [len(vectors), model.dimensions], "data": vectors}
        if model.takes_pooling:
            result["pooling"] = pooling
        return success(result, headers=_cost(cost))

    def _vectors(
        self, model: Model, texts: Sequence[str], pooling: str
    ) -> tuple[list[list[float]], float]:
        # a model that takes no pooling has one space, whatever is asked for
        space = f"{model.name} {pooling if model.takes_pooling else ''}"
        with self._lock:
            self.embedded += texts
            vectors = self._embed(texts, space, model.dimensions)
        tokens = sum(min(count_tokens(text), MAX_TOKENS) for text in texts)
        return vectors, self.neurons.spend(tokens, model.neurons_in)

    def _reranked(self, model: Model, body: Mapping[str, Any]) -> Reply:
        query, contexts = body.get("query"), body.get("contexts")
        if not isinstance(query, str) or not query or not isinstance(contexts, list):
            raise bad_input("required properties at '/' are 'query,contexts'")
        if not all(isinstance(one, dict) and one.get("text") for one in contexts):
            raise bad_input("required properties at '/contexts/0' are 'text'")
        words = set(query.lower().split())
        found = [
            {
                "id": place,
                "score": len(words & set(one["text"].lower().split())) / len(words or "1"),
            }
            for place, one in enumerate(contexts)
        ]
        found.sort(key=lambda one: -one["score"])
        self.neurons.spend(count_tokens(query) * len(contexts), model.neurons_in)
        return success({"response": found[: body.get("top_k", len(found))]})

    def _written(self, model: Model, body: Mapping[str, Any]) -> tuple[str | dict[str, Any], float]:
        messages = body.get("messages")
        if not isinstance(messages, list) or not messages:
            raise bad_input("required properties at '/' are 'messages'")
        with self._lock:
            found: Answer | Script = self._answers[0] if self._answers else "I have no answer."
            if len(self._answers) > 1:
                self._answers.pop(0)
        answer = found(body) if callable(found) else found
        if isinstance(answer, Refused):
            raise answer
        usage = _usage(answer, body)
        cost = self.neurons.spend(usage["prompt_tokens"], model.neurons_in)
        cost += self.neurons.spend(usage["completion_tokens"], model.neurons_out)
        return answer, cost

    def _v1_embed(self, call: Call) -> Reply:
        body = self._body(call)
        model = _model(str(body.get("model")))
        vectors, cost = self._vectors(model, _texts(body.get("input")), "mean")
        data = [
            {"object": "embedding", "index": place, "embedding": vector}
            for place, vector in enumerate(vectors)
        ]
        return bare({"object": "list", "data": data, "model": model.name}, headers=_cost(cost))

    def _v1_chat(self, call: Call) -> Reply:
        body = self._body(call)
        model = _model(str(body.get("model")))
        answer, cost = self._written(model, body)
        whole = _choices(model, answer, body)
        whole["usage"]["neurons"] = cost
        return bare(whole, headers=_cost(cost))


def json_mode_failed() -> Refused:
    """Return what a model says that could not keep to the schema."""
    return Refused(400, 5024, "JSON Mode couldn't be met")


def bad_input(what: str) -> Refused:
    """Return what a body of another shape gets."""
    return Refused(400, 5006, f"AiError: Bad input: Error: {what} ({uuid.uuid4()})")


def _model(name: str) -> Model:
    if not name.startswith(("@cf/", "@hf/")):
        raise Refused(404, 3042, "Invalid model ID")
    if name in RETIRED:
        text = "AiError: This model was deprecated on 2026-05-30. Please use an alternative model"
        raise Refused(400, 5028, text)
    if name not in MODELS:
        raise Refused(400, 5007, f"No such model {name} or task")
    return MODELS[name]


def _texts(text: object) -> list[str]:
    texts = [text] if isinstance(text, str) else text
    if not isinstance(texts, list) or not texts:
        raise bad_input("required properties at '/' are 'text'")
    if len(texts) > MAX_TEXTS:
        raise bad_input(f"'/text' must not have more than {MAX_TEXTS} items")
    if not all(isinstance(one, str) and one for one in texts):
        raise bad_input("Length of '/text/0' must be >= 1")
    return texts


def _in_shape(
    model: Model, answer: str | dict[str, Any], body: Mapping[str, Any]
) -> dict[str, Any]:
    if model.answers_with_choices:
        return _choices(model, answer, body)
    # in JSON mode some models give the object itself, others its text: the script decides
    return {"response": answer, "tool_calls": [], "usage": _usage(answer, body)}


def _choices(model: Model, answer: str | dict[str, Any], body: Mapping[str, Any]) -> dict[str, Any]:
    content = answer if isinstance(answer, str) else json.dumps(answer)
    message = {"role": "assistant", "content": content, "reasoning_content": None}
    return {
        "id": f"chatcmpl-{secrets.token_hex(12)}",
        "object": "chat.completion",
        "created": 1_763_600_000,
        "model": model.name,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": _usage(answer, body),
    }


def _usage(answer: str | dict[str, Any], body: Mapping[str, Any]) -> dict[str, Any]:
    asked = count_tokens(json.dumps(body["messages"]))
    told = count_tokens(answer if isinstance(answer, str) else json.dumps(answer))
    return {"prompt_tokens": asked, "completion_tokens": told, "total_tokens": asked + told}


def _cost(neurons: float) -> dict[str, str]:
    return {"cf-ai-neurons": f"{neurons:.2f}", "cf-ai-req-id": str(uuid.uuid4())}
