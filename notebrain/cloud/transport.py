"""The only connection to the account: every request with its envelope, errors, retries and rate limit.

An answer is read as a whole, or piece by piece as it arrives.
"""

import asyncio
import logging
import math
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

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
from notebrain.cloud.event_stream import MEDIA_TYPE, Events, events_in, failure_in
from notebrain.cloud.rate_limit import RateLimiter
from notebrain.cloud.redaction import redacted
from notebrain.cloud.request import CLOUDFLARE, Ask, Reply
from notebrain.cloud.suspects import Diagnosis
from notebrain.domain.credentials import Credentials
from notebrain.domain.errors import (
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


log = logging.getLogger("notebrain.cloud")

CONNECT_S = 5.0
# a page of vectors is the largest answer, about 4 MB; an endless body must not fill the memory
LARGEST_ANSWER = 64 * 1024 * 1024
LONGEST_STREAM_S = 300.0
"""However steadily the pieces of an answer arrive, it is not read any longer."""
_PIECE = 256 * 1024
_TRIES = 6
_TOO_MANY = 429
_TOO_LARGE = 413
# more than one write a second to one key; the limit for the whole account has other codes
_BURST_OF_FILES = 10058
_SERVER_FAULT = 500
_REFUSED = 400
_SIGN_IN = 511

T = TypeVar("T")


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
        return await self._patiently(ask, self._once)

    @asynccontextmanager
    async def stream(self, ask: Ask) -> AsyncGenerator[Events]:
        """Open an answer that arrives in pieces; leaving the block ends it, however much has arrived.

        The request is retried like any other until the answer begins, and never after that. `timeout_s` limits the wait
        for each piece. An account that answers as a whole gives one event.

        Yields:
            The events of the answer, as JSON objects; whatever else arrives is dropped.

        Raises:
            CloudError: Before the first event as in `ask`. In the events, CloudLost if the answer stalls, breaks off or
                never ends, or the error that the account reports in the middle of it.
        """
        response, whole = await self._patiently(ask, self._begun)
        try:
            events = self._events(ask, response) if whole is None else _single(whole)
            async with aclosing(events):
                yield events
        finally:
            await response.aclose()

    async def _patiently(self, ask: Ask, once: Callable[[Ask], Awaitable[T]]) -> T:
        left_s = min(ask.patience_s, self._patience_s)
        tries = 0
        while True:
            try:
                reply = await once(ask)
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
        await self._turn(ask)
        return self._reply(ask, *await self._guarded(ask, lambda limit: self._sent(ask, limit)))

    async def _begun(self, ask: Ask) -> "tuple[httpx.Response, Reply | None]":
        """Send a request and return its answer once it begins; with the reply if it came as a whole."""
        await self._turn(ask)
        # compressed, the first pieces would wait for more
        plain = {"Accept": f"{MEDIA_TYPE}, application/json", "Accept-Encoding": "identity"}
        response = await self._guarded(ask, lambda limit: self._opened(ask, limit, plain))
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if response.is_success and kind == MEDIA_TYPE:
            return response, None
        body = await self._guarded(ask, lambda limit: self._body(ask, limit, response))
        return response, self._reply(ask, response, body)

    async def _events(self, ask: Ask, response: "httpx.Response") -> Events:
        try:
            async with aclosing(events_in(self._arriving(ask, response))) as events:
                async for event in events:
                    failure = failure_in(event)
                    if failure is not None:
                        raise self._failed(ask, response, failure)
                    yield event
        except ValueError as error:
            raise self._lost(ask, str(error)) from None

    async def _arriving(self, ask: Ask, response: "httpx.Response") -> AsyncGenerator[bytes]:
        """Yield the pieces of an answer, each of which has to come in time."""
        pieces = response.aiter_bytes()

        async def following(_limit: asyncio.Timeout) -> bytes | None:
            return await anext(pieces, None)

        ends_at = self._pace.time.monotonic() + LONGEST_STREAM_S
        while (piece := await self._guarded(ask, following)) is not None:
            if self._ended or self._pace.time.monotonic() > ends_at:
                raise self._lost(ask, "ended")
            yield piece

    async def _turn(self, ask: Ask) -> None:
        """Wait until this request may be sent, and count it."""
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

    def _reply(self, ask: Ask, response: "httpx.Response", body: bytes) -> Reply:
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

    async def _guarded(self, ask: Ask, work: "Callable[[asyncio.Timeout], Awaitable[T]]") -> T:
        """Return what `work` returns in time; foreign exceptions are converted here.

        They are not chained, because they carry the request, which carries the token.
        """
        import httpx

        try:
            async with self._limited(ask.timeout_s) as limit:
                return await work(limit)
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

    async def _sent(self, ask: Ask, limit: asyncio.Timeout) -> "tuple[httpx.Response, bytes]":
        response = await self._opened(ask, limit)
        return response, await self._body(ask, limit, response)

    async def _opened(
        self, ask: Ask, limit: asyncio.Timeout, more: Mapping[str, str] | None = None
    ) -> "httpx.Response":
        """Send a request and return its answer, of which only the head has arrived."""
        client = self._connected()
        headers = {"Content-Type": ask.content_type} if ask.body is not None else {}
        headers |= more or {}
        content: bytes | AsyncGenerator[bytes] | None = ask.body
        if ask.body and ask.on_bytes is not None:
            headers["Content-Length"] = str(len(ask.body))  # without it, it would be sent in chunks
            content = _pieces(ask.body, lambda size: self._on_piece(ask, limit, size))
        request = client.build_request(
            ask.method,
            self._base_url + ask.path.replace("{account}", self.account_id),
            params=dict(ask.query) if ask.query else None,
            content=content,
            headers=headers,
        )
        return await client.send(request, stream=True)

    async def _body(self, ask: Ask, limit: asyncio.Timeout, response: "httpx.Response") -> bytes:
        try:
            parts = bytearray()
            async for part in response.aiter_bytes():
                parts += part
                if ask.body is None:
                    self._on_piece(ask, limit, len(part))
                if len(parts) > LARGEST_ANSWER:
                    raise ValueError("an answer without end")
        finally:
            await response.aclose()
        return bytes(parts)

    def _connected(self) -> "httpx.AsyncClient":
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


async def _single(reply: Reply) -> Events:
    """Yield the only event of an answer that came as a whole, with its cost where the events have it."""
    result = dict(wire.obj(reply.result))
    if reply.neurons is not None:
        result["usage"] = {**wire.obj(result.get("usage")), "neurons": reply.neurons}
    yield result


def _cost(header: str | None) -> float | None:
    try:
        cost = float(header) if header is not None else -1.0
    except ValueError:
        return None
    return cost if 0.0 <= cost < float("inf") else None
