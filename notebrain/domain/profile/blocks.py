"""The blocks: what each is for, how long it may be, how important it is, and which part of it is used."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import Final

from notebrain.domain.errors import BadText, NotFound
from notebrain.domain.i18n import _, marked, number, shown
from notebrain.domain.notes.draft import keepable
from notebrain.domain.profile.limits import Keeps, Span, used_span

MOST_CHARACTERS: Final = 100_000
"""How long a block's text may be; only `Rule.limit` characters of it are used."""


class Section(StrEnum):
    """The group a block belongs to."""

    IDENTITY = "identity"
    STYLE = "style"
    CONTEXT = "context"


class BlockKey(StrEnum):
    """The name of a block, in the vault, in the account, on the command line and in files."""

    IDENTITY = "identity"
    WORLDVIEW = "worldview"
    TENSIONS = "tensions"
    RULES = "rules"
    STYLE_GUIDE = "style_guide"
    ANTI_PATTERNS = "anti_patterns"
    COMMUNICATION = "communication"
    EXAMPLES = "examples"
    USER_PROFILE = "user_profile"
    ACTIVE_CONTEXT = "active_context"
    LEARNED_PATTERNS = "learned_patterns"
    SCRATCHPAD = "scratchpad"
    CUSTOM = "custom"


class Learned(StrEnum):
    """Whether review cards may change a block; the program itself never does without one."""

    NEVER = "never"
    TOO = "too"
    """The user writes it, and cards propose changes."""
    ONLY = "only"
    """Only cards add to it; the user may remove lines and go back to an earlier text."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What holds for a block.

    Attributes:
        limit: How many characters of it are used.
        priority: Its place among the blocks, 1 for the most important; no two have the same.
        keeps: Which end of a text above the limit is used.
        name: What the user calls it, marked for translation (see `title`).
    """

    key: BlockKey
    section: Section
    limit: int
    priority: int
    keeps: Keeps
    name: str
    learned: Learned = Learned.NEVER

    @property
    def title(self) -> str:
        """The block's name in the user's language."""
        return shown(self.name)


_OLD, _NEW = Keeps.OLDEST, Keeps.NEWEST
_ROWS: Final = (
    Rule(BlockKey.IDENTITY, Section.IDENTITY, 1200, 2, _OLD, marked("Who you are")),
    Rule(BlockKey.WORLDVIEW, Section.IDENTITY, 1000, 3, _OLD, marked("What you believe in")),
    Rule(BlockKey.TENSIONS, Section.IDENTITY, 800, 4, _OLD, marked("What pulls you both ways")),
    Rule(BlockKey.RULES, Section.IDENTITY, 1500, 1, _OLD, marked("Rules that always hold")),
    Rule(BlockKey.STYLE_GUIDE, Section.STYLE, 1500, 5, _OLD, marked("How you write")),
    Rule(BlockKey.ANTI_PATTERNS, Section.STYLE, 800, 6, _OLD, marked("What you avoid")),
    Rule(BlockKey.COMMUNICATION, Section.STYLE, 800, 7, _OLD, marked("How to talk to you")),
    Rule(BlockKey.EXAMPLES, Section.STYLE, 2000, 8, _NEW, marked("Samples of your writing")),
    Rule(
        BlockKey.USER_PROFILE,
        *(Section.CONTEXT, 1500, 9, _NEW, marked("Facts about you"), Learned.TOO),
    ),
    Rule(
        BlockKey.ACTIVE_CONTEXT,
        *(Section.CONTEXT, 2000, 10, _NEW, marked("What you work on now"), Learned.TOO),
    ),
    Rule(
        BlockKey.LEARNED_PATTERNS,
        *(Section.CONTEXT, 1500, 11, _NEW, marked("What was learned"), Learned.ONLY),
    ),
    Rule(BlockKey.SCRATCHPAD, Section.CONTEXT, 1000, 12, _NEW, marked("Scratchpad")),
    Rule(BlockKey.CUSTOM, Section.CONTEXT, 1000, 13, _NEW, marked("Anything else")),
)
RULES: Final[Mapping[BlockKey, Rule]] = {rule.key: rule for rule in _ROWS}
"""What holds for each block, in the order in which they are shown."""


