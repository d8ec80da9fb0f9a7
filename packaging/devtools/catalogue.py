"""Catalogues of translations: reads and writes `.po`, compiles `.mo`."""

from __future__ import annotations

import ast
import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MO_MAGIC = 0x950412DE


class Key(NamedTuple):
    """What a text is looked up by."""

    context: str | None
    text: str
    plural: str | None


@dataclass
class Entry:
    """A text, where it is used, and its translation: one form, or one per plural form."""

    key: Key
    forms: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def is_translated(self) -> bool:
        """Tell whether every form has a translation."""
        return bool(self.forms) and all(self.forms)


def read_po(path: Path) -> dict[Key, Entry]:
    """Return the entries of a `.po` file, the header under the empty text."""
    entries: dict[Key, Entry] = {}
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        entry = _read_block(block)
        if entry is not None:
            entries[entry.key] = entry
    return entries


def _read_block(block: str) -> Entry | None:
    parts: dict[str, str] = {}
    notes: list[str] = []
    name = ""
    for line in block.splitlines():
        if line.startswith("#"):
            notes.append(line)
        elif line.startswith('"'):
            parts[name] += ast.literal_eval(line)
        elif line:
            name, _space, quoted = line.partition(" ")
            parts[name] = ast.literal_eval(quoted)
    if "msgid" not in parts:
        return None
    key = Key(parts.get("msgctxt"), parts["msgid"], parts.get("msgid_plural"))
    forms = [parts[name] for name in sorted(parts) if name.startswith("msgstr")]
    return Entry(key, forms, notes)


def write_po(path: Path, entries: Iterable[Entry]) -> None:
    """Write the entries, the header first."""
    path.write_text(as_po(entries), encoding="utf-8", newline="\n")


def as_po(entries: Iterable[Entry]) -> str:
    """Return the text of a `.po` file."""
    return "\n".join(_block(entry) for entry in entries)


def _block(entry: Entry) -> str:
    lines = list(entry.notes)
    if entry.key.context is not None:
        lines.append(f"msgctxt {_quoted(entry.key.context)}")
    lines.append(f"msgid {_quoted(entry.key.text)}")
    if entry.key.plural is None:
        lines.append(f"msgstr {_quoted(entry.forms[0] if entry.forms else '')}")
    else:
        lines.append(f"msgid_plural {_quoted(entry.key.plural)}")
        forms = entry.forms or ["", ""]
        lines += [f"msgstr[{i}] {_quoted(form)}" for i, form in enumerate(forms)]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Return the text in quotes, a text of several lines as one string per line."""
    lines = text.splitlines(keepends=True)
    quoted = [_escaped(line) for line in lines] or ['""']
    return quoted[0] if len(quoted) == 1 else "\n".join(['""', *quoted])


def _escaped(text: str) -> str:
    for character, escape in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(character, escape)
    return f'"{text}"'


def as_mo(entries: Iterable[Entry]) -> bytes:
    """Return the compiled catalogue: what is translated, sorted as gettext wants it."""
    pairs = sorted(_pair(entry) for entry in entries if entry.is_translated)
    table = 7 * 4
    ids_at = table + 2 * 8 * len(pairs)
    ids = b"".join(text + b"\0" for text, _translation in pairs)
    translations = b"".join(translation + b"\0" for _text, translation in pairs)
    index = [_offsets([text for text, _ in pairs], ids_at)]
    index.append(_offsets([translation for _, translation in pairs], ids_at + len(ids)))
    head = struct.pack("<7I", MO_MAGIC, 0, len(pairs), table, table + 8 * len(pairs), 0, 0)
    return head + b"".join(index) + ids + translations


def _pair(entry: Entry) -> tuple[bytes, bytes]:
    text = entry.key.text if entry.key.plural is None else f"{entry.key.text}\0{entry.key.plural}"
    if entry.key.context is not None:
        text = f"{entry.key.context}\x04{text}"
    return text.encode(), "\0".join(entry.forms).encode()


def _offsets(strings: list[bytes], start: int) -> bytes:
    packed = b""
    for string in strings:
        packed += struct.pack("<2I", len(string), start)
        start += len(string) + 1
    return packed
