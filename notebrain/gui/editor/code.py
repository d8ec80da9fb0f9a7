"""Just enough of a code block's language to set numbers, texts and comments apart."""

import re
from collections.abc import Iterator

from notebrain.gui.editor.styles import Span, Style

_VALUE = r"(?P<value>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|(?<![\w.])\d[\w.:]*)"
_COMMENTS = (
    ("", ()),
    ("#", ("py", "python", "sh", "bash", "zsh", "yaml", "yml", "toml", "rb", "ruby", "r", "make",
           "perl", "conf", "dockerfile")),
    (r"[;#]", ("ini", "cfg", "properties", "lisp", "asm", "clojure")),
    ("//", ("c", "cpp", "c++", "h", "js", "javascript", "ts", "typescript", "java", "go", "rust",
            "rs", "swift", "kotlin", "cs", "json5", "jsonc", "scss", "php", "dart")),
    ("--", ("sql", "lua", "haskell", "hs", "ada", "elm")),
)  # fmt: skip
LANGUAGES = {name: kind for kind, (_mark, names) in enumerate(_COMMENTS) for name in names}
_RULES = tuple(
    re.compile(_VALUE + (rf"|(?P<comment>(?:^|(?<=\s))(?:{mark}).*)" if mark else ""))
    for mark, _names in _COMMENTS
)


def code_spans(line: str, kind: int) -> Iterator[Span]:
    """Yield what stands out in a line of code; `kind` comes from `LANGUAGES`, 0 is any other."""
    yield Span(0, len(line), Style.CODE)
    for found in _RULES[kind if kind < len(_RULES) else 0].finditer(line):
        style = Style.VALUE if found.lastgroup == "value" else Style.COMMENT
        yield Span(found.start(), found.end(), style)
