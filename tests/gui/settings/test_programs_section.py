"""The settings of other programs: who asked, what they wrote, what they may, and taking back."""

from collections.abc import Callable
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.programs import PROGRAMS_MAY, PROGRAMS_MORE, PROGRAMS_STOPPED
from notebrain.app.settings.setting import Group
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.domain.programs.program import Limits, ProgramVerb, Scope, program_name
from notebrain.gui.programs.texts import limits_text
from notebrain.gui.settings.page import SettingsPage
from notebrain.gui.settings.program_dialog import ProgramDialog
from notebrain.gui.settings.programs_section import ActsBlock, AskedBlock, WritingBlock
from notebrain.gui.settings.row import SettingRow
from notebrain.gui.settings.section import Block
from notebrain.gui.widgets.toggles import Switch
from notebrain.notes.programs import NoteAt
from tests.fakes.clock import FakeClock
from tests.fakes.context import FakeContext
from tests.fakes.settings_page import make_settings, open_settings

pytestmark = pytest.mark.gui
US = "mcp:Cursor"
B = TypeVar("B", bound=Block)


@pytest.fixture
def note(context: FakeContext, take: Callable[..., NoteId]) -> NoteId:
    return take("# Key\n\nThe spare key is with Ana.")


@pytest.fixture
def page(context: FakeContext, note: NoteId) -> SettingsPage:
    return open_settings(make_settings(context), Group.PROGRAMS)


def block(page: SettingsPage, kind: type[B]) -> B:
    return next(one for one in page.section(Group.PROGRAMS).blocks if isinstance(one, kind))


def is_on(row: SettingRow) -> bool:
    return isinstance(row.control.part, Switch) and row.control.part.isChecked()


def capture(context: FakeContext, text: str = "Milk", program: str = US) -> NoteId:
    writes = context.services.memory.programs
    done = writes.capture(program, Draft(text, source=program), Limits())
    return done.future.result().note


def shown(page: SettingsPage, qtbot: QtBot, programs: int = 1) -> AskedBlock:
    asked = block(page, AskedBlock)
    asked.refresh()
    qtbot.waitUntil(lambda: len(asked.rows) == programs)
    return asked


def test_all_of_it_is_off_and_says_so(page: SettingsPage, qtbot: QtBot) -> None:
    section = page.section(Group.PROGRAMS)

    assert len(section.rows) == 3
    assert not any(map(is_on, section.rows))
    writing = block(page, WritingBlock)
    switches = [row for row in writing.rows if row.setting in PROGRAMS_MAY.values()]
    assert not any(map(is_on, switches))
    qtbot.waitUntil(block(page, AskedBlock).empty.isVisible)


def test_a_command_opens_it(context: FakeContext, page: SettingsPage) -> None:
    page.show_group(Group.PRIVACY)

    context.actions[CommandId.PROGRAMS].trigger()

    assert page.group is Group.PROGRAMS


@pytest.mark.parametrize(
    "words", ["mcp", "http", "clipper", "cursor", "claude", "zed", "token", "trash", "block"]
)
def test_the_search_in_settings_finds_it(page: SettingsPage, words: str) -> None:
    page.nav.field.setText(words)

    assert page.section(Group.PROGRAMS).isVisible()


