"""Packs the folder of the built app as a Debian package."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from xml.etree import ElementTree as Xml

from devtools import licenses
from devtools.environment import ROOT, Problem

PACKAGING = ROOT / "packaging"
TEMPLATES = PACKAGING / "debian"
DESKTOP_FILE = "org.notebrain.NoteBrain.desktop"
METAINFO = "org.notebrain.NoteBrain.metainfo.xml"
HOME = Path("usr/lib/notebrain")
DOCUMENTS = Path("usr/share/doc/notebrain")
COMPLETIONS = {
    "bash": "bash-completion/completions/notebrain",
    "zsh": "zsh/vendor-completions/_notebrain",
    "fish": "fish/vendor_completions.d/notebrain.fish",
}
_PICTURE = re.compile(r"notebrain-(\d+)\.png")
# who makes a package for others gives their own, as Debian's tools know it: DEBFULLNAME, DEBEMAIL
_MAKER = ("NoteBrain contributors", "contributors@notebrain.invalid")


def lay_desktop_files(share: Path) -> None:
    """Put what a desktop reads (menu, icons, description) where it looks below a `share` folder."""
    applications, about = share / "applications", share / "metainfo"
    for folder in (applications, about):
        folder.mkdir(parents=True)
    shutil.copyfile(PACKAGING / DESKTOP_FILE, applications / DESKTOP_FILE)
    shutil.copyfile(PACKAGING / METAINFO, about / METAINFO)
    pictures = ROOT / "resources" / "icons" / "app"
    for picture in sorted(pictures.iterdir()):
        size = _PICTURE.fullmatch(picture.name)
        if size or picture.name == "notebrain.svg":
            name = f"{size[1]}x{size[1]}" if size else "scalable"
            place = share / "icons" / "hicolor" / name / "apps"
            place.mkdir(parents=True)
            shutil.copyfile(picture, place / f"notebrain{picture.suffix}")


def make(folder: Path, work: Path, target: Path, version: str) -> Path:
    """Make the package from the folder of the built app; return where it is.

    Args:
        folder: The built app; it stays as it is.
        work: A folder to work in; emptied before.
        target: The folder the package goes to.
        version: That of NoteBrain.
    """
    shutil.rmtree(work, ignore_errors=True)
    root = work / "root"
    _lay_program(folder, root)
    depends = _libraries(work, root / HOME)
    lay_desktop_files(root / "usr" / "share")
    _lay_documents(folder, root, version)
    _set_modes(root)
    architecture = _said_by("dpkg", "--print-architecture")
    control = root / "DEBIAN"
    control.mkdir()
    facts = {
        "version": version,
        "architecture": architecture,
        "maker": "{} <{}>".format(*_maker()),
        "size": str(_kibibytes(root)),
        "depends": depends,
    }
    _fill("control", control / "control", facts)
    package = target / f"notebrain_{version}_{architecture}.deb"
    # level 2 takes a tenth of the time of the usual 6; Debian's own checks refuse the faster zstd
    options = ["-Zxz", "-z2", "--root-owner-group"]
    _said_by("dpkg-deb", *options, "--build", str(root), str(package))
    return package


def _lay_program(folder: Path, root: Path) -> None:
    """Lay the app out, without the libraries that the system brings by packages of its own."""
    home = root / HOME
    shutil.copytree(folder, home, symlinks=True)
    shutil.rmtree(home / "share")
    for name in ("LICENSE", "README.txt", licenses.NAME):
        (home / name).unlink()
    for library in (home / "_internal").glob("lib*.so*"):
        # Python's own library would tie the package to one release of Debian
        keep = library.is_symlink() or library.name.startswith("libpython")
        if not keep and licenses.package_of(library.name):
            library.unlink()
    programs = root / "usr" / "bin"
    programs.mkdir(parents=True)
    (programs / "notebrain").symlink_to("../lib/notebrain/notebrain")


def _lay_documents(folder: Path, root: Path, version: str) -> None:
    """Lay out the manual page, the licences and the changes."""
    documents = root / DOCUMENTS
    documents.mkdir(parents=True)
    date = _release_date()
    _fill("copyright", documents / "copyright", {"licence": _indented(ROOT / "LICENSE")})
    _pack(documents / f"{licenses.NAME}.gz", (folder / licenses.NAME).read_text(encoding="utf-8"))
    changes = (TEMPLATES / "changelog").read_text(encoding="utf-8")
    facts = {"version": version, "maker": "{} <{}>".format(*_maker()), "date": date}
    _pack(documents / "changelog.gz", changes.format(**facts))
    _pack(documents / "NEWS.gz", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    _lay_shell_files(root / "usr" / "share")
    overrides = root / "usr" / "share" / "lintian" / "overrides"
    overrides.mkdir(parents=True)
    shutil.copyfile(TEMPLATES / "lintian-overrides", overrides / "notebrain")


def _lay_shell_files(share: Path) -> None:
    """Lay out the manual page, and the completions where each shell looks for them."""
    texts = ROOT / "resources" / "shell"
    manual = share / "man" / "man1" / "notebrain.1.gz"
    manual.parent.mkdir(parents=True)
    _pack(manual, (texts / "notebrain.1").read_text(encoding="utf-8"))
    for shell, place in COMPLETIONS.items():
        target = share / place
        target.parent.mkdir(parents=True)
        shutil.copyfile(texts / f"notebrain.{shell}", target)


def _libraries(work: Path, home: Path) -> str:
    """Return the packages whose libraries the app loads: what it is linked to, and what it opens by name."""
    (work / "debian").mkdir()
    (work / "debian" / "control").write_text(
        "Source: notebrain\n\nPackage: notebrain\nArchitecture: any\n"
    )
    binaries = [
        home / "notebrain",
        *(path for path in home.rglob("*.so*") if not path.is_symlink()),
    ]
    folders = sorted({str(path.parent) for path in binaries})
    done = subprocess.run(
        [
            "dpkg-shlibdeps",
            "-O",
            "--ignore-missing-info",
            "--warnings=0",
            *(f"-l{folder}" for folder in folders),
            *(f"-e{path}" for path in binaries),
        ],
        cwd=work,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Problem(f"dpkg-shlibdeps: {done.stderr.strip()}")
    linked = done.stdout.strip().partition("shlibs:Depends=")[2].split(", ")
    named = {package.partition(" ")[0] for package in linked}
    return ", ".join(sorted([*linked, *(one for one in _opened_by_name() if one not in named)]))


def _opened_by_name() -> list[str]:
    """Return what Qt needs for its window, from the list that the app itself checks."""
    text = (ROOT / "notebrain" / "app" / "system" / "qt_libraries.py").read_text(encoding="utf-8")
    return sorted(set(re.findall(r'^    "lib[^"]+": "([a-z0-9.-]+)",$', text, re.MULTILINE)))


def _maker() -> tuple[str, str]:
    return os.environ.get("DEBFULLNAME", _MAKER[0]), os.environ.get("DEBEMAIL", _MAKER[1])


def _release_day() -> str:
    """Return the day of the newest release, as the description for desktops names it."""
    release = Xml.parse(PACKAGING / METAINFO).find("releases/release")
    return "" if release is None else release.get("date", "")


def _release_date() -> str:
    day = datetime.fromisoformat(_release_day()).replace(tzinfo=UTC)
    return format_datetime(day)


def _indented(path: Path) -> str:
    """Return a text as the value of a field: a blank before every line, a dot on empty ones."""
    lines = path.read_text(encoding="utf-8").strip().splitlines()
    return "\n".join(f" {line}" if line.strip() else " ." for line in lines)


def _fill(template: str, target: Path, facts: dict[str, str]) -> None:
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    target.write_text(text.format(**facts), encoding="utf-8")


def _pack(target: Path, text: str) -> None:
    """Write a compressed text, the same bytes on every day."""
    target.write_bytes(gzip.compress(text.encode(), mtime=0))


def _set_modes(root: Path) -> None:
    """Let everyone read everything, and start the program; a build may have run under any umask."""
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            is_program = path.is_dir() or path == root / HOME / "notebrain"
            path.chmod(0o755 if is_program else 0o644)


def _kibibytes(root: Path) -> int:
    sizes = (path.lstat().st_size for path in root.rglob("*") if not path.is_dir())
    return sum(-(-size // 1024) for size in sizes)


def _said_by(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Problem(f"{command[0]}: {done.stderr.strip()}")
    return done.stdout.strip()
