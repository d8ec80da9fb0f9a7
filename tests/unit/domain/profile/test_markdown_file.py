"""The blocks as a Markdown file and back."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.errors import BadText, UserError
from notebrain.domain.profile.blocks import MOST_CHARACTERS, RULES, Block, BlockKey, Sharing
from notebrain.domain.profile.markdown_file import (
    FiledBlock,
    from_markdown,
    is_profile,
    to_markdown,
)

TRICKY = st.lists(
    st.sampled_from(
        [
            *(
                "<!-- end rules -->",
                "\\<!-- end rules -->",
                "<!-- end identity -->",
                "\\\\<!-- end",
            ),
            *("<!-- block rules -->", "## Heading", "<!-- notebrain-profile 1 -->", "", " ", "\\"),
            *("\r", "text", "\u2028", "# About you"),
        ]
    )
).map("\n".join)
ANY = st.text(st.characters(codec="utf-8"), max_size=40) | TRICKY


def block(key: BlockKey, text: str, **fields: object) -> Block:
    return Block(RULES[key], text, **fields)  # type: ignore[arg-type]


@given(
    st.dictionaries(
        st.sampled_from(BlockKey), st.tuples(ANY, st.booleans(), st.sampled_from(Sharing))
    )
)
def test_nothing_is_lost_on_the_way_to_a_file_and_back(
    some: dict[BlockKey, tuple[str, bool, Sharing]],
) -> None:
    blocks = [
        block(key, text, is_off=off, sharing=sharing) for key, (text, off, sharing) in some.items()
    ]

    written = to_markdown(blocks)

    assert is_profile(written)
    assert from_markdown(written) == [
        FiledBlock(one.key, one.text, one.is_off, one.local_only)
        for one in blocks
        if one.text or one.is_off or one.local_only
    ]


def test_the_file_can_be_read_by_people() -> None:
    written = to_markdown([block(BlockKey.IDENTITY, "Ana, gardener.\n\nFrom Ulm.")])

    assert written == (
        "# About you\n\n<!-- notebrain-profile 1 -->\n\n<!-- block identity -->\n## Who you are\n\n"
        "Ana, gardener.\n\nFrom Ulm.\n<!-- end identity -->\n"
    )


def test_a_file_that_was_edited_is_read_too() -> None:
    edited = (
        "Some words of mine\n<!-- notebrain-profile 1 -->\n<!-- block rules -->\nBe brief.\n"
        "<!-- end rules -->\n\n<!-- block from_the_future -->\nx\n<!-- end from_the_future -->\n"
    )

    assert from_markdown(edited) == [FiledBlock(BlockKey.RULES, "Be brief.")]


def test_line_ends_of_another_system_are_not_taken_for_part_of_the_texts() -> None:
    written = to_markdown([block(BlockKey.RULES, "One\nTwo")])

    assert from_markdown(written.replace("\n", "\r\n")) == [FiledBlock(BlockKey.RULES, "One\nTwo")]


@pytest.mark.parametrize("text", ["", "# About you\n\nI am Ana.", "<!-- block rules -->\nx"])
def test_any_other_file_is_refused(text: str) -> None:
    assert not is_profile(text)
    with pytest.raises(UserError, match="no blocks"):
        from_markdown(text)


def test_a_block_that_is_too_long_is_refused() -> None:
    with pytest.raises(BadText):
        from_markdown(to_markdown([block(BlockKey.RULES, "x" * (MOST_CHARACTERS + 1))]))


def test_a_block_without_its_end_is_left_out() -> None:
    written = to_markdown([block(BlockKey.RULES, "One"), block(BlockKey.CUSTOM, "Two")])

    cut = written.replace("<!-- end rules -->", "")

    assert from_markdown(cut) == [FiledBlock(BlockKey.CUSTOM, "Two")]
