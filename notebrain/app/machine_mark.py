"""What tells one copy of a vault from any other: on which computer it is, and in which folder."""

import hashlib
import platform
import uuid
from pathlib import Path

_PLACES = (Path("/etc/machine-id"), Path("/var/lib/dbus/machine-id"))


def machine_mark(folder: Path) -> str:
    """Return a mark of this copy of a vault; it cannot be read back."""
    text = f"notebrain\n{_machine()}\n{folder.resolve()}"
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:32]


def host_name() -> str:
    """Return what this computer is called in its system."""
    return platform.node()


def _machine() -> str:
    for place in _PLACES:
        try:
            return place.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            continue
    return f"{platform.node()} {uuid.getnode()}"
