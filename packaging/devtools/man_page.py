"""The manual page, made from what `notebrain --help` says, so that there is one text."""

from __future__ import annotations

import re

_SECTION = re.compile(r"^(\S.*):$")
_ENTRY = re.compile(r"^  (\S.*?)(?: {2,}(\S.*))?$")


def page(text: str, version: str, date: str) -> str:
    """Return the page in the language of `man`.

    Args:
        text: The help: a line "name: what it does", then sections of entries, each "  what  what for".
        version: That of the program.
        date: Of the release, e.g. 2026-11-21.
    """
    first, *lines = text.strip().splitlines()
    purpose = first.partition(": ")[2].rstrip(".")
    page = [
        f'.TH NOTEBRAIN 1 "{date}" "NoteBrain {version}" "User Commands"',
        ".SH NAME",
        f"notebrain \\- {_plain(purpose)}",
        ".SH SYNOPSIS",
    ]
    for line in lines:
        section, entry = _SECTION.match(line), _ENTRY.match(line)
        if section:
            page.append(f".SH {_plain(section[1]).upper()}")
        elif entry:
            page += [".TP", f".B {_plain(entry[1])}", _plain(entry[2] or "")]
        elif line.strip():
            title, colon, rest = line.partition(": ")
            page += (
                [f".SH {_plain(title).upper()}", _plain(rest)] if colon else [".PP", _plain(line)]
            )
    return "\n".join(page) + "\n"


def _plain(text: str) -> str:
    """Return text in which nothing is a command of the page."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
