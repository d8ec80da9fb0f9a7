from collections.abc import Iterator
from gettext import NullTranslations

import pytest

from notebrain.app.core import language
from notebrain.domain import i18n
from notebrain.domain.i18n import _, ngettext, number


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    i18n.install(NullTranslations())


def test_texts_come_out_as_written_where_no_language_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for variable in ("NOTEBRAIN_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)

    assert language.install() == "en"
    assert _("Notes") == "Notes"


def test_a_catalog_makes_the_texts_german() -> None:
    assert language.install("de") == "de"
    assert _("Notes") == "Notizen"
    assert ngettext("Ready, {n} note", "Ready, {n} notes", 1) == "Bereit, {n} Notiz"
    assert ngettext("Ready, {n} note", "Ready, {n} notes", 2) == "Bereit, {n} Notizen"


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [("en", ["7", "1,230", "1,234,567", "0.50"]), ("de", ["7", "1.230", "1.234.567", "0,50"])],
)
def test_numbers_have_the_separators_of_the_language(wanted: str, expected: list[str]) -> None:
    language.install(wanted)

    assert [number(7), number(1230), number(1_234_567), number(0.5, 2)] == expected


def test_a_dialect_takes_the_catalog_of_its_language() -> None:
    assert language.install("de_AT.UTF-8") == "de"


def test_a_language_without_a_catalog_becomes_english() -> None:
    assert language.install("tlh") == "en"
    assert _("Notes") == "Notes"


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"LANG": "de_DE.UTF-8"}, ["de_DE"]),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR"}, ["fr_FR"]),
        ({"LANG": "de_DE.UTF-8", "NOTEBRAIN_LANGUAGE": "en"}, ["en"]),
        ({"LANGUAGE": "de:en", "LANG": "fr_FR"}, ["de", "en"]),
        ({"LC_ALL": "C", "LANG": "de_DE"}, ["de_DE"]),
        ({"LANG": "C.UTF-8"}, []),
        ({}, []),
    ],
)
def test_the_most_particular_variable_says_the_language(
    environ: dict[str, str], expected: list[str]
) -> None:
    assert language.preferred(environ) == expected


def test_english_asked_for_first_is_not_passed_over_for_a_catalog(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NOTEBRAIN_LANGUAGE", "en:de")

    assert language.install() == "en"
