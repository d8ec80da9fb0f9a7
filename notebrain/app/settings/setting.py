"""The definition of a setting: name, default, limits, and how it is shown."""

from dataclasses import dataclass
from enum import Enum

from notebrain.domain.i18n import marked

Value = str | int | float | bool


class Group(Enum):
    """A page of the settings; the value is its name in English."""

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
    """How a setting is edited on its page."""

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
    """A setting; its texts are `marked` and translated when shown.

    Attributes:
        help: A line below the title on the settings page.
        choices: The allowed values; empty for any value between `least` and `most`.
        per_workspace: Whether a workspace can have its own value.
        renamed_from: A former name that an older vault may still use.
        group: The page that shows it; None hides it.
        title: Its title on the page.
        choice_titles: The titles of `choices` on the page, in the same order.
        unit: The unit after the number on the page, such as "days".
        step: By how much a slider or number field changes the value; may be a fraction.
        shown_as: How it is edited on the page; None picks what fits its type.
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
        """How it is edited on its page."""
        if self.shown_as is not None:
            return self.shown_as
        if self.choices:
            return Edit.CHOICE
        if isinstance(self.default, bool):
            return Edit.SWITCH
        return Edit.TEXT if isinstance(self.default, str) else Edit.NUMBER

    def takes(self, value: Value) -> bool:
        """Whether the setting can have this value."""
        if self.choices:
            return value in self.choices
        if isinstance(self.default, bool) or isinstance(value, bool):
            return isinstance(value, bool) and isinstance(self.default, bool)
        if isinstance(self.default, str) or isinstance(value, str):
            return isinstance(value, str) and isinstance(self.default, str)
        above = self.least is None or value >= self.least
        return above and (self.most is None or value <= self.most)
