"""The only connection to the account: every request with its envelope, errors, retries and rate limit."""

import asyncio
import logging
import math
import re
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Final

from notebrain.cloud import wire
from notebrain.cloud.error_codes import Service, Verdict, verdict
from notebrain.cloud.error_texts import (
    SUSPECT_AFTER,
    Answer,
    moment,
    not_cloudflare,
    problem,
    waiting_time,
)
from notebrain.cloud.rate_limit import RateLimiter
from notebrain.cloud.request import Ask, Reply
from notebrain.cloud.suspects import Diagnosis
from notebrain.domain.credentials import Credentials
from notebrain.domain.errors import (
    CloudConfig,
    CloudError,
    CloudLost,
    CloudOffline,
    CloudThrottle,
    CloudTransient,
)
from notebrain.domain.i18n import _
from notebrain.domain.ports import Clock
from notebrain.domain.sync.vault_time import AccountTime

if TYPE_CHECKING:
    import httpx


CLOUDFLARE = "https://api.cloudflare.com/client/v4"
VARIABLE = "NOTEBRAIN_CLOUDFLARE_API"

_HOST = r"(?P<host>\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)"
_URL = re.compile(rf"(?P<scheme>https?)://{_HOST}(:[0-9]{{1,5}})?(/[A-Za-z0-9._~/-]*)?")
_LOOPBACK = re.compile(r"localhost|\[::1\]|127(\.[0-9]{1,3}){3}")


def base_url(environ: Mapping[str, str]) -> str:
    """Return the address of the API, without a trailing slash.

    Raises:
        CloudConfig: The address in the environment is invalid, or would send the token unencrypted.

    Example:
        >>> base_url({})
        'https://api.cloudflare.com/client/v4'
    """
    url = environ.get(VARIABLE, "").strip() or CLOUDFLARE
    found = _URL.fullmatch(url)
    if found is None or (found["scheme"] == "http" and not _LOOPBACK.fullmatch(found["host"])):
        raise CloudConfig(
            _(
                "{variable} must be an address that begins with https://, or with http:// on this computer. "
                "Everything that does not need an account works."
            ).format(variable=VARIABLE)
        )
    return url.rstrip("/")


log = logging.getLogger("notebrain.cloud")

CONNECT_S = 5.0
# a page of vectors is the largest answer, about 4 MB; an endless body must not fill the memory
LARGEST_ANSWER = 64 * 1024 * 1024
_PIECE = 256 * 1024
_TRIES = 6
_TOO_MANY = 429
_TOO_LARGE = 413
# more than one write a second to one key; the limit for the whole account has other codes
_BURST_OF_FILES = 10058
_SERVER_FAULT = 500
_REFUSED = 400
_SIGN_IN = 511


