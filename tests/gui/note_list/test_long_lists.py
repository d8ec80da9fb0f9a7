"""A list that knows only its first notes is the same as one that knows all of them."""

from random import Random

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QAbstractItemModelTester

from notebrain.domain.notes.note import ListFilter, SortKey
from notebrain.gui.core.threads import BackgroundReader
from notebrain.gui.note_list import loader as loading
from notebrain.gui.note_list.loader import ListLoader
from notebrain.gui.note_list.model import NoteListModel
from notebrain.gui.note_list.panel import NoteListPanel
from notebrain.notes.service import Edit

_FIRST, _DEEP, _SPARE = 4, 8, 3
_NOTES = 40
_FLAGS = QItemSelectionModel.SelectionFlag


class _List:
    """A list on the bench's vault, which is brought up to date when it is told to."""

    def __init__(self, bench, theme, *, first: int, deep: int) -> None:
        self.model = NoteListModel(bench.source)
        self.reader = BackgroundReader(bench.bridge)
        self.loader = ListLoader(
            bench.source,
            self.model,
            self.reader,
            now=bench.services.clock.now,
            first=first,
            deep=deep,
        )
        self.panel = NoteListPanel(theme, self.model, bench.services.clock.now)
        self.panel.resize(312, 400)
        self.loader.loaded.connect(lambda: self.panel.show_count(self.model.total))
        self.chosen: list[str] = []
        self.panel.chosen.connect(self.chosen.append)

    def show(self, wanted: ListFilter) -> None:
        self.loader.show(wanted, grouped=True)
        self.update()

    def update(self) -> None:
        self.loader._read_now()

    def know_all(self) -> None:
        self.model.know(self.model.total - 1)

    def headings(self):
        return [tuple(heading) for heading in self.model.headings]


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(loading, "_SPARE", _SPARE)
    monkeypatch.setattr(loading, "_LAST", 2)


@pytest.fixture
def lists(bench, theme, take, clock, few, qtbot):
    notes = []
    for number in range(_NOTES):
        clock.forward(days=1 if number % 3 else 5)
        notes.append(
            take(f"{'abcdefgh'[number * 5 % 8]} note {number}", tags=("x",) * (number % 2))
        )
    long = _List(bench, theme, first=_FIRST, deep=_DEEP)
    whole = _List(bench, theme, first=1_000, deep=1_000)
    for one in (long, whole):
        qtbot.addWidget(one.panel)
    yield long, whole, notes
    for one in (long, whole):
        one.reader.close()


FILTERS = [
    ListFilter(),
    ListFilter(oldest_first=True),
    ListFilter(sort=SortKey.TITLE),
    ListFilter(sort=SortKey.CREATED),
    ListFilter(tag="x"),
    ListFilter(tag="x", sort=SortKey.TITLE),
]


@pytest.mark.parametrize("wanted", FILTERS)
def test_it_has_as_many_rows_and_the_same_notes_and_groups(lists, wanted) -> None:
    long, whole, _notes = lists
    long.show(wanted)
    whole.show(wanted)

    assert long.model.total == whole.model.total > len(long.model.keys)
    long.know_all()
    assert long.model.keys == whole.model.keys
    assert long.headings() == whole.headings()


def test_rows_far_down_have_their_notes_soon_after_somebody_asks(lists, qtbot) -> None:
    long, whole, _notes = lists
    long.show(ListFilter())
    whole.show(ListFilter())
    last = _NOTES - 1

    assert long.model.row(last) is None

    qtbot.waitUntil(lambda: long.model.row(last) is not None)
    assert long.model.row(last) == whole.model.row(last)


def test_the_end_key_leads_to_the_last_note(lists, qtbot) -> None:
    long, whole, _notes = lists
    for one in (long, whole):
        one.show(ListFilter())
        one.panel.select_first()
        qtbot.keyClick(one.panel.view, Qt.Key.Key_End)

    qtbot.waitUntil(lambda: long.panel.current() == whole.panel.current())
    assert long.chosen[-1] == whole.chosen[-1]


