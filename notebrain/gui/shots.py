"""Pictures of every screen, light and dark, at 100 % and 150 %, from the sample vault; needs no display.

usage: python -m notebrain.gui.shots DIR
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEventLoop, QItemSelectionModel, QLocale, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QSplitter, QWidget

from notebrain.app.command import CommandId
from notebrain.app.events import IndexProgress, IndexState
from notebrain.app.index_run import run_index
from notebrain.app.resources import resource
from notebrain.app.services import Services, open_services
from notebrain.app.setting import Group
from notebrain.capture.service import Edit
from notebrain.domain.drafts import Draft
from notebrain.domain.messages import _
from notebrain.domain.note import Category
from notebrain.domain.searches import KeptSearches, SavedSearch
from notebrain.exchange.file_note import read_note
from notebrain.exchange.looking_ahead import Prospect
from notebrain.exchange.reports import ImportReport, Problem
from notebrain.gui.backups.panel import BackupsPanel
from notebrain.gui.bridge import EventBridge
from notebrain.gui.build import build_desk
from notebrain.gui.completion.offer_list import OfferList
from notebrain.gui.desk import Desk
from notebrain.gui.exchange.options import ImportOptions
from notebrain.gui.exchange.report import Report
from notebrain.gui.exchange.words import details, import_line
from notebrain.gui.history.pane import HistoryPane
from notebrain.gui.pages import HOME
from notebrain.gui.palette.panel import AskField
from notebrain.gui.places import TRASH, Kind, Place
from notebrain.gui.settings.opening import SETTINGS
from notebrain.gui.settings.page import SettingsPage
from notebrain.gui.theme.look import Look
from notebrain.gui.theme.theme import Theme, ThemeMode

# In the zone of this computer, as the dates of the sample notes are: the same picture everywhere.
_MOMENT = datetime.fromisoformat("2026-11-19T14:05:00").astimezone()
_SETTLE_S, _REDRESS_S, _WAIT_S = 0.3, 0.12, 10.0
_LARGE = 1.5
_QUESTION = "how long does the gas bottle last"


# The newest first: what the note says now, and what it said before.
_LIVED = "greenhouse-heater-settings"
_PAST = (
    (
        " The seedlings turned out hardier than I thought, and the bottle lasts longer: "
        "26 days last time instead of 21.",
        " A bottle lasts about three weeks.",
    ),
    ("- [x] Bubble wrap on the north side\n- [x] Move", "- [ ] Move"),
    ("P1 = 6.0 ", "P1 = 5.0 "),
    ("Night temperature is **6 °C** now.", "Night temperature stays at **5 °C**."),
)
# How long before the picture each of these changes was made, the oldest first.
_PAST_AT = [timedelta(minutes=minutes) for minutes in (1204, 1180, 160, 2)]


class _StandingClock:
    """Stands at the moment of the pictures; a little before it while the notes are taken."""

    def __init__(self) -> None:
        self.moment = _MOMENT - timedelta(minutes=1)

    def now(self) -> datetime:
        return self.moment


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: what the user did, and how large and how near the window is."""

    name: str
    act: Callable[[Desk], None]
    size: tuple[int, int] = (1280, 820)
    large: bool = True
    """Whether there is a picture at 150 %, too."""
    empty_vault: bool = False
    first_run: bool = False
    """Whether it shows a vault that has the welcome notes and nothing else."""


