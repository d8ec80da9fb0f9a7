"""Dates, numbers and Qt's own dialogs follow the user's language."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QLocale

from notebrain.app.core.language import VARIABLE
from notebrain.gui.app.application import translate_qt, use_language
from notebrain.gui.core import date_format


@pytest.fixture(autouse=True)
def same_locale_after(qapp) -> Iterator[None]:
    before = QLocale()
    yield
    QLocale.setDefault(QLocale("en"))
    translate_qt(qapp)
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("wanted", "thousands"), [("de", "1.284"), ("en_GB", "1,284"), ("C.UTF-8", "1,284")]
)
def test_numbers_follow_the_language(monkeypatch, wanted, thousands) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(VARIABLE, wanted)

    use_language()

    assert date_format.number(1284) == thousands
    assert date_format.decimal(0.62, 2) == ("0,62" if wanted == "de" else "0.62")


def test_qts_own_dialogs_speak_german_too(qapp) -> None:
    QLocale.setDefault(QLocale("de"))

    translate_qt(qapp)

    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"


def test_english_chosen_on_a_german_computer_is_what_qts_dialogs_speak(qapp) -> None:
    QLocale.setDefault(QLocale("de"))
    translate_qt(qapp)

    QLocale.setDefault(QLocale("en"))
    translate_qt(qapp)

    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"
