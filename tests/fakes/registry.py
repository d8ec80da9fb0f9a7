"""A registry of Windows that is a dictionary."""

from pathlib import Path
from typing import ClassVar


class FakeRegistry:
    """What was set, by key and name; one for every folder a test works in."""

    _all: ClassVar[dict[Path, "FakeRegistry"]] = {}

    def __init__(self) -> None:
        self.values: dict[tuple[str, str], str] = {}

    @classmethod
    def at(cls, folder: Path) -> "FakeRegistry":
        return cls._all.setdefault(folder, cls())

    def get(self, key: str, name: str) -> str | None:
        return self.values.get((key, name))

    def put(self, key: str, name: str, value: str) -> None:
        self.values[key, name] = value

    def remove(self, key: str, name: str) -> None:
        self.values.pop((key, name), None)

    def remove_tree(self, key: str) -> None:
        for one in [one for one in self.values if f"{one[0]}\\".startswith(f"{key}\\")]:
            del self.values[one]
