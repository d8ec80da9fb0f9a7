"""The stand-in's R2: objects in buckets, where the account has it at all."""

import hashlib

import httpx
import pytest

from tests.engine.either import EITHER_ACCOUNT
from tests.fakes.cloudflare import Standin, faults
from tests.fakes.cloudflare.asking import Asking, Told

AT = "r2/buckets/notes/objects"


@pytest.fixture(params=EITHER_ACCOUNT)
def account(request) -> Standin:
    chosen: Standin = request.getfixturevalue(request.param)
    return chosen


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


def test_a_list_says_the_hash_and_the_size_of_each_object(ask: Asking) -> None:
    put(ask, "b", b"two")
    put(ask, "a/ü", b"")

    (first, second) = ask.get(AT).result

    assert (first["key"], first["size"]) == ("a/ü", "0")
    assert first["etag"] == "d41d8cd98f00b204e9800998ecf8427e"
    assert (second["key"], second["size"]) == ("b", "3")
    assert second["etag"] == hashlib.md5(b"two", usedforsecurity=False).hexdigest()


def test_a_list_that_fits_on_one_page_says_nothing_about_pages(ask: Asking) -> None:
    put(ask, "a", b"x")

    assert "result_info" not in ask.get(AT).text


def test_an_upload_may_end_in_the_middle_and_then_nothing_is_stored(
    account: Standin, ask: Asking
) -> None:
    account.faults.add(faults.request_cut(), on="r2.put")

    with pytest.raises(httpx.HTTPError):
        put(ask, "a", b"12345678")
    (cut,) = account.requests.of("r2.put")

    assert (cut.status, cut.arrived, cut.fault) == (0, 4, "request cut")
    assert not account.r2.objects("notes")
    assert put(ask, "a", b"12345678").status == 200
    assert account.requests.bytes_of("r2.put").most_common(1)[0][1] > 12


def test_a_body_without_its_length_is_refused(ask: Asking) -> None:
    told = ask("PUT", f"{AT}/a", content=iter([b"x"]))

    assert told.refusal == (411, 10033)
