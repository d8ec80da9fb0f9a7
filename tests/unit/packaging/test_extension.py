"""The archive of the clipper for browsers."""

import json
import re
import zipfile
from pathlib import Path

from devtools import extension
from notebrain.version import __version__


def test_the_archive_has_what_the_manifest_names(tmp_path: Path) -> None:
    with zipfile.ZipFile(extension.build(tmp_path / "clipper.zip")) as archive:
        names = set(archive.namelist())
        manifest = json.loads(archive.read("manifest.json"))

    background = manifest["background"]
    assert manifest["manifest_version"] == 3
    assert __version__.startswith(manifest["version"])
    assert {
        manifest["action"]["default_popup"],
        *manifest["icons"].values(),
        *background["scripts"],
        background["service_worker"],
    } <= names


def test_the_same_files_make_the_same_archive(tmp_path: Path) -> None:
    one, other = (extension.build(tmp_path / name).read_bytes() for name in ("a.zip", "b.zip"))

    assert one == other


def test_the_extension_asks_for_no_site_but_this_computer() -> None:
    manifest = json.loads(extension.files()["manifest.json"])

    assert manifest["host_permissions"] == ["http://127.0.0.1/*"]
    assert "tabs" not in manifest["permissions"]
    assert "content_scripts" not in manifest


def test_every_text_is_there_in_each_language() -> None:
    files = extension.files()
    catalogs = {
        name: json.loads(data) for name, data in files.items() if name.endswith("messages.json")
    }
    code = b"".join(data for name, data in files.items() if name.endswith((".js", ".html")))
    used = set(re.findall(r'data-text="(\w+)"', code.decode()))
    used |= set(re.findall(r'\btext\("(\w+)"', code.decode()))

    first, *others = catalogs.values()
    assert len(catalogs) == 2
    assert all(other.keys() == first.keys() for other in others)
    assert used <= first.keys()