def test_all_that_is_selected_is_known_when_it_is_asked_for(lists) -> None:
    long, whole, _notes = lists
    for one in (long, whole):
        one.show(ListFilter())
        one.panel.view.selectAll()

    assert long.panel.selected_count() == _NOTES
    assert long.panel.selected_keys() == whole.panel.selected_keys()
    assert [row.id for row in long.panel.selected()] == [row.id for row in whole.panel.selected()]


def test_a_chosen_note_that_moves_far_down_stays_chosen(lists, services) -> None:
    long, whole, _notes = lists
    for one in (long, whole):
        one.show(ListFilter(sort=SortKey.TITLE))
        one.panel.select_first()
    chosen = long.panel.current()

    services.notes.edit(chosen, Edit("zz at the end", session="s")).result()
    for one in (long, whole):
        one.update()

    assert long.panel.current() == whole.panel.current() == chosen
    assert long.chosen == [chosen]


def test_a_note_far_down_can_be_reached(lists, qtbot) -> None:
    long, _whole, notes = lists
    long.show(ListFilter())
    assert not long.panel.select(notes[0])

    with qtbot.waitSignal(long.loader.loaded):
        long.loader.refresh(notes[0])

    assert long.panel.select(notes[0])


ACTS = ("take", "edit", "edit", "trash", "restore", "select", "range", "all", "end")


@pytest.mark.parametrize("wanted", FILTERS)
@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_both_show_and_select_the_same(
    lists, services, clock, wanted, seed
) -> None:
    long, whole, _notes = lists
    random = Random(seed)
    for one in (long, whole):
        one.show(wanted)
        one.panel.select_first()
    QAbstractItemModelTester(long.model, long.model)
    done = []
    for _act in range(40):
        act, number, other = (
            random.choice(ACTS),
            random.randrange(_NOTES),
            random.randrange(_NOTES),
        )
        done.append((act, number, other))
        clock.forward(minutes=1)
        _do(act, number, other, lists, services)
        if act in ("take", "edit", "trash", "restore"):
            long.update()
            whole.update()
        _check_alike(long, whole, done)


def _check_alike(long, whole, done) -> None:
    assert long.model.total == whole.model.total, done
    known = len(long.model.keys)
    assert list(long.model.keys) == list(whole.model.keys)[:known], done
    assert long.panel.selected_keys() == whole.panel.selected_keys(), done
    assert long.panel.current() == whole.panel.current(), done
    known = len(long.model.keys)
    assert long.headings() == [one for one in whole.headings() if one[0] < known], done


def _do(act, number, other, lists, services) -> None:
    long, whole, notes = lists
    match act:
        case "take":
            from notebrain.domain.notes.draft import Draft

            tags = ("x",) * (other % 2)
            text = f"{'abcdefghz'[number % 9]} new {number}"
            services.notes.capture(Draft(text, tags=tags)).result()
        case "edit":
            text = f"{'hgfedcbaz'[number % 9]} edited {other}"
            services.notes.edit(notes[number], Edit(text, session="s")).result()
        case "trash":
            services.notes.forget([notes[number]]).result()
        case "restore":
            services.notes.restore([notes[number]]).result()
        case _:
            for one in (long, whole):
                _select(act, number, other, one)


def _select(act, number, other, one) -> None:
    last = one.model.total - 1
    if last < 0:
        return
    first, second = sorted((min(number, last), min(other, last)))
    view = one.panel.view
    match act:
        case "select":
            view.selectionModel().setCurrentIndex(one.model.index(first), _FLAGS.ClearAndSelect)
        case "range":
            view.selectionModel().setCurrentIndex(one.model.index(first), _FLAGS.ClearAndSelect)
            for row in range(first, second + 1, 2):
                view.selectionModel().select(one.model.index(row), _FLAGS.Select)
        case "all":
            view.selectAll()
        case _:
            view.selectionModel().setCurrentIndex(one.model.index(last), _FLAGS.ClearAndSelect)
    one.panel.selected_keys()  # all that is selected becomes known
