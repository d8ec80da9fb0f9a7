"""What people read about blocks, in the window and on the command line."""

from notebrain.domain.i18n import _, ngettext, number
from notebrain.domain.profile.blocks import RULES, Block, BlockKey, EarlierBlock, Section
from notebrain.domain.profile.limits import Keeps


def section_title(section: Section) -> str:
    """Return the name of a group of blocks."""
    return {
        Section.IDENTITY: _("Identity"),
        Section.STYLE: _("Style"),
        Section.CONTEXT: _("Context"),
    }[section]


def block_name(key: str) -> str:
    """Return the name of a block in a sentence, by its key; one of a newer version has only the key."""
    title = RULES[BlockKey(key)].title if key in RULES else key
    return _("Block “{title}”").format(title=title)


def size_text(block: Block) -> str:
    """Return how much of a block's room is filled.

    Example:
        >>> size_text(Block(RULES[BlockKey.RULES], "Be brief."))
        '9 of 1,500'
    """
    return _("{n} of {limit}").format(n=number(len(block.text)), limit=number(block.rule.limit))


def unused_text(block: Block) -> str:
    """Return the sentence that says which part of a block is not used; empty if all of it is."""
    if not block.unused:
        return ""
    if block.rule.keeps is Keeps.OLDEST:
        text = ngettext(
            "The text is longer than the limit: the last {n} character is not used.",
            "The text is longer than the limit: the last {n} characters are not used.",
            block.unused,
        )
    else:
        text = ngettext(
            "The text is longer than the limit: the first {n} character is not used.",
            "The text is longer than the limit: the first {n} characters are not used.",
            block.unused,
        )
    return text.format(n=number(block.unused))


def state_texts(block: Block) -> list[str]:
    """Return what is special about a block, in a word or two each."""
    states = (
        (block.is_off, _("off")),
        (block.local_only, _("local only")),
        (block.unused > 0, _("above the limit")),
    )
    return [text for is_so, text in states if is_so]


def how_text(earlier: EarlierBlock) -> str:
    """Return what replaced an earlier text."""
    known = {
        "edit": _("before an edit"),
        "restore": _("before an earlier text was restored"),
        "undo": _("before an undo"),
        "import": _("before an import"),
        "card": _("before a review card was accepted"),
        "sync": _("before a change on another computer"),
        "conflict": _("the other one of two texts written at the same time"),
    }
    return known.get(earlier.reason, earlier.reason)
