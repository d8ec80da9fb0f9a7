"""The words of files find the notes that hold them, after the notes that have the words themselves."""

from collections.abc import Sequence

import pytest

from notebrain.domain.notes.attachments import Sha, link_to
from notebrain.domain.notes.file_texts import FileText, Piece, ReadState
from notebrain.domain.notes.note import NoteId
from notebrain.domain.search.types import HitFile, SearchResult
from notebrain.storage.connection import Connection
from notebrain.storage.files import attachments, texts
from tests.unit.search.conftest import Vault, ids

FILLER = "Nothing of this has to do with it, page after page."


def file(vault: Vault, *pages: str, name: str = "contract.pdf", head: bytes = b"%PDF-1.4") -> str:
    """Add a file that was read, and return the link to it."""
    pieces = [Piece(page, number) for number, page in enumerate(pages, start=1) if page]
    text = FileText(ReadState.READ, tuple(pieces), len(pages))

    def act(db: Connection) -> str:
        count = len(attachments.rows(db))
        sha = Sha(f"{count:064x}")
        one = attachments.described(sha, 9, head, name, now=vault.clock.now())
        attachments.add(db, one)
        texts.add_some(db, sha, text.pieces)
        texts.finish(db, sha, text)
        return link_to(one)

    return vault.store.write(act).result()


def quotes(result: SearchResult) -> Sequence[tuple[NoteId, HitFile | None]]:
    return [(hit.note_id, hit.file) for hit in result.hits]


def test_a_note_is_found_by_a_word_of_its_file_with_page_and_quote(vault: Vault) -> None:
    link = file(vault, "The first page.", "Each tenant pays the deposit in March.", FILLER)
    note = vault.take(f"Flat\n\n{link} is signed")

    (hit,) = vault.words("tenants deposit").hits

    assert hit.note_id == note
    assert hit.file == HitFile(Sha("0" * 64), "contract.pdf", 2)
    assert hit.snippet == "Each tenant pays the deposit in March."
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["tenant", "deposit"]
    assert hit.words == ("tenants", "deposit")
    assert vault.search("tenants deposit").hits[0].file == hit.file


def test_a_hit_is_opened_where_the_note_names_the_file(vault: Vault) -> None:
    link = file(vault, "deposit")
    vault.take(f"Flat\n\n{link} is signed")

    (hit,) = vault.words("deposit").hits

    start, end = hit.span
    assert f"Flat\n\n{link} is signed"[start:end] == link


def test_a_word_in_the_note_counts_more_than_one_in_a_long_file(vault: Vault) -> None:
    link = file(vault, *[f"deposit deposit deposit {FILLER}"] * 300)
    holder = vault.take(f"Papers {link}")
    note = vault.take(f"The deposit is paid. {FILLER}", days_ago=20)
    for number in range(20):
        vault.take(f"Other note {number}. {FILLER}")

    assert quotes(vault.words("deposit")) == [
        (note, None),
        (holder, HitFile(Sha("0" * 64), "contract.pdf", 1)),
    ]


def test_a_file_with_all_words_comes_before_a_note_with_a_common_one(vault: Vault) -> None:
    holder = vault.take(f"Papers {file(vault, 'The deposit of the garage is due')}")
    for number in range(9):
        vault.take(f"The deposit number {number}")

    assert ids(vault.words("garage deposit"))[0] == holder


def test_words_on_one_page_come_before_words_on_several(vault: Vault) -> None:
    apart = vault.take(f"Apart {file(vault, 'the garage', FILLER, 'the deposit')}")
    near = vault.take(f"Near {file(vault, FILLER, 'a deposit for a garage')}", days_ago=9)

    assert ids(vault.words("garage deposit")) == [near, apart]


def test_the_note_is_quoted_where_it_has_the_words_itself(vault: Vault) -> None:
    note = vault.take(f"The deposit is paid {file(vault, 'deposit')}")

    assert quotes(vault.words("deposit")) == [(note, None)]


def test_every_note_that_holds_the_file_is_found(vault: Vault) -> None:
    link = file(vault, "deposit")
    notes = {vault.take(f"One {link}"), vault.take(f"Two {link}")}

    assert set(ids(vault.words("deposit"))) == notes


