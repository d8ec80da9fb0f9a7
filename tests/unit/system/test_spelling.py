"""The dictionaries of this computer."""

import sys

import pytest

from notebrain.domain.errors import NoSpeller
from notebrain.system.spelling import EnchantSpeller


def english() -> EnchantSpeller:
    speller = EnchantSpeller()
    try:
        there = speller.languages()
    except NoSpeller as error:
        pytest.skip(str(error))
    if "en_US" not in there:
        pytest.skip("there is no dictionary en_US on this computer")
    return speller


def test_right_words_are_known_and_wrong_ones_are_not() -> None:
    speller = english()

    assert speller.knows("receive", ["en_US"])
    assert not speller.knows("recieve", ["en_US"])


def test_what_was_meant_is_suggested() -> None:
    assert "receive" in english().suggest("recieve", ["en_US"])


def test_no_language_knows_no_word() -> None:
    assert not EnchantSpeller().knows("receive", [])
    assert EnchantSpeller().suggest("recieve", []) == []


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "enchant", None)

    with pytest.raises(NoSpeller, match="libenchant-2-2"):
        EnchantSpeller().languages()
