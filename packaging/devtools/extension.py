"""Packs the clipper for browsers: the files of packaging/extension, the icons, and the version of the program."""

from __future__ import annotations

import json
import re
import zipfile
from typing import TYPE_CHECKING

from devtools.environment import ROOT

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = ROOT / "packaging" / "extension"
ICONS = ROOT / "resources" / "icons" / "app"
SIZES = (48, 128)
# the same files make the same archive, whenever it is made
_WHEN = (1980, 1, 1, 0, 0, 0)


def build(target: Path) -> Path:
    """Write the archive that Chrome, Edge and Firefox take."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files().items()):
            info = zipfile.ZipInfo(name, _WHEN)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return target


def files() -> dict[str, bytes]:
    """Return the files of the archive by name."""
    found = {
        path.relative_to(FOLDER).as_posix(): path.read_bytes()
        for path in FOLDER.rglob("*")
        if path.is_file()
    }
    for size in SIZES:
        found[f"icon{size}.png"] = (ICONS / f"notebrain-{size}.png").read_bytes()
    manifest = json.loads(found["manifest.json"])
    manifest["version"] = version()
    found["manifest.json"] = json.dumps(manifest, indent=2).encode() + b"\n"
    return found


def version() -> str:
    """Return the version of the program, in the form that browsers take."""
    text = (ROOT / "notebrain" / "version.py").read_text("utf-8")
    said = re.search(r'__version__ = "(\d+(?:\.\d+){0,3})', text)
    return said[1] if said else "0"
