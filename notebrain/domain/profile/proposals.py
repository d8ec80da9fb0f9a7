"""What a review card may change in a block: add a line, replace one, or remove one."""

import re
from dataclasses import dataclass, field
from typing import Final

from notebrain.domain.notes.draft import keepable
from notebrain.domain.profile.blocks import (
    MOST_CHARACTERS,
    RULES,
    Block,
    BlockKey,
    Learned,
)

MOST_LINE: Final = 400
"""How long a proposed line may be, in characters."""

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_BULLET: Final = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change of a block that the user is asked about.

    Attributes:
        add: The line to add at the end, or to put in place of `replaces`; empty to remove that line.
        replaces: A line of the text, without blanks around it; empty if nothing is replaced.
    """

    key: BlockKey
    add: str = field(repr=False)
    replaces: str = field(default="", repr=False)


def propose(block: Block, add: str, *, replaces: str = "") -> Proposal | None:
    """Return the proposal to add a line to a block; None if it would change nothing or is not allowed.

    It is not allowed for a block that is not learned (see `Learned`) or is off, and for a text longer than `MOST_LINE`.

    Args:
        add: One line; line breaks and runs of blanks become one blank.
        replaces: A line of the present text that it replaces.
    """
    line, old = " ".join(add.split()), replaces.strip()
    if block.rule.learned is Learned.NEVER or block.is_off or len(line) > MOST_LINE:
        return None
    keepable(line)
    proposal = Proposal(block.key, line, old)
    return None if with_proposal(block.text, proposal) is None else proposal


def with_proposal(text: str, proposal: Proposal) -> str | None:
    r"""Return a block's text with a proposal carried out; None if that changes nothing or is not possible any more.

    Example:
        >>> with_proposal("Likes tea.", Proposal(BlockKey.USER_PROFILE, "Lives in Ulm."))
        'Likes tea.\nLives in Ulm.'
    """
    lines = _LINE.findall(text)
    if proposal.replaces:
        place = next((n for n, line in enumerate(lines) if line.strip() == proposal.replaces), None)
        if place is None or proposal.add == proposal.replaces:
            return None
        kept = lines[place][len(lines[place].rstrip("\r\n")) :]
        lines[place] = f"{proposal.add}{kept}" if proposal.add else ""
        return "".join(lines)
    if not proposal.add or any(_says(line) == _says(proposal.add) for line in lines):
        return None
    end = "" if not text or text.endswith(("\n", "\r")) else _line_end(text)
    changed = f"{text}{end}{proposal.add}"
    return changed if len(changed) <= MOST_CHARACTERS else None


def may_write(key: BlockKey, old: str, new: str) -> bool:
    r"""Return whether the user may give a block this text: into one that only cards fill, nothing may be typed.

    Example:
        >>> may_write(BlockKey.LEARNED_PATTERNS, "One\nTwo\nThree", "One\nThree")
        True
        >>> may_write(BlockKey.LEARNED_PATTERNS, "One", "Two")
        False
    """
    if RULES[key].learned is not Learned.ONLY:
        return True
    left = iter([line.strip() for line in _LINE.findall(old)])
    return all(line.strip() in left for line in _LINE.findall(new) if line.strip())


def _says(line: str) -> str:
    """Return what a line says, regardless of case, list marks and blanks."""
    return " ".join(_BULLET.sub("", line).split()).rstrip(".").casefold()


def _line_end(text: str) -> str:
    found = re.search(r"\r\n|\r|\n", text)
    return found.group() if found else "\n"
