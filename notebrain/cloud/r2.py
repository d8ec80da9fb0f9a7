"""Buckets and objects in the account's R2, by the REST API: no SDK, no signing, no multipart upload.

The account says the MD5 of an object as its `etag`, in answers and in lists.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from notebrain.cloud import wire
from notebrain.cloud.d1 import unreadable
from notebrain.cloud.error_codes import Service
from notebrain.cloud.rate_limit import RateLimiter
from notebrain.cloud.request import READ_S, Ask, json_body
from notebrain.cloud.transport import Cloudflare
from notebrain.domain.errors import CloudConfig, CloudError, CloudExists, CloudMissing
from notebrain.domain.i18n import _
from notebrain.domain.sync.remote_files import StoredPart

_BUCKETS: Final = "/accounts/{account}/r2/buckets"
_BUCKET: Final = re.compile(r"[a-z0-9][a-z0-9-]{1,61}[a-z0-9]")
_NO_BUCKET: Final = (10006, 10085)
_NOT_EMPTY: Final = 10008
_PER_PAGE: Final = 1000
_LONGEST_SIZE: Final = 15
_STALLED_S: Final = 60.0
"""How long nothing at all may move; slow lines take minutes for a part."""


class Bucket:
    """One bucket of the account, which need not exist yet."""

    def __init__(self, cloud: Cloudflare, name: str) -> None:
        if not _BUCKET.fullmatch(name):
            raise CloudConfig(_("This is not the name of a bucket."), service=Service.R2)
        self._cloud = cloud
        self.name = name
        self._path = f"{_BUCKETS}/{name}"

    @property
    def pace(self) -> RateLimiter:
        """The rate limiter for requests to the account."""
        return self._cloud.pace

    async def exists(self) -> bool:
        """Return whether it exists; changes nothing."""
        try:
            await self._cloud.ask(Ask(Service.R2, "GET", self._path))
        except CloudMissing:
            return False
        return True

    async def make(self) -> None:
        """Create it if it does not exist."""
        if await self.exists():
            return
        body = json_body({"name": self.name})
        # another computer may be first, or the answer to an earlier try be lost
        with suppress(CloudExists):
            await self._cloud.ask(Ask(Service.R2, "POST", _BUCKETS, body=body))

    async def delete(self) -> None:
        """Remove it; what does not exist is as good as removed.

        Raises:
            CloudConfig: It has objects.
        """
        try:
            await self._cloud.ask(Ask(Service.R2, "DELETE", self._path))
        except CloudMissing:
            return
        except CloudError as error:
            if error.code != _NOT_EMPTY:
                raise
            raise CloudConfig(
                _(
                    "The bucket {name} in your Cloudflare account has something that NoteBrain did not put there. "
                    "It was left unchanged; remove it in Cloudflare."
                ).format(name=self.name),
                service=Service.R2,
                code=error.code,
                detail=error.detail,
            ) from None

    async def put(self, key: str, content: bytes, on_bytes: Callable[[int], object]) -> str | None:
        """Write an object, trying once; return its `etag`, or None if the answer does not say it.

        Raises:
            CloudMissing: There is no bucket.
        """
        ask = Ask(
            Service.R2,
            "PUT",
            self._object(key),
            body=content,
            content_type="application/octet-stream",
            timeout_s=_STALLED_S,
            repeatable=False,
            on_bytes=on_bytes,
        )
        etag = wire.text(wire.obj((await self._cloud.ask(ask)).result).get("etag"))
        return None if etag is None else _clean(etag)

    async def get(self, key: str, on_bytes: Callable[[int], object] | None = None) -> bytes:
        """Return an object; with `on_bytes`, it is tried once.

        Raises:
            CloudMissing: There is no such object, or no bucket.
        """
        ask = Ask(
            Service.R2,
            "GET",
            self._object(key),
            timeout_s=READ_S if on_bytes is None else _STALLED_S,
            repeatable=on_bytes is None,
            raw=True,
            on_bytes=on_bytes,
        )
        content = (await self._cloud.ask(ask)).result
        return content if isinstance(content, bytes) else b""

    async def remove(self, key: str) -> None:
        """Remove an object; what does not exist is as good as removed."""
        with suppress(CloudMissing):
            await self._cloud.ask(Ask(Service.R2, "DELETE", self._object(key)))

    async def objects(self, prefix: str) -> list[tuple[str, StoredPart]]:
        """Return all keys with a prefix, in as many requests as there are pages; none if there is no bucket.

        Raises:
            CloudLost: The list ended before the account said that it does.
        """
        found: list[tuple[str, StoredPart]] = []
        query = {"prefix": prefix, "per_page": str(_PER_PAGE)}
        seen: set[str] = set()
        while True:
            ask = Ask(Service.R2, "GET", f"{self._path}/objects", query=query)
            try:
                reply = await self._cloud.ask(ask)
            except CloudMissing:
                return []
            rows = wire.items(reply.result)
            if rows is not reply.result:
                raise unreadable(Service.R2)
            found += map(_listed, rows)
            # the answer says nothing about pages if all fits on one
            if not reply.page.get("is_truncated"):
                return found
            cursor = wire.text(reply.page.get("cursor")) or ""
            if not cursor or cursor in seen:
                raise unreadable(Service.R2)
            seen.add(cursor)
            query = query | {"cursor": cursor}

    def _object(self, key: str) -> str:
        return f"{self._path}/objects/{key}"


def is_no_bucket(error: CloudMissing) -> bool:
    """Return whether it is the bucket that is missing, rather than an object in it."""
    return error.code in _NO_BUCKET


def _listed(value: object) -> tuple[str, StoredPart]:
    fields = wire.obj(value)
    key, etag = wire.text(fields.get("key")), wire.text(fields.get("etag"))
    size = fields.get("size")  # a number, or its digits
    digits = size if isinstance(size, str) else str(wire.whole(size))
    if key is None or not digits.isdecimal() or len(digits) > _LONGEST_SIZE:
        raise unreadable(Service.R2)
    return key, StoredPart(int(digits), _clean(etag or ""))


def _clean(etag: str) -> str:
    return etag.strip('"').lower()
