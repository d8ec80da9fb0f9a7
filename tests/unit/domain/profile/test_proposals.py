"""What a card may change in a block."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.profile.blocks import MOST_CHARACTERS, RULES, Block, BlockKey
from notebrain.domain.profile.proposals import (
    MOST_LINE,
    Proposal,
    may_write,
    propose,
    with_proposal,
)

FACTS = BlockKey.USER_PROFILE
LINES = st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=8))


def facts(text: str = "- Likes tea\n- Lives in Ulm\n", **fields: object) -> Block:
    return Block(RULES[FACTS], text, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "add", "replaces", "after"),
    [
        ("", "Lives in Ulm.", "", "Lives in Ulm."),
        ("Likes tea.", "Lives in Ulm.", "", "Likes tea.\nLives in Ulm."),
        ("Likes tea.\r\nSings.\r\n", "Lives.", "", "Likes tea.\r\nSings.\r\nLives."),
        ("One\r\nTwo", "Three", "", "One\r\nTwo\r\nThree"),
        ("- Ulm\n- tea", "- Jena", "- Ulm", "- Jena\n- tea"),
        ("  - Ulm \n- tea", "- Jena", "- Ulm", "- Jena\n- tea"),
        ("One\nTwo\nThree", "", "Two", "One\nThree"),
        ("One\nTwo", "", "Two", "One\n"),
    ],
)
def test_a_proposal_adds_replaces_or_removes_one_line(
    text: str, add: str, replaces: str, after: str
) -> None:
    proposal = propose(facts(text), add, replaces=replaces)

    assert proposal is not None
    assert with_proposal(text, proposal) == after


def test_line_breaks_in_a_proposal_become_blanks() -> None:
    proposal = propose(facts(), " Plays\nthe \r\n cello ")

    assert proposal == Proposal(FACTS, "Plays the cello")


@pytest.mark.parametrize(
    ("add", "replaces"),
    [
        ("", ""),
        (" \n ", ""),
        ("likes  TEA.", ""),
        ("* Likes tea", ""),
        ("Lives in Jena", "Lives in Bonn"),
        ("- Likes tea", "- Likes tea"),
        ("x" * (MOST_LINE + 1), ""),
    ],
)
def test_nothing_is_proposed_that_would_change_nothing(add: str, replaces: str) -> None:
    assert propose(facts(), add, replaces=replaces) is None


@pytest.mark.parametrize(
    "block",
    [Block(RULES[BlockKey.IDENTITY], "I am."), facts(is_off=True), facts("x" * MOST_CHARACTERS)],
)
def test_nothing_is_proposed_for_a_block_that_is_not_learned_is_off_or_is_full(
    block: Block,
) -> None:
    assert propose(block, "Lives in Ulm.") is None


def test_a_proposal_is_void_once_its_line_has_changed() -> None:
    proposal = propose(facts(), "- Lives in Jena", replaces="- Lives in Ulm")

    assert proposal is not None
    assert with_proposal("- Likes tea\n- Lives in Bonn\n", proposal) is None


@given(LINES, st.text(max_size=12))
def test_a_proposal_touches_no_other_line(lines: list[str], add: str) -> None:
    text = "\n".join(lines)
    proposal = Proposal(FACTS, " ".join(add.split()))

    after = with_proposal(text, proposal)

    assert after is None or after.startswith(text)


@pytest.mark.parametrize(
    ("new", "allowed"),
    [
        ("One\nThree\n", True),
        ("", True),
        ("\n\n", True),
        ("One\nTwo\nThree", True),
        ("Three\nOne", False),
        ("One\nOne", False),
        ("One\nTwo!\nThree", False),
        ("One\nTwo\nThree\nFour", False),
    ],
)
def test_what_cards_taught_may_only_be_removed_by_hand(new: str, allowed: bool) -> None:
    assert may_write(BlockKey.LEARNED_PATTERNS, "One\nTwo\nThree\n", new) is allowed


@pytest.mark.parametrize("key", [key for key in BlockKey if key is not BlockKey.LEARNED_PATTERNS])
def test_anything_may_be_written_into_the_other_blocks(key: BlockKey) -> None:
    assert may_write(key, "Something", "Something else")