class Sharing(IntEnum):
    """Whether a block may leave this computer."""

    SHARED = 0
    HERE = 1
    """The user keeps it on this computer."""
    ELSEWHERE = 2
    """Another computer keeps it to itself; the text here stays here until one of the two is shared again."""


@dataclass(frozen=True, slots=True)
class Block:
    """A block with its present text.

    Attributes:
        is_off: Whether it is left out wherever blocks are used; its text stays.
        updated_at: When the text last changed; None if it never had one.
        version: Counts the changes of the text; 0 if it never had one.
    """

    rule: Rule
    text: str = field(default="", repr=False)
    is_off: bool = False
    sharing: Sharing = Sharing.SHARED
    updated_at: datetime | None = None
    version: int = 0

    @property
    def key(self) -> BlockKey:
        """The block's name."""
        return self.rule.key

    @property
    def local_only(self) -> bool:
        """Whether it must not leave this computer."""
        return self.sharing is not Sharing.SHARED

    @property
    def kept_elsewhere(self) -> bool:
        """Whether that is because another computer keeps the block to itself."""
        return self.sharing is Sharing.ELSEWHERE

    @property
    def used(self) -> Span:
        """Which part of the text is used; all of it up to the limit."""
        return used_span(self.text, limit=self.rule.limit, keeps=self.rule.keeps)

    @property
    def used_text(self) -> str:
        """The part of the text that is used, without blank lines around it."""
        return self.text[slice(*self.used)].strip()

    @property
    def unused(self) -> int:
        """How many characters are not used because the text is above the limit."""
        start, end = self.used
        return len(self.text) - (end - start)


@dataclass(frozen=True, slots=True)
class EarlierBlock:
    """An earlier text of a block.

    Attributes:
        written_at: When it was last changed; None if not recorded.
        made_at: When `reason` replaced it.
        reason: What replaced it: `edit restore undo import card sync`, or `conflict`: it is the other one of two texts
            that two computers wrote at the same time.
        local_only: Whether it must not leave this computer.
    """

    id: int
    key: BlockKey
    text: str = field(repr=False)
    written_at: datetime | None
    made_at: datetime
    reason: str
    local_only: bool


def in_order(blocks: Iterable[Block], *, may_leave: bool = False) -> list[Block]:
    """Return the blocks that count, the most important first: those that are on and have a text.

    Args:
        may_leave: Leave out those that are local only, because the texts are to be sent to the account.
    """
    counting = (block for block in blocks if not block.is_off and block.used_text)
    return sorted(
        (block for block in counting if not (may_leave and block.local_only)),
        key=lambda block: block.rule.priority,
    )


def rule_of(name: str) -> Rule:
    """Return the rule of the block with this key; a hyphen counts as an underscore, and case does not count.

    Raises:
        NotFound: There is no such block; the message lists those there are.
    """
    try:
        return RULES[BlockKey(name.strip().lower().replace("-", "_"))]
    except ValueError as error:
        known = ", ".join(RULES)
        raise NotFound(
            _("There is no block “{name}”. The blocks are: {blocks}.").format(
                name=name, blocks=known
            )
        ) from error


def checked(text: str) -> str:
    """Return `text` if a block can hold it.

    Raises:
        BadText: It is too long or has an incomplete character.
    """
    if len(text) > MOST_CHARACTERS:
        raise BadText(
            _(
                "A block holds at most {limit} characters, and this text has {size}. It was not saved; a note has "
                "room for it."
            ).format(limit=number(MOST_CHARACTERS), size=number(len(text)))
        )
    return keepable(text)
