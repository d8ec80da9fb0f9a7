"""The stand-in's R2: objects in buckets, where the account has it at all."""

import pytest

from tests.fakes.cloudflare import Standin
from tests.fakes.cloudflare.asking import Asking, Told

AT = "r2/buckets/notes/objects"


@pytest.fixture(autouse=True)
def bucket(ask: Asking) -> None:
    assert ask.post("r2/buckets", {"name": "notes"}).status == 200


def put(ask: Asking, key: str, content: bytes, kind: str = "image/png") -> Told:
    return ask("PUT", f"{AT}/{key}", content=content, headers={"Content-Type": kind})


def test_an_object_comes_back_byte_for_byte(ask: Asking) -> None:
    stored = put(ask, "a.png", b"\x89PNG\r\n")

    told = ask.get(f"{AT}/a.png")

    assert stored.result["key"] == "a.png"
    assert told.text.encode("latin-1", "replace")[1:] == b"PNG\r\n"
    assert told.headers["content-type"] == "image/png"
    assert told.headers["etag"] == f'"{stored.result["etag"]}"'


@pytest.mark.parametrize("key", ["a/b/c.txt", "a%2Fb%2Fc.txt"])
def test_keys_have_slashes_escaped_or_not(account: Standin, ask: Asking, key: str) -> None:
    put(ask, key, b"x")

    assert list(account.r2.objects("notes")) == ["a/b/c.txt"]
    assert ask.get(f"{AT}/a/b/c.txt").text == "x"


def test_deleted_objects_are_gone_and_may_be_deleted_again(ask: Asking) -> None:
    put(ask, "a", b"x")

    found = [ask.delete(f"{AT}/a").status for _ in range(2)]

    assert found == [200, 200]
    assert ask.get(f"{AT}/a").refusal == (404, 10007)


def test_objects_are_listed_by_prefix_in_pages(ask: Asking) -> None:
    for key in ("a/1", "a/2", "a/3", "b/1"):
        put(ask, key, b"x")

    first = ask.get(AT, prefix="a/", per_page=2)
    cursor = first.text.split('"cursor": "')[1].split('"')[0]
    second = ask.get(AT, prefix="a/", per_page=2, cursor=cursor)

    assert [one["key"] for one in first.result + second.result] == ["a/1", "a/2", "a/3"]
    assert '"is_truncated": false' in second.text


def test_buckets_are_made_listed_and_deleted(ask: Asking) -> None:
    put(ask, "a", b"x")

    full = ask.delete("r2/buckets/notes")
    ask.delete(f"{AT}/a")
    empty = ask.delete("r2/buckets/notes")

    assert full.refusal == (409, 10008)
    assert empty.status == 200
    assert ask.get("r2/buckets").result == {"buckets": []}


@pytest.mark.parametrize(
    ("method", "path", "body", "refusal"),
    [
        ("POST", "r2/buckets", {"name": "notes"}, (409, 10004)),
        ("POST", "r2/buckets", {"name": "No"}, (400, 10005)),
        ("POST", "r2/buckets", {}, (400, 10005)),
        ("GET", "r2/buckets/none", None, (404, 10006)),
        ("GET", "r2/buckets/none/objects/a", None, (404, 10006)),
        ("PUT", "r2/buckets/none/objects/a", {}, (404, 10006)),
    ],
)
def test_what_cannot_be_is_refused(
    ask: Asking, method: str, path: str, body: object, refusal: tuple[int, int]
) -> None:
    assert ask(method, path, body).refusal == refusal


def test_an_object_may_be_too_large(account: Standin, ask: Asking) -> None:
    account.r2.max_object_bytes = 3

    assert put(ask, "a", b"1234").status == 413


def test_an_account_without_r2_says_so(account: Standin, ask: Asking) -> None:
    account.r2.enabled = False

    told = ask.get("r2/buckets")

    assert (*told.refusal, told.message) == (
        403,
        10042,
        "Please enable R2 through the Cloudflare Dashboard.",
    )
