"""What goes wrong on purpose: which requests, how often, and in what way."""

import json
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Final, Self

from tests.fakes.cloudflare.wire import Delivery, Refused, Reply, Request

Matcher = str | Callable[[str, Request], bool]
Spoil = Callable[[Reply], Reply]

_BUSY_TEXT: Final = "Too Many Requests"
NEURONS_TEXT: Final = (
    "you have used up your daily free allocation of 10,000 neurons, please upgrade to "
    "Cloudflare's Workers Paid plan if you would like to continue usage."
)
_BAD_GATEWAY: Final = (
    b"<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n"
    b"<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>cloudflare</center>\r\n"
    b"</body>\r\n</html>\r\n"
)
_FIREWALL: Final = (
    b'<!DOCTYPE html>\n<html lang="en-US"><head><title>Attention Required! | Cloudflare</title></head>\n'
    b"<body><h1>Sorry, you have been blocked</h1><h2>You are unable to access api.cloudflare.com</h2>\n"
    b"<p>This website is using a security service to protect itself from online attacks.</p>\n"
    b"<p>Cloudflare Ray ID: <strong>8f1c2d3e4f5a6b7c</strong></p></body></html>\n"
)
_PORTAL: Final = (
    b"<!DOCTYPE html><html><head><title>Hotel Wi-Fi</title></head>"
    b"<body><form action='/login'>Please accept the terms to go online.</form></body></html>"
)


@dataclass(frozen=True)
class Trouble:
    """One way to fail: `instead` answers without doing anything, `spoil` after it was done.

    With `cuts`, the connection ends before the request has arrived.
    """

    name: str
    instead: Reply | None = None
    spoil: Spoil | None = None
    cuts: bool = False


@dataclass
class Fault:
    """A trouble with the requests it hits; the first `skip` of them pass unharmed."""

    trouble: Trouble
    on: Matcher
    left: int | None
    skip: int
    chance: float
    hits: int = 0
    _ended: bool = field(default=False, repr=False)

    def end(self) -> None:
        """Do no more harm."""
        self._ended = True

    def strikes(self, operation: str, request: Request, dice: random.Random) -> bool:
        """Tell whether this request is hit, and count it."""
        if self._ended or self.left == 0 or not self._matches(operation, request):
            return False
        if self.skip > 0:
            self.skip -= 1
            return False
        if self.chance < 1 and dice.random() >= self.chance:
            return False
        if self.left is not None:
            self.left -= 1
        self.hits += 1
        return True

    def _matches(self, operation: str, request: Request) -> bool:
        if callable(self.on):
            return self.on(operation, request)
        return fnmatchcase(operation, self.on)


class Faults:
    """The faults in force; the first that matches a request strikes."""

    def __init__(self, seed: int = 0) -> None:
        self._dice = random.Random(seed)
        self._faults: list[Fault] = []
        self._lock = threading.Lock()

    def add(
        self,
        trouble: Trouble,
        on: Matcher = "*",
        *,
        times: int | None = 1,
        skip: int = 0,
        chance: float = 1.0,
    ) -> Fault:
        """Let `trouble` strike the next `times` requests (None: all) of the operation `on`.

        `on` is a name with wildcards ("d1.*") or a function of the name and the request; `chance`
        is a probability per request under the seed of the account.
        """
        fault = Fault(trouble, on, times, skip, chance)
        with self._lock:
            self._faults.append(fault)
        return fault

    @contextmanager
    def during(
        self, trouble: Trouble, on: Matcher = "*", *, chance: float = 1.0
    ) -> Iterator[Fault]:
        """Let `trouble` strike while the block runs."""
        fault = self.add(trouble, on, times=None, chance=chance)
        try:
            yield fault
        finally:
            fault.end()

    def clear(self) -> Self:
        """End all faults."""
        with self._lock:
            self._faults.clear()
        return self

    def strike(self, operation: str, request: Request) -> Trouble | None:
        """Return what happens to this request, None where nothing does."""
        return self._struck(operation, request, cuts=False)

    def cut(self, operation: str, request: Request) -> Trouble | None:
        """Return what ends the connection in the middle of this request, None where all of it arrives."""
        return self._struck(operation, request, cuts=True)

    def _struck(self, operation: str, request: Request, *, cuts: bool) -> Trouble | None:
        with self._lock:
            for fault in self._faults:
                if fault.trouble.cuts is cuts and fault.strikes(operation, request, self._dice):
                    return fault.trouble
        return None


def refused(
    status: int, code: int, message: str, *, headers: dict[str, str] | None = None
) -> Trouble:
    """Any refusal in the envelope."""
    reply = Refused(status, code, message, headers=headers).reply()
    return Trouble(f"{status}/{code}", instead=reply)


