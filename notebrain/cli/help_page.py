"""The page that `notebrain help` shows."""

from collections.abc import Sequence

from notebrain.cli.commands import groups
from notebrain.domain.i18n import _

_INDENT = 12


def usage() -> str:
    """Return the usage in one line."""
    return _(
        "usage: notebrain [--data-dir DIR] [COMMAND …]      (notebrain help lists the commands)"
    )


def page() -> str:
    """Return the whole page."""
    parts = [
        _("NoteBrain: take notes in milliseconds, find them by their words and by their meaning."),
        "",
        "  notebrain                       " + _("open the window, or raise the one that is open"),
        "  notebrain COMMAND …             "
        + _("do one thing and end; works beside the open window"),
        "  notebrain help COMMAND          " + _("say all about a command"),
        "",
    ]
    for title, commands in groups():
        parts += [f"{title}:", *_lines([(one.name, one.summary()) for one in commands]), ""]
    parts += [
        _("Everywhere:"),
        *_lines(_everywhere(), indent=24),
        "",
        _("Environment:"),
        *_lines(_environment(), indent=24),
    ]
    parts += ["", _("Exit codes: 0 done, 1 a problem (told in one line), 2 misuse.")]
    return "\n".join(parts) + "\n"


def _everywhere() -> list[tuple[str, str]]:
    return [
        ("--data-dir DIR", _("folder of the notes")),
        ("--json", _("answer with one JSON document, dates in UTC")),
        ("--version", _("show the version")),
    ]


def _environment() -> list[tuple[str, str]]:
    return [
        ("NOTEBRAIN_DATA_DIR", _("folder of the notes, where --data-dir is not given")),
        ("NOTEBRAIN_LANGUAGE", _("language of all texts, e.g. de")),
        ("NOTEBRAIN_NOW", _("the moment from which search counts ages, for measuring")),
        ("VISUAL, EDITOR", _("the editor of edit --editor")),
    ]


def _lines(rows: Sequence[tuple[str, str]], indent: int = _INDENT) -> list[str]:
    return [f"  {name:<{indent}}{text}" for name, text in rows]
