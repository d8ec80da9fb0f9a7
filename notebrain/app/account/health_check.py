"""A live check of the user's own account: does everything NoteBrain does there once, then cleans up."""

import math
import secrets
from array import array
from collections.abc import AsyncIterator
from hashlib import sha256
from io import BytesIO

from notebrain.app.account.texts import R2_PAGE, TOKENS_PAGE
from notebrain.app.core.findings import Finding, Severity
from notebrain.cloud import wire
from notebrain.cloud.account import verify
from notebrain.cloud.d1 import D1
from notebrain.cloud.error_codes import Service
from notebrain.cloud.files import R2Files
from notebrain.cloud.r2 import Bucket
from notebrain.cloud.rate_limit import RealTime, Time
from notebrain.cloud.request import Ask
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vectorize import Vector, Vectorize
from notebrain.cloud.workers_ai import Model, WorkersAi
from notebrain.domain.errors import CloudAuth, CloudError, CloudFilesOff, CloudMissing
from notebrain.domain.i18n import _, ngettext

_TEXTS = ("The gas bottle lasts eleven weeks.", "Bears sleep through the winter.")
# a written vector is found "typically a few seconds" later (field guide §3); a minute is no longer typical
_POLL_S, _POLLS = 2.0, 30
_SAME = 0.9
_FILE = b"NoteBrain"


