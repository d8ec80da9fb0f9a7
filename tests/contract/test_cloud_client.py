"""The client of the account, over a real connection to the account that is not there."""

import pytest

from notebrain.cloud.account import Owner, Permission, check, verify
from notebrain.cloud.d1 import D1, Statement, in_pieces
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vectorize import Vector, Vectorize
from notebrain.cloud.workers_ai import MODELS, SMALL, WorkersAi, index_name
from notebrain.domain.errors import (
    CloudAuth,
    CloudBadRequest,
    CloudConfig,
    CloudError,
    CloudExists,
    CloudMissing,
    CloudOffline,
    CloudQuota,
    CloudTooLarge,
    CloudTransient,
)
from notebrain.domain.ports import Space
from tests.fakes.cloudflare import Permission as Granted, faults
from tests.fakes.cloudflare.connecting import with_cloud


def test_a_token_of_a_user_is_verified(account) -> None:
    verified = with_cloud(account, verify)

    assert verified.owner is Owner.USER


def test_a_token_of_an_account_is_verified(account) -> None:
    token = account.tokens.issue(of_account=True).value

    verified = with_cloud(account, verify, token=token)

    assert verified.owner is Owner.ACCOUNT


def test_a_wrong_token_is_told(account) -> None:
    with pytest.raises(CloudAuth, match="token"):
        with_cloud(account, verify, token="no-token-at-all")


def test_a_token_that_has_run_out_is_told(account) -> None:
    token = account.tokens.issue(status="expired").value

    with pytest.raises(CloudAuth):
        with_cloud(account, verify, token=token)


def test_a_full_token_lacks_nothing_and_the_check_leaves_nothing(account) -> None:
    checked = with_cloud(account, check)

    assert checked.missing == ()
    assert checked.doubts == ()


@pytest.mark.parametrize(
    ("granted", "named"),
    [
        (Granted.D1_EDIT, Permission.D1_WRITE),
        (Granted.VECTORIZE_EDIT, Permission.VECTORIZE_WRITE),
    ],
)
def test_a_permission_that_is_missing_is_named(account, granted, named) -> None:
    token = account.tokens.issue(without=[granted]).value

    checked = with_cloud(account, check, token=token)

    assert checked.missing == (named,)


def test_the_id_of_another_account_is_told(account) -> None:
    with pytest.raises(CloudError, match="account ID"):
        with_cloud(account, check, of="f" * 32)


def test_a_database_is_made_found_asked_and_removed(account) -> None:
    notes = [{"id": n, "body": f"Grüße “{n}”\u2028\n\\ 🌻", "real": n / 2} for n in range(250)]

    async def act(cloud: Cloudflare):
        d1 = D1(cloud)
        assert await d1.find("notes") is None
        made = await d1.create("notes")
        with pytest.raises(CloudExists):
            await d1.create("notes")
        assert await d1.find("notes") == made == await d1.get(made.id)
        insert = (
            "insert into note select value->>'$.id', value->>'$.body', value->>'$.real'"
            " from json_each(?1) where true on conflict(id) do update set body = excluded.body"
        )
        create = Statement("create table note(id integer primary key, body text, real real)")
        await d1.run(made.id, [create])
        written = await d1.run(made.id, [Statement(insert, notes), Statement(insert, notes[:1])])
        select = "select id, body, real from note where id in (select value from json_each(?1))"
        (read,) = await d1.run(made.id, [Statement(select, [3, 4])])
        await d1.delete(made.id)
        with pytest.raises(CloudMissing):
            await d1.run(made.id, [Statement("select 1")])
        return written, read

    written, read = with_cloud(account, act)

    assert [one.changes for one in written] == [250, 1]
    assert read.columns == ("id", "body", "real")
    assert read.rows == [[n, notes[n]["body"], n / 2] for n in (3, 4)]


def test_all_statements_are_carried_out_or_none(account) -> None:
    async def act(cloud: Cloudflare):
        d1 = D1(cloud)
        made = await d1.create("notes")
        await d1.run(made.id, [Statement("create table t(a integer)")])
        wrong = [Statement("insert into t values (1)"), Statement("insert into nothing values (1)")]
        with pytest.raises(CloudBadRequest) as error:
            await d1.run(made.id, wrong)
        return await d1.run(made.id, [Statement("select * from t")]), error.value

    (read,), error = with_cloud(account, act)

    assert read.rows == []
    assert error.code == 7500
    assert "nothing" in error.detail


def test_what_is_too_large_is_not_sent(account) -> None:
    async def act(cloud: Cloudflare):
        with pytest.raises(CloudTooLarge):
            await D1(cloud).run(
                "0" * 8 + "-0000" * 3 + "-" + "0" * 12, [Statement("select ?1", "x" * 2_000_000)]
            )
        return cloud.requests

    assert with_cloud(account, act) == 0


def test_rows_are_cut_into_pieces_of_a_good_size() -> None:
    rows = ["x" * 300, "y" * 300, "z" * 900, "a"]

    pieces = list(in_pieces(rows, size=700))

    assert pieces == [rows[:2], rows[2:3], rows[3:]]


@pytest.mark.parametrize("model", MODELS.values(), ids=lambda model: model.name)
def test_texts_become_vectors_of_the_models_space(account, model) -> None:
    async def act(cloud: Cloudflare):
        return await WorkersAi(cloud, model).embed(["bread and flour", "", "git rebase"])

    embedded = with_cloud(account, act)

    assert [len(one) for one in embedded.vectors] == [4 * model.dimensions] * 3
    assert embedded.neurons > 0


