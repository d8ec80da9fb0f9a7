"""The blocks, and which of them count."""

import pytest

from notebrain.domain.errors import BadText, NotFound
from notebrain.domain.profile.blocks import (
    MOST_CHARACTERS,
    RULES,
    Block,
    BlockKey,
    Learned,
    Section,
    Sharing,
    checked,
    in_order,
    rule_of,
)
from notebrain.domain.profile.limits import Keeps


def block(key: BlockKey, text: str = "Some text.", **fields: object) -> Block:
    return Block(RULES[key], text, **fields)  # type: ignore[arg-type]


def test_there_are_thirteen_blocks_in_three_sections() -> None:
    sections = [[rule.key.value for rule in RULES.values() if rule.section is s] for s in Section]

    assert sections == [
        ["identity", "worldview", "tensions", "rules"],
        ["style_guide", "anti_patterns", "communication", "examples"],
        ["user_profile", "active_context", "learned_patterns", "scratchpad", "custom"],
    ]


def test_every_block_has_a_limit_and_a_priority_of_its_own() -> None:
    assert sorted(rule.priority for rule in RULES.values()) == list(range(1, 14))
    assert all(500 <= rule.limit <= 2000 for rule in RULES.values())


def test_identity_keeps_the_oldest_and_context_the_newest() -> None:
    for rule in RULES.values():
        if rule.section is not Section.STYLE:
            newest = rule.section is Section.CONTEXT
            assert rule.keeps is (Keeps.NEWEST if newest else Keeps.OLDEST)


def test_cards_may_change_three_blocks_of_the_context() -> None:
    learned = {
        rule.key: rule.learned for rule in RULES.values() if rule.learned is not Learned.NEVER
    }

    assert learned == {
        BlockKey.USER_PROFILE: Learned.TOO,
        BlockKey.ACTIVE_CONTEXT: Learned.TOO,
        BlockKey.LEARNED_PATTERNS: Learned.ONLY,
    }


def test_blocks_count_by_priority_unless_they_are_off_or_empty() -> None:
    some = [
        block(BlockKey.CUSTOM),
        block(BlockKey.IDENTITY),
        block(BlockKey.RULES),
        block(BlockKey.WORLDVIEW, is_off=True),
        block(BlockKey.TENSIONS, " \n "),
    ]

    assert [one.key for one in in_order(some)] == ["rules", "identity", "custom"]


@pytest.mark.parametrize("sharing", [Sharing.HERE, Sharing.ELSEWHERE])
def test_a_local_only_block_does_not_count_for_what_is_sent(sharing: Sharing) -> None:
    some = [block(BlockKey.CUSTOM), block(BlockKey.IDENTITY, sharing=sharing)]

    assert [one.key for one in in_order(some, may_leave=True)] == ["custom"]
    assert [one.key for one in in_order(some)] == ["identity", "custom"]


def test_a_block_above_its_limit_says_how_much_is_not_used() -> None:
    long = block(BlockKey.SCRATCHPAD, "old line\n" + "x" * 998)

    assert long.used_text == "x" * 998
    assert long.unused == 9


@pytest.mark.parametrize("name", ["style_guide", " Style-Guide ", "STYLE_GUIDE"])
def test_a_block_is_named_by_its_key(name: str) -> None:
    assert rule_of(name).key is BlockKey.STYLE_GUIDE


@pytest.mark.parametrize("name", ["", "soul", "style guide"])
def test_an_unknown_name_lists_the_blocks(name: str) -> None:
    with pytest.raises(NotFound, match="learned_patterns"):
        rule_of(name)


@pytest.mark.parametrize("text", ["x" * (MOST_CHARACTERS + 1), "half a \ud83d"])
def test_a_text_that_cannot_be_kept_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        checked(text)


@pytest.mark.parametrize("text", ["", "a\r\nb\u2028c\u00a0", "x" * MOST_CHARACTERS])
def test_any_other_text_is_kept_as_it_is(text: str) -> None:
    assert checked(text) == text
