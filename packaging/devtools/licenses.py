"""Collects the licences of what is inside a built app, from where its makers put them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from devtools import environment
from devtools.environment import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "THIRD-PARTY-LICENCES.txt"
_TEXTS = re.compile(
    r"(^|/)(licen[cs]e|copying|notice|authors|thirdpartynotices)[^/]*$", re.IGNORECASE
)
_LINE = "=" * 100
# what wheels of Qt name but do not bring
_ALSO = ("LGPL-3.0.txt", "GPL-3.0.txt")


def write(folder: Path) -> None:
    """Write all licences into one file of the folder of a built app."""
    parts = [(ROOT / "THIRD-PARTY-NOTICES.md").read_text(encoding="utf-8")]
    parts += [f"{_LINE}\n{title}\n{_LINE}\n\n{text.strip()}\n" for title, text in _all(folder)]
    (folder / NAME).write_text("\n".join(parts), encoding="utf-8")


def _all(folder: Path) -> Iterator[tuple[str, str]]:
    yield from _shipped()
    yield "Python", _python_license()
    for distribution in _inside():
        yield from _of_package(distribution)
    for name in _ALSO:
        text = (ROOT / "packaging" / "licences" / name).read_text(encoding="utf-8")
        yield f"Qt, PySide6, shiboken6: {name}", text
    if sys.platform == "linux":
        yield from _of_the_system(folder)


def _shipped() -> Iterator[tuple[str, str]]:
    """Yield the licences of the fonts, the icons and the models."""
    resources = ROOT / "resources"
    for path in [
        *sorted(resources.glob("fonts/OFL-*.txt")),
        resources / "icons" / "LICENSE",
        *sorted(resources.glob("models/*/LICENSE")),
        *sorted(resources.glob("models/*/NOTICE")),
    ]:
        yield str(path.relative_to(resources)), path.read_text(encoding="utf-8")


def _python_license() -> str:
    """Return the licence of the Python that the app is built with."""
    question = (
        "import sysconfig, pathlib; "
        "print(pathlib.Path(sysconfig.get_path('stdlib'), 'LICENSE.txt').read_text(encoding='utf-8'))"
    )
    return subprocess.check_output(
        [environment.python(), "-c", question], text=True, encoding="utf-8"
    )


def _inside() -> list[metadata.Distribution]:
    """Return the packages NoteBrain runs on, and those they run on; PyInstaller too, whose loader starts them."""
    found: dict[str, metadata.Distribution] = {}
    known = {_key(one.name): one for one in metadata.distributions(path=[str(_site_packages())])}
    waiting = ["notebrain"]
    while waiting:
        name = waiting.pop()
        if name in found or name not in known:  # not here: for another system
            continue
        found[name] = known[name]
        for line in known[name].requires or []:
            wanted = re.match(r"[A-Za-z0-9._-]+", line)
            if wanted and not re.search(r"\bextra\s*==", line):
                waiting.append(_key(wanted[0]))
    del found["notebrain"]
    return [found[name] for name in sorted(found)] + [known["pyinstaller"]]


def _of_package(distribution: metadata.Distribution) -> Iterator[tuple[str, str]]:
    """Yield the texts a package brings, else what it says of its licence."""
    title = f"{distribution.name} {distribution.version}"
    beside = {".dist-info", distribution.name}  # a few packages keep them among their modules
    texts = [
        path
        for path in distribution.files or []
        if {Path(path.parts[0]).suffix, str(path.parent)} & beside
    ]
    texts = [path for path in texts if _TEXTS.search(path.as_posix())]
    for path in texts:
        text = Path(str(path.locate())).read_text(encoding="utf-8", errors="replace")
        yield f"{title}: {path.name}", text
    if not texts:
        about = distribution.metadata
        named = (about[field] for field in ("License-Expression", "License") if field in about)
        yield title, next(filter(None, named), "see above")


def _of_the_system(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the licences of the libraries that come from Debian's packages."""
    if not shutil.which("dpkg-query"):
        return
    seen: set[str] = set()
    for path in sorted((folder / "_internal").glob("lib*.so*")):
        of_python = path.name.startswith("libpython")  # which may be another than Debian's
        package = None if path.is_symlink() or of_python else package_of(path.name)
        if package and package not in seen:
            seen.add(package)
            text = Path("/usr/share/doc", package, "copyright").read_text(encoding="utf-8")
            yield f"{path.name} (package {package})", text


def package_of(library: str) -> str | None:
    """Return the Debian package that brings a library, None for one that comes from elsewhere."""
    done = subprocess.run(
        ["dpkg-query", "-S", f"*/lib/*-linux-gnu*/{library}"],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.partition(":")[0] or None


def _site_packages() -> Path:
    question = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return Path(subprocess.check_output([environment.python(), "-c", question], text=True).strip())


def _key(name: str) -> str:
    return re.sub(r"[._-]+", "-", name).lower()
