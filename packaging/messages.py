"""Brings the translations up to date: source texts -> notebrain.pot -> every language's .po -> .mo.

    python3 packaging/dev.py messages             write what changed
    python3 packaging/dev.py messages --check     only tell, and fail, where something would change

To begin a language: make the folder resources/locale/<language>/LC_MESSAGES, and run it.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from devtools import catalogue
from devtools.catalogue import Entry, Key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "notebrain"
LOCALE = ROOT / "resources" / "locale"
TEMPLATE = LOCALE / "notebrain.pot"

# by function, the names of its text arguments
FUNCTIONS = {
    "_": ("text",),
    "marked": ("text",),
    "ngettext": ("text", "plural"),
    "pgettext": ("context", "text"),
}
HEADER = Key(None, "", None)
HEADER_TEXT = (
    "Project-Id-Version: NoteBrain\n"
    "Language: {language}\n"
    "MIME-Version: 1.0\n"
    "Content-Type: text/plain; charset=UTF-8\n"
    "Content-Transfer-Encoding: 8bit\n"
    "Plural-Forms: nplurals=2; plural=(n != 1);\n"
)


class Sources:
    """The texts of the source, and what is wrong with them."""

    def __init__(self) -> None:
        self.entries: dict[Key, Entry] = {}
        self.faults: list[str] = []

    def read(self, path: Path) -> None:
        """Take in the texts of one module."""
        where = path.relative_to(ROOT).as_posix()
        for call in _calls(path):
            if not all(isinstance(argument, ast.Constant) for argument in _texts_of(call)):
                self.faults.append(f"{where}:{call.lineno}: a text has to be a plain string")
                continue
            key = _key(call)
            entry = self.entries.setdefault(key, Entry(key))
            note = f"#: {where}"
            if note not in entry.notes:
                entry.notes.append(note)


def _calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in FUNCTIONS
        ):
            yield node


def _texts_of(call: ast.Call) -> list[ast.expr]:
    assert isinstance(call.func, ast.Name)
    return call.args[: len(FUNCTIONS[call.func.id])]


def _key(call: ast.Call) -> Key:
    assert isinstance(call.func, ast.Name)
    values = [argument.value for argument in _texts_of(call) if isinstance(argument, ast.Constant)]
    parts = dict(zip(FUNCTIONS[call.func.id], map(str, values), strict=True))
    return Key(parts.get("context"), parts["text"], parts.get("plural"))


def extract() -> Sources:
    """Return every text of the program."""
    sources = Sources()
    for path in sorted(SOURCES.rglob("*.py")):
        if path != SOURCES / "domain" / "messages.py":
            sources.read(path)
    return sources


def header(language: str) -> Entry:
    """Return the entry that says what a catalogue is."""
    return Entry(HEADER, [HEADER_TEXT.format(language=language)])


def merged(texts: Iterable[Entry], old: dict[Key, Entry], language: str) -> list[Entry]:
    """Return the texts of today with the translations of yesterday."""
    entries = [old.get(HEADER) or header(language)]
    for text in texts:
        known = old.get(text.key)
        entries.append(Entry(text.key, known.forms if known else [], text.notes))
    return entries


def wrong_places(entry: Entry) -> bool:
    """Tell whether a translation has other places to fill in than its text."""
    allowed = _places(entry.key.text) | _places(entry.key.plural or "")
    return any(not _places(form) <= allowed for form in entry.forms if form)


def _places(text: str) -> Counter[str]:
    return Counter(set(re.findall(r"\{[^{}]*\}|%\(\w+\)[sr]|%[sr]", text)))


class Writer:
    """Writes files, or only notes which ones would change."""

    def __init__(self, *, only_check: bool) -> None:
        self._only_check = only_check
        self.changed: list[str] = []

    def write(self, path: Path, content: bytes) -> None:
        """Bring one file up to date."""
        if path.exists() and path.read_bytes() == content:
            return
        self.changed.append(path.relative_to(ROOT).as_posix())
        if not self._only_check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def update(writer: Writer, sources: Sources) -> None:
    """Bring the template and every language up to date."""
    texts = [sources.entries[key] for key in sorted(sources.entries, key=lambda key: key.text)]
    writer.write(TEMPLATE, catalogue.as_po([header(""), *texts]).encode())
    for folder in sorted(LOCALE.glob("*/LC_MESSAGES")):
        language, path = folder.parent.name, folder / "notebrain.po"
        old = catalogue.read_po(path) if path.exists() else {}
        entries = merged(texts, old, language)
        sources.faults += [f"{language}: {e.key.text!r}" for e in entries if wrong_places(e)]
        done = sum(entry.is_translated for entry in entries[1:])
        print(f"{language}: {done} of {len(texts)} texts")
        writer.write(path, catalogue.as_po(entries).encode())
        writer.write(folder / "notebrain.mo", catalogue.as_mo(entries))


def main() -> int:
    """Do it; the exit code is 1 where a fault or, with --check, a change was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing, fail if needed")
    only_check = parser.parse_args().check
    sources, writer = extract(), Writer(only_check=only_check)
    update(writer, sources)
    for fault in sources.faults:
        print(f"fault: {fault}")
    for path in writer.changed:
        print(f"{'out of date' if only_check else 'wrote'}: {path}")
    if only_check and writer.changed:
        print("Run: python3 packaging/dev.py messages")
    return 1 if sources.faults or (only_check and writer.changed) else 0


if __name__ == "__main__":
    sys.exit(main())
