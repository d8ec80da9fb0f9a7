"""The tools that make packages, and the recipes for systems other than this one."""

import ast
import importlib
import os
import plistlib
import re
import runpy
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from notebrain.app.system.qt_libraries import LIBRARIES

ROOT = Path(__file__).resolve().parents[3]
PACKAGING = ROOT / "packaging"
PNG = b"\x89PNG\r\n\x1a\n"
HELP = """NoteBrain: take notes - quickly.

  notebrain                       open the window
  notebrain COMMAND …             do one thing

Global options:
  --data-dir DIR          folder of the notes

Exit codes: 0 done, 1 a problem.
"""


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, ModuleType]]:
    monkeypatch.syspath_prepend(str(PACKAGING))
    names = ("debian", "icons", "licenses", "man_page")
    yield {name: importlib.import_module(f"devtools.{name}") for name in names}
    for name in [name for name in sys.modules if name.partition(".")[0] == "devtools"]:
        del sys.modules[name]


def spec_assignments() -> dict[str, Any]:
    """The tables of the build that are plain values."""
    tree = ast.parse((PACKAGING / "notebrain.spec").read_text(encoding="utf-8"))
    found: dict[str, Any] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            try:
                found[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                continue
    return found


@pytest.mark.slow
def test_the_build_leaves_out_nothing_that_the_program_imports() -> None:
    left_out = set(spec_assignments()["LEFT_OUT"])
    last_words = "|".join(name.rpartition(".")[2] for name in left_out)
    imported: set[str] = set()
    for path in (ROOT / "notebrain").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if not re.search(rf"\b({last_words})\b", text):
            continue  # to parse every module takes seconds
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
            elif isinstance(node, ast.Import):
                imported |= {one.name for one in node.names}
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                # numpy loads parts of it by their attribute
                imported.add(f"{'numpy' if node.value.id == 'np' else node.value.id}.{node.attr}")

    assert imported & left_out == set()


def test_the_build_knows_every_module_that_is_loaded_by_a_name_in_a_string() -> None:
    source = (PACKAGING / "notebrain.spec").read_text(encoding="utf-8")
    named: set[str] = set()
    for path in (ROOT / "notebrain").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        named |= set(re.findall(r'import_module\("([\w.]+)"\)', text))

    unseen = {name for name in named if not name.startswith("PySide6")}

    assert unseen
    assert [name for name in sorted(unseen) if f'"{name}"' not in source] == []
    assert [name for name in sorted(unseen) if find_spec(name) is None] == []


def test_the_bundle_of_macos_opens_the_addresses_of_notes_and_stands_in_the_dock() -> None:
    tree = ast.parse((PACKAGING / "notebrain.spec").read_text(encoding="utf-8"))
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    (bundle,) = (one for one in calls if isinstance(one.func, ast.Name) and one.func.id == "BUNDLE")
    values = {one.arg: one.value for one in bundle.keywords}

    keys = plistlib.loads(plistlib.dumps(ast.literal_eval(values["info_plist"])))

    assert keys["CFBundleURLTypes"][0]["CFBundleURLSchemes"] == ["notebrain"]
    assert keys["LSUIElement"] is False
    assert keys["NSHighResolutionCapable"] is True
    assert ast.literal_eval(values["bundle_identifier"]) == "org.notebrain.NoteBrain"


def test_an_icon_of_windows_holds_every_picture_where_it_says(
    tools: dict[str, ModuleType], tmp_path: Path
) -> None:
    tools["icons"].write(ROOT / "resources" / "icons" / "app", tmp_path)

    data = (tmp_path / "notebrain.ico").read_bytes()
    _zero, kind, number = struct.unpack_from("<HHH", data)
    sizes: list[int] = []
    for index in range(number):
        side, _h, _c, _z, _p, _b, length, at = struct.unpack_from("<BBBBHHII", data, 6 + 16 * index)
        picture = data[at : at + length]
        assert picture.startswith(PNG)
        assert struct.unpack_from(">I", picture, 16)[0] == (side or 256)
        sizes.append(side or 256)
    assert (kind, sizes) == (1, list(tools["icons"].ICO_SIZES))


def test_an_icon_of_macos_holds_every_picture_by_its_name(
    tools: dict[str, ModuleType], tmp_path: Path
) -> None:
    tools["icons"].write(ROOT / "resources" / "icons" / "app", tmp_path)

    data = (tmp_path / "notebrain.icns").read_bytes()
    assert data[:4] == b"icns"
    assert struct.unpack_from(">I", data, 4)[0] == len(data)
    at, sizes = 8, {}
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at + 4)
        assert data[at + 8 :].startswith(PNG)
        (sizes[data[at : at + 4]],) = struct.unpack_from(">I", data, at + 8 + 16)
        at += length
    assert sizes == tools["icons"].ICNS_SIZES


