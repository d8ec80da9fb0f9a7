"""What a call may say: arguments described once, for the schema that goes out and for the check of what comes in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal, cast

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _

Kind = Literal["string", "integer", "boolean", "strings"]
_MOST_STRINGS: Final = 50
_LONGEST: Final = 1_000


class BadArguments(UserError):
    """A call whose arguments are not what the schema says."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a tool.

    Attributes:
        help: A short English line for the model.
        most: The largest number, or the longest text in characters; None is the usual limit of a text.
        choices: The values it may have; empty for any.
        default: What it is if not given; None leaves it open.
    """

    name: str
    kind: Kind
    help: str
    is_needed: bool = False
    least: int = 0
    most: int | None = None
    choices: tuple[str, ...] = ()
    default: int | bool | str | None = None

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the argument."""
        found: dict[str, Any] = {"description": self.help}
        match self.kind:
            case "strings":
                items = {"type": "string", "maxLength": self._longest}
                found |= {"type": "array", "items": items, "maxItems": _MOST_STRINGS}
            case "string":
                found |= {"type": "string", "maxLength": self._longest}
            case "integer":
                found |= {"type": "integer", "minimum": self.least, "maximum": self._largest}
            case "boolean":
                found["type"] = "boolean"
        if self.choices:
            found["enum"] = list(self.choices)
        if self.default is not None:
            found["default"] = self.default
        return found

    @property
    def _longest(self) -> int:
        return _LONGEST if self.most is None else self.most

    @property
    def _largest(self) -> int:
        return 10**9 if self.most is None else self.most

    def checked(self, value: object) -> object:
        """Return the value if it is what the schema says.

        Raises:
            BadArguments: It is not.
        """
        match self.kind:
            case "strings":
                return self._strings(value)
            case "string":
                return self._text(value)
            case "integer":
                # 8.0 is an integer to JSON Schema
                if isinstance(value, float) and value.is_integer() and abs(value) < 10**9:
                    value = int(value)
                if not isinstance(value, int) or isinstance(value, bool):
                    raise self._wrong(_("is no whole number"))
                if not self.least <= value <= self._largest:
                    text = _("is not from {least} to {most}")
                    raise self._wrong(text.format(least=self.least, most=self._largest))
                return value
            case "boolean":
                if not isinstance(value, bool):
                    raise self._wrong(_("is neither true nor false"))
                return value

    def _strings(self, value: object) -> Sequence[str]:
        if not isinstance(value, list) or len(cast("list[object]", value)) > _MOST_STRINGS:
            text = _("is no list of at most {n} texts")
            raise self._wrong(text.format(n=_MOST_STRINGS))
        return [self._text(one) for one in cast("list[object]", value)]

    def _text(self, value: object) -> str:
        if not isinstance(value, str):
            raise self._wrong(_("is no text"))
        if len(value) > self._longest:
            raise self._wrong(_("is longer than {n} characters").format(n=self._longest))
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise self._wrong(_("is no valid text")) from error
        if self.choices and value not in self.choices:
            raise self._wrong(_("is none of {names}").format(names=", ".join(self.choices)))
        return value

    def _wrong(self, how: str) -> BadArguments:
        return BadArguments(_("“{name}” {how}.").format(name=self.name, how=how))


def schema_of(arguments: Sequence[Argument]) -> dict[str, Any]:
    """Return the JSON Schema of all arguments of a tool."""
    needed = [argument.name for argument in arguments if argument.is_needed]
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {argument.name: argument.schema for argument in arguments},
        "additionalProperties": False,
    }
    if needed:
        schema["required"] = needed
    return schema


class Given(Mapping[str, Any]):
    """The checked arguments of one call; what was not given has its default or is None.

    Raises:
        BadArguments: Something is missing, unknown or wrong.
    """

    def __init__(self, arguments: Sequence[Argument], given: Mapping[str, object]) -> None:
        known = {argument.name: argument for argument in arguments}
        for name in given:
            if name not in known:
                raise BadArguments(_("There is no argument “{name}”.").format(name=name[:40]))
        self._values: dict[str, Any] = {}
        for name, argument in known.items():
            value = given.get(name)
            if value is None and argument.is_needed:
                raise BadArguments(_("“{name}” is missing.").format(name=name))
            self._values[name] = argument.default if value is None else argument.checked(value)

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - checked against the schema
        return self._values[name]

    def __iter__(self) -> Any:  # noqa: ANN401 - an iterator of names
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def moment(self, name: str) -> datetime | None:
        """Return a date as a time; a date without a zone is local.

        Raises:
            BadArguments: It is no date in ISO 8601.
        """
        if not self[name]:
            return None
        try:
            return datetime.fromisoformat(self[name].strip()).astimezone()
        except (ValueError, OverflowError, OSError) as error:
            text = _("“{name}” is no date in ISO 8601, e.g. 2026-11-20.")
            raise BadArguments(text.format(name=name)) from error