def test_a_file_of_no_note_or_of_one_in_the_trash_is_not_found(vault: Vault) -> None:
    vault.forget(vault.take(f"Gone {file(vault, 'deposit')}"))
    file(vault, "deposit")
    vault.take("Another note")

    assert vault.words("deposit").hits == []


def test_filters_and_the_workspace_hold_for_files(vault: Vault) -> None:
    link = file(vault, "deposit")
    vault.take(f"One {link}", workspace="Home")
    work = vault.take(f"Two {link}", workspace="Work")

    assert ids(vault.words("deposit in:Work")) == [work]
    assert ids(vault.words("deposit", workspace="Work")) == [work]


def test_a_local_only_note_is_found_by_its_file(vault: Vault) -> None:
    note = vault.take(f"Private {file(vault, 'deposit')}", local_only=True)

    assert ids(vault.search("deposit")) == [note]


def test_a_phrase_is_found_in_a_file(vault: Vault) -> None:
    note = vault.take(f"A {file(vault, 'the spare key is below')}")
    vault.take(f"B {file(vault, 'the key is spare')}")

    assert ids(vault.words('"spare key"')) == [note]


def test_a_word_being_typed_is_found(vault: Vault) -> None:
    note = vault.take(f"A {file(vault, 'the deposit')}")

    (hit,) = vault.words("depos", typing=True).hits

    assert (hit.note_id, hit.snippet) == (note, "the deposit")
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["deposit"]


def test_forms_of_other_languages_are_found(vault: Vault) -> None:
    for number in range(12):
        vault.take(f"Das ist die Notiz Nummer {number} und sie handelt von den Tomaten im Garten")
    note = vault.take(f"Papiere {file(vault, 'Die Versicherung zahlt die Wasserschäden.')}")

    assert ids(vault.words("Wasserschaden"))[0] == note


def test_a_word_that_only_a_file_has_is_an_answer(vault: Vault) -> None:
    note = vault.take(f"Papers {file(vault, 'zebrafish')}")

    result = vault.search("zebrafish")

    assert (ids(result), result.abstained) == ([note], False)


def test_the_rest_of_a_long_page_is_shown_as_cut(vault: Vault) -> None:
    link = file(vault, f"{FILLER} " * 9, f"{FILLER} The deposit is due in May. " + f"{FILLER} " * 9)
    vault.take(f"Papers {link}")

    (hit,) = vault.words("deposit").hits

    assert "deposit" in hit.snippet
    assert hit.snippet.startswith("…")
    assert hit.snippet.endswith("…")


def test_a_word_of_very_many_pages_is_found(vault: Vault) -> None:
    link = file(vault, *["common words"] * 6_000)
    note = vault.take(f"Papers {link}")

    assert ids(vault.words("common")) == [note]
    assert ids(vault.words("common words")) == [note]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("has:pdf", "p"),
        ("has:image", "i"),
        ("has:file", "ip"),
        ("-has:file", "n"),
        ("file:contract", "p"),
        ("file:CONTRACT.pdf", "p"),
        ('file:"kuche 50%"', "i"),
        ("file:%", "i"),
        ("has:pdf file:küche", ""),
        ("deposit has:image", ""),
        ("deposit -has:image", "p"),
    ],
)
def test_notes_are_filtered_by_their_files(vault: Vault, query: str, found: str) -> None:
    vault.take(f"P {file(vault, 'deposit')}", title="p")
    picture = file(vault, name="Küche 50%.png", head=b"\x89PNG\r\n\x1a\n")
    vault.take(f"I {picture}", title="i")
    vault.take("N", title="n")

    assert "".join(sorted(hit.title for hit in vault.words(query).hits)) == found


def test_an_unknown_name_is_said(vault: Vault) -> None:
    vault.take("Note")

    (hint,) = vault.words("file:nothing").hints

    assert "nothing" in hint


def test_without_files_nothing_is_asked_of_their_index(vault: Vault) -> None:
    vault.take("The deposit is paid")
    with vault.store.read() as db:
        asked: list[str] = []
        db.set_trace_callback(asked.append)
        vault.words("deposit garage")
        db.set_trace_callback(None)

    assert [sql for sql in asked if "attachment_fts match" in sql] == []
