"""Tags written into a text."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.tags import tags_to_file, typed_tags


@pytest.mark.parametrize(
    ("body", "tags"),
    [
        ("Vent it #winter.", ("winter",)),
        ("#garden/frost and #garden/frost", ("garden/frost",)),
        ("(#winter) - #Äpfel", ("winter", "Äpfel")),
        ("# A heading\n## Another", ()),
        ("The colour #ff0000 or #abc", ()),
        ("Issue #42", ()),
        ("`#code` and ``x #code``", ()),
        ("```\n#code\n```\n#after", ("after",)),
        ("~~~ini\n```\n#code\n~~~\n#after", ("after",)),
        ("[[A note #1a]] and [text](page#part)", ()),
        ("https://example.org/page#part #real", ("real",)),
        ("\\#escaped", ()),
        ("a#b && x&#xa0;", ()),
        ("no hash at all", ()),
        ("#ff0000cc and #f00d, but #cafe and #face2face", ("cafe", "face2face")),
        ("https://en.wikipedia.org/wiki/Oven_(baking)#History #real", ("real",)),
        ("www.example.org/?#top page.html?q=#x 50%#y", ()),
        ('<a href="#top">up</a> <#top>', ()),
        ("[id]: #part\n[up](#top) [up](#top(1))", ()),
        ("``` one line ``` #tag", ("tag",)),
        ("```\n``` not closed\n#code\n```\n#tag", ("tag",)),
        ("#winter\u2028#frost", ("frost", "winter")),
        ("قائمة #مهام و #עבודה", ("עבודה", "مهام")),
    ],
)
def test_a_tag_is_found_where_the_editor_colors_one(body: str, tags: tuple[str, ...]) -> None:
    assert set(typed_tags(body)) == set(tags)


def test_a_tag_the_note_wears_already_is_not_offered() -> None:
    assert tags_to_file("#Winter and #garden", ("winter",)) == ("garden",)


@given(st.text(max_size=300))
def test_any_text_can_be_looked_through(body: str) -> None:
    assert all(tag and not tag.startswith("#") for tag in typed_tags(body))