class Cloudflare:
    """The user's account. Belongs to the event loop that uses it first.

    For requests the user waits for, `patience_s` limits every request, whatever patience it has itself.
    """

    def __init__(
        self,
        credentials: Credentials,
        *,
        clock: Clock,
        base_url: str = CLOUDFLARE,
        pace: RateLimiter | None = None,
        transport: "httpx.AsyncBaseTransport | None" = None,
        patience_s: float = math.inf,
    ) -> None:
        self._credentials = credentials
        self._clock = clock
        self._base_url = base_url
        self._pace = pace or RateLimiter()
        self._transport = transport
        self._patience_s = patience_s
        self._diagnosis = Diagnosis(self._once, self._pace.time)
        self._client: httpx.AsyncClient | None = None
        self._ended = False
        self._limits: set[asyncio.Timeout] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        self.requests = 0
        self.time: AccountTime | None = None
        """The time according to the account's last answer; None before the first."""

    def __repr__(self) -> str:
        return f"Cloudflare({self._base_url})"

    @property
    def pace(self) -> RateLimiter:
        """The rate limiter, which also counts the requests."""
        return self._pace

    @property
    def account_id(self) -> str:
        """The id of the account."""
        return self._credentials.account_id

    async def close(self) -> None:
        """Close the connections; the next request opens them again."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def end(self) -> None:
        """Close the connections for good; callers that still send requests are told that nothing can be reached.

        The client does not know a connection that is just being opened and would leave it open, so requests in progress
        are interrupted first.
        """
        self._ended = True
        for limit in self._limits:
            limit.reschedule(asyncio.get_running_loop().time())
        await self._idle.wait()
        await self.close()

    async def ask(self, ask: Ask) -> Reply:
        """Return the answer, after as many tries as the request's patience allows.

        Raises:
            CloudError: One of its six kinds, and never anything else.
        """
        left_s = min(ask.patience_s, self._patience_s)
        tries = 0
        while True:
            try:
                reply = await self._once(ask)
            except CloudError as error:
                diagnosed = await self._diagnosis.of(ask, error) if left_s > 0 else error
                tries += 1
                wait_s = self._wait_before(ask, diagnosed, tries)
                if wait_s is None or wait_s > left_s:
                    raise diagnosed from None
                log.info("%r: %s, again in %.1f s", ask, diagnosed.kind, wait_s)
            else:
                self._diagnosis.passed(ask)
                return reply
            left_s -= wait_s
            await self._pace.time.sleep(wait_s)

    def _wait_before(self, ask: Ask, error: CloudError, tries: int) -> float | None:
        """Return the seconds before the next try, or None if there must be none."""
        if not isinstance(error, CloudThrottle | CloudTransient):
            return None
        # a request whose answer was lost may have been executed
        surely_not_done = isinstance(error, CloudThrottle | CloudOffline)
        if self._ended or tries >= _TRIES or not (ask.repeatable or surely_not_done):
            return None
        backoff_s = self._pace.backoff(tries - 1)
        return max(backoff_s, error.retry_after_s or 0.0)

    async def _once(self, ask: Ask) -> Reply:
        if self._ended:
            raise self._offline(ask, "ended")
        shut_s = self._pace.shut_for(ask.service)
        if shut_s > 0:
            shut = Answer(ask.service, detail="not asked", retry_after_s=shut_s)
            raise problem(Verdict.THROTTLE, shut, now=self._clock.now())
        urgent = ask.patience_s == 0
        if urgent and not self._pace.has_room():
            raise problem(Verdict.THROTTLE, Answer(ask.service), now=self._clock.now())
        await self._pace.turn(urgent=urgent)
        if self._ended:  # while waiting for its turn
            raise self._offline(ask, "ended")
        self.requests += 1
        response, body = await self._exchange(ask)
        if ask.raw and response.is_success:
            return Reply(body)
        frame = wire.envelope(wire.json_in(body))
        if frame is None:
            raise self._unframed(ask, response)
        sent_at, here = moment(response.headers.get("date")), self._clock.now()
        if sent_at is not None:
            self.time = AccountTime(here - sent_at, here)
        if frame.success and response.is_success:
            cost = _cost(response.headers.get("cf-ai-neurons"))
            return Reply(frame.result, neurons=cost, total=frame.total, page=frame.page)
        raise self._failed(ask, response, frame)

    async def _exchange(self, ask: Ask) -> "tuple[httpx.Response, bytes]":
        """Return the answer and its body; foreign exceptions are converted here.

        They are not chained, because they carry the request, which carries the token.
        """
        import httpx

        try:
            async with self._limited(ask.timeout_s) as limit:
                return await self._sent(ask, lambda size: self._on_piece(ask, limit, size))
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            raise self._offline(ask, type(error).__name__) from None
        except (httpx.HTTPError, httpx.StreamError, TimeoutError, OSError, ValueError) as error:
            raise self._lost(ask, type(error).__name__) from None

    @asynccontextmanager
    async def _limited(self, seconds: float) -> AsyncGenerator[asyncio.Timeout]:
        """Limit the block to this many seconds, or until `end` is called."""
        async with asyncio.timeout(seconds) as limit:
            self._limits.add(limit)
            self._idle.clear()
            try:
                yield limit
            finally:
                self._limits.discard(limit)
                if not self._limits:
                    self._idle.set()

    def _on_piece(self, ask: Ask, limit: asyncio.Timeout, size: int) -> None:
        if ask.on_bytes is None:
            return
        ask.on_bytes(size)
        if not self._ended:
            limit.reschedule(asyncio.get_running_loop().time() + ask.timeout_s)

    async def _sent(
        self, ask: Ask, on_piece: Callable[[int], None]
    ) -> "tuple[httpx.Response, bytes]":
        client = self._opened()
        headers = {"Content-Type": ask.content_type} if ask.body is not None else {}
        content: bytes | AsyncGenerator[bytes] | None = ask.body
        if ask.body and ask.on_bytes is not None:
            headers["Content-Length"] = str(len(ask.body))  # without it, it would be sent in chunks
            content = _pieces(ask.body, on_piece)
        request = client.build_request(
            ask.method,
            self._base_url + ask.path.replace("{account}", self.account_id),
            params=dict(ask.query) if ask.query else None,
            content=content,
            headers=headers,
        )
        response = await client.send(request, stream=True)
        try:
            parts = bytearray()
            async for part in response.aiter_bytes():
                parts += part
                if ask.body is None:
                    on_piece(len(part))
                if len(parts) > LARGEST_ANSWER:
                    raise ValueError("an answer without end")
        finally:
            await response.aclose()
        return response, bytes(parts)

    def _opened(self) -> "httpx.AsyncClient":
        if self._client is None:
            import httpx

            # it logs a line with the full address for every request
            logging.getLogger("httpx").setLevel(logging.WARNING)
            self._client = httpx.AsyncClient(
                transport=self._transport,
                headers={
                    "Authorization": f"Bearer {self._credentials.token.reveal()}",
                    "User-Agent": "NoteBrain",
                    "Accept": "application/json",
                },
                timeout=httpx.Timeout(None, connect=CONNECT_S, read=None, write=None, pool=None),
                # a redirect would send the token elsewhere
                follow_redirects=False,
                # and so would a proxy for a stand-in on this computer, which is reached unencrypted
                trust_env=self._base_url.startswith("https:"),
            )
        return self._client

    def _offline(self, ask: Ask, name: str) -> CloudOffline:
        return CloudOffline(
            _(
                "Cloudflare cannot be reached. Everything is safe here and works; NoteBrain will try again."
            ),
            service=ask.service,
            detail=name,
        )

    def _lost(self, ask: Ask, name: str) -> CloudLost:
        lost = CloudLost(
            _(
                "Cloudflare did not answer in time. Everything is safe here; NoteBrain will try again."
            ),
            service=ask.service,
            detail=name,
        )
        lost.suspect_after = SUSPECT_AFTER
        return lost

    def _unframed(self, ask: Ask, response: "httpx.Response") -> CloudError:
        """Return the error for an answer without the envelope: HTML, truncated JSON, another format."""
        now = self._now(response)
        wait_s = waiting_time(response.headers.get("retry-after"), now)
        answer = Answer(ask.service, None, f"HTTP {response.status_code}", wait_s)
        if response.status_code == _TOO_MANY:
            return self._problem(Verdict.THROTTLE, answer, now)
        if response.status_code >= _SERVER_FAULT and response.status_code != _SIGN_IN:
            return self._problem(Verdict.BUSY, answer, now)
        if ask.service is Service.R2 and response.status_code == _TOO_LARGE:
            return self._problem(Verdict.TOO_LARGE, answer, now)
        foreign = not_cloudflare(answer)
        # a page in place of an answer is not a refusal
        foreign.suspect_after = 1 if _REFUSED <= response.status_code < _SERVER_FAULT else None
        return foreign

    def _failed(self, ask: Ask, response: "httpx.Response", frame: wire.Envelope) -> CloudError:
        what, code, is_known = verdict(ask.service, response.status_code, frame.errors)
        said = redacted(
            f"HTTP {response.status_code}: "
            + "; ".join(f"{code} {said}" for code, said in frame.errors),
            secrets=(self._credentials.token.reveal(), self.account_id),
            private=ask.private,
        )
        now = self._now(response)
        wait_s = waiting_time(response.headers.get("retry-after"), now)
        shown = "" if is_known else said
        return self._problem(what, Answer(ask.service, code, said, wait_s, shown), now)

    def _now(self, response: "httpx.Response") -> datetime:
        """Return the account's time, for calculations based on it: this computer's clock may be wrong."""
        return moment(response.headers.get("date")) or self._clock.now()

    def _problem(self, what: Verdict, answer: Answer, now: datetime) -> CloudError:
        error = problem(what, answer, now=now)
        if isinstance(error, CloudThrottle):
            # only bursts of vectors or files concern one service; every other limit is for the whole account
            of_vectors = answer.service is Service.VECTORIZE and bool(answer.code)
            is_burst = of_vectors or answer.code == _BURST_OF_FILES
            scope = answer.service if is_burst else None
            if self._pace.shut_for(answer.service) < (error.retry_after_s or 0.0):
                self._pace.shut(scope, error.retry_after_s or 0.0)
        return error


async def _pieces(body: bytes, on_piece: Callable[[int], None]) -> AsyncGenerator[bytes]:
    """Yield a body in pieces, reporting each one when the next is asked for: then it is on its way."""
    for start in range(0, len(body), _PIECE):
        piece = body[start : start + _PIECE]
        yield piece
        on_piece(len(piece))


def _cost(header: str | None) -> float | None:
    try:
        cost = float(header) if header is not None else -1.0
    except ValueError:
        return None
    return cost if 0.0 <= cost < float("inf") else None


_LONGEST: Final = 65_536
"""No answer of the account comes close to this length; an endless one must not fill the vault."""
# shorter matches happen by chance; longer ones could be words of a note
_WINDOW = 6
_HIDDEN = "…"


def redacted(text: str, *, secrets: Sequence[str], private: Sequence[str]) -> str:
    """Return `text` on one line, without secrets and without anything that repeats part of `private`.

    Example:
        >>> redacted("bad input: my doctor said", secrets=(), private=("my doctor said so",))
        'bad input: …'
    """
    for secret in secrets:
        text = text.replace(secret, _HIDDEN) if secret else text
    text = _on_one_line(text[:_LONGEST])
    hidden = [False] * len(text)
    for start, size in _repeated(text, [_on_one_line(value) for value in private]):
        hidden[start : start + size] = [True] * size
    return _without(text, hidden)


def _on_one_line(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else " " for char in text)


def _repeated(message: str, private: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where private text is repeated, and how many characters of it."""
    windows = {message[start : start + _WINDOW] for start in range(len(message) - _WINDOW + 1)}
    found = {
        window
        for text in private
        for start in range(len(text) - _WINDOW + 1)
        if (window := text[start : start + _WINDOW]) in windows
    }
    short = {text for text in private if 0 < len(text) < _WINDOW}
    if not found and not short:
        return
    for start in range(len(message)):
        if message[start : start + _WINDOW] in found:
            yield start, _WINDOW
        elif short:
            sizes = range(min(_WINDOW, len(message) - start + 1))
            yield start, max((n for n in sizes if message[start : start + n] in short), default=0)


def _without(text: str, hidden: Sequence[bool]) -> str:
    shown: list[str] = []
    for character, hide in zip(text, hidden, strict=True):
        if not hide:
            shown.append(character)
        elif not shown or shown[-1] != _HIDDEN:
            shown.append(_HIDDEN)
    return "".join(shown)
