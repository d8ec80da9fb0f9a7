from dataclasses import replace
from datetime import UTC, datetime

import pytest

from notebrain.cli.commands.search import print_hits, show_coverage, show_hints
from notebrain.cli.terminal import Terminal
from notebrain.domain.notes.note import NoteId
from notebrain.domain.search.snippets import Quote
from notebrain.domain.search.types import Hit, SearchResult, Why

NOW = datetime(2026, 11, 20, tzinfo=UTC)
OLDER = Hit(
    note_id=NoteId("older"),
    title="Meeting at nine",
    source="cli",
    workspace="Personal",
    tags=(),
    pinned=False,
    local_only=False,
    importance=3,
    score=0.4,
    quote=lambda: Quote((0, 4), "nine", (), ()),
    created_at=NOW,
    updated_at=NOW,
    why=Why(1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.0, 1.0),
)
HIT = replace(
    OLDER,
    note_id=NoteId("newer"),
    title="",
    quote=lambda: Quote((0, 4), "Meeting\nat  ten\x1b[1m", (), ()),
    older_versions=(OLDER,),
)
SHORT = {"older": "older", "newer": "newer"}
RESULT = SearchResult("meeting", [HIT], indexed_done=1, indexed_total=2, hidden_by_decay=1)


def test_older_versions_are_listed_under_the_newest(capsys: pytest.CaptureFixture[str]) -> None:
    print_hits(RESULT, SHORT, Terminal(), explain=False)

    out, err = capsys.readouterr()
    head, snippet, older = out.splitlines()
    assert head.startswith("  1  (no title)")
    assert head.endswith("newer")
    assert snippet == "     Meeting at ten [1m"
    assert older.startswith("     older: Meeting at nine")
    assert err == "1 older version is folded under a newer one.\n"


def test_what_comes_nearest_is_set_apart_from_hits(capsys: pytest.CaptureFixture[str]) -> None:
    unsure = replace(RESULT, hits=[], nearest=RESULT.hits, abstained=True, hidden_by_decay=0)

    print_hits(unsure, SHORT, Terminal(), explain=False)

    out, err = capsys.readouterr()
    assert out.startswith("  1  (no title)")
    assert err == "No clear match. The closest notes:\n"


def test_a_missing_arm_is_told_beside_the_hits(capsys: pytest.CaptureFixture[str]) -> None:
    print_hits(
        replace(RESULT, degraded="No model.", hidden_by_decay=0), SHORT, Terminal(), explain=False
    )

    assert capsys.readouterr().err == "No model.\n"


def test_only_a_part_that_is_missing_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    show_coverage(RESULT, Terminal())
    show_coverage(replace(RESULT, indexed_done=2), Terminal())

    assert capsys.readouterr().err == (
        "1 of 2 notes searchable by meaning; notebrain index does the rest.\n"
    )


def test_the_command_to_type_names_the_folder_that_was_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    show_coverage(RESULT, Terminal("my notes"))

    assert "notebrain index --data-dir 'my notes' does the rest" in capsys.readouterr().err


def test_what_is_to_be_said_about_the_query_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    show_hints(replace(RESULT, hints=("Not so.",)), Terminal())

    assert capsys.readouterr().err == "Not so.\n"


def test_a_terminal_shows_the_quote_on_up_to_three_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Terminal, "width", 40)
    long = replace(
        RESULT.hits[0], quote=lambda: Quote((0, 240), "ten " * 60, (), ()), older_versions=()
    )

    print_hits(replace(RESULT, hits=[long]), SHORT, Terminal(), explain=False)

    _head, *lines = capsys.readouterr().out.splitlines()
    assert [len(line) <= 40 for line in lines] == [True] * 3
    assert lines[0] == "     " + "ten " * 8 + "ten"
    assert lines[-1].endswith("…")
