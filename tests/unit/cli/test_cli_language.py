import argparse
import inspect
from collections.abc import Iterator
from gettext import NullTranslations

import pytest

from notebrain.cli.command import texts
from notebrain.domain import i18n
from tests.fakes.command_line import InProcess


class Shouting(NullTranslations):
    """A language that any reader can tell from English."""

    def gettext(self, message: str) -> str:
        return f"¡{message}!"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"¡{msgid1 if n == 1 else msgid2}!"


@pytest.fixture
def _shouting() -> Iterator[None]:
    i18n.install(Shouting())
    yield
    i18n.install(NullTranslations())


def test_the_named_texts_are_those_of_argparse() -> None:
    source = inspect.getsource(argparse).replace("'\n" + " " * 17 + "'", "")

    assert [text for text in texts() if text not in source] == []


@pytest.mark.usefixtures("_shouting")
def test_help_and_misuse_speak_the_users_language(notebrain: InProcess) -> None:
    page = notebrain.run("help")
    help_ = notebrain.run("help", "capture")
    wrong = notebrain.run("show")

    assert "¡Save a note and print its id!" in page.text
    assert help_.text.startswith("¡usage: !")
    assert "¡options!" in help_.text
    assert "¡the following arguments are required: ID!" in wrong.line
