"""The settings of other programs: all off, in use, and their dialogs."""

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from notebrain.app.commands.command import CommandId
from notebrain.app.events import ProgramWrote
from notebrain.app.settings.programs import (
    PROGRAMS_CLIPPER,
    PROGRAMS_HTTP,
    PROGRAMS_MAY,
    PROGRAMS_MCP,
    PROGRAMS_PORT,
    PROGRAMS_STOPPED,
)
from notebrain.app.settings.setting import Group
from notebrain.app.system.program_clients import ClientChange
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import ListFilter
from notebrain.domain.programs.client_settings import with_server
from notebrain.domain.programs.clients import CLIENTS
from notebrain.domain.programs.program import Limits, ProgramVerb, Scope
from notebrain.domain.programs.tokens import TokenScope
from notebrain.gui.settings.clients_section import ChangeDialog, ClientsBlock
from notebrain.gui.settings.page import SettingsPage
from notebrain.gui.settings.programs_section import ActsBlock, AskedBlock
from notebrain.gui.settings.tokens_section import TokensBlock
from notebrain.gui.window.pages import HOME
from notebrain.notes.programs import NoteAt
from screenshots.shot import Shot, settle, wait

if TYPE_CHECKING:
    from notebrain.gui.app.features import AppWindow
    from notebrain.gui.settings.section import Block

B = TypeVar("B", bound="Block")

_CLAUDE, _CURSOR, _ZED = "mcp:Claude Desktop", "mcp:Cursor", "mcp:Zed"
_TOLD = ((_CLAUDE, "recall", 12, 21_480), (_CLAUDE, "show", 5, 6_210), (_CURSOR, "list", 2, 940))


def _page(app: "AppWindow") -> SettingsPage:
    app.actions[CommandId.PROGRAMS].trigger()
    page = app.window.findChild(SettingsPage)
    assert isinstance(page, SettingsPage)
    page.show_group(Group.PROGRAMS)
    return page


def _off(app: "AppWindow") -> None:
    _page(app)
    settle()


def _use(app: "AppWindow") -> SettingsPage:
    """Let programs have read and written, once."""
    services = app.services
    writes, tokens, settings = services.memory.programs, services.memory.tokens, services.settings
    if not writes.known():
        for setting in (PROGRAMS_MCP, PROGRAMS_HTTP, PROGRAMS_CLIPPER):
            settings.put(setting, True).result()
        settings.put(PROGRAMS_MAY[ProgramVerb.CAPTURE], True).result()
        settings.put(PROGRAMS_PORT, 41_573).result()
        for name, tool, calls, characters in _TOLD:
            writes.count_use(name, tool, calls=calls, characters=characters).result()
        writes.set_scope(_CURSOR, Scope(("Work",), ("code",), may=frozenset())).result()
        writes.set_scope(_ZED, Scope(is_blocked=True)).result()
        note = services.library.list(ListFilter())[1]
        version = services.library.note(note.id).version
        at = NoteAt(note.id, version)
        writes.append(_CLAUDE, at, "The new bottle came.", Limits()).future.result()
        draft = Draft("# Seeds to order\n\nTomatoes, chard, two kinds of beans.", source=_CLAUDE)
        done = writes.capture(_CLAUDE, draft, Limits())
        done.future.result()
        twice = Draft("# Seeds to order, again", source=_CLAUDE)
        second = writes.capture(_CLAUDE, twice, Limits())
        second.future.result()
        writes.undo(second.number or 0).result()
        for name, scope in (("Bookmark", TokenScope.CAPTURING), ("Backup script", "reading")):
            tokens.make(name, TokenScope(scope))[1].result()
    page = _page(app)
    page.refresh(services.library.workspaces())
    asked = _block(page, AskedBlock)
    wait(lambda: bool(asked.rows) and app.program_server.port > 0)
    settle()
    return page


def _block(page: SettingsPage, kind: "type[B]") -> "B":
    return next(one for one in page.section(Group.PROGRAMS).blocks if isinstance(one, kind))


def _on(app: "AppWindow") -> None:
    _use(app)


def _scroll_to(page: SettingsPage, block: "Block") -> None:
    inside = page.area.widget()
    assert inside is not None
    page.area.verticalScrollBar().setValue(block.mapTo(inside, QPoint()).y() - 8)
    settle()


def _asked(app: "AppWindow") -> None:
    page, settings = _use(app), app.services.settings
    block = _block(page, AskedBlock)
    settings.put(PROGRAMS_STOPPED, f"{app.services.clock.now().isoformat()} {_CLAUDE}").result()
    block.refresh()
    wait(block.stop.isVisible)
    _scroll_to(page, block)


def _token(app: "AppWindow") -> None:
    page = _use(app)
    tokens = _block(page, TokensBlock)
    tokens.secret.show_secret("nb_" + 3 * "not-a-real-one_", "Shown only now.")
    _scroll_to(page, tokens)


def _wrote(app: "AppWindow") -> None:
    page = _use(app)
    _scroll_to(page, _block(page, ActsBlock))


def _limits(app: "AppWindow") -> None:
    block = _block(_use(app), AskedBlock)
    block.limit(next(row.program for row in block.rows if row.program.name == _CURSOR))
    wait(lambda: QApplication.activeModalWidget() is not None)
    settle()


def _write(app: "AppWindow") -> None:
    client = CLIENTS[2]
    _block(_use(app), ClientsBlock).choose(client)
    old = '{\n  "mcpServers": {\n    "files": {\n      "command": "files"\n    }\n  }\n}\n'
    command = ["notebrain", "--data-dir", "~/notes", "mcp", "--as", client.title]
    new = with_server(old, client.section, client.entry(command))
    change = ClientChange(Path("~/.cursor/mcp.json"), old, new)
    ChangeDialog(app.theme, client.title, change, app.window).open()
    settle()


def _tried(app: "AppWindow") -> None:
    block = _block(_use(app), ClientsBlock)
    block.choose(CLIENTS[0])
    block.attempt.click()
    wait(block.attempt.isEnabled)
    settle()


def _first_write(app: "AppWindow") -> None:
    app.pages.show(HOME)
    settle()
    app.events.deliver(ProgramWrote(_CLAUDE))
    settle()


# all off first: the vault is the same
SHOTS = (
    Shot("programs-off", _off, large=False),
    Shot("programs", _on),
    Shot("programs-narrow", _on, size=(900, 640), large=False),
    Shot("programs-asked", _asked, large=False),
    Shot("programs-asked-narrow", _asked, size=(900, 640), large=False),
    Shot("programs-wrote", _wrote, large=False),
    Shot("programs-token", _token, size=(900, 640), large=False),
    Shot("programs-limits", _limits, large=False),
    Shot("programs-write", _write, large=False),
    Shot("programs-tried", _tried, large=False),
    Shot("programs-first-write", _first_write, size=(900, 640), large=False),
)
