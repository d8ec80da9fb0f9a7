"""The whole account behind one port."""

import secrets
import traceback
from collections.abc import Callable, Iterable
from datetime import timedelta
from email.utils import format_datetime
from types import TracebackType
from typing import Final, Self

from tests.fakes.cloudflare.clock import StandinClock
from tests.fakes.cloudflare.contract import Contract, contract
from tests.fakes.cloudflare.d1 import D1, MakeKeeper
from tests.fakes.cloudflare.d1_database import Database
from tests.fakes.cloudflare.embedding import Embed, hashed
from tests.fakes.cloudflare.faults import Faults, Trouble
from tests.fakes.cloudflare.r2 import R2, InMemory, Objects
from tests.fakes.cloudflare.rate_limit import RateLimit
from tests.fakes.cloudflare.recorder import Recorded, Recorder
from tests.fakes.cloudflare.routes import Call, Route, Router
from tests.fakes.cloudflare.server import Server
from tests.fakes.cloudflare.tokens import Tokens
from tests.fakes.cloudflare.vectorize import Vectorize
from tests.fakes.cloudflare.wire import Delivery, Refused, Reply, Request
from tests.fakes.cloudflare.workers_ai import WorkersAI

PREFIX: Final = "/client/v4"
REQUESTS_IN_5_MINUTES: Final = 1200


class Standin:
    """An account that is not there: everything the product asks of Cloudflare, on loopback.

    Each instance is an account of its own. `faults` breaks requests, `requests` has all of them,
    `clock` is the account's time, `tokens` issues more tokens; the services are there to look into
    and to set up.
    """

    def __init__(
        self,
        *,
        port: int,
        seed: int,
        rate_limit: int | None,
        embed: Embed,
        contract: Contract | None,
        databases: MakeKeeper,
        objects: Callable[[], Objects],
    ) -> None:
        self.clock = StandinClock()
        self.account = secrets.token_hex(16)
        self.faults = Faults(seed)
        self.requests = Recorder()
        self.tokens = Tokens(self.account, "Somebody's Account")
        self.token = self.tokens.issue().value
        self.rate_limit = RateLimit(self.clock, rate_limit)
        self.date_skew = timedelta()
        self.d1 = D1(self.clock, databases)
        self.vectorize = Vectorize(self.clock)
        self.ai = WorkersAI(self.clock, embed)
        self.r2 = R2(self.clock, objects)
        self.violations: list[str] = []
        self._contract = contract
        self._router = Router([*self.tokens.routes(), *self._service_routes()])
        self._server = Server(self._answer, self._cuts, self._date, port)

    @property
    def base_url(self) -> str:
        """Return what stands in for `https://api.cloudflare.com/client/v4`."""
        return f"http://127.0.0.1:{self._server.port}{PREFIX}"

    def close(self) -> None:
        """Stop answering and forget everything.

        Raises:
            AssertionError: A request that was taken, or an answer, was against the contract.
        """
        self._server.close()
        self.d1.close()
        violations, self.violations = self.violations, []
        if violations:
            raise AssertionError("\n".join(["against the contract:", *violations[:20]]))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _service_routes(self) -> Iterable[Route]:
        return [*self.d1.routes(), *self.vectorize.routes(), *self.ai.routes(), *self.r2.routes()]

    def _cuts(self, request: Request) -> Callable[[Request], object] | None:
        """Return who hears of half a request, None where all of it is read."""
        try:
            operation = self._route(request)[0].name
        except Refused:
            return None
        trouble = self.faults.cut(operation, request)
        if trouble is None:
            return None
        nothing = Reply(0, b"", delivery=Delivery.NEVER)
        return lambda half: self.requests.add(
            Recorded(operation, _without_token(half), nothing, trouble.name)
        )

    def _answer(self, request: Request) -> Reply:
        operation, trouble = "", None
        try:
            self.rate_limit.count()
            route, args = self._route(request)
            operation = route.name
            trouble = self.faults.strike(operation, request)
            reply = self._act(route, args, request, trouble)
        except Refused as refusal:
            reply = refusal.reply()
        except Exception:  # noqa: BLE001
            # a mistake of the stand-in: `close` tells, the test that met it may not
            self.violations.append(traceback.format_exc())
            reply = Reply(500, b"<html>the stand-in is broken</html>", "text/html")
        if operation and self._contract is not None and not (trouble and trouble.instead):
            path = request.path.removeprefix(PREFIX)
            self.violations += self._contract.problems(path, request, reply)
        if trouble is not None and trouble.spoil is not None:
            reply = trouble.spoil(reply)
        name = "" if trouble is None else trouble.name
        self.requests.add(Recorded(operation, _without_token(request), reply, name))
        return reply

    def _route(self, request: Request) -> tuple[Route, dict[str, str]]:
        if not request.path.startswith(f"{PREFIX}/"):
            raise Refused(404, 7000, "No route for that URI")
        return self._router.find(request.method, request.path.removeprefix(PREFIX))

    def _act(
        self, route: Route, args: dict[str, str], request: Request, trouble: Trouble | None
    ) -> Reply:
        if trouble is not None and trouble.instead is not None:
            return trouble.instead
        token = self.tokens.bearer(request.headers)
        self.tokens.admit(token, route, args)
        return route.handler(Call(request, args, token))

    def _date(self) -> str:
        return format_datetime(self.clock.now() + self.date_skew, usegmt=True)


def start_cloudflare(
    *,
    port: int = 0,
    seed: int = 0,
    rate_limit: int | None = REQUESTS_IN_5_MINUTES,
    embed: Embed = hashed,
    checked: bool = True,
    databases: MakeKeeper = Database,
    objects: Callable[[], Objects] = InMemory,
) -> Standin:
    """Start an account on a free port of this computer; it answers when this returns.

    `seed` decides what faults with a chance hit; `rate_limit` None takes any number of requests;
    `embed` is `embedding.hashed` (fast) or `embedding.shipped()` (finds by meaning);
    `checked` holds every request and answer to the contract of the service, where it is at hand;
    `databases` makes what carries out the statements for D1, `objects` what keeps a bucket of R2.
    """
    return Standin(
        port=port,
        seed=seed,
        rate_limit=rate_limit,
        embed=embed,
        contract=contract() if checked else None,
        databases=databases,
        objects=objects,
    )


def _without_token(request: Request) -> Request:
    headers = {
        name: "Bearer [hidden]" if name == "authorization" else value
        for name, value in request.headers.items()
    }
    return Request(request.method, request.path, request.query, headers, request.body)
