r"""The blocks as one Markdown file, which people can read and edit, and the way back without any loss.

Each block stands between two comments, which no Markdown viewer shows. What lies outside of them, and the heading below
the first one, is for readers only.

Example:
    >>> block = Block(RULES[BlockKey.RULES], "Be brief.", is_off=True)
    >>> print(to_markdown([block]), end="")
    # About you
    <BLANKLINE>
    <!-- notebrain-profile 1 -->
    <BLANKLINE>
    <!-- block rules off -->
    ## Rules that always hold
    <BLANKLINE>
    Be brief.
    <!-- end rules -->
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.profile.blocks import RULES, Block, BlockKey, checked

_MARK: Final = "<!-- notebrain-profile 1 -->"
_OFF, _HERE = "off", "local-only"
_BLOCK: Final = re.compile(
    r"^<!-- block (?P<key>[a-z_]+)(?P<marks>(?: [a-z-]+)*) -->\n"
    r"(?:##[^\n]*\n)?\n?(?P<text>.*?)\n?^<!-- end (?P=key) -->$",
    re.DOTALL | re.MULTILINE,
)
# A line of a text that would end it gets a backslash, and one that has backslashes before such a mark gets one more.
_LOOKS_LIKE_MARK: Final = re.compile(r"^(?=\\*<!-- end )", re.MULTILINE)
_ESCAPED: Final = re.compile(r"^\\(?=\\*<!-- end )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FiledBlock:
    """A block as a file has it."""

    key: BlockKey
    text: str = field(repr=False)
    is_off: bool = False
    local_only: bool = False


def to_markdown(blocks: Iterable[Block]) -> str:
    """Return a file with the blocks that have a text or are not as they were at first."""
    parts = [f"# {_('About you')}\n\n{_MARK}\n"]
    for block in blocks:
        marks = [
            name for name, is_set in ((_OFF, block.is_off), (_HERE, block.local_only)) if is_set
        ]
        if not block.text and not marks:
            continue
        text = _LOOKS_LIKE_MARK.sub(r"\\", block.text)
        start = " ".join(["block", block.key.value, *marks])
        parts.append(
            f"\n<!-- {start} -->\n## {block.rule.title}\n\n{text}\n<!-- end {block.key.value} -->\n"
        )
    return "".join(parts)


def is_profile(text: str) -> bool:
    """Return whether a Markdown file has blocks rather than a note."""
    return f"\n{_MARK}" in text[:1000].replace("\r\n", "\n")


def from_markdown(text: str) -> Sequence[FiledBlock]:
    """Return the blocks in a file, in its order; blocks of a newer version are left out.

    Raises:
        UserError: It is not a file with blocks, or one of them cannot be kept.
    """
    if not is_profile(text):
        raise UserError(_("This file has no blocks of a profile. NoteBrain writes one on export."))
    if f"{_MARK}\r\n" in text:  # another program wrote the file anew, with its own line ends
        text = text.replace("\r\n", "\n")
    found: dict[BlockKey, FiledBlock] = {}
    for one in _BLOCK.finditer(text):
        if one["key"] not in RULES:
            continue
        key, marks = BlockKey(one["key"]), one["marks"].split()
        body = checked(_ESCAPED.sub("", one["text"]))
        found[key] = FiledBlock(key, body, _OFF in marks, _HERE in marks)
    return list(found.values())