def test_the_manual_page_says_what_the_help_says(tools: dict[str, ModuleType]) -> None:
    page = tools["man_page"].page(HELP, "1.2", "2026-11-21").splitlines()

    assert page[0] == '.TH NOTEBRAIN 1 "2026-11-21" "NoteBrain 1.2" "User Commands"'
    assert page[2] == r"notebrain \- take notes \- quickly"
    at = page.index(".SH GLOBAL OPTIONS")
    assert page[at + 1 : at + 4] == [".TP", r".B \-\-data\-dir DIR", "folder of the notes"]
    assert page[-2:] == [".SH EXIT CODES", "0 done, 1 a problem."]


@pytest.mark.skipif(not shutil.which("man"), reason="man is not installed")
def test_the_manual_page_can_be_read(tools: dict[str, ModuleType], tmp_path: Path) -> None:
    page = tmp_path / "notebrain.1"
    page.write_text(tools["man_page"].page(HELP, "1.2", "2026-11-21"), encoding="utf-8")

    done = subprocess.run(
        ["man", "--warnings", "-E", "UTF-8", "-P", "cat", "-l", str(page)],
        env={**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "80"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "open the window" in done.stdout


def test_a_debian_package_asks_for_what_the_window_looks_for(tools: dict[str, ModuleType]) -> None:
    assert tools["debian"]._opened_by_name() == sorted(set(LIBRARIES.values()))


def test_every_desktop_finds_its_files_where_it_looks(
    tools: dict[str, ModuleType], tmp_path: Path
) -> None:
    tools["debian"].lay_desktop_files(tmp_path)

    laid = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert {
        "applications/org.notebrain.NoteBrain.desktop",
        "metainfo/org.notebrain.NoteBrain.metainfo.xml",
        "icons/hicolor/48x48/apps/notebrain.png",
        "icons/hicolor/scalable/apps/notebrain.svg",
    } <= laid


def test_what_the_built_app_starts_gets_the_environment_of_the_user(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/of/the/app")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/of/the/user")
    monkeypatch.setenv("DYLD_LIBRARY_PATH", "/of/the/app")

    runpy.run_path(str(PACKAGING / "clean_environment.py"))

    assert os.environ["LD_LIBRARY_PATH"] == "/of/the/user"
    assert not {"LD_LIBRARY_PATH_ORIG", "DYLD_LIBRARY_PATH"} & set(os.environ)


def test_the_installer_of_windows_takes_what_the_build_makes() -> None:
    recipe = (PACKAGING / "notebrain.iss").read_text(encoding="utf-8")
    defined = dict(re.findall(r'^#define (\w+) (?:\w+ \+ )?"(.+)"$', recipe, re.MULTILINE))
    text = recipe.replace("{#Built}", f"..{defined['Built']}").replace("{#Root}", defined["Root"])
    spec = (PACKAGING / "notebrain.spec").read_text(encoding="utf-8")
    names = set(re.findall(r'program\("([\w-]+)"', spec))
    built = {f"..\\dist\\notebrain\\{name}.exe" for name in names}
    built |= {
        f"..\\dist\\notebrain\\{name}"
        for name in ("_internal\\*", "LICENSE", "THIRD-PARTY-LICENCES.txt")
    }

    assert set(re.findall(r"\{#(\w+)\}", text)) == {"Version"}
    assert set(re.findall(r'^Source: "(.+?)"', text, re.MULTILINE)) == built
    installed = set(re.findall(r"\{app\}\\([\w-]+\.exe)", text))
    assert installed == {f"{name}.exe" for name in names}
    assert re.search(r"^LicenseFile=\.\.\\LICENSE$", text, re.MULTILINE)
    tasks = set(re.findall(r"Tasks: (\w+)", text))
    assert tasks == set(re.findall(r'^Name: "(\w+)"; Description', text, re.MULTILINE))


def test_the_flatpak_takes_files_that_are_there() -> None:
    recipe = (PACKAGING / "org.notebrain.NoteBrain.yml").read_text(encoding="utf-8")

    named = re.findall(r"(?:packaging|resources)/[\w./-]+", recipe.partition("\nid:")[2])

    assert len(named) > 4
    assert [name for name in named if not (ROOT / name).is_file()] == []


@pytest.mark.skipif(not shutil.which("flatpak-builder"), reason="flatpak-builder is not installed")
def test_the_flatpak_is_understood_by_its_builder(tmp_path: Path) -> None:
    recipe = PACKAGING / "org.notebrain.NoteBrain.yml"

    done = subprocess.run(
        ["flatpak-builder", "--show-manifest", str(recipe)],
        cwd=tmp_path,  # it leaves a folder where it runs
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")


def test_the_licenses_of_both_models_come_along(tools: dict[str, ModuleType]) -> None:
    titles = {Path(title).as_posix() for title, _text in tools["licenses"]._shipped()}

    assert {
        f"models/{model}/{name}"
        for model in ("english", "multilingual")
        for name in ("LICENSE", "NOTICE")
    } <= titles
