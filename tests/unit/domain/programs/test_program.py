"""What other programs are called, what each may see, and from when writes count."""

from datetime import UTC, datetime, timedelta

import pytest

from notebrain.domain.programs.program import Limits, ProgramVerb, Scope, program_name

NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("claude-desktop", "mcp:claude-desktop"),
        ("  two  words ", "mcp:two words"),
        ("a\nb\x1b[31m\u202ec", "mcp:a b [31m c"),
        ("\ud800", "mcp:unnamed"),
        ("", "mcp:unnamed"),
        ("x" * 500, "mcp:" + "x" * 64),
    ],
)
def test_a_name_is_one_short_line_that_cannot_play_tricks(said: str, name: str) -> None:
    assert program_name("mcp", said) == name


@pytest.mark.parametrize(
    ("scope", "covered"),
    [
        (Scope(), True),
        (Scope(("Work",)), False),
        (Scope(("Personal", "Work")), True),
        (Scope(tags=("Home",)), True),
        (Scope(tags=("home/garden",)), True),
        (Scope(tags=("hom",)), False),
        (Scope(tags=("home/gar",)), False),
        (Scope(tags=("work", "home")), True),
        (Scope(("Work",), ("home",)), False),
    ],
)
def test_a_scope_covers_workspaces_and_branches_of_tags(scope: Scope, covered: bool) -> None:
    assert scope.covers("Personal", ("other", "home/garden")) is covered


def test_a_note_without_tags_is_in_no_scope_of_tags() -> None:
    assert not Scope(tags=("home",)).covers("Personal", ())


def test_writes_count_for_an_hour_and_trash_for_a_day_or_since_more_was_allowed() -> None:
    hour, day = timedelta(hours=1), timedelta(days=1)
    allowed = NOW - timedelta(minutes=5)

    assert Limits().counted_from(ProgramVerb.UPDATE, NOW) == NOW - hour
    assert Limits().counted_from(ProgramVerb.FORGET, NOW) == NOW - day
    for verb in ProgramVerb:
        assert Limits(since=allowed).counted_from(verb, NOW) == allowed
    assert Limits(since=NOW - 9 * day).counted_from(ProgramVerb.FORGET, NOW) == NOW - day
    assert Limits(since=NOW + day).counted_from(ProgramVerb.UPDATE, NOW) == NOW
