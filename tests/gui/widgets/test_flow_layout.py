"""Widgets set side by side, in as many lines as they need."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from notebrain.gui.widgets.layouts import FlowLayout

pytestmark = pytest.mark.gui


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