def throttled(retry_after: str | float | None = 1) -> Trouble:
    """The global limit; `retry_after` may be seconds, an HTTP date, or None for no header."""
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return refused(429, 10013, "Too many requests", headers=headers)


def vectorize_busy(status: int = 429) -> Trouble:
    """A burst of writes was too much for Vectorize; seen with status 400 too."""
    return refused(status, 40041, f"vectorize.upstream_error - {_BUSY_TEXT}")


def neurons_used_up(code: int = 4006) -> Trouble:
    """The daily allocation is gone: documented as 3036, mostly seen as 4006."""
    return refused(429, code, NEURONS_TEXT)


def no_capacity() -> Trouble:
    """Workers AI is full."""
    return refused(429, 3040, "Capacity temporarily exceeded, please try again.")


def d1_internal() -> Trouble:
    """D1 failed inside; worth a retry, unlike its other errors with this code."""
    return refused(500, 7500, "internal error; reference = 0123456789abcdef")


def d1_reset() -> Trouble:
    """The database moved under the request."""
    return refused(500, 7500, "D1 DB reset because its code was updated.")


def d1_account_full() -> Trouble:
    """The databases of the account take all the room there is (words of the documents)."""
    text = (
        "Your account has exceeded D1's maximum account storage limit, please contact Cloudflare "
        "to raise your limit"
    )
    return refused(400, 7500, text)


def server_error(status: int = 502) -> Trouble:
    """An error of the edge, in HTML."""
    reply = Reply(status, _BAD_GATEWAY, "text/html; charset=UTF-8")
    return Trouble(f"html {status}", instead=reply)


def captive_portal(status: int = 200) -> Trouble:
    """The network of a hotel answers in the account's place: a page, or with 302 the way to one."""
    headers = {"Location": "http://login.hotel.example/"} if status == 302 else {}
    return Trouble("captive portal", instead=Reply(status, _PORTAL, "text/html", headers))


def firewall(status: int = 403) -> Trouble:
    """The page of Cloudflare's own firewall; `holds` says which contents it takes for an attack."""
    return Trouble(
        f"firewall {status}", instead=Reply(status, _FIREWALL, "text/html; charset=UTF-8")
    )


def holds(*words: str, on: str = "*") -> Matcher:
    """Match the requests of an operation whose bodies have one of these words in them."""
    wanted = [word.encode() for word in words]

    def matches(operation: str, request: Request) -> bool:
        return fnmatchcase(operation, on) and any(word in request.body for word in wanted)

    return matches


def d1_daily_limit(what: str = "write") -> Trouble:
    """The free plan allows no more rows today (words of the documents)."""
    text = (
        f"Your account has exceeded D1's free tier daily row {what} limit. Upgrade to a paid plan "
        "or wait until tomorrow (midnight UTC) to continue."
    )
    return refused(429, 7500, text)


def dropped() -> Trouble:
    """The connection ends before anything was done."""
    return Trouble("dropped", instead=Reply(0, b"", delivery=Delivery.NEVER))


def hanging() -> Trouble:
    """No answer, ever; nothing is done."""
    return Trouble("hanging", instead=Reply(0, b"", delivery=Delivery.HANGING))


def response_lost() -> Trouble:
    """It was done, but the client never hears of it."""
    return Trouble("response lost", spoil=lambda r: replace(r, delivery=Delivery.NEVER))


def request_cut() -> Trouble:
    """The connection ends in the middle of the request's body; nothing is done."""
    return Trouble("request cut", cuts=True)


def list_cut() -> Trouble:
    """It was done; the list says that there is more, but not where."""

    def spoil(reply: Reply) -> Reply:
        found = json.loads(reply.body)
        found["result"] = found["result"][:1]
        found["result_info"] = {"is_truncated": True}
        return replace(reply, body=json.dumps(found).encode())

    return Trouble("list cut", spoil=spoil)


def response_cut() -> Trouble:
    """It was done, but the connection ends in the middle of the answer."""
    return Trouble("response cut", spoil=lambda r: replace(r, delivery=Delivery.CUT))


def slow_body(seconds: float) -> Trouble:
    """Half of the answer, then a wait of real `seconds`, then the rest."""
    return Trouble("slow body", spoil=lambda r: replace(r, delivery=Delivery.SLOW, after_s=seconds))


def truncated_json() -> Trouble:
    """It was done; a whole answer whose JSON stops in the middle."""
    return Trouble("truncated", spoil=lambda r: replace(r, body=r.body[: len(r.body) // 2]))


def other_body(body: bytes, status: int = 200) -> Trouble:
    """It was done; the answer is `body`."""
    return Trouble("other body", spoil=lambda r: replace(r, body=body, status=status))


def null_result() -> Trouble:
    """It was done; the answer says success and `result: null`."""
    body = b'{"result":null,"success":true,"errors":[],"messages":[]}'
    return Trouble("null result", spoil=lambda r: replace(r, body=body))
