"""A window with two notes, of which one links to the other."""

import pytest


@pytest.fixture
def app(open_window, take, qtbot):
    take("Bread\n\nflour")
    take("Cabin\n\nsee [[Bread]] first")
    app = open_window()
    qtbot.waitUntil(lambda: app.browser.note is not None and app.browser.note.title == "Cabin")
    return app
