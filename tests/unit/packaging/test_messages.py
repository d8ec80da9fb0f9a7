"""The tool that makes a language a file."""

import gettext
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).resolve().parents[3] / "packaging" / "messages.py"
SOURCE = """
print(_('Say "yes"\\n'), pgettext("verb", "Pin"), marked("Not yet"))
print(f"{_('Inside')} 100 %", ngettext("{n} note", "{n} notes", n).format(n=n))
"""
PO = r"""
# Of the Example family
msgid ""
msgstr ""
"Language: de\n"
"Last-Translator: An Example\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#: notebrain/gui/core/actions.py
msgid "Inside"
msgstr "Drinnen"

#: notebrain/gui/core/actions.py
msgid "Not yet"
msgstr ""

#: notebrain/gui/core/actions.py
msgctxt "verb"
msgid "Pin"
msgstr "Anheften"

# a person's remark
#: notebrain/gui/core/actions.py
msgid "Say \"yes\"\n"
msgstr "Sag „ja“\n"

#: notebrain/gui/core/actions.py
msgid "{n} note"
msgid_plural "{n} notes"
msgstr[0] "{n} Notiz"
msgstr[1] "{n} Notizen"
""".lstrip()


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages_tool", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A program of one module, and its German, which is complete but for one text."""
    write_source(tmp_path, SOURCE)
    german(tmp_path).mkdir(parents=True)
    (german(tmp_path) / "notebrain.po").write_text(PO, encoding="utf-8", newline="\n")
    return tmp_path


def german(project: Path) -> Path:
    return project / "resources" / "locale" / "de" / "LC_MESSAGES"


def write_source(project: Path, text: str) -> None:
    path = project / "notebrain" / "gui" / "core" / "actions.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def read_po(project: Path) -> str:
    return (german(project) / "notebrain.po").read_text(encoding="utf-8")


def compiled(project: Path) -> gettext.GNUTranslations:
    with (german(project) / "notebrain.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def test_a_catalog_is_read_and_written_without_a_loss(tool: ModuleType, project: Path) -> None:
    assert tool.main([], project) == 0

    assert read_po(project) == PO


def test_gettext_understands_the_compiled_catalog(tool: ModuleType, project: Path) -> None:
    tool.main([], project)

    texts = compiled(project)
    assert texts.info()["language"] == "de"
    assert texts.gettext('Say "yes"\n') == "Sag „ja“\n"
    assert texts.gettext("Inside") == "Drinnen"
    assert texts.pgettext("verb", "Pin") == "Anheften"
    assert texts.ngettext("{n} note", "{n} notes", 1) == "{n} Notiz"
    assert texts.ngettext("{n} note", "{n} notes", 5) == "{n} Notizen"
    assert texts.gettext("Not yet") == "Not yet"


def test_a_text_without_a_translation_is_not_compiled(tool: ModuleType, project: Path) -> None:
    write_source(project, SOURCE + 'ngettext("{n} tag", "{n} tags", n)\n')

    tool.main([], project)

    content = (german(project) / "notebrain.mo").read_bytes()
    assert b"Not yet" not in content
    assert b"{n} tag" not in content
    assert 'msgid_plural "{n} tags"' in read_po(project)


def test_a_text_that_is_gone_leaves_the_catalogs(tool: ModuleType, project: Path) -> None:
    write_source(project, '_("Inside")\n')

    tool.main([], project)

    assert "Drinnen" in read_po(project)
    assert "Anheften" not in read_po(project)


def test_a_new_text_gets_no_translation_of_a_similar_one(tool: ModuleType, project: Path) -> None:
    write_source(project, SOURCE.replace("'Inside'", "'Insides'"))

    tool.main([], project)

    assert 'msgid "Insides"\nmsgstr ""\n' in read_po(project)
    assert compiled(project).gettext("Insides") == "Insides"


def test_a_text_whose_plural_changed_is_translated_anew(tool: ModuleType, project: Path) -> None:
    write_source(project, SOURCE.replace("{n} notes", "{n} texts"))

    tool.main([], project)

    assert '#, fuzzy\nmsgid "{n} note"\n' in read_po(project)
    assert compiled(project).ngettext("{n} note", "{n} texts", 5) == "{n} texts"


def test_a_new_language_is_begun_with_its_plural_forms(tool: ModuleType, project: Path) -> None:
    folder = project / "resources" / "locale" / "pl" / "LC_MESSAGES"
    folder.mkdir(parents=True)

    assert tool.main([], project) == 0

    begun = (folder / "notebrain.po").read_text(encoding="utf-8")
    assert '"Language: pl\\n"' in begun
    assert '"Plural-Forms: nplurals=3;' in begun
    assert 'msgstr[2] ""' in begun


def test_a_second_run_changes_nothing(
    tool: ModuleType, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tool.main([], project)
    capsys.readouterr()

    assert tool.main([], project) == 0
    assert capsys.readouterr().out == "de: 4 of 5 texts\n"


def test_a_check_tells_what_would_change_and_changes_nothing(
    tool: ModuleType, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_source(project, '_("Outside")\n')

    assert tool.main(["--check"], project) == 1

    assert "out of date: resources/locale/de/LC_MESSAGES/notebrain.po" in capsys.readouterr().out
    assert read_po(project) == PO
    assert not (german(project) / "notebrain.mo").exists()


@pytest.mark.parametrize(
    "call", ["_(name)", '_(f"{n} notes")', '_("on" if n else "off")', 'ngettext("note", name, n)']
)
def test_a_text_has_to_be_a_plain_string(
    tool: ModuleType, project: Path, capsys: pytest.CaptureFixture[str], call: str
) -> None:
    write_source(project, f"\n{call}\n")

    assert tool.main([], project) == 1

    where = "notebrain/gui/core/actions.py:2"
    assert f"fault: {where}: a text has to be a plain string" in capsys.readouterr().out


def test_a_translation_has_only_the_placeholders_of_its_text(
    tool: ModuleType, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = german(project) / "notebrain.po"
    path.write_text(PO.replace("{n} Notizen", "{count} Notizen"), encoding="utf-8", newline="\n")

    assert tool.main([], project) == 1

    assert "fault: de: ('{n} note', '{n} notes')" in capsys.readouterr().out
