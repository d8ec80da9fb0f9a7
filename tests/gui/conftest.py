"""What the tests of the window share."""

import os

# before Qt is loaded; a run under a real display sets its own
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from notebrain.gui.theme.theme import Theme, ThemeMode


@pytest.fixture(scope="session")
def qapp_args() -> list[str]:
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    return ["notebrain"]


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    theme = Theme(qapp, ThemeMode.LIGHT)
    yield theme
    theme.deleteLater()
