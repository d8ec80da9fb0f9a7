"""Footnotes: `[^name]` in a text, and `[^name]: …` on a line of its own for what it says."""

import re
from collections.abc import MutableMapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

NOTE, MARK = "#fn-", "#fnref-"
"""Prefixes of the addresses of links to a footnote, and from it back to its mark in the text."""

_NAMED: Final = re.compile(r"\[\^([^\[\]\s]+)\]")
_SAID: Final = re.compile(r"\[\^([^\[\]\s]+)\]:[ \t]*(.*)")
_INDENT: Final = 2


_LINK: Final = re.compile(r'<a name="fn(?:ref)?-\d+" href="#fn(?:ref)?-\d+">(\d+)</a>')


def without_links(html: str) -> str:
    """Return rendered HTML whose footnotes have numbers, but no links, for paper."""
    return _LINK.sub(r"\1", html)


def with_places(html: str, of: str) -> str:
    """Return rendered HTML in which the places of footnotes begin with these letters, for pages with several notes."""
    return _LINK.sub(lambda found: found[0].replace("fn", f"{of}-fn"), html)


def add_footnotes(parser: "MarkdownIt") -> None:
    """Let a parser read footnotes; they stay where they are written, numbered as they are mentioned."""
    parser.block.ruler.before(
        "reference", "footnote", _definition, {"alt": ["paragraph", "reference"]}
    )
    parser.inline.ruler.before("link", "footnote_mark", _mark)
    parser.add_render_rule("footnote_open", _opened)
    parser.add_render_rule("footnote_close", _closed)
    parser.add_render_rule("footnote_mark", _marked)


def _numbers(env: MutableMapping[str, Any]) -> dict[str, int]:
    """Return the number of each footnote that is defined; 0 until it is mentioned."""
    return cast("dict[str, int]", env.setdefault("footnotes", {}))


def _definition(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
    found = None if state.is_code_block(start) else _SAID.match(_line(state, start))
    if found is None:
        return False
    if silent:
        return True
    lines, after = [found[2]], start + 1
    while after < end and not state.isEmpty(after) and state.sCount[after] >= _INDENT:
        lines.append(_line(state, after))
        after += 1
    label = found[1].casefold()
    _numbers(state.env).setdefault(label, 0)
    opened = state.push("footnote_open", "p", 1)
    opened.map, opened.meta = [start, after], {"label": label}
    said = state.push("inline", "", 0)
    said.map, said.content, said.children = [start, after], "\n".join(lines), []
    state.push("footnote_close", "p", -1)
    state.line = after
    return True


def _line(state: "StateBlock", number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def _mark(state: "StateInline", silent: bool) -> bool:
    found = _NAMED.match(state.src, state.pos)
    numbers = _numbers(state.env)
    if found is None or (label := found[1].casefold()) not in numbers:
        return False
    if not silent:
        numbers[label] = numbers[label] or max(numbers.values()) + 1
        state.push("footnote_mark", "sup", 0).meta = {"label": label}
    state.pos = found.end()
    return True


def _opened(
    _self: object, tokens: Sequence["Token"], at: int, _options: object, env: dict[str, Any]
) -> str:
    label = tokens[at].meta["label"]
    number = _numbers(env)[label]
    if not number:
        return f'<p class="foot">{escape(label)} '
    return f'<p class="foot"><a name="fn-{number}" href="{MARK}{number}">{number}</a> '


def _closed(*_more: object) -> str:
    return "</p>\n"


def _marked(
    _self: object, tokens: Sequence["Token"], at: int, _options: object, env: dict[str, Any]
) -> str:
    number = _numbers(env)[tokens[at].meta["label"]]
    return f'<sup><a name="fnref-{number}" href="{NOTE}{number}">{number}</a></sup>'
