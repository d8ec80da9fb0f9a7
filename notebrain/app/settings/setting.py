"""What a setting is: name, default, limits, and how it is shown."""

from dataclasses import dataclass
from enum import Enum

from notebrain.domain.i18n import marked

Value = str | int | float | bool


class Group(Enum):
    """A page of the settings, under the name it has in English."""

    APPEARANCE = marked("Appearance")
    EDITOR = marked("Editor")
    CAPTURE = marked("Capture")
    SEARCH = marked("Search")
    INDEX = marked("Index")
    REVIEW = marked("Review")
    ACCOUNT = marked("Cloudflare")
    STORAGE = marked("Storage")
    SHORTCUTS = marked("Shortcuts")
    PRIVACY = marked("Privacy")


class Edit(Enum):
    """How a setting is changed on its page."""

    SWITCH = "switch"
    CHOICE = "choice"
    NUMBER = "number"
    SLIDER = "slider"
    TEXT = "text"
    FONT = "font"
    MONO_FONT = "mono_font"
    LANGUAGE = "language"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting; its texts are `marked`, and put into the user's language when they are shown.

    Attributes:
        help: One line below the title on the settings page.
        choices: The values it takes, or none for any value between `least` and `most`.
        per_workspace: Whether a workspace can have a value of its own.
        renamed_from: A former name, under which an older vault may still keep it.
        group: The page it is shown on; None keeps it off the pages.
        title: What it is called there.
        choice_titles: What the values of `choices` are called there, in their order.
        unit: What follows its number there, e.g. "days".
        step: By how much a slider or a number moves; by its size where it is between 0 and 1.
        shown_as: How it is changed there; None takes what fits its kind of value.
    """

    name: str
    default: Value
    help: str
    choices: tuple[Value, ...] = ()
    least: float | None = None
    most: float | None = None
    per_workspace: bool = False
    renamed_from: str | None = None
    group: Group | None = None
    title: str = ""
    choice_titles: tuple[str, ...] = ()
    unit: str = ""
    step: float = 1.0
    shown_as: Edit | None = None

    @property
    def edit(self) -> Edit:
        """How it is changed on its page."""
        if self.shown_as is not None:
            return self.shown_as
        if self.choices:
            return Edit.CHOICE
        if isinstance(self.default, bool):
            return Edit.SWITCH
        return Edit.TEXT if isinstance(self.default, str) else Edit.NUMBER

    def takes(self, value: Value) -> bool:
        """Whether this is a value it can have."""
        if self.choices:
            return value in self.choices
        if isinstance(self.default, bool) or isinstance(value, bool):
            return isinstance(value, bool) and isinstance(self.default, bool)
        if isinstance(self.default, str) or isinstance(value, str):
            return isinstance(value, str) and isinstance(self.default, str)
        above = self.least is None or value >= self.least
        return above and (self.most is None or value <= self.most)
