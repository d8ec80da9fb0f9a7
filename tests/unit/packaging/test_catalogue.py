"""The tools that make a language a file."""

import gettext
import importlib.util
import io
import sys
from pathlib import Path
from types import ModuleType

import pytest

DEVTOOLS = Path(__file__).resolve().parents[3] / "packaging" / "devtools"


@pytest.fixture(scope="module")
def catalogue() -> ModuleType:
    spec = importlib.util.spec_from_file_location("catalogue", DEVTOOLS / "catalogue.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["catalogue"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


PO = r"""
msgid ""
msgstr ""
"Language: de\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#: notebrain/gui/menus.py
msgid "Say \"yes\"\n"
msgstr "Sag „ja“\n"

msgctxt "verb"
msgid "Pin"
msgstr "Anheften"

msgid "{n} note"
msgid_plural "{n} notes"
msgstr[0] "{n} Notiz"
msgstr[1] "{n} Notizen"

msgid "Not yet"
msgstr ""
""".lstrip()


def test_a_catalogue_is_read_and_written_without_a_loss(
    catalogue: ModuleType, tmp_path: Path
) -> None:
    path = tmp_path / "notebrain.po"
    path.write_text(PO, encoding="utf-8")

    entries = catalogue.read_po(path)

    assert catalogue.as_po(entries.values()) == PO


def test_gettext_understands_the_compiled_catalogue(catalogue: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "notebrain.po"
    path.write_text(PO, encoding="utf-8")

    compiled = catalogue.as_mo(catalogue.read_po(path).values())

    german = gettext.GNUTranslations(io.BytesIO(compiled))
    assert german.info()["language"] == "de"
    assert german.gettext('Say "yes"\n') == "Sag „ja“\n"
    assert german.pgettext("verb", "Pin") == "Anheften"
    assert german.ngettext("{n} note", "{n} notes", 1) == "{n} Notiz"
    assert german.ngettext("{n} note", "{n} notes", 5) == "{n} Notizen"
    assert german.gettext("Not yet") == "Not yet"
