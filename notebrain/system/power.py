"""Whether the computer runs on mains power; where nobody can tell, it does."""

import ctypes
import subprocess
import sys
from pathlib import Path

_SUPPLIES = Path("/sys/class/power_supply")
_UNPLUGGED = 0
_ANSWERS_WITHIN_S = 5.0


def is_on_mains(supplies: Path = _SUPPLIES) -> bool:
    """Return whether no battery is being used up (on macOS, this starts a program for some 20 ms)."""
    if sys.platform == "win32":
        return _is_plugged_in()
    if sys.platform == "darwin":
        return not _says_battery()
    return not any(_is_used_up(supply) for supply in _in(supplies))


def _in(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _is_used_up(supply: Path) -> bool:
    """Return whether this is a battery of the computer itself, not of a mouse, and it is not charged."""
    return (
        _read(supply / "type") == "Battery"
        and _read(supply / "scope") != "Device"
        and _read(supply / "status") == "Discharging"
    )


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:  # many supplies have only some of these files
        return ""


if sys.platform == "win32":

    class _Status(ctypes.Structure):
        """SYSTEM_POWER_STATUS."""

        _fields_ = (
            ("line", ctypes.c_ubyte),
            ("battery_flag", ctypes.c_ubyte),
            ("percent", ctypes.c_ubyte),
            ("saver", ctypes.c_ubyte),
            ("left_s", ctypes.c_ulong),
            ("full_s", ctypes.c_ulong),
        )

    def _is_plugged_in() -> bool:
        status = _Status()
        if not ctypes.windll.kernel32.GetSystemPowerStatus(ctypes.byref(status)):
            return True
        return bool(status.line != _UNPLUGGED)


def _says_battery() -> bool:
    try:
        said = subprocess.run(
            ["/usr/bin/pmset", "-g", "batt"],
            capture_output=True,
            check=False,
            timeout=_ANSWERS_WITHIN_S,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return b"'Battery Power'" in said.stdout
