"""The search is painted in both themes, and every control has a name."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from notebrain.domain.notes.note import NoteId
from notebrain.gui.theme.theme import ThemeMode
from tests.fakes.recall import make_hit

pytestmark = [pytest.mark.gui, pytest.mark.styled]


@pytest.mark.parametrize("mode", list(ThemeMode)[:2])
def test_everything_is_painted_in_light_and_dark(panel, recall, ask, theme, mode):
    long = "word " * 200
    recall.by_words = (
        make_hit("One", snippet=long, marks=((0, 4), (400, 404)), pinned=True, local_only=True),
        make_hit("", snippet="Only meaning. And more."),
        make_hit("Three", older=(make_hit("Older"),)),
    )
    theme.set_mode(mode)
    try:
        ask("gas")
        panel.results.unfold_all()
        picture = panel.grab().toImage()
    finally:
        theme.set_mode(ThemeMode.LIGHT)

    assert picture.pixelColor(2, 400).name() == (
        "#ffffff" if mode is ThemeMode.LIGHT else "#212426"
    )


def test_every_control_has_a_name(panel, recall, ask):
    recall.by_words = (make_hit("One"),)
    ask("gas tag:a")
    nameless = [
        type(part).__name__
        for part in panel.findChildren(object)
        if hasattr(part, "focusPolicy")
        and part.isVisible()
        and part.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not part.accessibleName()
        and not getattr(part, "text", str)()
    ]

    assert nameless == []


@pytest.mark.parametrize(
    ("meaning", "words", "underlined"),
    [(0.5, (), True), (0.004, (), False), (0.5, ("gas",), False), (0.0, (), False)],
)
def test_only_what_was_found_by_its_meaning_alone_is_underlined(
    panel, recall, ask, theme, meaning, words, underlined
):
    recall.by_words = (make_hit("Other"), make_hit("One", meaning=meaning, words=words))

    ask("gas")

    view = panel.results.view
    row = view.visualRect(panel.results.model.index(1))
    row.setHeight(theme.px(10 + 20 + 2 * 19))  # title and quote, without the bars
    image, ratio = view.viewport().grab(row).toImage(), view.devicePixelRatio()
    inks = [
        image.pixelColor(x, y)
        for y in range(round(32 * ratio), image.height())
        for x in range(20, 200, 3)
    ]
    # the text is gray; only the line has a color
    assert any(ink.blue() - ink.red() > 60 for ink in inks) is underlined


def test_a_list_without_words_shows_neither_bars_nor_scores(panel, recall, ask, theme):
    hit = make_hit("One", keyword=0.0, meaning=0.0)
    recall.by_words = (hit, replace(hit, note_id=NoteId("Two"), why=replace(hit.why, listed=True)))

    ask("is:pinned")

    view = panel.results.view
    inks = []
    for number in (0, 1):
        row = view.visualRect(panel.results.model.index(number))
        row.setTop(row.top() + theme.px(10 + 20 + 2 * 19 + 4))
        row.setBottom(row.bottom() - theme.px(4))
        image = view.viewport().grab(row).toImage()
        pixels = {image.pixelColor(x, y).name() for x in range(20, 500) for y in range(4, 16)}
        inks.append(len(pixels))
    assert inks[0] > 1
    assert inks[1] == 1
