"""A bare client for tests of the stand-in itself: no retries, no rules, only what came back."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import httpx

from tests.fakes.cloudflare.standin import Standin


@dataclass(frozen=True)
class Told:
    """What came back; `code` and `message` are those of the first error, `result` that of success."""

    status: int
    code: int
    message: str
    result: Any
    headers: Mapping[str, str]
    text: str

    @property
    def refusal(self) -> tuple[int, int]:
        """Return status and code."""
        return self.status, self.code


class Asking:
    """Asks with one token; paths that do not begin with a slash are below the account."""

    def __init__(self, account: Standin, token: str) -> None:
        self._below = f"/accounts/{account.account}/"
        self._web = httpx.Client(
            base_url=account.base_url,
            headers={"Authorization": f"Bearer {token}"},
            timeout=30,
            verify=False,  # nothing is encrypted here, and reading all certificates takes 0.1 s
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._web.close()

    def __call__(self, method: str, path: str, body: object = None, **more: Any) -> Told:
        """Ask once; `body` goes as JSON."""
        if body is not None:
            more["json"] = body
        path = path if path.startswith("/") else self._below + path
        reply = self._web.request(method, path, **more)
        return _told(reply)

    def get(self, path: str, **query: object) -> Told:
        """Ask for something."""
        return self("GET", path, params={key: str(value) for key, value in query.items()})

    def post(self, path: str, body: object) -> Told:
        """Send JSON."""
        return self("POST", path, body)

    def delete(self, path: str) -> Told:
        """Delete something."""
        return self("DELETE", path)

    def lines(self, path: str, vectors: Iterable[object], **query: str) -> Told:
        """Send NDJSON."""
        content = "\n".join(json.dumps(one) for one in vectors).encode()
        headers = {"Content-Type": "application/x-ndjson"}
        return self("POST", path, content=content, headers=headers, params=query)


def _told(reply: httpx.Response) -> Told:
    try:
        envelope = reply.json()
    except ValueError:
        envelope = {}
    envelope = envelope if isinstance(envelope, dict) else {}
    error = (envelope.get("errors") or [{"code": 0, "message": ""}])[0]
    return Told(
        reply.status_code,
        error["code"],
        error["message"],
        envelope.get("result"),
        reply.headers,
        reply.text,
    )
