"""The page *About you*: what is typed is kept, and everything can be undone."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.services import Services
from notebrain.domain.errors import Unwritable
from notebrain.domain.profile.blocks import MOST_CHARACTERS, RULES, BlockKey
from notebrain.domain.profile.proposals import Proposal
from notebrain.gui.app.features import AppWindow
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.profile.controller import ProfileController
from notebrain.gui.profile.page import ProfilePage
from notebrain.storage.profile import blocks, versions
from tests.fakes.context import FakeContext

if TYPE_CHECKING:
    from notebrain.notes.profile import ProfileService

pytestmark = pytest.mark.gui

WHO, RULE, LEARNED = BlockKey.IDENTITY, BlockKey.RULES, BlockKey.LEARNED_PATTERNS


class Profile:
    """The page on its own."""

    def __init__(self, context: FakeContext, acts: NoteActions, qtbot: QtBot) -> None:
        self.context = context
        self.controller = ProfileController(context, acts)
        self.acts = acts
        self.service: ProfileService = context.services.memory.profile
        self._qtbot = qtbot

    @property
    def page(self) -> ProfilePage:
        return self.controller.page

    def open(self, key: BlockKey = WHO) -> None:
        self.context.actions[CommandId.PROFILE].trigger()
        self.wait(lambda: self.page.list.current is not None)
        self.page.list.choose(key)
        self.page.editor.enter()

    def wait(self, condition: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(condition)

    def type(self, text: str) -> None:
        QTest.keyClicks(self.page.editor.field, text)

    def stored(self, key: BlockKey = WHO) -> str:
        return self.service.block(key).text

    def earlier(self, key: BlockKey = WHO) -> list[str]:
        return [one.text for one in self.service.history(key)]

    def wait_text(self, text: str, key: BlockKey = WHO) -> None:
        self.wait(lambda: self.stored(key) == text)


@pytest.fixture
def profile(context: FakeContext, acts: NoteActions, qtbot: QtBot) -> Profile:
    return Profile(context, acts, qtbot)


def test_what_is_typed_is_saved_by_itself(profile: Profile) -> None:
    profile.open()

    profile.type("I am Ana.")

    profile.wait_text("I am Ana.")
    profile.wait(lambda: profile.page.editor.state.text() == "Saved")


def test_a_text_is_saved_at_once_when_another_block_is_shown(profile: Profile) -> None:
    profile.open()
    profile.type("I am Ana.")

    profile.page.list.choose(RULE)
    profile.type("Be brief.")
    profile.page.list.choose(WHO)

    profile.wait_text("I am Ana.")
    profile.wait_text("Be brief.", RULE)
    assert profile.page.editor.text == "I am Ana."


def test_line_ends_and_other_odd_characters_stay(profile: Profile) -> None:
    profile.service.write(WHO, "one\r\ntwo\u00a0\u2028three").result()
    profile.open()

    QTest.keyClick(profile.page.editor.field, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    profile.type("!")

    profile.wait_text("one\r\ntwo\u00a0\u2028three!")


def test_the_counter_follows_every_key(profile: Profile) -> None:
    profile.open()

    profile.type("Ana")

    assert profile.page.editor.count.text() == "3 of 1,200 characters"


def test_a_text_above_the_limit_says_what_is_not_used_and_is_kept_whole(profile: Profile) -> None:
    profile.service.write(WHO, "a" * 1199).result()
    profile.open()
    assert not profile.page.editor.unused.isVisible()

    QTest.keyClick(profile.page.editor.field, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    profile.type(" bcd")

    assert profile.page.editor.unused.isVisible()
    assert "4" in profile.page.editor.unused.text()
    (unused,) = profile.page.editor.field.extraSelections()
    assert unused.cursor.selectedText() == " bcd"
    profile.wait_text("a" * 1199 + " bcd")


def test_ctrl_z_in_the_text_takes_back_what_was_typed(profile: Profile) -> None:
    profile.service.write(WHO, "I am Ana.").result()
    profile.open()
    profile.type("x")
    profile.wait_text("xI am Ana.")

    QTest.keyClick(profile.page.editor.field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    profile.wait_text("I am Ana.")


def test_a_change_from_elsewhere_is_shown(profile: Profile) -> None:
    profile.open()

    profile.service.write(WHO, "from the command line").result()

    profile.wait(lambda: profile.page.editor.text == "from the command line")
    assert profile.page.editor.count.text() == "21 of 1,200 characters"


def test_a_change_from_elsewhere_never_takes_what_is_being_typed(profile: Profile) -> None:
    profile.open()
    profile.type("mine")
    profile.service.write(WHO, "from the command line").result()

    profile.type(" stays")

    profile.wait_text("mine stays")
    assert "from the command line" in profile.earlier()


def test_a_block_is_switched_off_and_on_again_by_undo(profile: Profile) -> None:
    profile.open()

    profile.page.editor.used.click()
    profile.wait(lambda: profile.service.block(WHO).is_off)
    profile.wait(lambda: profile.acts.can_undo)
    assert profile.context.messages.text == "Block “Who you are” is off"

    profile.acts.undo()
    profile.wait(lambda: not profile.service.block(WHO).is_off)
    profile.wait(profile.page.editor.used.isChecked)


def test_a_block_is_kept_on_this_computer(profile: Profile) -> None:
    profile.open()

    profile.page.editor.local_only.click()

    profile.wait(lambda: profile.service.block(WHO).local_only)
    row = profile.page.list.model_.find(WHO)
    profile.wait(lambda: "local only" in row.data(Qt.ItemDataRole.AccessibleTextRole))


def test_an_earlier_text_is_restored_and_ctrl_z_brings_the_later_one_back(profile: Profile) -> None:
    for text in ("one", "two", "three"):
        profile.service.write(WHO, text).result()
    profile.open()

    profile.page.editor.history.click()
    profile.wait(lambda: profile.page.editor.shows_history)
    earlier = profile.page.editor.earlier
    earlier.list.setCurrentIndex(earlier.list.model().index(1, 0))
    earlier.restore.click()
    profile.wait_text("one")
    assert not profile.page.editor.shows_history
    profile.wait(lambda: profile.acts.can_undo)

    QTest.keyClick(profile.page.editor.field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    profile.wait_text("three")


def test_an_earlier_text_shows_which_words_changed_since(profile: Profile) -> None:
    for text in ("I live in Graz with Ana.", "I live in Linz with Ana."):
        profile.service.write(WHO, text).result()
    profile.open()

    profile.page.editor.history.click()
    profile.wait(lambda: profile.page.editor.shows_history)

    preview = profile.page.editor.earlier.preview
    assert preview.toPlainText() == "I live in GrazLinz with Ana."
    marked = preview.document().firstBlock().layout().formats()
    assert [(one.start, one.length) for one in marked] == [(10, 4), (14, 4)]
    assert [one.format.fontStrikeOut() for one in marked] == [True, False]


def test_a_block_without_history_says_so(profile: Profile) -> None:
    profile.open()

    profile.page.editor.history.click()

    profile.wait(lambda: profile.page.editor.shows_history)
    assert profile.page.editor.earlier.empty.isVisible()
    QTest.keyClick(profile.page.editor.earlier, Qt.Key.Key_Escape)
    assert not profile.page.editor.shows_history


def test_only_lines_can_be_removed_from_what_was_learned(profile: Profile) -> None:
    learn(profile, "Likes tea.", "Sings.", "Rises early.")
    profile.open(LEARNED)
    field = profile.page.editor.field
    profile.type("x")
    assert profile.page.editor.text == "Likes tea.\nSings.\nRises early."

    QTest.keyClick(field, Qt.Key.Key_Down)
    QTest.keyClick(field, Qt.Key.Key_Delete)
    profile.wait_text("Likes tea.\nRises early.", LEARNED)
    profile.wait(lambda: profile.acts.can_undo)

    profile.acts.undo()
    profile.wait_text("Likes tea.\nSings.\nRises early.", LEARNED)


def learn(profile: Profile, *lines: str) -> None:
    at = profile.context.services.clock.now()
    for line in lines:
        proposal = Proposal(LEARNED, line)
        profile.context.services.store.write(
            partial(blocks.learn, proposal=proposal, at=at)
        ).result()


def test_a_paste_that_is_too_long_is_refused_whole(profile: Profile) -> None:
    profile.open()
    data = QMimeData()
    data.setText("x" * (MOST_CHARACTERS + 1))

    profile.page.editor.field.insertFromMimeData(data)

    assert profile.page.editor.text == ""
    assert "Too long" in profile.context.messages.text


def test_a_text_that_cannot_be_saved_stays_and_is_tried_again(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile.open()
    write, full = profile.service.write, [True]

    def on_full_disk(*args: object, **more: object) -> Future[object]:
        if not full:
            return write(*args, **more)  # type: ignore[arg-type, return-value]
        failed: Future[object] = Future()
        failed.set_exception(Unwritable("The disk is full."))
        return failed

    monkeypatch.setattr(profile.service, "write", on_full_disk)
    profile.type("I am Ana.")
    profile.wait(lambda: "The disk is full." in profile.page.editor.state.text())
    (check,) = profile.context.window.close_checks
    assert check.is_unsaved()
    assert check.is_in_trouble()
    profile.page.list.choose(RULE)
    profile.page.list.choose(WHO)
    assert profile.page.editor.text == "I am Ana."

    full.clear()
    profile.wait_text("I am Ana.")
    profile.wait(lambda: not check.is_unsaved())


def test_two_texts_written_at_the_same_time_are_told(profile: Profile) -> None:
    profile.service.write(WHO, "mine").result()
    at = profile.context.services.clock.now()
    profile.context.services.store.write(
        lambda db: versions.add(db, WHO, "theirs", at=at, reason="conflict")
    ).result()

    profile.open()

    assert "Two computers" in profile.page.editor.notice.text()


def test_the_list_says_how_full_each_block_is(profile: Profile) -> None:
    profile.service.write(RULE, "Be brief.").result()
    profile.open()
    spoken = [
        profile.page.list.model_.find(key).data(Qt.ItemDataRole.AccessibleTextRole)
        for key in (RULE, WHO)
    ]

    assert spoken == ["Rules that always hold, 9 of 1,500 characters", "Who you are, empty"]


def test_headings_cannot_be_chosen_and_keys_step_over_them(profile: Profile) -> None:
    profile.open(RULE)
    profile.page.enter()

    QTest.keyClick(profile.page.list, Qt.Key.Key_Down)

    current = profile.page.list.current
    assert current is not None
    assert current.key is BlockKey.STYLE_GUIDE


def test_escape_leads_from_the_text_to_the_list_and_away(profile: Profile) -> None:
    profile.open()

    QTest.keyClick(profile.page.editor.field, Qt.Key.Key_Escape)
    assert profile.page.list.hasFocus()
    QTest.keyClick(profile.page.list, Qt.Key.Key_Return)
    assert profile.page.editor.field.hasFocus()


@pytest.mark.parametrize("key", BlockKey)
def test_every_block_has_a_purpose_and_an_example(profile: Profile, key: BlockKey) -> None:
    profile.open(key)
    editor = profile.page.editor

    assert editor.title.text() == RULES[key].title
    assert editor.purpose.text().endswith(".")
    assert editor.field.placeholderText()
    spoken = QAccessible.queryAccessibleInterface(editor.field)
    assert spoken.text(QAccessible.Text.Name) == RULES[key].title


@pytest.mark.styled
@pytest.mark.parametrize("width", [420, 640, 900, 1600])
def test_the_page_fits_into_any_window(profile: Profile, width: int) -> None:
    profile.context.window.resize(width, 700)
    profile.open()

    page = profile.page
    assert page.editor.field.width() >= 200
    assert page.editor.used.isVisible()


def test_the_sidebar_leads_to_the_page(
    open_window: Callable[[], AppWindow], services: Services, qtbot: QtBot
) -> None:
    services.memory.profile.write(WHO, "I am Ana.").result()
    app = open_window()

    app.pages.show("profile")

    page = app.window.findChild(ProfilePage)
    assert isinstance(page, ProfilePage)
    qtbot.waitUntil(lambda: page.editor.text == "I am Ana.")
    assert app.pages.title == "About you"


def test_a_caret_stays_where_it_was_when_the_text_changes_elsewhere(profile: Profile) -> None:
    profile.service.write(WHO, "one\ntwo\nthree").result()
    profile.open()
    field = profile.page.editor.field
    cursor = field.textCursor()
    cursor.setPosition(5)
    field.setTextCursor(cursor)

    profile.service.write(WHO, "one\ntwo\nthree\nfour").result()
    profile.wait(lambda: profile.page.editor.text.endswith("four"))

    assert field.textCursor().position() == 5
