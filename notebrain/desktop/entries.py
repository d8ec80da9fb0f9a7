"""Desktop entries of Linux desktops, and the list of which program opens what."""

import re
from collections.abc import Sequence

_RESERVED = re.compile(r"[\s\"'\\><~|&;$*?#()`]")
_IN_QUOTES = re.compile(r"[\"`$\\]")
_DEFAULTS = "[Default Applications]"


def exec_line(command: Sequence[str]) -> str:
    r"""Return a command as the value of `Exec=` quotes it.

    Example:
        >>> exec_line(["/opt/My Notes/notebrain", "100%"])
        '"/opt/My Notes/notebrain" 100%%'
    """
    return " ".join(_argument(one) for one in command)


def entry_value(text: str, key: str) -> str:
    """Return the value of a key of the first group; empty without one."""
    group = text.partition("[Desktop Entry]")[2].partition("\n[")[0]
    found = re.search(rf"^{re.escape(key)}\s*=\s*(.*)$", group, re.MULTILINE)
    return found[1].strip() if found else ""


def try_line(command: Sequence[str]) -> str:
    """Return the line by which desktops pass over an entry whose program was removed."""
    return "TryExec=" + command[0].replace("\\", "\\\\")


def with_commands(entry: str, command: Sequence[str]) -> str:
    """Return a desktop entry that starts `command` in the place of `notebrain`, while there is such a program."""
    started = re.sub(
        r"^Exec=notebrain\b", lambda _m: f"Exec={exec_line(command)}", entry, flags=re.MULTILINE
    )
    return started.replace("\nExec=", f"\n{try_line(command)}\nExec=", 1)


def default_of(mimeapps: str, kind: str) -> str:
    """Return which desktop file opens a kind of thing; empty where none was chosen."""
    for line in _lines_of_defaults(mimeapps):
        name, _equals, value = line.partition("=")
        if name.strip() == kind:
            return value.split(";")[0].strip()
    return ""


def with_default(mimeapps: str, kind: str, desktop_file: str) -> str:
    """Return the list with this choice; all other lines stay as they are."""
    rest = without_default(mimeapps, kind)
    line = f"{kind}={desktop_file}"
    if _DEFAULTS not in rest.splitlines():
        return f"{rest.rstrip()}\n\n{_DEFAULTS}\n{line}\n".lstrip()
    return rest.replace(f"{_DEFAULTS}\n", f"{_DEFAULTS}\n{line}\n", 1)


def without_default(mimeapps: str, kind: str) -> str:
    """Return the list without a choice for this kind; empty where nothing else stood in it."""
    kept: list[str] = []
    inside = False
    for line in mimeapps.splitlines():
        inside = line.strip() == _DEFAULTS if line.startswith("[") else inside
        if not (inside and line.partition("=")[0].strip() == kind):
            kept.append(line)
    if len(kept) == len(mimeapps.splitlines()):
        return mimeapps
    says = any(line.strip() not in ("", _DEFAULTS) for line in kept)
    return "\n".join(kept) + "\n" if says else ""


def _lines_of_defaults(mimeapps: str) -> list[str]:
    inside = False
    found: list[str] = []
    for line in mimeapps.splitlines():
        inside = line.strip() == _DEFAULTS if line.startswith("[") else inside
        if inside:
            found.append(line)
    return found


def _argument(text: str) -> str:
    text = text.replace("%", "%%")
    if text and not _RESERVED.search(text):
        return text
    # first the rule of the quotes, then that of every value of such a file
    quoted = _IN_QUOTES.sub(lambda m: f"\\{m[0]}", text).replace("\\", "\\\\")
    return f'"{quoted}"'
