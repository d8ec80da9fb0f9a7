"""R2: buckets and the objects in them, by the REST door."""

import base64
import hashlib
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from tests.fakes.cloudflare.clock import StandinClock
from tests.fakes.cloudflare.routes import Call, Route
from tests.fakes.cloudflare.tokens import Permission
from tests.fakes.cloudflare.wire import Refused, Reply, success

MAX_OBJECT_BYTES: Final = 300 * 1024 * 1024
MOST_PER_PAGE: Final = 1000
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{1,61}[a-z0-9]")
_READ: Final = ({Permission.R2_READ}, {Permission.R2_EDIT})
_EDIT: Final = ({Permission.R2_EDIT},)


@dataclass(frozen=True)
class Stored:
    """One object; `etag` is the hash of the content, as the service gives it."""

    key: str
    size: int
    etag: str
    content_type: str
    changed: str

    def described(self) -> dict[str, Any]:
        """Return what lists and answers tell about it."""
        return {
            "key": self.key,
            "etag": self.etag,
            "size": str(self.size),
            "last_modified": self.changed,
            "http_metadata": {"contentType": self.content_type},
            "storage_class": "Standard",
        }


@dataclass(frozen=True)
class Page:
    """Some objects of a list, and where the next page begins (None after the last)."""

    objects: list[Stored]
    cursor: str | None


class Objects(Protocol):
    """What keeps the objects of one bucket."""

    def put(self, key: str, body: bytes, content_type: str, changed: str) -> Stored: ...

    def get(self, key: str) -> tuple[Stored, bytes] | None: ...

    def delete(self, key: str) -> None: ...

    def page(self, prefix: str, cursor: str | None, limit: int) -> Page: ...


class InMemory:
    """Keeps objects in memory; cursors stay valid, as those of the service."""

    def __init__(self) -> None:
        self._objects: dict[str, tuple[Stored, bytes]] = {}

    def put(self, key: str, body: bytes, content_type: str, changed: str) -> Stored:
        etag = hashlib.md5(body, usedforsecurity=False).hexdigest()
        stored = Stored(key, len(body), etag, content_type, changed)
        self._objects[key] = stored, body
        return stored

    def get(self, key: str) -> tuple[Stored, bytes] | None:
        return self._objects.get(key)

    def delete(self, key: str) -> None:
        self._objects.pop(key, None)

    def page(self, prefix: str, cursor: str | None, limit: int) -> Page:
        after = "" if cursor is None else base64.urlsafe_b64decode(cursor).decode()
        keys = sorted(key for key in self._objects if key.startswith(prefix) and key > after)
        found = [self._objects[key][0] for key in keys[:limit]]
        more = len(keys) > limit
        return Page(
            found, base64.urlsafe_b64encode(keys[limit - 1].encode()).decode() if more else None
        )


@dataclass(frozen=True)
class _Bucket:
    name: str
    created: str
    objects: Objects

    def described(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "creation_date": self.created,
            "location": "weur",
            "storage_class": "Standard",
        }


