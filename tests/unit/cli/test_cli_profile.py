"""profile: the blocks on the command line, their file, and what leaves with a sync."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from notebrain.domain.profile.blocks import BlockKey
from tests.fakes.cloudflare import Standin, start_cloudflare
from tests.fakes.command_line import InProcess


def text(notebrain: InProcess, key: str = "rules") -> str:
    return notebrain.run("profile", "show", key).text


def test_every_block_is_listed(notebrain: InProcess) -> None:
    notebrain.run("profile", "set", "rules", "Be brief.")

    rows = notebrain.run("profile", "list", "--json").json

    assert [row["key"] for row in rows] == list(BlockKey)
    rules = next(row for row in rows if row["key"] == "rules")
    assert rules.pop("updated_at")
    assert rules == {
        "key": "rules",
        "title": "Rules that always hold",
        "section": "identity",
        "priority": 1,
        "limit": 1500,
        "keeps": "oldest",
        "learned": "never",
        "text": "Be brief.",
        "characters": 9,
        "used": 9,
        "used_span": [0, 9],
        "off": False,
        "local_only": False,
        "kept_elsewhere": False,
    }
    assert len(notebrain.run("profile", "list").text.splitlines()) == 13


@pytest.mark.parametrize("written", ["Be brief.", "one\r\ntwo\u2028", "", "🇩🇪\n"])
def test_a_text_comes_back_byte_for_byte(notebrain: InProcess, written: str) -> None:
    notebrain.run("profile", "set", "rules", "before")

    done = notebrain.run("profile", "set", "rules", "-", stdin=written.encode())

    assert done.code == 0
    assert text(notebrain) == written


def test_a_text_is_added_below(notebrain: InProcess) -> None:
    notebrain.run("profile", "add", "scratchpad", "one")
    notebrain.run("profile", "add", "scratchpad", "two")

    assert text(notebrain, "scratchpad") == "one\ntwo"


def test_an_undo_brings_the_text_before_back_and_undone_again_the_one_after(
    notebrain: InProcess,
) -> None:
    for written in ("one", "two"):
        notebrain.run("profile", "set", "rules", written)

    notebrain.run("profile", "undo", "rules")
    assert text(notebrain) == "one"
    notebrain.run("profile", "undo", "rules")
    assert text(notebrain) == "two"


def test_the_first_text_can_be_undone_too(notebrain: InProcess) -> None:
    notebrain.run("profile", "set", "rules", "one")

    notebrain.run("profile", "undo", "rules")

    assert text(notebrain) == ""


def test_an_earlier_text_is_shown_and_restored(notebrain: InProcess) -> None:
    for written in ("one", "two", "three"):
        notebrain.run("profile", "set", "rules", written)

    listed = notebrain.run("profile", "history", "rules", "--json").json
    assert [(row["n"], row["text"], row["reason"]) for row in listed] == [
        (1, "one", "edit"),
        (2, "two", "edit"),
    ]
    assert notebrain.run("profile", "history", "rules", "--version", "1").text == "one"
    assert notebrain.run("profile", "restore", "rules", "--version", "1").code == 0
    assert text(notebrain) == "one"


@pytest.mark.parametrize(
    "words",
    [
        ("set", "soul", "x"),
        ("set", "learned_patterns", "x"),
        ("add", "learned_patterns", "x"),
        ("add", "rules", " "),
        ("undo", "rules"),
        ("restore", "rules", "--version", "1"),
        ("history", "rules", "--version", "2"),
        ("set", "rules", "x" * 100_001),
        ("import", "nowhere.md"),
    ],
)
def test_what_is_impossible_changes_nothing_and_says_so_in_one_line(
    notebrain: InProcess, words: tuple[str, ...]
) -> None:
    notebrain.run("profile", "set", "custom", "stays")

    done = notebrain.run("profile", *words)

    assert done.code == 1
    assert done.line
    assert notebrain.run("profile", "list", "--json").json[-1]["text"] == "stays"


def test_a_switch_that_is_not_named_is_a_misuse(notebrain: InProcess) -> None:
    assert notebrain.run("profile", "switch", "rules").code == 2


def test_blocks_are_switched_together(notebrain: InProcess) -> None:
    done = notebrain.run(
        *("profile", "switch", "rules", "style-guide", "--off", "--local-only", "--json")
    ).json

    assert done["changed"]
    assert [(block["off"], block["local_only"]) for block in done["blocks"]] == [(True, True)] * 2
    again = notebrain.run("profile", "switch", "rules", "--on", "--share", "--json").json
    assert [(block["off"], block["local_only"]) for block in again["blocks"]] == [(False, False)]


def test_a_text_above_the_limit_is_kept_and_told(notebrain: InProcess) -> None:
    done = notebrain.run("profile", "set", "scratchpad", "old line\n" + "x" * 1000)

    assert "first 9 characters" in done.line
    assert notebrain.run("profile", "show", "scratchpad", "--used").text == "x" * 1000


def test_a_text_restored_from_its_time_as_local_only_makes_the_block_local_only(
    notebrain: InProcess,
) -> None:
    notebrain.run("profile", "switch", "rules", "--local-only")
    notebrain.run("profile", "set", "rules", "a secret")
    notebrain.run("profile", "set", "rules", "public")
    notebrain.run("profile", "switch", "rules", "--share")

    notebrain.run("profile", "undo", "rules")

    block = notebrain.run("profile", "show", "rules", "--json").json
    assert (block["text"], block["local_only"]) == ("a secret", True)


def test_the_file_of_one_vault_fills_another(notebrain: InProcess, tmp_path: Path) -> None:
    notebrain.run("profile", "set", "rules", "Be brief.")
    notebrain.run("profile", "switch", "rules", "--off")
    other = InProcess(tmp_path / "other")
    file = tmp_path / "me.md"

    assert notebrain.run("profile", "export", str(file)).code == 0
    assert notebrain.run("profile", "export", str(file)).code == 1
    other.run("profile", "set", "rules", "another")
    done = other.run("profile", "import", str(file), "--json").json

    assert done == {"blocks": ["rules"], "changed": ["rules"]}
    block = other.run("profile", "show", "rules", "--json").json
    assert (block["text"], block["off"]) == ("Be brief.", True)
    assert other.run("profile", "history", "rules", "--version", "1").text == "another"


def test_an_export_of_the_notes_has_the_blocks_and_an_import_brings_them(
    notebrain: InProcess, tmp_path: Path
) -> None:
    notebrain.capture("a note")
    notebrain.run("profile", "set", "rules", "Be brief.")
    notebrain.run("profile", "set", "custom", "from the file")
    other, folder = InProcess(tmp_path / "other"), tmp_path / "export"
    other.run("profile", "set", "custom", "from here")

    notebrain.run("export", str(folder))
    done = other.run("import", str(folder), "--json").json

    assert (folder / "About you.md").exists()
    assert (done["found"], done["imported"]) == (1, 1)
    assert (done["blocks"], done["blocks_beside"]) == (["rules"], ["custom"])
    assert text(other) == "Be brief."
    assert text(other, "custom") == "from here"
    assert other.run("profile", "history", "custom", "--version", "1").text == "from the file"
    again = other.run("import", str(folder), "--json").json
    assert (again["blocks"], again["blocks_beside"], again["problems"]) == ([], [], [])


@pytest.fixture
def account(notebrain: InProcess, monkeypatch: pytest.MonkeyPatch) -> Iterator[Standin]:
    with start_cloudflare() as standin:
        monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", standin.base_url)
        monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", standin.token)
        monkeypatch.setenv("NOTEBRAIN_CF_ACCOUNT", standin.account)
        yield standin


def sent(account: Standin) -> str:
    """Return everything that was ever sent."""
    return "\n".join(
        f"{call.request.path} {call.request.body.decode('utf-8', 'replace')}"
        for call in account.requests
    )


@pytest.mark.slow
def test_blocks_are_synced_and_local_only_ones_never_leave(
    notebrain: InProcess, tmp_path: Path, account: Standin
) -> None:
    other = InProcess(tmp_path / "other")
    for one in (notebrain, other):
        assert one.run("account", "connect", "--yes").code == 0
    notebrain.run("profile", "set", "rules", "shared words")
    notebrain.run("profile", "switch", "custom", "--local-only")
    notebrain.run("profile", "set", "custom", "qqsecretqq")
    notebrain.run("sync")
    other.run("sync")
    assert text(other) == "shared words"

    notebrain.run("profile", "switch", "rules", "--local-only")
    notebrain.run("profile", "set", "rules", "xxsecretxx")
    notebrain.run("profile", "undo", "rules")
    notebrain.run("profile", "undo", "rules")
    for one in (notebrain, other, notebrain):
        assert one.run("sync").code == 0

    assert "shared words" in sent(account)
    assert "secret" not in sent(account)
    block = other.run("profile", "show", "rules", "--json").json
    assert (block["text"], block["kept_elsewhere"]) == ("shared words", True)
    assert notebrain.run("verify").code == 0
    assert other.run("verify").code == 0
