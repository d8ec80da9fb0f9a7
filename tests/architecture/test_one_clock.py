"""One place reads the wall clock, so that a test can set it wrong for a whole process and miss nothing."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "notebrain"
THE_CLOCK = PACKAGE / "app" / "core" / "clock.py"
# their SQL is carried out by the account, by the account's clock
THE_ACCOUNT = tuple(
    PACKAGE / "cloud" / f"{name}.py"
    for name in ("vault_layout", "computers", "leaving_files", "neuron_holds")
)
_READS = {
    *(("datetime", name) for name in ("now", "utcnow", "today")),
    ("date", "today"),
    *(("time", name) for name in ("time", "time_ns", "localtime", "gmtime", "ctime")),
    *(("QDateTime", name) for name in ("currentDateTime", "currentMSecsSinceEpoch")),
    ("QDate", "currentDate"),
}
_IN_SQL = ("'now'", "current_timestamp", "current_date", "current_time", "unixepoch()")


def reads_of_the_clock(source: str) -> list[int]:
    """Return the lines of a module that ask for the time of day."""
    found: list[int] = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(ast.Attribute(ast.Name(owner), name)) if (owner, name) in _READS:
                found.append(node.lineno)
            case ast.Constant(str(text)) if any(word in text.lower() for word in _IN_SQL):
                found.append(node.lineno)
            case _:
                pass
    return found


@pytest.mark.parametrize(
    "source",
    [
        "datetime.now(UTC)",
        "now = time.time()",
        "QDateTime.currentDateTime()",
        "db.execute(\"select strftime('%s', 'now')\")",
    ],
)
def test_the_look_finds_what_it_looks_for(source: str) -> None:
    assert reads_of_the_clock(source) == [1]


def test_nothing_but_the_system_clock_reads_the_time_of_day() -> None:
    found = {
        str(path.relative_to(PACKAGE)): lines
        for path in PACKAGE.rglob("*.py")
        if path not in (THE_CLOCK, *THE_ACCOUNT)
        and (lines := reads_of_the_clock(path.read_text("utf-8")))
    }

    assert found == {}