class R2:
    """The buckets of the account; `enabled` False is an account without a card on file."""

    def __init__(self, clock: StandinClock, make_objects: Callable[[], Objects] = InMemory) -> None:
        self.enabled = True
        self.max_object_bytes = MAX_OBJECT_BYTES
        self.most_per_page = MOST_PER_PAGE
        self._clock = clock
        self._make_objects = make_objects
        self._buckets: dict[str, _Bucket] = {}
        self._lock = threading.RLock()

    @property
    def buckets(self) -> list[str]:
        """Return the names of the buckets, for tests."""
        with self._lock:
            return sorted(self._buckets)

    def objects(self, bucket: str) -> dict[str, Stored]:
        """Return what is in a bucket, for tests."""
        found: dict[str, Stored] = {}
        cursor: str | None = None
        with self._lock:
            while True:
                page = self._buckets[bucket].objects.page("", cursor, MOST_PER_PAGE)
                found |= {one.key: one for one in page.objects}
                cursor = page.cursor
                if cursor is None:
                    return found

    def put(self, bucket: str, key: str, body: bytes) -> None:
        """Write an object as somebody else would, for tests."""
        with self._lock:
            objects = self._buckets[bucket].objects
            objects.put(key, body, "application/octet-stream", self._clock.stamp())

    def delete(self, bucket: str, key: str) -> None:
        """Lose an object, for tests."""
        with self._lock:
            self._buckets[bucket].objects.delete(key)

    def forget(self, bucket: str) -> None:
        """Lose a bucket, for tests."""
        with self._lock:
            del self._buckets[bucket]

    def routes(self) -> list[Route]:
        """Return the endpoints of R2."""
        buckets = "accounts/{account}/r2/buckets"
        objects = f"{buckets}/{{bucket}}/objects"
        acts = [
            ("buckets.create", "POST", buckets, self._create, _EDIT),
            ("buckets.list", "GET", buckets, self._list_buckets, _READ),
            ("buckets.get", "GET", f"{buckets}/{{bucket}}", self._get_bucket, _READ),
            ("buckets.delete", "DELETE", f"{buckets}/{{bucket}}", self._delete_bucket, _EDIT),
            ("list", "GET", objects, self._list, _READ),
            ("get", "GET", f"{objects}/{{key*}}", self._get, _READ),
            ("put", "PUT", f"{objects}/{{key*}}", self._put, _EDIT),
            ("delete", "DELETE", f"{objects}/{{key*}}", self._delete, _EDIT),
        ]
        return [
            Route(f"r2.{name}", method, path, self._guarded(act), needs)
            for name, method, path, act, needs in acts
        ]

    def _guarded(self, act: Any) -> Any:
        def handler(call: Call) -> Reply:
            if not self.enabled:
                raise Refused(403, 10042, "Please enable R2 through the Cloudflare Dashboard.")
            with self._lock:
                reply: Reply = act(call)
                return reply

        return handler

    def _create(self, call: Call) -> Reply:
        name = call.request.object(_invalid_name()).get("name")
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise _invalid_name()
        if name in self._buckets:
            text = "The bucket you tried to create already exists, and you own it."
            raise Refused(409, 10004, text)
        self._buckets[name] = _Bucket(name, self._clock.stamp(), self._make_objects())
        return success(self._buckets[name].described())

    def _list_buckets(self, call: Call) -> Reply:
        return success({"buckets": [one.described() for one in self._buckets.values()]})

    def _get_bucket(self, call: Call) -> Reply:
        return success(self._bucket(call).described())

    def _delete_bucket(self, call: Call) -> Reply:
        bucket = self._bucket(call)
        if bucket.objects.page("", None, 1).objects:
            text = f"The bucket you tried to delete ({bucket.name}) is not empty"
            raise Refused(409, 10008, text)
        del self._buckets[bucket.name]
        return success({})

    def _bucket(self, call: Call) -> _Bucket:
        found = self._buckets.get(call.args["bucket"])
        if found is None:
            raise Refused(404, 10006, "The specified bucket does not exist.")
        return found

    def _list(self, call: Call) -> Reply:
        query = call.request.query
        per_page = min(call.request.number("per_page", 20), self.most_per_page)
        cursor = query.get("cursor")
        page = self._bucket(call).objects.page(query.get("prefix", ""), cursor, per_page)
        info: dict[str, Any] = {"per_page": per_page, "is_truncated": page.cursor is not None}
        if page.cursor is not None:
            info["cursor"] = page.cursor
        # a list that fits on one page says nothing about pages
        whole = cursor is None and page.cursor is None
        return success([one.described() for one in page.objects], info=None if whole else info)

    def _get(self, call: Call) -> Reply:
        found = self._bucket(call).objects.get(call.args["key"])
        if found is None:
            raise Refused(404, 10007, "The specified key does not exist.")
        stored, body = found
        return Reply(200, body, stored.content_type, {"ETag": f'"{stored.etag}"'})

    def _put(self, call: Call) -> Reply:
        bucket, body = self._bucket(call), call.request.body
        if "content-length" not in call.request.headers:
            raise Refused(411, 10033, "You must provide the Content-Length HTTP header.")
        if len(body) > self.max_object_bytes:
            raise Refused(413, 100100, "Your proposed upload exceeds the maximum allowed size.")
        kind = call.request.headers.get("content-type", "application/octet-stream")
        stored = bucket.objects.put(call.args["key"], body, kind, self._clock.stamp())
        return success(stored.described())

    def _delete(self, call: Call) -> Reply:
        # an object that is not there is as good as deleted
        self._bucket(call).objects.delete(call.args["key"])
        return success({"key": call.args["key"]})


def _invalid_name() -> Refused:
    return Refused(400, 10005, "The specified bucket name is not valid.")
