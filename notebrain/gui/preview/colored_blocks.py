"""Callouts and code as HTML: recognized as in the live text, and in the same colors.

Classes name what a part is (`callout-tip`, `keyword`); `colors` says how they look, for Qt and for browsers.
"""

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from notebrain.gui.editor.code_syntax import LANGUAGES, code_spans
from notebrain.gui.editor.formats import CALLOUT_COLORS, ink_of
from notebrain.gui.editor.markdown_syntax import LONGEST, callout_at, callout_of
from notebrain.gui.editor.text_style import Span, Style, flat
from notebrain.gui.theme.colors import Tokens

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

_CODE: Final = {Style.COMMENT: "comment", Style.VALUE: "value", Style.KEYWORD: "keyword"}
_MOST_COLORED: Final = 20_000
"""How many characters of a code block are colored; Qt inserts a block in one piece, and each color takes its time."""


def colors(tokens: Tokens) -> str:
    """Return the rules of a style sheet that color code and callouts."""
    rules = [f".{name} {{ color: {ink_of(style, tokens)}; }}" for style, name in _CODE.items()]
    for kind, (tint, ink) in CALLOUT_COLORS.items():
        name, color = kind.name.lower(), getattr(tokens, ink)
        rules += (
            f".callout-{name} {{ background-color: {getattr(tokens, tint)}; border-color: {color}; }}",
            f".bar-{name} {{ background-color: {color}; }}",
            f".title-{name} {{ color: {color}; font-weight: 600; }}",
        )
    return "\n".join(rules)


def add_colors(parser: "MarkdownIt") -> None:
    """Let a parser read callouts, and color fenced code where its rules write no HTML of their own."""
    parser.core.ruler.before("inline", "callouts", _callouts)
    parser.options["highlight"] = _highlight


def _highlight(code: str, language: str, _more: str) -> str:
    return code_html(code, language)


def code_html(code: str, language: str) -> str:
    """Return code with its comments, values and reserved words in spans.

    Args:
        language: What stands after the fence.
    """
    words = language.split()
    kind, within, left = LANGUAGES.get(words[0].lower(), 0) if words else 0, 0, _MOST_COLORED
    lines: list[str] = []
    for line in code.split("\n"):
        spans: Sequence[Span] = ()
        if left > 0:
            spans, within = code_spans(line[:LONGEST], kind, within)
        left -= len(line) + 1
        lines.append("".join(_parts(line, flat(spans))))
    return "\n".join(lines)


def _parts(line: str, spans: Sequence[Span]) -> Iterator[str]:
    at = 0
    for start, end, style in spans:
        name = next((name for flag, name in _CODE.items() if style & flag), None)
        if name is None:
            continue
        yield escape(line[at:start])
        yield f'<span class="{name}">{escape(line[start:end])}</span>'
        at = end
    yield escape(line[at:])


def _callouts(state: "StateCore") -> None:
    """Turn quotes whose first line names a kind into callouts; the rest of that line, or the kind, is the title."""
    tokens: list[Token] = []
    for token in state.tokens:
        tokens.append(token)
        if token.type == "inline" and [one.type for one in tokens[-3:-1]] == _BEGINS:
            found = callout_at(token.content)
            if found is not None:
                _entitle(tokens, *found[1:])
    state.tokens = tokens


def _entitle(tokens: "list[Token]", end: int, kind: str) -> None:
    """Make the last tokens, with which a quote begins, those of a callout: its title, and then what is below it."""
    quote, paragraph, words = tokens[-3:]
    name = callout_of(kind).name.lower()
    quote.attrs["class"], paragraph.attrs["class"] = f"callout-{name}", f"title title-{name}"
    title, _break, below = words.content[end:].partition("\n")
    if below.strip():
        first, last = words.map or [0, 0]
        tokens += (
            paragraph.copy(type="paragraph_close", nesting=-1, attrs={}),
            paragraph.copy(attrs={}),
            words.copy(content=below, children=[], map=[first + 1, last]),
        )
    words.content = title.strip() or kind.capitalize()


_BEGINS: Final = ["blockquote_open", "paragraph_open"]
