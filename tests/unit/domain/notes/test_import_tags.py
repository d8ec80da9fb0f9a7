"""Tags by place and text."""

import pytest

from notebrain.domain.notes.tags import TagsFrom, folder_tag, given_tags

BOTH = TagsFrom.FOLDERS | TagsFrom.TEXT


@pytest.mark.parametrize(
    ("path", "tag"),
    [
        ("pizza.md", ""),
        ("food/pizza.md", "food"),
        ("food/oven/pizza.md", "food/oven"),
        ("Daily  notes/2024.md", "Daily notes"),
        ("#work/ #mail /a.md", "work/mail"),
        ("#/a.md", ""),
    ],
)
def test_the_folders_of_a_file_are_one_nested_tag(path: str, tag: str) -> None:
    assert folder_tag(path) == tag


@pytest.mark.parametrize(
    ("tags_from", "tags"),
    [
        (TagsFrom.NOTHING, ()),
        (TagsFrom.FOLDERS, ("food/oven",)),
        (TagsFrom.TEXT, ("hot", "late")),
        (BOTH, ("food/oven", "hot", "late")),
    ],
)
def test_tags_come_only_from_where_they_may(tags_from: TagsFrom, tags: tuple[str, ...]) -> None:
    assert given_tags("food/oven/a.md", "#hot `#code` #ff0000 #late", tags_from) == tags
