"""Finds texts that do not fit their widget, and widgets that do not fit their window."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QScrollBar,
    QSplitterHandle,
    QStyle,
    QStyleOptionFrame,
    QTextEdit,
    QWidget,
)

from notebrain.gui.command_palette.overlay import Overlay
from notebrain.gui.home.tasks import TaskBox
from notebrain.gui.search.side import _Place
from notebrain.gui.search.suggestions import Suggestions
from notebrain.gui.sidebar.workspace_menu import Switcher
from notebrain.gui.widgets.buttons import TitleButton
from notebrain.gui.widgets.combo_box import Choice
from notebrain.gui.widgets.labels import ElidedLabel
from notebrain.gui.widgets.toast import Toast

_SLACK = 1
_SHORTENED = (TitleButton, TaskBox, Switcher)
"""Shows a text of the user with an ellipsis where there is too little room."""
_ABOVE = (Toast, Overlay, Suggestions, _Place)
"""They cover what is below them on purpose."""
_PAINTED = (QAbstractItemView, QPlainTextEdit, QTextEdit, QComboBox, QLineEdit)
"""What is inside is painted and shortened by the widget itself."""


def clipped(window: QWidget, *, besides: tuple[type[QWidget], ...] = ()) -> list[str]:
    """Return a line for each visible text of a window that is cut off, covered or outside.

    Args:
        besides: What is left out, with all that is in it.
    """
    found = _visible(window, besides)
    return [f"{name(one)}: {fault}" for one in found for fault in _faults(one, window)]


def name(widget: QWidget) -> str:
    """Return what a person can find the widget by: its class, its text, and what it stands in."""
    words = ""
    if isinstance(widget, QLabel | QAbstractButton):
        words = widget.text()
    elif isinstance(widget, QLineEdit):
        words = widget.placeholderText()
    words = words or widget.accessibleName() or widget.objectName()
    inside: list[str] = []
    parent = widget.parentWidget()
    while parent is not None and len(inside) < 3:
        if type(parent) is not QWidget:
            inside.append(type(parent).__name__)
        parent = parent.parentWidget()
    return f"{type(widget).__name__} “{words}” in {' in '.join(inside)}"


def _children(widget: QWidget) -> list[QWidget]:
    found = widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    beside = (QScrollBar, QSplitterHandle, QProgressBar)
    return [
        one
        for one in found
        if one.isVisible() and not one.isWindow() and not isinstance(one, beside)
    ]


def _visible(widget: QWidget, besides: tuple[type[QWidget], ...]) -> Iterator[QWidget]:
    yield widget
    if not isinstance(widget, _PAINTED):
        for child in _children(widget):
            if not isinstance(child, besides):
                yield from _visible(child, besides)


def _faults(widget: QWidget, window: QWidget) -> Iterator[str]:
    wide, high = _needed(widget)
    if wide > widget.width() + _SLACK:
        yield f"{wide} px wide, has {widget.width()}"
    if high > widget.height() + _SLACK:
        yield f"{high} px high, has {widget.height()}"
    if isinstance(widget, _PAINTED):
        children: list[QWidget] = []
    else:
        children = _children(widget)
        if isinstance(widget, QAbstractScrollArea) and widget.horizontalScrollBar().maximum() > 0:
            yield f"{widget.horizontalScrollBar().maximum()} px wider than seen"
    if not children and widget is not window:
        yield from _outside(widget, window)
    yield from _overlaps(children)


def _overlaps(children: Sequence[QWidget]) -> Iterator[str]:
    flat = [one for one in children if not isinstance(one, _ABOVE) and not one.property("above")]
    for one, other in combinations(flat, 2):
        common = one.geometry() & other.geometry()
        if min(common.width(), common.height()) > _SLACK:
            yield f"{name(one)} and {name(other)} overlap by {common.width()} x {common.height()}"


def _needed(widget: QWidget) -> tuple[int, int]:
    """Return the width and the height below which the text of a widget would be cut."""
    least = widget.minimumSizeHint()
    width = 0
    if isinstance(widget, QLabel):
        return _needed_by_label(widget)
    if isinstance(widget, QLineEdit):
        hint = widget.fontMetrics().horizontalAdvance(widget.placeholderText())
        width = 0 if widget.text() else hint + _edges(widget)
    elif isinstance(widget, Choice):
        text = widget.fontMetrics().horizontalAdvance(widget.currentText())
        width = text + widget.sizeHint().height()  # its arrow and the room around both
    elif isinstance(widget, QAbstractButton):
        width = 0 if isinstance(widget, _SHORTENED) else widget.sizeHint().width()
    elif isinstance(widget, QAbstractScrollArea) or _children(widget):
        return 0, 0
    else:
        width = least.width()
    return width, least.height()


def _needed_by_label(label: QLabel) -> tuple[int, int]:
    hint = label.sizeHint()
    if isinstance(label, ElidedLabel):
        return 0, hint.height()
    if not label.wordWrap() or not label.text():
        return hint.width(), hint.height()
    around = label.contentsMargins()
    beside = around.left() + around.right() + 2 * label.margin()
    return _longest_word(label) + beside, label.heightForWidth(label.width())


def _longest_word(label: QLabel) -> int:
    """Return the width of the longest part of a text that no line can end in."""
    form = label.textFormat()
    if form is Qt.TextFormat.RichText or (form is Qt.TextFormat.AutoText and "<" in label.text()):
        page = QTextDocument()
        page.setDefaultFont(label.font())
        page.setHtml(label.text())
        page.setDocumentMargin(0)
        page.setTextWidth(1)
        return round(page.idealWidth())
    narrow, flags = QRect(0, 0, 1, 99_999), Qt.TextFlag.TextWordWrap.value
    return label.fontMetrics().boundingRect(narrow, flags, label.text()).width()


def _edges(field: QLineEdit) -> int:
    """Return the width of a field that its text does not get."""
    option = QStyleOptionFrame()
    field.initStyleOption(option)
    inner = field.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, field)
    margins = field.textMargins()
    return field.width() - inner.width() + margins.left() + margins.right() + 4


def _outside(widget: QWidget, window: QWidget) -> Iterator[str]:
    """Say by which widget around it this one is cut; what can be scrolled to is not cut."""
    rect, at = widget.rect(), widget
    while at is not window:
        around = at.parentWidget()
        if around is None:
            return
        rect = rect.translated(at.pos())
        if _scrolls_down(around):
            rect = QRect(QPoint(rect.left(), 0), QPoint(rect.right(), 0))
        if not around.rect().adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK).contains(rect):
            yield f"{rect.getRect()} is outside {around.size().toTuple()} of {name(around)}"
            return
        at = around


def _scrolls_down(widget: QWidget) -> bool:
    area, never = widget.parentWidget(), Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    if not isinstance(area, QAbstractScrollArea) or area.viewport() is not widget:
        return False
    return area.verticalScrollBarPolicy() is not never