class CloudDoctor:
    """Checks the account; the index and the bucket it creates have their own name and are always removed."""

    def __init__(self, cloud: Cloudflare, model: Model, *, time: Time | None = None) -> None:
        self._cloud = cloud
        self._model = model
        self._time = time or RealTime()
        self._name = f"notebrain-check-{secrets.token_hex(4)}"
        self._index = Vectorize(cloud, model.space, name=self._name)
        self._files = R2Files(Bucket(cloud, self._name))
        self._neurons = 0.0
        self._measured = True
        self._cleaned: list[Finding] = []

    async def examine(self) -> AsyncIterator[Finding]:
        """Go step by step, stopping at the first step that fails."""
        try:
            yield await self._token()
            yield await self._account()
            yield await self._offered()
            vectors = await self._embedded()
            yield self._embedding(vectors)
            async for finding in self._indexed(vectors):
                yield finding
            yield await self._kept_file()
        except CloudError as error:
            code = "" if error.code is None else f" ({error.service} {error.code})"
            yield Finding("cloudflare", Severity.BAD, f"{error}{code}")
        for finding in self._cleaned:
            yield finding
        yield self._cost()

    async def _token(self) -> Finding:
        verified = await verify(self._cloud)
        text = _("The token is valid. Its owner: {owner}.").format(owner=verified.owner.value)
        return Finding("token", Severity.GOOD, text)

    async def _account(self) -> Finding:
        databases = await D1(self._cloud).like("notebrain")
        text = ngettext(
            "NoteBrain can reach the account; it has {n} NoteBrain database.",
            "NoteBrain can reach the account; it has {n} NoteBrain databases.",
            len(databases),
        )
        return Finding("account", Severity.GOOD, text.format(n=len(databases)))

    async def _offered(self) -> Finding:
        query = {"search": self._model.name.rpartition("/")[2], "per_page": "50"}
        path = "/accounts/{account}/ai/models/search"
        reply = await self._cloud.ask(Ask(Service.AI, "GET", path, query=query))
        names = {wire.text(wire.obj(entry).get("name")) for entry in wire.items(reply.result)}
        if self._model.name in names:
            text = _("The model {name} is available.")
            return Finding("model", Severity.GOOD, text.format(name=self._model.name))
        text = _("The model {name} is not in the account’s list, but it may still work.")
        return Finding("model", Severity.HINT, text.format(name=self._model.name))

    async def _embedded(self) -> list[bytes]:
        embedded = await WorkersAi(self._cloud, self._model).embed(_TEXTS)
        self._neurons += embedded.neurons
        self._measured = embedded.measured
        return embedded.vectors

    def _embedding(self, vectors: list[bytes]) -> Finding:
        text = _("Two texts became vectors of {n} numbers; their similarity is {score}.")
        score = f"{_cosine(*vectors):.2f}"
        return Finding(
            "embedding", Severity.GOOD, text.format(n=self._model.dimensions, score=score)
        )

    async def _indexed(self, vectors: list[bytes]) -> AsyncIterator[Finding]:
        try:
            await self._index.create()
            text = _("The index {name} was created for this check.").format(name=self._name)
            yield Finding("index", Severity.GOOD, text)
            named = [Vector(f"check-{n}", vector) for n, vector in enumerate(vectors)]
            mutations = [accepted.mutation async for accepted in self._index.upsert(named)]
            yield await self._seen(mutations[-1])
            yield await self._found(vectors[0])
        finally:
            self._cleaned.append(await self._removed())

    async def _seen(self, mutation: str) -> Finding:
        for tried in range(_POLLS):
            state = await self._index.state()
            if state.mutation == mutation or state.vectors == len(_TEXTS):
                text = _("What was written could be found after about {n} s.")
                return Finding("write", Severity.GOOD, text.format(n=round(tried * _POLL_S)))
            await self._time.sleep(_POLL_S)
        text = _(
            "What was written could not be found within {n} s. NoteBrain does not wait for it."
        )
        return Finding("write", Severity.HINT, text.format(n=round(_POLLS * _POLL_S)))

    async def _found(self, vector: bytes) -> Finding:
        matches = await self._index.query(vector, limit=2)
        if matches and matches[0].id == "check-0" and matches[0].score > _SAME:
            return Finding("query", Severity.GOOD, _("What was written to the index can be found."))
        return Finding(
            "query", Severity.HINT, _("What was written to the index cannot be found yet.")
        )

    async def _removed(self) -> Finding:
        try:
            await self._index.delete()
        except CloudMissing:
            pass
        except CloudError as error:
            text = _("The index {name} could not be removed: {reason} Remove it in Cloudflare.")
            return Finding("cleaning", Severity.BAD, text.format(name=self._name, reason=error))
        text = _("The index {name} was removed again.").format(name=self._name)
        return Finding("cleaning", Severity.GOOD, text)

    async def _kept_file(self) -> Finding:
        """Send a small file and fetch it; notes need no R2, so an account without it has only a hint."""
        sha, into = sha256(_FILE).hexdigest(), BytesIO()
        try:
            await self._files.make()
        except (CloudAuth, CloudFilesOff) as error:
            page = R2_PAGE if isinstance(error, CloudFilesOff) else TOKENS_PAGE
            return Finding("files", Severity.HINT, f"{error} {page}")
        try:
            await self._files.send(sha, BytesIO(_FILE))
            await self._files.receive(sha, into)
        finally:
            self._cleaned.append(await self._removed_files())
        text = _("The account can keep pictures and files: a small one was sent and fetched again.")
        return Finding("files", Severity.GOOD, text)

    async def _removed_files(self) -> Finding:
        try:
            await self._files.remove_all()
        except CloudError as error:
            text = _("The bucket {name} could not be removed: {reason} Remove it in Cloudflare.")
            return Finding("cleaning", Severity.BAD, text.format(name=self._name, reason=error))
        text = _("The bucket {name} was removed again.").format(name=self._name)
        return Finding("cleaning", Severity.GOOD, text)

    def _cost(self) -> Finding:
        cost = f"{self._neurons:.2f}"
        text = _("The check cost {n} neurons.") if self._measured else _("About {n} neurons.")
        asked = ngettext("{n} request.", "{n} requests.", self._cloud.requests)
        return Finding(
            "cost",
            Severity.GOOD,
            text.format(n=cost) + " " + asked.format(n=self._cloud.requests),
        )


def _cosine(one: bytes, other: bytes) -> float:
    """Return the similarity of two unit vectors."""
    return math.fsum(a * b for a, b in zip(array("f", one), array("f", other), strict=True))
