"""What the user reads about other programs, which name themselves: their names are cut and cannot turn a sentence."""

from collections.abc import Sequence
from datetime import datetime

from notebrain.app.settings.programs import PROGRAMS_MAY
from notebrain.domain.i18n import _, ngettext, shown
from notebrain.domain.programs.program import KnownProgram, ProgramUse, ProgramVerb, Scope
from notebrain.domain.programs.tokens import TokenScope
from notebrain.gui.core import date_format

_LONGEST = 40


def title_of(program: str) -> str:
    """Return the name of a program without the door it came through, short enough for a line."""
    name = program.partition(":")[2] or program
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def door_of(program: str) -> str:
    """Return how a program asks."""
    return _("MCP") if program.startswith("mcp:") else _("HTTP")


def _named(program: str) -> str:
    """Return a name for the middle of a sentence, which it leaves in its direction."""
    return f"\u2068{title_of(program)}\u2069"


def wrote_text(program: str) -> str:
    """Return that a program wrote for the first time."""
    return _("“{program}” wrote for the first time").format(program=_named(program))


def stopped_text(program: str) -> str:
    """Return that a limit stopped a program."""
    text = _("“{program}” wants to write more than it may")
    return text.format(program=_named(program))


def verb_text(verb: ProgramVerb) -> str:
    """Return what a program did to a note."""
    return {
        ProgramVerb.CAPTURE: _("saved"),
        ProgramVerb.APPEND: _("added to"),
        ProgramVerb.UPDATE: _("changed"),
        ProgramVerb.FORGET: _("moved to the trash"),
        ProgramVerb.RESTORE: _("restored"),
    }[verb]


def scope_text(scope: TokenScope) -> str:
    """Return what a token is for."""
    return {
        TokenScope.READING: _("Read"),
        TokenScope.CAPTURING: _("Save only"),
        TokenScope.WRITING: _("Read and write"),
    }[scope]


def asked_text(program: KnownProgram, uses: Sequence[ProgramUse], now: datetime) -> str:
    """Return when a program asked last, for what, and how much text went out to it today."""
    if not program.calls and not program.acts:
        return _("Has not asked yet")
    when = date_format.stamp(program.last_at, now)
    if not uses:
        return _("Last asked {when}").format(when=when)
    tools = ", ".join(f"{use.tool} {date_format.number(use.calls)}" for use in uses[:4])
    characters = sum(use.characters for use in uses)
    went = ngettext("{n} character went out today", "{n} characters went out today", characters)
    return _("Last asked {when} · {tools} · {went}").format(
        when=when, tools=tools, went=went.format(n=date_format.number(characters))
    )


def limits_text(scope: Scope) -> str:
    """Return what limits a program; empty if nothing does."""
    if scope.is_blocked:
        return _("Blocked")
    parts: list[str] = []
    names = [*scope.workspaces, *(f"#{tag}" for tag in scope.tags)]
    if names:
        parts.append(_("Sees only: {names}").format(names=", ".join(names)))
    if scope.may is not None:
        verbs = [may_text(verb) for verb in ProgramVerb if verb in scope.may]
        parts.append(
            _("May: {acts}").format(acts=", ".join(verbs)) if verbs else _("May not write")
        )
    return " · ".join(parts)


def may_text(verb: ProgramVerb) -> str:
    """Return one kind of writing, as the name of a switch."""
    return shown(PROGRAMS_MAY[verb].title)
