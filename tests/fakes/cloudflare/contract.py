"""What the machine-readable contract of the service says about requests and answers.

The contract is not part of this project: it lies in `../shared/reference` beside the checkout, or
beside the folder that `NOTEBRAIN_TEST_DATA` names. Without it nothing is checked.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from tests.fakes.cloudflare.schema import Schema, Schemas
from tests.fakes.cloudflare.wire import JSON, Reply, Request

_PROJECT: Final = Path(__file__).resolve().parents[3]
_DATA: Final = Path(os.environ.get("NOTEBRAIN_TEST_DATA", _PROJECT.parent / "shared" / "data"))
PLACE: Final = _DATA.parent / "reference" / "cloudflare-openapi.json"


class Contract:
    """The paths, bodies and answers that the service has promised."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        named = document["components"]["schemas"]
        _correct(document)
        self._schemas = Schemas(named)
        self._paths = [(path.strip("/").split("/"), one) for path, one in document["paths"].items()]
        # literal paths first: every model of the catalogue has its own
        self._paths.sort(key=lambda one: sum(part.startswith("{") for part in one[0]))

    def problems(self, path: str, request: Request, reply: Reply) -> list[str]:
        """Return what the answer does against the contract, or the request it was given to.

        What the service refused may be as wrong as it likes. Operations that the contract does not
        know (they are newer) are not checked.
        """
        operation = self._operation(request.method, path)
        if operation is None:
            return []
        found = list(self._of_reply(operation, reply))
        if reply.status < 300:
            found += self._of_request(operation, request)
        return [f"{request.method} {path}: {one}" for one in found]

    def _operation(self, method: str, path: str) -> Mapping[str, Any] | None:
        parts = [unquote(part) for part in path.strip("/").split("/")]
        joined = "/".join(parts).split("/")
        for template, operations in self._paths:
            if method.lower() in operations and _fits(template, joined):
                found: Mapping[str, Any] = operations[method.lower()]
                return found
        return None

    def _of_request(self, operation: Mapping[str, Any], request: Request) -> Iterator[str]:
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "query" and parameter["name"] in request.query:
                value = _typed(request.query[parameter["name"]])
                at = f"?{parameter['name']}"
                yield from self._schemas.problems(value, parameter["schema"], at)
        content = operation.get("requestBody", {}).get("content", {})
        if content and "*/*" not in content:
            kind = request.media_type()
            if kind not in content:
                yield f"{kind or 'no content type'} is none of {sorted(content)}"
            elif kind == JSON:
                yield from self._of_body(content[JSON]["schema"], json.loads(request.body))

    def _of_body(self, schema: Schema, body: Any) -> Iterator[str]:
        # newer than the contract, and documented for every model
        known = {k: v for k, v in body.items() if k != "options"} if "text" in body else body
        yield from self._schemas.problems(known, schema)

    def _of_reply(self, operation: Mapping[str, Any], reply: Reply) -> Iterator[str]:
        answers = operation["responses"]
        promised = answers.get(str(reply.status)) or answers.get(f"{reply.status // 100}XX")
        if promised is None:
            if reply.status < 500:
                yield f"status {reply.status} is none of {sorted(answers)}"
            return
        schema = promised.get("content", {}).get(JSON, {}).get("schema")
        if schema is not None and (reply.status >= 300 or reply.content_type == JSON):
            yield from self._schemas.problems(reply.json(), self._schemas.merged(schema))


@lru_cache(maxsize=1)
def contract() -> Contract | None:
    """Return the contract where it is, None elsewhere."""
    if not PLACE.is_file():
        return None
    return Contract(json.loads(PLACE.read_text(encoding="utf-8")))


def _fits(template: Sequence[str], parts: Sequence[str]) -> bool:
    swallows = template[-1] in ("{object_key}", "{model_name}")
    if len(parts) < len(template) or (len(parts) > len(template) and not swallows):
        return False
    return all(
        one.startswith("{") or one == other
        for one, other in zip(template, parts[: len(template)], strict=True)
    )


def _typed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _correct(document: Mapping[str, Any]) -> None:
    """Set right what the contract forgot: null and blobs in rows, the object around buckets, a refusal."""
    named = document["components"]["schemas"]
    rows = named["d1_raw-result-response"]["properties"]["results"]["properties"]["rows"]
    rows["items"]["items"] = {}
    buckets = document["paths"]["/accounts/{account_id}/r2/buckets"]["get"]["responses"]["200"]
    envelope = buckets["content"][JSON]["schema"]["allOf"]
    listed = envelope[1]["properties"]["result"]
    envelope[1]["properties"]["result"] = {"type": "object", "properties": {"buckets": listed}}
    models = document["paths"]["/accounts/{account_id}/ai/models/search"]["get"]["responses"]
    models.setdefault("4XX", {})