def test_a_program_is_listed_with_what_went_out_today(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    writes = context.services.memory.programs
    writes.count_use(US, "recall", calls=12, characters=2100).result()
    writes.count_use(US, "show", calls=1, characters=99).result()

    (row,) = shown(page, qtbot).rows

    assert row.name.text() == "Cursor"
    assert "recall 12, show 1" in row.facts.text()
    assert "2,199 characters went out today" in row.facts.text()
    assert not row.undo.isEnabled()


def test_a_program_is_blocked_and_unblocked(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    capture(context)
    (row,) = shown(page, qtbot).rows
    programs = context.services.memory.programs

    row.block.click()
    qtbot.waitUntil(lambda: row.limits.text() == "Blocked")
    assert programs.scope_of(US).is_blocked
    row.block.click()

    qtbot.waitUntil(lambda: not programs.scope_of(US).is_blocked)
    qtbot.waitUntil(lambda: row.block.text() == "Block")


def test_one_act_is_taken_back_and_stays_in_the_list(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    made = capture(context, "# Milk")
    acts = block(page, ActsBlock)
    acts.refresh()
    qtbot.waitUntil(lambda: len(acts.rows) == 1)
    (row,) = acts.rows
    assert row.title.text() == "Milk"

    row.undo.click()

    qtbot.waitUntil(lambda: "taken back" in row.facts.text())
    assert not row.undo.isVisible()
    assert context.services.library.note(made).deleted_at is not None


def test_an_act_whose_note_was_changed_since_stays_and_says_why(
    context: FakeContext, page: SettingsPage, note: NoteId, qtbot: QtBot
) -> None:
    writes = context.services.memory.programs
    writes.append(US, NoteAt(note, 1), "More.", Limits()).future.result()
    writes.append("mcp:Zed", NoteAt(note, 2), "Later.", Limits()).future.result()
    acts = block(page, ActsBlock)
    acts.refresh()
    qtbot.waitUntil(lambda: len(acts.rows) == 2)

    acts.rows[1].undo.click()

    qtbot.waitUntil(lambda: "changed since" in context.messages.text)
    assert acts.rows[1].undo.isVisible()


def answer(context: FakeContext, qtbot: QtBot, text: str) -> None:
    def box() -> QMessageBox | None:
        found = context.window.findChild(QMessageBox)
        return found if isinstance(found, QMessageBox) and found.isVisible() else None

    qtbot.waitUntil(lambda: box() is not None)
    shown_box = box()
    assert shown_box is not None
    next(button for button in shown_box.buttons() if button.text() == text).click()


def test_everything_of_one_program_is_taken_back_since_a_time(
    context: FakeContext, page: SettingsPage, clock: FakeClock, qtbot: QtBot
) -> None:
    old = capture(context, "# Old")
    clock.forward(hours=3)
    new = capture(context, "# New")
    other = capture(context, "# Other", "mcp:Zed")
    asked = shown(page, qtbot, 2)
    row = next(row for row in asked.rows if row.name.text() == "Cursor")

    row.undo.click()
    answer(context, qtbot, "Of the last hour")

    qtbot.waitUntil(lambda: context.messages.text == "1 write was taken back")
    gone = {one: context.services.library.note(one).deleted_at for one in (old, new, other)}
    assert [bool(gone[one]) for one in (old, new, other)] == [False, True, False]


def ticked(dialog: ProgramDialog) -> list[ProgramVerb]:
    return [verb for verb, box in dialog.verbs.items() if box.isChecked()]


def test_limits_are_chosen_for_one_program(
    context: FakeContext, page: SettingsPage, take: Callable[..., NoteId], qtbot: QtBot
) -> None:
    take("# Plan", workspace="Work")
    context.services.memory.programs.set_scope(US, Scope(tags=("home",))).result()
    context.settings.put(PROGRAMS_MAY[ProgramVerb.CAPTURE], True)
    (row,) = shown(page, qtbot).rows

    row.limit.click()
    qtbot.waitUntil(lambda: isinstance(context.window.findChild(ProgramDialog), ProgramDialog))
    dialog = context.window.findChild(ProgramDialog)
    assert isinstance(dialog, ProgramDialog)
    assert not any(box.isEnabled() for box in dialog.verbs.values())
    assert ticked(dialog) == [ProgramVerb.CAPTURE]  # what all programs may
    dialog.workspaces["Work"].click()
    dialog.tags.added.emit("garden")
    dialog.tags.removed.emit("home")
    dialog.kind.buttons["own"].click()
    dialog.verbs[ProgramVerb.CAPTURE].click()
    dialog.verbs[ProgramVerb.APPEND].click()
    dialog.kind.buttons["all"].click()
    assert ticked(dialog) == [ProgramVerb.CAPTURE]
    dialog.kind.buttons["own"].click()
    dialog.accept()

    wanted = Scope(("Work",), ("garden",), may=frozenset({ProgramVerb.APPEND}))
    qtbot.waitUntil(lambda: context.services.memory.programs.scope_of(US) == wanted)
    qtbot.waitUntil(lambda: row.limits.text() == limits_text(wanted))


def test_a_workspace_that_is_gone_can_be_seen_and_taken_out(
    context: FakeContext, qtbot: QtBot
) -> None:
    dialog = ProgramDialog(
        context.theme, "X", Scope(("Gone",)), may=[], workspaces=["Work"], tags=[]
    )
    qtbot.addWidget(dialog)

    assert dialog.scope == Scope(("Gone",))
    dialog.workspaces["Gone"].click()

    assert dialog.scope == Scope()


def test_a_limit_asks_and_more_can_be_allowed_there(
    context: FakeContext, page: SettingsPage, clock: FakeClock, qtbot: QtBot
) -> None:
    settings = context.services.settings
    asked = block(page, AskedBlock)
    settings.put(PROGRAMS_STOPPED, f"{clock.now().isoformat()} {US}").result()
    asked.refresh()
    qtbot.waitUntil(asked.stop.isVisible)

    asked.stop.more.click()

    qtbot.waitUntil(lambda: bool(settings.get(PROGRAMS_MORE)))
    asked.refresh()
    qtbot.waitUntil(lambda: not asked.stop.isVisible())


def test_hostile_names_are_shown_as_text_and_widen_nothing(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    evil = "<img src=x><b>" + "שלום \u202e" * 20 + "w" * 3000 + "&&"
    writes = context.services.memory.programs
    name = program_name("mcp", evil)
    writes.count_use(name, "recall", calls=1, characters=1).result()
    capture(context, f"# {evil}", name)
    context.window.resize(900, 640)
    page.refresh(["<b>W</b>" * 40])

    asked, acts = block(page, AskedBlock), block(page, ActsBlock)
    qtbot.waitUntil(lambda: len(asked.rows) == 1)
    qtbot.waitUntil(lambda: len(acts.rows) == 1)

    assert asked.rows[0].name.textFormat() is Qt.TextFormat.PlainText
    assert asked.rows[0].facts.textFormat() is Qt.TextFormat.PlainText
    room, inside = page.area.viewport().width(), page.area.widget()
    assert inside is not None
    assert max(inside.width(), inside.minimumSizeHint().width()) <= room


def test_what_is_seen_follows_what_other_programs_do(
    context: FakeContext, page: SettingsPage, qtbot: QtBot
) -> None:
    asked = block(page, AskedBlock)
    capture(context)

    context.events.changed_elsewhere.emit()

    qtbot.waitUntil(lambda: len(asked.rows) == 1)