def main(arguments: Sequence[str]) -> int:
    """Render every shot into a folder and print the names of the files."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)  # noqa: T201
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    app = QApplication(["notebrain"])
    with (
        _vault(filled=True) as sample,
        _vault(filled=False) as empty,
        _vault(filled=False) as fresh,
    ):
        fresh.welcome.write().result()
        for shot in SHOTS:
            vault = empty if shot.empty_vault else fresh if shot.first_run else sample
            for path in _take(app, vault, shot, folder):
                print(path)  # noqa: T201
    return 0


def _main(desk: Desk) -> None:
    desk.notes.view.setFocus()


def _home(desk: Desk) -> None:
    desk.pages.show(HOME)


def _tag_tree(desk: Desk) -> None:
    _main(desk)
    desk.sidebar.tell_open_tags(("recipes", "travel", "work"))
    desk.browser.show_place(Place(Kind.TAG, tag="work"))


def _search(desk: Desk) -> None:
    answers: list[str] = []
    desk.search.told.connect(answers.append)
    desk.show_search()
    desk.search.search(_QUESTION + " ")
    _wait(lambda: any(answers))


def _search_suggestions(desk: Desk) -> None:
    answers: list[str] = []
    desk.search.told.connect(answers.append)
    desk.show_search()
    desk.search.search("gas bottle -camping after:2025 tag:")
    _settle()  # the tags are read meanwhile
    desk.search.suggestions.offer()
    desk.search.refresh()
    _wait(lambda: any(answers) and not desk.search.said.busy)


def _search_kept(desk: Desk) -> None:
    kept = KeptSearches(
        ("gas bottle", 'tag:garden "first frost"', "who feeds the cat", "is:pinned"),
        (SavedSearch("Garden this year", "tag:garden after:2026"), SavedSearch("Open", "todo")),
    )
    desk.services.searches.keep(kept)
    desk.show_search()


def _search_nothing(desk: Desk) -> None:
    answers: list[str] = []
    desk.search.told.connect(answers.append)
    desk.show_search()
    desk.search.search("heater tag:music is:bogus ")
    _wait(lambda: any(answers))


def _search_narrow(desk: Desk) -> None:
    _search(desk)
    desk.search.field.ranking.click()


def _empty_tag(desk: Desk) -> None:
    desk.browser.show_place(Place(Kind.TAG, tag="sailing"))


def _find(desk: Desk) -> None:
    desk.notes.step(1)
    desk.editor.setFocus()
    desk.actions[CommandId.REPLACE].trigger()
    desk.editor.find_bar.query.setText("the")


def _writing(desk: Desk) -> None:
    desk.notes.step(1)
    desk.actions[CommandId.WRITING_MODE].trigger()


def _trash(desk: Desk) -> None:
    desk.browser.show_place(TRASH)


def _links(desk: Desk) -> None:
    _open(desk, "Greenhouse heater settings")
    desk.side.open("links", focus=False)


def _preview(desk: Desk) -> None:
    desk.side.open("preview", focus=False)


def _open(desk: Desk, title: str) -> None:
    place = desk.services.links.find(title)
    if place is not None:
        desk.open_note(place.note_id)


def _backups(desk: Desk) -> None:
    desk.services.backups.make("daily")
    desk.services.backups.make("by-hand")
    desk.actions[CommandId.BACKUPS].trigger()
    panel = desk.window.findChild(BackupsPanel)
    _wait(lambda: panel is not None and panel.notes.count() > 0)


def _history(desk: Desk) -> None:
    desk.side.open("history")
    pane = desk.side.findChild(HistoryPane)
    _wait(lambda: pane is not None and pane.model.rowCount() > 0)
    if isinstance(pane, HistoryPane):
        pane.choose(next(row.state.revision for row in reversed(pane.model.rows) if row.state))
    _wait(lambda: desk.centre.covered is not None)


def _settings(desk: Desk) -> None:
    desk.pages.show(SETTINGS)


def _group(group: Group) -> Callable[[Desk], None]:
    def act(desk: Desk) -> None:
        _settings(desk)
        page = desk.window.findChild(SettingsPage)
        if isinstance(page, SettingsPage):
            page.show_group(group)

    return act


def _settings_found(desk: Desk) -> None:
    _settings(desk)
    page = desk.window.findChild(SettingsPage)
    if isinstance(page, SettingsPage):
        page.nav.field.setText("notes")


def _palette(desk: Desk) -> None:
    _settle()
    _ask(desk, CommandId.PALETTE, "not")


def _switcher(desk: Desk) -> None:
    _ask(desk, CommandId.SWITCHER, "ga")


def _switcher_new(desk: Desk) -> None:
    _ask(desk, CommandId.SWITCHER, "Greenhouse, spring")


def _ask(desk: Desk, command: CommandId, typed: str) -> None:
    desk.actions[command].trigger()
    field = desk.window.findChild(AskField)
    if isinstance(field, AskField):
        field.insert(typed)
        field.textEdited.emit(typed)
    _settle()


def _inspector(desk: Desk) -> None:
    desk.side.open("inspector")


def _batch(desk: Desk) -> None:
    desk.notes.view.setFocus()
    for row in range(1, 5):
        index = desk.notes.model.index(row)
        desk.notes.view.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)


def _toast(desk: Desk) -> None:
    _main(desk)
    desk.window.tell(_("Moved to the trash."))


def _completion(desk: Desk) -> None:
    _open(desk, "Stand-up, Tuesday")
    desk.editor.view.setFocus()
    QTest.keyClick(desk.editor.view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(desk.editor.view, Qt.Key.Key_Return)
    QTest.keyClicks(desk.editor.view, "[[g")
    _wait(lambda: any(one.isVisible() for one in desk.window.findChildren(OfferList)))


def _templates(desk: Desk) -> None:
    _settle()
    desk.actions[CommandId.TEMPLATE].trigger()


def _import(desk: Desk) -> None:
    _main(desk)
    desk.strip.begin("")
    desk.strip.tell(312, 1_250, "travel/norway/night-train.md")


def _report(desk: Desk) -> None:
    _main(desk)
    report = ImportReport(Path(), found=40, imported=36, unchanged=2, both=["recipes/dal.md"])
    report.problems.append(Problem("scans/receipt.md", _("There is no text in it.")))
    desk.strip.end(import_line(report), details=True, failed=True)
    lines = details(report)
    Report(desk.theme, desk.strip.text.text(), lines, desk.window).open()


def _import_options(desk: Desk) -> None:
    _main(desk)
    tags = ("garden", "garden/winter", "recipes", "travel", "travel/norway")
    prospect = Prospect(Path("Obsidian"), 1_250, tags, is_obsidian=True)
    ImportOptions(desk.theme, prospect, desk.window).open()


def _compact(desk: Desk) -> None:
    desk.theme.set_look(Look(compact=True))
    desk.notes.view.setFocus()


def _narrow(desk: Desk) -> None:
    if desk.browser.note is not None:
        desk.write_in(desk.browser.note.id)


SHOTS = (
    Shot("main", _main),
    Shot("main-small", _main, size=(1024, 640)),
    Shot("main-wide", _main, size=(2560, 1440), large=False),
    Shot("main-toast", _toast),
    Shot("templates", _templates),
    Shot("import", _import),
    Shot("import", _import_options),
    Shot("report", _report),
    Shot("inspector", _inspector),
    Shot("inspector-small", _inspector, size=(1024, 640)),
    Shot("batch", _batch),
    Shot("compact", _compact),
    Shot("narrow", _narrow, size=(760, 560)),
    Shot("search", _search),
    Shot("search-suggestions", _search_suggestions),
    Shot("search-kept", _search_kept),
    Shot("search-nothing", _search_nothing),
    Shot("search-small", _search, size=(1024, 640)),
    Shot("search-narrow", _search_narrow, size=(1024, 640)),
    Shot("find", _find),
    Shot("find-small", _find, size=(1024, 640)),
    Shot("writing", _writing, large=False),
    Shot("links", _links),
    Shot("preview", _preview),
    Shot("backups", _backups),
    Shot("history", _history),
    Shot("history-small", _history, size=(1024, 640)),
    Shot("trash", _trash),
    Shot("empty-tag", _empty_tag),
    Shot("empty", _main, empty_vault=True),
    Shot("home", _home),
    Shot("home-small", _home, size=(1024, 640)),
    Shot("home-empty", _home, empty_vault=True),
    Shot("first-run", _home, first_run=True),
    Shot("tags", _tag_tree),
    Shot("settings", _settings),
    Shot("settings-small", _settings, size=(1024, 640)),
    Shot("settings-editor", _group(Group.EDITOR)),
    Shot("settings-search", _group(Group.SEARCH)),
    Shot("settings-index", _group(Group.INDEX)),
    Shot("settings-storage", _group(Group.STORAGE)),
    Shot("settings-privacy", _group(Group.PRIVACY)),
    Shot("settings-found", _settings_found, size=(1024, 640)),
    Shot("palette", _palette),
    Shot("palette-small", _palette, size=(1024, 640)),
    Shot("switcher", _switcher),
    Shot("switcher-new", _switcher_new),
    Shot("shortcuts", _group(Group.SHORTCUTS)),
    Shot("shortcuts-small", _group(Group.SHORTCUTS), size=(1024, 640)),
    # the last: what it types stays in its note
    Shot("completion", _completion),
)


def _take(app: QApplication, services: Services, shot: Shot, folder: Path) -> list[Path]:
    """Take all pictures of a screen from one window: it changes its theme and size as it would for the user."""
    theme = Theme(app, ThemeMode.LIGHT)
    desk = build_desk(services, theme, EventBridge())
    desk.start()
    desk.window.resize(*shot.size)
    counts = services.library.counts()
    desk.status.tell_index(IndexProgress(IndexState.IDLE, counts.notes, counts.notes))
    shot.act(desk)
    _settle()
    paths: list[Path] = []
    for zoom in (1.0, _LARGE) if shot.large else (1.0,):
        _enlarge(desk, shot, zoom)
        for mode in (ThemeMode.LIGHT, ThemeMode.DARK):
            theme.set_mode(mode)
            _settle(_REDRESS_S)
            size = "" if zoom == 1.0 else f"-{zoom:.0%}".rstrip("%")
            path = folder / f"{shot.name}{size}-{mode}.png"
            _picture(desk.window).save(str(path))
            paths.append(path)
    for dialog in desk.window.findChildren(QDialog):
        dialog.close()
    desk.window.hide()
    desk.close()
    return paths


def _enlarge(desk: Desk, shot: Shot, zoom: float) -> None:
    """Show everything that much larger, the panes with it."""
    if zoom == desk.theme.zoom:
        return
    panes = [(pane, pane.sizes()) for pane in desk.window.findChildren(QSplitter)]
    desk.theme.set_zoom(zoom)
    desk.window.resize(round(shot.size[0] * zoom), round(shot.size[1] * zoom))
    _settle(_REDRESS_S)
    for pane, sizes in panes:
        pane.setSizes([round(size * zoom) for size in sizes])


def _picture(window: QWidget) -> QPixmap:
    """Return the window, with the dialogs that stand over it."""
    picture = window.grab()
    painter = QPainter(picture)
    for dialog in window.findChildren(QDialog):
        if dialog.isVisible():
            at = picture.rect().center() - dialog.rect().center()
            painter.drawPixmap(at, dialog.grab())
            painter.setPen(dialog.palette().mid().color())
            painter.drawRect(dialog.rect().translated(at))
    painter.end()
    return picture


@contextmanager
def _vault(*, filled: bool) -> Generator[Services, None, None]:
    with tempfile.TemporaryDirectory(prefix="notebrain-shots-") as folder:
        clock = _StandingClock()
        services = open_services(folder, clock=clock)
        try:
            if filled:
                fill(services, clock)
                clock.moment = _MOMENT
                run_index(services, lambda _progress: None, lambda: True)
            yield services
        finally:
            services.close()


def fill(services: Services, clock: _StandingClock) -> None:
    """Take the sample notes into a vault; one of them has a past."""
    for path in sorted(resource("sample").rglob("*.md")):
        text = path.read_text("utf-8")
        note = read_note(text, name=path.stem, created_at=_MOMENT, updated_at=_MOMENT)
        facts = note.facts
        draft = Draft(
            note.body,
            tags=facts.tags or (),
            category=facts.category or Category.GENERAL,
            importance=facts.importance or 3,
            pinned=bool(facts.pinned),
            local_only=bool(facts.local_only),
            created_at=note.created_at,
            updated_at=note.updated_at,
        )
        if path.stem == _LIVED:
            _live_through(services, clock, draft)
            continue
        note_id = services.capture.capture(draft).result().note
        if path.parent.name == "trash":
            services.capture.forget([note_id]).result()


def _live_through(services: Services, clock: _StandingClock, draft: Draft) -> None:
    """Take a note as it was two days before, and change it until it is as it should be."""
    earlier, now = draft.body, clock.moment
    for after, before in _PAST:
        earlier = earlier.replace(after, before)
    then = now - timedelta(days=2, hours=4)
    draft = replace(draft, body=earlier, created_at=then, updated_at=then)
    note_id = services.capture.capture(draft).result().note
    for number, (after, before) in enumerate(reversed(_PAST)):
        clock.moment = now - _PAST_AT[number]
        earlier = earlier.replace(before, after)
        session = f"{clock.moment:%d}"
        services.capture.edit(note_id, Edit(earlier, session=session)).result()
    clock.moment = now


def _wait(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + _WAIT_S
    while not condition() and time.monotonic() < end:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)


def _settle(seconds: float = _SETTLE_S) -> None:
    end = time.monotonic() + seconds
    _wait(lambda: time.monotonic() > end)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
