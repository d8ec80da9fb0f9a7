"""Dates, numbers and Qt's own dialogs follow the user's language."""

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

from notebrain.app.language import VARIABLE
from notebrain.gui import dates
from notebrain.gui.locale import translate_qt, use_language


@pytest.fixture(autouse=True)
def same_locale_after():
    before = QLocale()
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("wanted", "thousands"), [("de", "1.284"), ("en_GB", "1,284"), ("C.UTF-8", "1,284")]
)
def test_numbers_follow_the_language(monkeypatch, wanted, thousands) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(VARIABLE, wanted)

    use_language()

    assert dates.number(1284) == thousands


def test_qts_own_dialogs_speak_german_too(qapp) -> None:
    QLocale.setDefault(QLocale("de"))

    translate_qt(qapp)

    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
