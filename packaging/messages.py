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
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, cast

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileParser, write_po

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parent.parent
# by function, how many of its arguments are texts
FUNCTIONS = {"_": 1, "marked": 1, "ngettext": 2, "pgettext": 2}
HEADER = (
    "Project-Id-Version: NoteBrain\n"
    "Language: {language}\n"
    "MIME-Version: 1.0\n"
    "Content-Type: text/plain; charset=UTF-8\n"
    "Content-Transfer-Encoding: 8bit\n"
    "Plural-Forms: {plurals}\n"
)


class TextCatalog(Catalog):
    """A catalog that changes only with its texts: Babel's header holds the current time and Babel's version."""

    def __init__(self, language: str = "") -> None:
        super().__init__(language or None, header_comment="#")
        self.header = HEADER.format(language=language, plurals=self.plural_forms)

    def __setitem__(self, text: str | tuple[str, ...] | list[str], message: Message) -> None:
        # Babel guesses the other flags, and sees a placeholder in "100 % only words"
        message.flags &= {"fuzzy"}
        if not text:
            self.header = str(message.string)
        super().__setitem__(text, message)

    def __iter__(self) -> Iterator[Message]:
        _header, *messages = super().__iter__()
        yield from (Message("", self.header), *messages)


def extract(root: Path) -> tuple[TextCatalog, list[str]]:
    """Return every text of the program, and the calls whose texts cannot be read.

    Babel's own extraction reads tokens. It misses calls inside f-strings before Python 3.12, and it reads
    `_("a" if x else "b")` as the text "ab".
    """
    template, faults = TextCatalog(), list[str]()
    files = [(root / folder).rglob("*.py") for folder in ("notebrain", "packaging/screenshots")]
    for path in sorted(chain.from_iterable(files)):
        where = path.relative_to(root).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS:
                    arguments = node.args[: FUNCTIONS[name]]
                    values = [one.value for one in arguments if isinstance(one, ast.Constant)]
                    texts = [value for value in values if isinstance(value, str)]
                    if len(texts) < FUNCTIONS[name]:
                        faults.append(f"{where}:{node.lineno}: a text has to be a plain string")
                        continue
                    context = texts.pop(0) if name == "pgettext" else None
                    text = tuple(texts) if name == "ngettext" else texts[0]
                    # without a line: it would change with every edit above
                    place = cast("tuple[str, int]", (where, None))
                    template.add(text, locations=[place], context=context)
    return template, faults


def translate(template: TextCatalog, path: Path) -> TextCatalog:
    """Return the texts of the template with the translations of a .po file."""
    catalog = TextCatalog(path.parent.parent.name)
    if path.exists():
        with path.open("rb") as file:
            PoFileParser(catalog, ignore_obsolete=True, abort_invalid=True).parse(file)
    for message in catalog:
        current = template.get(message.id, message.context)
        if current and current.id != message.id:  # Babel does not compare plurals
            message.flags.add("fuzzy")
    catalog.update(template, no_fuzzy_matching=True)
    return catalog


def is_translated(message: Message) -> bool:
    """Tell whether every form of a text has a translation to rely on."""
    forms = message.string
    return bool(forms) and all(forms or ()) and not message.fuzzy


def placeholders(texts: str | Sequence[str] | None) -> set[str]:
    """Return what the program fills in when it shows the texts."""
    joined = texts if isinstance(texts, str) else "\n".join(texts or ())
    return set(re.findall(r"\{[^{}]*\}|%\(\w+\)[sr]|%[sr]", joined))


def po(catalog: TextCatalog) -> bytes:
    """Return the catalog as people read it."""
    write_po(file := BytesIO(), catalog, width=0, sort_output=True, ignore_obsolete=True)
    return file.getvalue().rstrip() + b"\n"


def mo(catalog: TextCatalog) -> bytes:
    """Return the catalog as the program reads it."""
    write_mo(file := BytesIO(), catalog)
    return file.getvalue()


def build(root: Path) -> tuple[dict[Path, bytes], list[str]]:
    """Return what the template and the files of each language should hold, and the faults."""
    template, faults = extract(root)
    locale = root / "resources" / "locale"
    files = {locale / "notebrain.pot": po(template)}
    for folder in sorted(locale.glob("*/LC_MESSAGES")):
        language, catalog = folder.parent.name, translate(template, folder / "notebrain.po")
        wrong = [one for one in catalog if not placeholders(one.string) <= placeholders(one.id)]
        faults += [f"{language}: {message.id!r}" for message in wrong]
        files[folder / "notebrain.po"] = po(catalog)
        for message in [one for one in catalog if not is_translated(one)]:
            catalog.delete(message.id, message.context)
        files[folder / "notebrain.mo"] = mo(catalog)
        print(f"{language}: {len(catalog)} of {len(template)} texts")
    return files, faults


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Do it; the exit code is 1 where a fault or, with --check, a change was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing, fail if needed")
    only_check = parser.parse_args(arguments).check
    files, faults = build(root)
    changed = [path for path in files if not path.exists() or path.read_bytes() != files[path]]
    for fault in faults:
        print(f"fault: {fault}")
    for path in changed:
        print(f"{'out of date' if only_check else 'wrote'}: {path.relative_to(root).as_posix()}")
        if not only_check:
            path.write_bytes(files[path])
    if only_check and changed:
        print("Run: python3 packaging/dev.py messages")
    return 1 if faults or (only_check and changed) else 0


if __name__ == "__main__":
    sys.exit(main())
