"""Saving web pages from the command line."""

import base64
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.command_line import Done, InProcess

ADDRESS = "https://a.example/tap"
PNG = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000280000001e00802000000") + b"\0" * 400


def page(words: str = "It drips, and has done so since Monday.") -> str:
    return (
        "<html><head><title>The tap</title></head><body><nav><a href=/>home</a></nav>"
        f"<article><h1>The tap</h1><p>{words}</p></article></body></html>"
    )


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "The tap.html"
    path.write_text(page())
    return path


def clip(notebrain: InProcess, path: Path, *options: str) -> Done:
    return notebrain.run("clip", str(path), "--url", ADDRESS, *options)


def document(notebrain: InProcess, path: Path, *options: str) -> Any:
    return clip(notebrain, path, "--json", *options).json


def test_a_saved_page_becomes_a_note_that_knows_where_it_is_from(
    notebrain: InProcess, saved: Path
) -> None:
    done = clip(notebrain, saved, "--tag", "home,tap", "--workspace", "House")

    note = notebrain.run("show", done.text.strip(), "--json").json
    assert done.code == 0
    assert note["body"] == f"# The tap\n\n<{ADDRESS}>\n\nIt drips, and has done so since Monday.\n"
    assert (note["title"], note["source"]) == ("The tap", f"clip:{ADDRESS}")
    assert (note["tags"], note["workspace"]) == (["home", "tap"], "House")


def test_a_sign_in_a_page_is_no_tag_of_the_user(notebrain: InProcess, saved: Path) -> None:
    saved.write_text(page("See #kitchen and [[The sink]]."))

    note = notebrain.run("show", clip(notebrain, saved).text.strip(), "--json").json

    assert note["tags"] == []
    assert r"\[\[The sink\]\]" in note["body"]


def test_the_same_page_ten_times_is_one_note(notebrain: InProcess, saved: Path) -> None:
    first = document(notebrain, saved)

    others = [document(notebrain, saved) for _time in range(9)]

    assert first["outcome"] == "saved"
    assert {(one["outcome"], one["note_id"]) for one in others} == {("unchanged", first["note_id"])}
    assert len(notebrain.run("list", "--json").json) == 1


def test_a_page_that_changed_is_offered_as_an_update(notebrain: InProcess, saved: Path) -> None:
    note_id = clip(notebrain, saved).text.strip()
    saved.write_text(page("It is dry now."))

    offered = clip(notebrain, saved)

    assert offered.code == 1
    assert "in your notes already: “The tap”" in offered.err
    assert "--update" in offered.err
    assert "It drips" in notebrain.run("show", note_id, "--raw").text


def test_an_update_keeps_the_text_from_before_in_the_history(
    notebrain: InProcess, saved: Path
) -> None:
    note_id = clip(notebrain, saved).text.strip()
    for words in ("It is dry now.", "It drips again."):
        saved.write_text(page(words))
        assert document(notebrain, saved, "--update")["outcome"] == "updated"

    assert "It drips again." in notebrain.run("show", note_id, "--raw").text
    assert len(notebrain.run("history", note_id, "--json").json) == 2


def test_a_text_that_the_user_edited_is_never_replaced(notebrain: InProcess, saved: Path) -> None:
    note_id = clip(notebrain, saved).text.strip()
    notebrain.run("append", note_id, "Called the plumber.")
    saved.write_text(page("It is dry now."))

    refused = clip(notebrain, saved, "--update")

    assert refused.code == 1
    assert "You have edited" in refused.err
    assert f"notebrain forget {note_id}" in refused.err
    assert "Called the plumber." in notebrain.run("show", note_id, "--raw").text


def test_a_page_whose_note_is_in_the_trash_becomes_a_new_one(
    notebrain: InProcess, saved: Path
) -> None:
    note_id = clip(notebrain, saved).text.strip()
    notebrain.run("forget", note_id)

    again = document(notebrain, saved)

    assert again["outcome"] == "saved"
    assert again["note_id"] != note_id


def test_pictures_beside_the_file_and_in_it_come_along_and_others_stay_links(
    notebrain: InProcess, saved: Path
) -> None:
    files = saved.parent / "The tap_files"
    files.mkdir()
    (files / "leak 1.png").write_bytes(PNG)
    inside = base64.b64encode(PNG + b"other").decode()
    saved.write_text(
        page(
            '<img src="./The%20tap_files/leak%201.png" alt="The leak">'
            f'<img src="data:image/png;base64,{inside}" alt="Below">'
            '<img src="/img/far.png" alt="Far | away">'
            '<img src="The tap_files/missing.png" alt="Gone">'
        )
    )

    told = document(notebrain, saved)

    body = notebrain.run("show", str(told["note_id"]), "--raw").text
    assert (told["pictures"], told["linked_pictures"]) == (2, 2)
    assert body.count("](attachment:") == 2
    assert "![The leak](attachment:" in body
    assert "[Far / away](https://a.example/img/far.png)" in body


@pytest.mark.parametrize(
    "source",
    [
        "../secret.png",
        "x_files/../../secret.png",
        "x_files/link.png",
        "secret.png",
        "file:///etc/passwd",
        "x_files%2F..%2F..%2Fsecret.png",
        "/etc/passwd",
    ],
)
def test_no_page_reaches_a_file_outside_its_folder(
    notebrain: InProcess, tmp_path: Path, source: str
) -> None:
    folder = tmp_path / "pages"
    (folder / "x_files").mkdir(parents=True)
    for secret in (tmp_path / "secret.png", folder / "secret.png"):
        secret.write_bytes(PNG)
    (folder / "x_files" / "link.png").symlink_to(tmp_path / "secret.png")
    path = folder / "x.html"
    path.write_text(page(f'Words. <img src="{source}" alt="It">'))

    assert document(notebrain, path)["pictures"] == 0


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"%PDF-1.7 \0\0", "not a web page"),
        (b"just words, no page", "not a web page"),
        (b"From: <Saved by Blink>\nMIME-Version: 1.0\n<html>", "save the page as HTML"),
        (b"", "not a web page"),
        (b"<html><frameset><frame src=main.htm></frameset>", "https://a.example/main.htm"),
        (b"<html><body><div id=root></div></body>", "no text"),
    ],
)
def test_what_is_no_page_with_a_text_is_refused_in_words(
    notebrain: InProcess, saved: Path, data: bytes, words: str
) -> None:
    saved.write_bytes(data)

    done = clip(notebrain, saved)

    assert done.code == 1
    assert words in done.err
    assert notebrain.run("list").text == ""


def test_without_an_address_the_file_must_say_where_it_is_from(
    notebrain: InProcess, saved: Path
) -> None:
    assert "give its address" in notebrain.run("clip", str(saved)).err

    saved.write_text(f"<!-- saved from url=(0021){ADDRESS} -->" + page())

    assert notebrain.run("clip", str(saved)).code == 0


def test_a_file_that_is_not_there_is_named(notebrain: InProcess, tmp_path: Path) -> None:
    done = clip(notebrain, tmp_path / "none.html")

    assert done.code == 1
    assert "none.html" in done.err
