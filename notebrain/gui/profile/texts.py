"""What the page says about each block, and the examples in empty ones."""

from dataclasses import dataclass
from datetime import datetime

from notebrain.app.notes.profile_texts import how_text
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.profile.blocks import Block, BlockKey, EarlierBlock
from notebrain.gui.core import date_format


@dataclass(frozen=True, slots=True)
class Hint:
    """What belongs into a block.

    Attributes:
        example: Shown in the field while the block is empty.
    """

    purpose: str
    example: str


def hint(key: BlockKey) -> Hint:
    """Return what belongs into a block."""
    return _hints()[key]


def _hints() -> dict[BlockKey, Hint]:
    k = BlockKey
    return {
        k.IDENTITY: Hint(
            _("In a few sentences: what you do, where you live, what made you."),
            _("I am Ana, a landscape gardener in Ulm. I plan small gardens and write about them."),
        ),
        k.WORLDVIEW: Hint(
            _("What you take for granted, and judge by."),
            _("Gardens are for insects first. Old tools last longer."),
        ),
        k.TENSIONS: Hint(
            _("Where two things you want pull in different directions."),
            _("I like tidy plans and wild gardens."),
        ),
        k.RULES: Hint(
            _("What must hold whatever you ask."),
            _("Metric units. Say so if you do not know. Never invent a source."),
        ),
        k.STYLE_GUIDE: Hint(
            _("How a text in your name should sound."),
            _("Short sentences. Plain words. The point comes first."),
        ),
        k.ANTI_PATTERNS: Hint(
            _("Words, habits and tones that you do not want."),
            _("No flattery, no exclamation marks, no lists of three."),
        ),
        k.COMMUNICATION: Hint(
            _("How you want to be talked to."),
            _("First names. The answer first, the reasons after it. One question at a time."),
        ),
        k.EXAMPLES: Hint(
            _("A few passages that you wrote and like."),
            _("The bed is three meters long and forgives everything."),
        ),
        k.USER_PROFILE: Hint(
            _("Facts about you that matter again and again. Review cards may propose more."),
            _("Works Tuesday to Friday. Allergic to nuts. Two children, Ben and Mia."),
        ),
        k.ACTIVE_CONTEXT: Hint(
            _("What you are in the middle of. Review cards may propose changes."),
            _("Planning the school garden until April. Waiting for the soil report."),
        ),
        k.LEARNED_PATTERNS: Hint(
            _("What was noticed about you, and you accepted in the review. Only cards add to it."),
            _("Nothing was learned yet. It appears here once you accept a card about you."),
        ),
        k.SCRATCHPAD: Hint(
            _("Whatever matters for the next days."),
            _("Thursday: bring the plan for the hedge."),
        ),
        k.CUSTOM: Hint(_("What fits nowhere else."), _("My dog is called Kiwi.")),
    }


def intro() -> str:
    """Return what the page is for."""
    return _("Short texts about you. What NoteBrain puts together for a model begins with them.")


def place_text(block: Block) -> str:
    """Return where a block stays, if that is not as the user would expect."""
    if not block.kept_elsewhere:
        return ""
    return _(
        "Another of your computers keeps this block to itself, so this text stays on this computer. Switch "
        "“Local only” off to share it again."
    )


def conflict_text() -> str:
    """Return what happened when two computers wrote at the same time."""
    return _("Two computers changed this block at the same time. The other text is in the history.")


def earlier_line(earlier: EarlierBlock, now: datetime) -> tuple[str, str]:
    """Return the two lines of an earlier text in the list: when it was replaced, and by what."""
    at = earlier.made_at
    when = f"{date_format.day(at, now)}, {date_format.clock_time(at)}"
    size = ngettext("{n} character", "{n} characters", len(earlier.text)).format(
        n=date_format.number(len(earlier.text))
    )
    return when, f"{size}, {how_text(earlier)}"
