"""The settings of the search: what its page of the settings shows, in that order.

Apart from the table because the two together would be too long.
"""

from collections.abc import Sequence

from notebrain.app.settings.setting import Edit, Group, Setting, Value
from notebrain.domain.i18n import marked

PROFILE = Setting(
    "search.profile",
    "balanced",
    marked("The profile of the search; all but “Timeless” prefer recent notes"),
    ("balanced", "strict", "timeless", "memory"),
    per_workspace=True,
    group=Group.SEARCH,
    title=marked("How much age counts"),
    choice_titles=(marked("Balanced"), marked("Strict"), marked("Timeless"), marked("Memory")),
)
HALF_LIFE = Setting(
    "search.half_life_days",
    30.0,
    marked("The half-life: the shorter it is, the sooner old notes rank lower"),
    least=0.1,
    most=36500.0,
    per_workspace=True,
    group=Group.SEARCH,
    title=marked("Recency halves every"),
    unit=marked("days"),
)
FLOOR = Setting(
    "search.floor",
    0.9,
    marked("The share of its score that a note keeps however old it is"),
    least=0.0,
    most=1.0,
    per_workspace=True,
    group=Group.SEARCH,
    title=marked("Old notes keep at least"),
    unit="%",
    step=0.05,
    shown_as=Edit.SLIDER,
)
ALPHA = Setting(
    "search.alpha",
    0.5,
    marked("At 100% only the words you type count, at 0% only what they mean"),
    least=0.0,
    most=1.0,
    per_workspace=True,
    group=Group.SEARCH,
    title=marked("Words against meaning"),
    unit="%",
    step=0.05,
    shown_as=Edit.SLIDER,
)
FUSION = Setting(
    "search.fusion",
    "scores",
    marked(
        "By scores, it counts how well a note matches; by ranks, only how many others match better"
    ),
    ("scores", "rrf"),
    per_workspace=True,
    group=Group.SEARCH,
    title=marked("Words and meaning are put together"),
    choice_titles=(marked("By scores"), marked("By ranks")),
)
SEARCH_HITS = Setting(
    "search.hits",
    50,
    marked("How many notes a search lists at most"),
    least=5,
    most=500,
    group=Group.SEARCH,
    title=marked("Notes found"),
    unit=marked("notes"),
    step=5,
)
SEARCH_MODEL = Setting(
    "search.model",
    "local",
    marked(
        "In your account, it sees what you search for; notes kept on this computer are found by words"
    ),
    ("local", "account"),
    group=Group.SEARCH,
    title=marked("Meaning is compared by"),
    choice_titles=(marked("The model on this computer"), marked("The model in your account")),
)
KEEP_RECENT = Setting(
    "search.keep_recent",
    True,
    marked("Your last searches are offered again; they stay on this computer"),
    group=Group.SEARCH,
    title=marked("Keep recent searches"),
)

ROWS: Sequence[Setting[Value]] = (
    *(PROFILE, HALF_LIFE, FLOOR, ALPHA),
    *(FUSION, SEARCH_HITS, SEARCH_MODEL, KEEP_RECENT),
)