def test_one_text_too_many_is_not_sent(account) -> None:
    async def act(cloud: Cloudflare):
        with pytest.raises(CloudTooLarge):
            await WorkersAi(cloud, SMALL).embed(["a"] * 101)
        return cloud.requests, len((await WorkersAi(cloud, SMALL).embed(["a"] * 100)).vectors)

    assert with_cloud(account, act) == (0, 100)


@pytest.mark.parametrize("code", [3036, 4006])
def test_a_day_that_is_used_up_is_told(account, code) -> None:
    account.faults.add(faults.neurons_used_up(code), on="ai.run")

    with pytest.raises(CloudQuota) as error:
        with_cloud(account, lambda cloud: WorkersAi(cloud, SMALL).embed(["a"]))

    assert error.value.resets_at is not None
    assert len(account.requests.of("ai.run")) == 1


def test_vectors_are_written_found_listed_and_removed(account) -> None:
    async def act(cloud: Cloudflare):
        index, ai = Vectorize(cloud, SMALL.space), WorkersAi(cloud, SMALL)
        assert not await index.exists()
        await index.create()
        assert await index.exists()
        with pytest.raises(CloudExists):
            await index.create()
        texts = ["bread needs flour", "git rebase", *(f"note {n}" for n in range(600))]
        made = [
            one
            for at in range(0, 602, 100)
            for one in (await ai.embed(texts[at : at + 100])).vectors
        ]
        sent = [Vector(f"v{n}", one, "ws", {"n": n, "t": "ü\u2028"}) for n, one in enumerate(made)]
        accepted = [one async for one in index.upsert(sent)]
        account.vectorize.settle()
        near = await index.query(made[0], limit=5, namespace="ws")
        elsewhere = await index.query(made[0], limit=5, namespace="other")
        got = await index.get([f"v{n}" for n in range(30)] + ["none"])
        page = await index.page()
        removed = [one async for one in index.delete_ids([one.id for one in sent])]
        account.vectorize.settle()
        state = await index.state()
        await index.delete()
        with pytest.raises(CloudMissing):
            await index.state()
        return accepted, near, elsewhere, got, page, removed, state, made

    accepted, near, elsewhere, got, page, removed, state, made = with_cloud(account, act)

    assert [len(one.ids) for one in accepted] == [500, 102]
    assert near[0].id == "v0"
    assert near[0].score > 0.99
    assert elsewhere == []
    assert sorted(one.id for one in got) == sorted(f"v{n}" for n in range(30))
    assert next(one for one in got if one.id == "v7").values == made[7]
    assert (len(page.ids), page.cursor) == (602, None)
    assert [len(one.ids) for one in removed] == [100] * 6 + [2]
    assert (state.dimensions, state.vectors) == (384, 0)
    assert state.mutation == removed[-1].mutation


def test_an_index_of_other_dimensions_is_refused(account) -> None:
    other = Space(model="x", pooling="cls", dimensions=768)

    async def act(cloud: Cloudflare):
        await Vectorize(cloud, other, name=index_name(SMALL.space)).create()
        await Vectorize(cloud, SMALL.space).exists()

    with pytest.raises(CloudConfig, match="another model"):
        with_cloud(account, act)


TROUBLES = [
    faults.throttled(1),
    faults.d1_internal(),
    faults.d1_reset(),
    faults.server_error(),
    faults.captive_portal(),
    faults.dropped(),
    faults.response_lost(),
    faults.response_cut(),
    faults.truncated_json(),
]


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.name)
def test_a_write_that_may_be_repeated_gets_through_every_passing_trouble(account, trouble) -> None:
    async def act(cloud: Cloudflare):
        d1 = D1(cloud)
        made = await d1.create("notes")
        await d1.run(made.id, [Statement("create table t(a integer primary key)")])
        account.faults.add(trouble, on="d1.raw")
        insert = Statement("insert or ignore into t select value from json_each(?1)", [1, 2])
        await d1.run(made.id, [insert])
        return await d1.run(made.id, [Statement("select a from t")])

    (read,) = with_cloud(account, act)

    assert read.rows == [[1], [2]]


def test_a_write_that_may_not_be_repeated_is_not(account) -> None:
    account.faults.add(faults.response_lost(), on="d1.create")

    with pytest.raises(CloudTransient):
        with_cloud(account, lambda cloud: D1(cloud).create("notes"))

    assert len(account.requests.of("d1.create")) == 1


@pytest.mark.parametrize(
    "trouble", [faults.null_result(), faults.other_body(b'{"success":true,"result":{"matches":7}}')]
)
def test_a_broken_answer_never_looks_like_nothing_found(account, trouble) -> None:
    async def act(cloud: Cloudflare):
        index = Vectorize(cloud, SMALL.space)
        await index.create()
        account.faults.add(trouble, on="vectorize.query", times=None)
        await index.query(bytes([0, 0, 128, 63]) * 384, limit=3)

    with pytest.raises(CloudTransient):
        with_cloud(account, act)


def test_vectors_that_do_not_fit_are_a_fault_of_ours_and_not_sent(account) -> None:
    async def act(cloud: Cloudflare):
        index = Vectorize(cloud, SMALL.space)
        for wrong in (
            Vector("x" * 65, bytes(1536)),
            Vector("x", bytes(4)),
            Vector("", bytes(1536)),
            Vector("x", b"\xff" * 1536),
        ):
            with pytest.raises(CloudBadRequest):
                _ = [one async for one in index.upsert([wrong])]
        return cloud.requests

    assert with_cloud(account, act) == 0


def test_an_account_that_is_gone_is_told_as_no_network(account) -> None:
    account.close()

    with pytest.raises(CloudOffline):
        with_cloud(account, verify)
