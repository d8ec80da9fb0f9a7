"""Widgets set side by side, in as many lines as they need."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from notebrain.gui.widgets.layouts import FlowLayout, FoldingRow

pytestmark = [pytest.mark.gui, pytest.mark.styled]


@pytest.fixture
def box(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    flow = FlowLayout(made)
    flow.setContentsMargins(0, 0, 0, 0)
    flow.setSpacing(10)
    for _number in range(3):
        label = QLabel()
        label.setFixedSize(100, 20)
        flow.addWidget(label)
    made.resize(250, 100)
    made.show()
    return made


def places(box):
    flow = box.layout()
    return [flow.itemAt(number).geometry().topLeft().toTuple() for number in range(flow.count())]


def test_what_does_not_fit_goes_on_in_the_next_line(box):
    assert places(box) == [(0, 0), (110, 0), (0, 30)]
    assert box.layout().heightForWidth(250) == 50
    assert box.layout().heightForWidth(400) == 20


def test_it_begins_on_the_right_where_people_read_so(box):
    box.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    box.layout().activate()
    box.layout().setGeometry(box.rect())

    assert places(box) == [(150, 0), (40, 0), (150, 30)]


def test_what_is_wider_than_the_room_is_cut_to_it(box):
    wide = QLabel("words " * 100)
    wide.setMinimumWidth(20)
    box.layout().insert(0, wide)
    wide.show()
    box.layout().activate()
    box.layout().setGeometry(box.rect())

    assert box.layout().itemAt(0).geometry().width() == 250
    assert box.layout().itemAt(9) is None
    assert box.layout().takeAt(9) is None


@pytest.fixture
def row(qtbot):
    made, start, end = QWidget(), QLabel("What was found"), QLabel("Undo")
    qtbot.addWidget(made)
    folding = FoldingRow(start, end, made)
    folding.setContentsMargins(0, 0, 0, 0)
    folding.setSpacing(10)
    start.setFixedSize(100, 20)
    end.setFixedSize(60, 20)
    made.show()
    return made


def test_both_parts_stand_on_one_line_where_there_is_room(row):
    row.resize(300, 20)

    assert places(row) == [(0, 0), (240, 0)]
    assert row.layout().heightForWidth(300) == 20


def test_the_second_part_goes_below_where_there_is_none(row):
    row.resize(160, 60)

    assert places(row) == [(0, 0), (0, 30)]
    assert row.layout().heightForWidth(160) == 50
    assert row.minimumSizeHint().width() == 100


def test_a_text_that_wraps_keeps_the_room_it_needs_to_be_read(row):
    row.layout().set_least(200)

    assert (row.layout().heightForWidth(269), row.layout().heightForWidth(270)) == (50, 20)


def test_a_row_whose_second_part_is_hidden_has_one_line(row):
    row.layout().itemAt(1).widget().hide()

    assert row.layout().heightForWidth(100) == 20


def test_the_second_part_is_on_the_left_where_people_read_from_the_right(row):
    row.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    row.resize(300, 20)

    assert places(row) == [(200, 0), (0, 0)]
