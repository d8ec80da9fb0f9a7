"""The colors of code: comments, strings, numbers and reserved words of thirty languages, one line at a time.

Not Pygments: its lexers read a block from its top, and each key press in a long block would start there again. Here a
line is colored from what the line before it left open, as Qt's highlighter asks for it, with one pattern per language.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from notebrain.gui.editor.text_style import Span, Style


class Language(NamedTuple):
    """What one family of languages writes alike.

    Attributes:
        names: The names after a fence that mean it.
        comment: The pattern of what begins a comment that ends with its line; empty if there is none.
        long: What may span lines: how it begins, how it ends, and its style.
        words: The reserved words, separated by spaces.
    """

    names: str
    comment: str = ""
    long: tuple[tuple[str, str, Style], ...] = ()
    words: str = ""
    any_case: bool = False


_C = (("/*", "*/", Style.COMMENT),)
_XML = (("<!--", "-->", Style.COMMENT),)
_PYTHON = (('"""', '"""', Style.VALUE), ("'''", "'''", Style.VALUE))
_FLOW = "if else for while do switch case default break continue return "
_OOP = "class interface enum extends implements public private protected static final abstract new this super "
_TRY = "try catch finally throw throws "
_JS = (
    _FLOW
    + _TRY
    + "class extends new this super static const let var function async await yield of in import export "
    "from as typeof instanceof delete void null undefined true false get set "
)
_LANGUAGES = (
    Language(""),
    Language(
        "python py python3 pyi", "#", _PYTHON,
        "False None True and as assert async await break class continue def del elif else except finally for from "
        "global if import in is lambda match nonlocal not or pass raise return self try while with yield",
    ),
    Language("javascript js jsx mjs node", "//", (*_C, ("`", "`", Style.VALUE)), _JS),
    Language(
        "typescript ts tsx", "//", (*_C, ("`", "`", Style.VALUE)),
        _JS + "interface type enum implements public private protected readonly declare namespace abstract keyof "
        "string number boolean any unknown never",
    ),
    Language(
        "java", "//", _C,
        _FLOW + _OOP + _TRY + "import package void int long double float boolean char byte short null true false "
        "instanceof synchronized var record sealed",
    ),
    Language(
        "c h cpp c++ cc hpp cxx arduino ino", "//", _C,
        _FLOW + "goto sizeof struct union enum typedef static extern const volatile inline void int long short char "
        "float double unsigned signed bool auto class public private protected virtual override template typename "
        "namespace using new delete this try catch throw nullptr true false NULL constexpr operator",
    ),
    Language(
        "csharp cs c#", "//", _C,
        _FLOW + _OOP + _TRY + "using namespace void int long double float bool string char decimal object var null "
        "true false is as in out ref foreach async await override virtual sealed readonly const struct get set record",
    ),
    Language(
        "go golang", "//", (*_C, ("`", "`", Style.VALUE)),
        "break case chan const continue default defer else fallthrough for func go goto if import interface map "
        "package range return select struct switch type var nil true false string int bool error byte rune",
    ),
    Language(
        "rust rs", "//", _C,
        "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod "
        "move mut pub ref return self Self static struct super trait true type unsafe use where while",
    ),
    Language(
        "swift", "//", _C,
        _FLOW + "func let var class struct enum protocol extension import guard in is as nil true false self super "
        "init deinit throw throws try catch async await public private internal fileprivate static override where",
    ),
    Language(
        "kotlin kt kts", "//", (*_C, ('"""', '"""', Style.VALUE)),
        _FLOW + _TRY + "fun val var class object interface when is in as null true false this super import package "
        "override open data sealed companion suspend private public internal",
    ),
    Language(
        "dart scala groovy", "//", (*_C, ('"""', '"""', Style.VALUE)),
        _FLOW + _OOP + _TRY + "import void var val def final const null true false async await in is as with object "
        "trait match required late extends override",
    ),
    Language(
        "php", r"//|\#", _C,
        _FLOW + _OOP + _TRY + "function echo use namespace require include foreach as null true false const var "
        "global fn match elseif endif array",
    ),
    Language(
        "ruby rb", "#", (("=begin", "=end", Style.COMMENT),),
        "alias and begin break case class def do else elsif end ensure false for if in module next nil not or redo "
        "require rescue retry return self super then true undef unless until when while yield attr_accessor",
    ),
    Language(
        "sh bash zsh shell console fish", "#", (),
        "if then else elif fi for in do done while until case esac function return local export exit set unset "
        "source alias echo cd sudo read shift trap",
    ),
    Language(
        "powershell ps1 pwsh", "#", (("<#", "#>", Style.COMMENT),),
        "if else elseif foreach for while do switch function param return try catch finally throw begin process end "
        "in break continue",
        any_case=True,
    ),
    Language(
        "sql sqlite mysql postgresql psql plsql", "--", _C,
        "select from where and or not insert into values update set delete create table index view drop alter add "
        "column primary key foreign references join left right inner outer full cross on as group by order having "
        "limit offset union all distinct case when then else end is null like in between exists count sum min max avg "
        "begin commit rollback transaction with returning default unique check integer text real blob varchar int",
        any_case=True,
    ),
    Language("html xml svg xhtml vue xsl", "", _XML, ""),
    Language("css scss less sass", "//", _C, "important media import charset font-face keyframes supports"),
    Language("json json5 jsonc", "//", _C, "true false null"),
    Language("yaml yml", "#", (), "true false null yes no on off"),
    Language("toml", "#", (*_PYTHON,), "true false"),
    Language("ini cfg conf properties env editorconfig desktop", "[;#]", (), "true false yes no"),
    Language(
        "lua", "--", (("[[", "]]", Style.VALUE),),
        "and break do else elseif end false for function goto if in local nil not or repeat return then true until "
        "while",
    ),
    Language(
        "r julia", "#", (),
        "if else for while repeat function return next break in TRUE FALSE NULL NA library end begin module using "
        "import struct const let true false nothing",
    ),
    Language(
        "perl pl", "#", (),
        "my our local sub use package if elsif else unless while until for foreach return last next die print and or "
        "not eq ne qw",
    ),
    Language(
        "haskell hs elm purescript", "--", (("{-", "-}", Style.COMMENT),),
        "module import where let in do case of if then else data type newtype class instance deriving infix qualified "
        "as hiding forall",
    ),
    Language(
        "dockerfile docker containerfile", "#", (),
        "FROM RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL HEALTHCHECK "
        "SHELL AS",
    ),
    Language("make makefile cmake ninja", "#", (), "ifeq ifneq ifdef ifndef else endif include define endef export"),
    Language(
        "lisp clojure clj scheme racket elisp", ";", (),
        "def defn defun defmacro let if cond when lambda fn do loop recur ns require set quote nil true false",
    ),
    Language(
        "elixir ex erlang erl", r"\#|%", (('"""', '"""', Style.VALUE),),
        "def defp defmodule do end if else case cond fn when with import alias use require true false nil after",
    ),
    Language(
        "nix tex latex matlab octave fortran pascal asm", r"\#|%|;", (),
        "if then else end function let in with begin for while return import",
    ),
    Language("diff patch"),
)  # fmt: skip
LANGUAGES = {name: kind for kind, one in enumerate(_LANGUAGES) for name in one.names.split()}
"""The number of a language by the name after a fence."""
_DIFF = LANGUAGES["diff"]
_MARKUP = LANGUAGES["html"]
_TAG = r"(?P<word></?[A-Za-z][\w:-]*|/?>)"


@cache
def _pattern(kind: int) -> re.Pattern[str]:
    """Return what to look for in a line of this language; made when it is first needed."""
    one = _LANGUAGES[kind]
    parts = [f"(?P<long{number}>{re.escape(long[0])})" for number, long in enumerate(one.long)]
    if one.comment:
        parts.append(rf"(?P<comment>(?:^|(?<=[\s;{{}}(),]))(?:{one.comment}).*)")
    parts.append(r"""(?P<value>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?<![\w.])\d[\w.:]*)""")
    if kind == _MARKUP:
        parts.append(_TAG)
    elif one.words:
        words = "|".join(map(re.escape, sorted(set(one.words.split()), reverse=True)))
        parts.append(rf"(?P<word>(?<![\w.$@-])(?:{words})(?![\w-]))")
    return re.compile("|".join(parts), re.IGNORECASE if one.any_case else 0)


def code_spans(line: str, kind: int, within: int = 0) -> tuple[list[Span], int]:
    """Return the colored spans of a line of code, and what it leaves open.

    Args:
        kind: The language, from `LANGUAGES`; 0 means any other.
        within: What the line before left open: 0 nothing, else one more than the place in `Language.long`.
    """
    kind = kind if kind < len(_LANGUAGES) else 0
    spans = [Span(0, len(line), Style.CODE)]
    if kind == _DIFF:
        spans += _diff_spans(line)
        return spans, 0
    at, long = 0, _LANGUAGES[kind].long
    if 0 < within <= len(long):
        _begin, end, style = long[within - 1]
        close = line.find(end)
        at = len(line) if close < 0 else close + len(end)
        spans.append(Span(0, at, style))
        if close < 0:
            return spans, within
    while found := _pattern(kind).search(line, at):
        group = found.lastgroup or ""
        at = max(found.end(), at + 1)
        if group.startswith("long"):
            number = int(group.removeprefix("long"))
            _begin, end, style = long[number]
            close = line.find(end, found.end())
            at = len(line) if close < 0 else close + len(end)
            spans.append(Span(found.start(), at, style))
            if close < 0:
                return spans, number + 1
        else:
            spans.append(Span(found.start(), found.end(), _STYLES[group]))
    return spans, 0


_STYLES = {"comment": Style.COMMENT, "value": Style.VALUE, "word": Style.KEYWORD}


def _diff_spans(line: str) -> Iterator[Span]:
    if line.startswith(("@@", "diff ", "index ", "+++", "---")):
        yield Span(0, len(line), Style.COMMENT)
    elif line.startswith("+"):
        yield Span(0, len(line), Style.KEYWORD)
    elif line.startswith("-"):
        yield Span(0, len(line), Style.VALUE)
