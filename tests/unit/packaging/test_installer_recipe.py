"""The recipe of the Windows installer is written as Inno Setup reads it, which runs on Windows alone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

RECIPE = (Path(__file__).resolve().parents[3] / "packaging" / "notebrain.iss").read_text("utf-8")

# What Inno Setup 6 knows, as far as the recipe uses it or may soon: by its manual.
DIRECTIVES = """
    AppId AppName AppVersion AppPublisher AppPublisherURL DefaultDirName DefaultGroupName
    DisableProgramGroupPage PrivilegesRequired PrivilegesRequiredOverridesAllowed
    ArchitecturesAllowed ArchitecturesInstallIn64BitMode MinVersion LicenseFile SetupIconFile
    UninstallDisplayIcon OutputDir OutputBaseFilename Compression SolidCompression
    CloseApplications WizardStyle ChangesAssociations
"""
COMMON = "Languages MinVersion OnlyBelowVersion Check BeforeInstall AfterInstall"
PARAMETERS = {
    "Languages": "Name MessagesFile LicenseFile",
    "Tasks": f"Name Description GroupDescription Flags {COMMON}",
    "Files": f"Source DestDir DestName Excludes Flags Tasks {COMMON}",
    "InstallDelete": f"Type Name Tasks {COMMON}",
    "UninstallDelete": f"Type Name Tasks {COMMON}",
    "Icons": f"Name Filename Parameters WorkingDir IconFilename Comment Flags Tasks {COMMON}",
    "Registry": f"Root Subkey ValueType ValueName ValueData Flags Tasks {COMMON}",
    "Run": f"Filename Description Parameters WorkingDir StatusMsg Flags Tasks {COMMON}",
}
FLAGS = {
    "Tasks": "checkedonce unchecked exclusive restart",
    "Files": "ignoreversion recursesubdirs createallsubdirs onlyifdoesntexist uninsneveruninstall",
    "Registry": "uninsdeletekey uninsdeletevalue uninsdeletekeyifempty createvalueifdoesntexist",
    "Run": "nowait postinstall skipifsilent runhidden shellexec unchecked waituntilterminated",
}
TYPES = {"InstallDelete": "files filesandordirs dirifempty", "Registry": "string dword expandsz"}
CONSTANTS = {"app", "group", "autopf", "autodesktop", "autoprograms", "cm", "sys", "tmp"}
PARAMETER = re.compile(r'\s*(\w+):\s*("(?:[^"]|"")*"|[^";]*)\s*(?:;|$)')


def lines() -> Iterator[tuple[str, str]]:
    """Every line that says something, with the section it stands in."""
    section = ""
    for line in RECIPE.splitlines():
        if header := re.fullmatch(r"\[(\w+)\]", line):
            section = header[1]
        elif line and not line.lstrip().startswith((";", "#")):
            yield section, line


def entries() -> list[tuple[str, dict[str, str]]]:
    """The lines that are lists of parameters; what cannot be read of them stays under an empty name."""
    found: list[tuple[str, dict[str, str]]] = []
    for section, line in lines():
        if section != "Setup":
            pairs = PARAMETER.findall(line)
            rest = PARAMETER.sub("", line).strip()
            twice = len(pairs) - len({name for name, _value in pairs})
            left = {"": rest or "twice"} if rest or twice else {}
            found.append((section, dict(pairs) | left))
    return found


def test_every_directive_of_the_setup_is_known_and_given_once() -> None:
    names = [line.partition("=")[0] for section, line in lines() if section == "Setup"]

    assert set(names) <= set(DIRECTIVES.split())
    assert len(names) == len(set(names))
    assert {"AppId", "AppName", "AppVersion", "DefaultDirName"} <= set(names)


@pytest.mark.parametrize(("section", "entry"), entries())
def test_every_entry_is_of_parameters_its_section_knows(
    section: str, entry: dict[str, str]
) -> None:
    assert set(entry) <= set(PARAMETERS[section].split())
    assert set(entry.get("Flags", "").split()) <= set(FLAGS.get(section, "").split())
    kind = entry.get("ValueType") or entry.get("Type")
    assert kind is None or kind in TYPES[section].split()


def test_every_constant_is_one_that_setup_fills_in() -> None:
    named = re.findall(r"(?<!\{)\{([a-z]+)(?::\w+(?:,\w+)?)?\}", RECIPE)

    assert set(named) <= CONSTANTS
    braces = RECIPE.replace("{{", "")
    assert braces.count("{") == braces.count("}") - RECIPE.count("{{")


def test_every_condition_of_the_preprocessor_is_closed() -> None:
    words = re.findall(r"^\s*#(\w+)", RECIPE, re.MULTILINE)

    assert set(words) <= {"define", "ifdef", "ifndef", "else", "endif", "error"}
    assert sum(word.startswith("if") for word in words) == words.count("endif")
