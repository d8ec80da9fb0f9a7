"""The location of the files that ship with NoteBrain."""

from functools import lru_cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[2]


def resource(*parts: str) -> Path:
    """Return the path of a shipped file or folder, such as `resource("icons", "pin.svg")`."""
    return _root().joinpath(*parts)


@lru_cache(maxsize=1)
def _root() -> Path:
    """Return the folder inside the wheel, or the one in a checkout (an editable install has no copy)."""
    packed = _PACKAGE / "_resources"
    return packed if packed.is_dir() else _PACKAGE.parent / "resources"
