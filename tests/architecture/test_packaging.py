"""What ships beside the program fits the program."""

import ast
import re
import shutil
import subprocess
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from notebrain.app.core.paths import APP_ID
from notebrain.version import __version__

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
LOCKS = [PACKAGING / f"requirements{group}.lock" for group in ("", "-dev", "-package")]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def names(requirements: list[str]) -> set[str]:
    found = (re.match(r"[A-Za-z0-9._-]+", line) for line in requirements)
    return {re.sub(r"[._-]+", "-", match[0]).lower() for match in found if match}


def pins(lock: Path) -> list[tuple[str, str]]:
    return re.findall(r"^([a-z0-9-]+)==([^ ;]+)", lock.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("program", ["desktop-file-validate", "appstreamcli"])
def test_the_desktop_accepts_its_files(program: str) -> None:
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    command = {
        "desktop-file-validate": ["desktop-file-validate", f"{APP_ID}.desktop"],
        "appstreamcli": [
            "appstreamcli",
            "validate",
            "--no-net",
            f"{APP_ID}.metainfo.xml",
        ],
    }[program]

    done = subprocess.run(command, cwd=PACKAGING, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


def test_the_newest_release_that_the_desktop_shows_is_this_version() -> None:
    tree = Xml.parse(PACKAGING / f"{APP_ID}.metainfo.xml")

    release = tree.find("releases/release")

    assert release is not None
    assert release.get("version") == __version__


def test_every_dependency_is_locked() -> None:
    groups = PROJECT["dependency-groups"]
    grouped = [line for group in ("dev", "build", "package") for line in groups[group]]
    wanted = names([*PROJECT["project"]["dependencies"], *grouped])

    locked = names(
        [line for lock in LOCKS for line in lock.read_text(encoding="utf-8").splitlines()]
    )

    assert wanted <= locked


def test_the_locks_name_no_address() -> None:
    assert not [lock.name for lock in LOCKS if "://" in lock.read_text(encoding="utf-8")]


@pytest.mark.parametrize("on_top", LOCKS[1:], ids=lambda lock: lock.stem)
def test_the_locks_agree_with_each_other(on_top: Path) -> None:
    run, more = set(pins(LOCKS[0])), set(pins(on_top))

    both = {name for name, _version in run} & {name for name, _version in more}

    assert {pin for pin in run if pin[0] in both} == {pin for pin in more if pin[0] in both}


def test_every_runtime_dependency_is_named_in_the_notices() -> None:
    notices = (ROOT / "THIRD-PARTY-NOTICES.md").read_text(encoding="utf-8").lower()
    notices = re.sub(r"[._]", "-", notices)
    build_only = {
        "hatchling",
        "editables",
        "pathspec",
        "pluggy",
        "tomlkit",
        "trove-classifiers",
        "pyreadline3",
    }
    lines = [line for line in LOCKS[0].read_text(encoding="utf-8").splitlines() if "==" in line]

    missing = {name for name in names(lines) - build_only if name not in notices}

    assert missing == set()


def test_the_door_can_be_read_by_a_python_that_is_too_old() -> None:
    source = (PACKAGING / "dev.py").read_text(encoding="utf-8")

    tree = ast.parse(source, feature_version=(3, 7))

    assert "main" in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_the_tools_do_not_import_each_other_in_a_cycle() -> None:
    imports = {path.stem: imported_tools(path) for path in (PACKAGING / "devtools").glob("*.py")}

    TopologicalSorter(imports).prepare()  # raises CycleError

    assert "environment" in imports["commands"]


def imported_tools(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "devtools":
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("devtools."):
            found.add(str(node.module).removeprefix("devtools."))
    return found


def test_every_resource_goes_into_the_wheel_but_the_pictures_of_the_readme() -> None:
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]

    sources = [Path(source) for source in wheel["force-include"]]
    packed = {source.name for source in sources if source.parts[0] == "resources"}

    folders = {path.name for path in (ROOT / "resources").iterdir() if path.is_dir()}
    assert packed == folders - {"screenshots"}
    assert all((ROOT / source).exists() for source in sources)


def test_the_readme_shows_pictures_that_are_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    pictures = re.findall(r"\]\((\S+\.png)\)", readme)

    assert pictures
    assert [picture for picture in pictures if not (ROOT / picture).is_file()] == []
