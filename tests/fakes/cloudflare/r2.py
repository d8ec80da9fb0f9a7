"""R2: buckets and the objects in them, by the REST door."""

import hashlib
import re
import secrets
import threading
from dataclasses import dataclass
from typing import Any, Final

from tests.fakes.cloudflare.clock import StandinClock
from tests.fakes.cloudflare.routes import Call, Route
from tests.fakes.cloudflare.tokens import Permission
from tests.fakes.cloudflare.wire import Refused, Reply, success

MAX_OBJECT_BYTES: Final = 300 * 1024 * 1024
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{1,61}[a-z0-9]")
_READ: Final = ({Permission.R2_READ}, {Permission.R2_EDIT})
_EDIT: Final = ({Permission.R2_EDIT},)


@dataclass(frozen=True)
class Stored:
    """One object."""

    key: str
    body: bytes
    content_type: str
    changed: str

    @property
    def etag(self) -> str:
        """Return the hash of the content, as the service gives it."""
        return hashlib.md5(self.body, usedforsecurity=False).hexdigest()

    def described(self) -> dict[str, Any]:
        """Return what lists and answers tell about it."""
        return {
            "key": self.key,
            "etag": self.etag,
            "size": str(len(self.body)),
            "last_modified": self.changed,
            "http_metadata": {"contentType": self.content_type},
            "storage_class": "Standard",
        }


@dataclass(frozen=True)
class _Bucket:
    name: str
    created: str
    objects: dict[str, Stored]

    def described(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "creation_date": self.created,
            "location": "weur",
            "storage_class": "Standard",
        }


class R2:
    """The buckets of the account; `enabled` False is an account without a card on file."""

    def __init__(self, clock: StandinClock) -> None:
        self.enabled = True
        self.max_object_bytes = MAX_OBJECT_BYTES
        self._clock = clock
        self._buckets: dict[str, _Bucket] = {}
        self._cursors: dict[str, list[Stored]] = {}
        self._lock = threading.RLock()

    def objects(self, bucket: str) -> dict[str, Stored]:
        """Return what is in a bucket, for tests."""
        with self._lock:
            return self._buckets[bucket].objects.copy()

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
        self._buckets[name] = _Bucket(name, self._clock.stamp(), {})
        return success(self._buckets[name].described())

    def _list_buckets(self, call: Call) -> Reply:
        return success({"buckets": [one.described() for one in self._buckets.values()]})

    def _get_bucket(self, call: Call) -> Reply:
        return success(self._bucket(call).described())

    def _delete_bucket(self, call: Call) -> Reply:
        bucket = self._bucket(call)
        if bucket.objects:
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
        per_page = call.request.number("per_page", 1000)
        bucket = self._bucket(call)
        prefix = query.get("prefix", "")
        keys = sorted(key for key in bucket.objects if key.startswith(prefix))
        found = [bucket.objects[key] for key in keys]
        if "cursor" in query:
            found = self._cursors.pop(query["cursor"], [])
        page, rest = found[:per_page], found[per_page:]
        info: dict[str, Any] = {"per_page": per_page, "is_truncated": bool(rest)}
        if rest:
            info["cursor"] = secrets.token_urlsafe(12)
            self._cursors[info["cursor"]] = rest
        return success([one.described() for one in page], info=info)

    def _get(self, call: Call) -> Reply:
        found = self._bucket(call).objects.get(call.args["key"])
        if found is None:
            raise Refused(404, 10007, "The specified key does not exist.")
        headers = {"ETag": f'"{found.etag}"'}
        return Reply(200, found.body, found.content_type, headers)

    def _put(self, call: Call) -> Reply:
        bucket, body = self._bucket(call), call.request.body
        if len(body) > self.max_object_bytes:
            raise Refused(413, 100100, "Your proposed upload exceeds the maximum allowed size.")
        kind = call.request.headers.get("content-type", "application/octet-stream")
        stored = Stored(call.args["key"], body, kind, self._clock.stamp())
        bucket.objects[stored.key] = stored
        return success(stored.described())

    def _delete(self, call: Call) -> Reply:
        # an object that is not there is as good as deleted
        self._bucket(call).objects.pop(call.args["key"], None)
        return success({"key": call.args["key"]})


def _invalid_name() -> Refused:
    return Refused(400, 10005, "The specified bucket name is not valid.")
