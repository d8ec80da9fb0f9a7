"""A real browser without a window, told what to do over a pipe by the protocol of its developer tools."""

import base64
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

BROWSER: Final = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
"""The browser of this computer, or None."""
_LONGEST_S: Final = 60.0
_WITH_PIPES: Final = """
import fcntl, os, sys
pipes = [fcntl.fcntl(int(one), fcntl.F_DUPFD, 10) for one in sys.argv[1:3]]
os.dup2(pipes[0], 3), os.dup2(pipes[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Starts a program with the pipes where it looks for them: at 3 and 4."""


class Browser:
    """Chromium with an empty profile; nothing of it leaves this computer, since no name leads anywhere.

    Args:
        pages: What the browser gets from each address that is not on this computer: all others are not there.
    """

    def __init__(self, profile: Path, pages: Mapping[str, bytes], language: str = "en") -> None:
        self.pages = pages
        from_us, self._out = os.pipe()
        self._in, to_us = os.pipe()
        command = [
            *(str(BROWSER), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"),
            *("--disable-dev-shm-usage", "--remote-debugging-pipe", f"--lang={language}"),
            *("--enable-unsafe-extension-debugging", f"--user-data-dir={profile}"),
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            "about:blank",
        ]
        self._process = subprocess.Popen(
            [sys.executable, "-c", _WITH_PIPES, str(from_us), str(to_us), *command],
            pass_fds=(from_us, to_us),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "LANGUAGE": language},
        )
        os.close(from_us)
        os.close(to_us)
        self._lock = threading.Lock()
        self._last = 0
        self._answers: dict[int, SimpleQueue[dict[str, Any]]] = {}
        threading.Thread(target=self._listen, daemon=True).start()
        self.ask("Target.setDiscoverTargets", discover=True)

    def ask(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        """Call a method and return its result."""
        with self._lock:
            self._last += 1
            number, answer = self._last, SimpleQueue[dict[str, Any]]()
            self._answers[number] = answer
        self._send(number, method, session, params)
        told = answer.get(timeout=_LONGEST_S)
        if "error" in told:
            raise RuntimeError(f"{method}: {told['error']}")
        result: dict[str, Any] = told["result"]
        return result

    def open(self, address: str = "about:blank") -> "Tab":
        """Open a tab."""
        tab = self.tab(self.ask("Target.createTarget", url="about:blank")["targetId"])
        self.ask("Fetch.enable", tab.session, patterns=[{"urlPattern": "*"}])
        if address != "about:blank":
            tab.go(address)
        return tab

    def tab(self, target: str) -> "Tab":
        """Return a tab or another place where scripts run."""
        got = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        return Tab(self, target, got["sessionId"])

    def find(self, kind: str, address: str) -> "Tab | None":
        """Return an open page, worker or the like whose address begins like this."""
        found = self.ask("Target.getTargets", filter=[{"type": kind}])["targetInfos"]
        targets = [one["targetId"] for one in found if one["url"].startswith(address)]
        return self.tab(targets[-1]) if targets else None

    def add_extension(self, folder: Path) -> str:
        """Load an extension and return its id."""
        id_: str = self.ask("Extensions.loadUnpacked", path=str(folder))["id"]
        until(lambda: self.find("service_worker", f"chrome-extension://{id_}/"))
        return id_

    def close_tabs(self) -> None:
        """Close all tabs and windows; an empty tab keeps the browser open."""
        kept = self.ask("Target.createTarget", url="about:blank")["targetId"]
        for one in self.ask("Target.getTargets", filter=[{"type": "page"}])["targetInfos"]:
            if one["targetId"] != kept:
                with suppress(RuntimeError):  # the window of an extension closes by itself, too
                    self.ask("Target.closeTarget", targetId=one["targetId"])

    def press(self, extension: str, tab: "Tab") -> "Tab":
        """Press the button of an extension above a tab, as the user does; return the small window that opens."""
        tabs = self.ask("Target.getTargets", filter=[{"type": "tab"}])["targetInfos"]
        (target,) = (
            one["targetId"] for one in tabs if one.get("embedderData", {}).get("tabActive")
        )
        self.ask("Target.activateTarget", targetId=tab.target)
        self.ask("Extensions.triggerAction", id=extension, targetId=target)
        window: Tab = until(lambda: self.find("page", f"chrome-extension://{extension}/popup.html"))
        until(lambda: window.run("document.readyState") == "complete")
        return window

    def close(self) -> None:
        """End the browser."""
        try:
            self._send(0, "Browser.close", None, {})
            self._process.wait(20)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._out)

    def _send(
        self, number: int, method: str, session: str | None, params: Mapping[str, Any]
    ) -> None:
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        with self._lock:
            while data:
                data = data[os.write(self._out, data) :]

    def _listen(self) -> None:
        rest = b""
        while part := os.read(self._in, 1 << 16):
            *whole, rest = (rest + part).split(b"\0")
            for one in whole:
                self._take(json.loads(one))
        os.close(self._in)

    def _take(self, message: dict[str, Any]) -> None:
        if message.get("method") == "Fetch.requestPaused":
            self._answer_page(message["sessionId"], message["params"])
        waiting = self._answers.pop(message.get("id", 0), None)
        if waiting is not None:
            waiting.put(message)

    def _answer_page(self, session: str, paused: dict[str, Any]) -> None:
        address, request = paused["request"]["url"].partition("#")[0], paused["requestId"]
        body = self.pages.get(address)
        if address.startswith(("http://127.0.0.1:", "chrome-extension://", "data:")):
            self._send(0, "Fetch.continueRequest", session, {"requestId": request})
        elif body is None:
            gone = {"requestId": request, "errorReason": "NameNotResolved"}
            self._send(0, "Fetch.failRequest", session, gone)
        else:
            kind = "image/png" if address.endswith(".png") else "text/html"
            given: dict[str, Any] = {
                "requestId": request,
                "responseCode": 200,
                "responseHeaders": [{"name": "Content-Type", "value": kind}],
                "body": base64.b64encode(body).decode(),
            }
            self._send(0, "Fetch.fulfillRequest", session, given)


class Tab:
    """A place in the browser where scripts run: a page, the small window of an extension, its worker."""

    def __init__(self, browser: Browser, target: str, session: str) -> None:
        self.browser = browser
        self.target = target
        self.session = session

    def go(self, address: str) -> None:
        """Show a page, and wait until it is there."""
        self.browser.ask("Page.navigate", self.session, url=address)
        until(
            lambda: self.run("location.href !== 'about:blank' && document.readyState") == "complete"
        )

    def run(self, script: str) -> Any:
        """Run a script as the user would in the console, and return what it comes to."""
        told = self.browser.ask(
            "Runtime.evaluate",
            self.session,
            expression=script,
            returnByValue=True,
            awaitPromise=True,
            userGesture=True,
        )
        if "exceptionDetails" in told:
            raise RuntimeError(f"{script}: {told['exceptionDetails']}")
        return told["result"].get("value")

    def close(self) -> None:
        """Close it."""
        self.browser.ask("Target.closeTarget", targetId=self.target)


def until(is_so: Callable[[], Any]) -> Any:
    """Wait until something is so, and return it."""
    nothing = SimpleQueue[None]()
    for _ in range(1_000):
        if found := is_so():
            return found
        try:
            nothing.get(timeout=0.03)
        except Empty:
            continue
    raise AssertionError("it did not come to be so")
