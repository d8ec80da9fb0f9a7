"""The search is painted in both themes, and every control has a name."""

import pytest
from PySide6.QtCore import Qt

from notebrain.gui.theme.theme import ThemeMode
from tests.fakes.recall import make_hit

pytestmark = pytest.mark.gui


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
