"""The settings of the review.

Apart from the table because they are many, and because the last two are not choices: no page offers them.
"""

from collections.abc import Sequence

from notebrain.app.settings.setting import Edit, Group, Setting, Value
from notebrain.domain.i18n import marked

REVIEW_ON = Setting(
    "review.on",
    True,
    marked("Notes that repeat, replace or contradict each other appear in Review; none is changed"),
    per_workspace=True,
    group=Group.REVIEW,
    title=marked("Compare notes with each other"),
)
REVIEW_QUIET_TAGS = Setting(
    "review.quiet_tags",
    "",
    marked("Notes with one of these tags are not compared"),
    group=Group.REVIEW,
    title=marked("Never compare notes tagged"),
)
REVIEW_QUIET_FRAMES = Setting(
    "review.quiet_frames",
    "",
    marked(
        "Two notes with this first line, up to a colon, are not compared; # is any number; separated by semicolons"
    ),
    group=Group.REVIEW,
    title=marked("Never compare notes with the first line"),
)
REVIEW_QUIET_FOLDERS = Setting(
    "review.quiet_folders",
    "",
    marked(
        "Two notes that were both imported from one of these are not compared; separated by semicolons"
    ),
    group=Group.REVIEW,
    title=marked("Never compare notes from the folders"),
)
REVIEW_PER_DAY = Setting(
    "review.per_day",
    30,
    marked(
        "The most certain come first, the others on the following days; exact repeats do not count"
    ),
    least=1,
    most=1000,
    group=Group.REVIEW,
    title=marked("Maximum new cards per day"),
    unit=marked("cards"),
)
REVIEW_SAME = Setting(
    "review.same_from",
    0.56,
    marked(
        "From this similarity on, notes in different words can say the same; unless you set it, your notes decide"
    ),
    least=0.3,
    most=1.0,
    group=Group.REVIEW,
    title=marked("Repeats are at least this similar"),
    unit="%",
    step=0.01,
    shown_as=Edit.SLIDER,
)
REVIEW_FLAGGED = Setting(
    "review.flagged_from",
    0.85,
    marked(
        "From this similarity on, notes get a card even without another reason; unless you set it, your notes decide"
    ),
    least=0.3,
    most=1.0,
    group=Group.REVIEW,
    title=marked("Worth a card from this similarity on"),
    unit="%",
    step=0.01,
    shown_as=Edit.SLIDER,
)
REVIEW_ASKS = Setting(
    "review.ask_model",
    "unsure",
    marked(
        "Sends both notes of a card to a model in your account, but never a note that stays on this computer; uses "
        "at most half of the daily budget"
    ),
    ("never", "unsure", "always"),
    group=Group.REVIEW,
    title=marked("Ask the model in your account"),
    choice_titles=(marked("Never"), marked("When unsure"), marked("Always")),
)
REVIEW_QUIETER = Setting(
    "review.quieter", "", "From which confidence on each kind of card comes up"
)
REVIEW_APPLIED = Setting("review.applied", "", "Where cards were withdrawn in places not compared")

ROWS: Sequence[Setting[Value]] = (
    REVIEW_ON,
    REVIEW_QUIET_TAGS,
    REVIEW_QUIET_FRAMES,
    REVIEW_QUIET_FOLDERS,
    REVIEW_PER_DAY,
    REVIEW_SAME,
    REVIEW_FLAGGED,
    REVIEW_ASKS,
    REVIEW_QUIETER,
    REVIEW_APPLIED,
)
