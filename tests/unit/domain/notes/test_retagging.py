"""How a note is tagged after its text changed."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.tags import Tagged, joined, retagged, tag_at, with_words_in, without_tag

FILED = Tagged(("garden",), ("garden",))
GIVEN = Tagged(("garden",))


def test_a_tag_that_appears_in_the_text_is_added_and_came_from_it() -> None:
    assert retagged(Tagged(("home",)), "Vent it", "Vent it #garden") == Tagged(
        ("garden", "home"), ("garden",)
    )


def test_a_tag_from_the_text_goes_with_the_last_word_that_names_it() -> None:
    once = retagged(FILED, "#garden and #Garden", "#Garden")

    assert once == FILED
    assert retagged(once, "#Garden", "garden") == Tagged()


def test_a_tag_that_the_user_gave_stays_though_its_word_comes_and_goes() -> None:
    written = retagged(GIVEN, "Vent it", "Vent it #garden")

    assert written == GIVEN
    assert retagged(written, "Vent it #garden", "Vent it") == GIVEN


def test_a_tag_that_the_user_removed_does_not_come_back_while_its_word_stays() -> None:
    assert retagged(Tagged(), "#garden", "#garden, vented") == Tagged()
    assert retagged(Tagged(), "#garden", "#garden #frost").tags == ("frost",)


def test_a_text_from_before_tags_were_filed_keeps_them_only_as_words() -> None:
    assert retagged(Tagged(), "#garden\nold", "#garden\nolder") == Tagged()


def test_a_half_typed_tag_waits_until_the_caret_has_left_it() -> None:
    typing = retagged(Tagged(), "Vent", "Vent #gard", open_tag="gard")
    more = retagged(typing, "Vent #gard", "Vent #garden", open_tag="garden")
    done = retagged(more, "Vent #garden", "Vent #garden ")

    assert [one.tags for one in (typing, more, done)] == [(), (), ("garden",)]
    assert done == FILED
    assert retagged(more, "Vent #garden", "Vent #garden") == FILED


def test_a_tag_stays_while_its_word_becomes_another_one() -> None:
    typing = retagged(FILED, "#garden", "#gard", open_tag="gard")

    assert typing.tags == ("garden",)
    assert retagged(typing, "#gard", "#gard ") == Tagged(("gard",), ("gard",))
    assert retagged(typing, "#gard", "#garden", open_tag="garden") == FILED


def test_other_tags_do_not_wait_for_the_one_that_is_typed() -> None:
    assert retagged(Tagged(), "", "#frost #gar", open_tag="gar").tags == ("frost",)


def test_a_caret_in_a_finished_tag_changes_nothing() -> None:
    assert retagged(FILED, "#garden", "#garden x", open_tag="garden") == FILED
    assert retagged(Tagged(), "#garden", "#garden x", open_tag="garden") == Tagged()


def test_a_fence_that_is_not_closed_yet_neither_gives_nor_takes_tags() -> None:
    opened = retagged(FILED, "a\n#garden", "```\na\n#garden\n#include")

    assert opened == FILED
    assert retagged(opened, "```\na\n#garden", "```\na\n```\n#garden") == FILED
    assert retagged(opened, "```\na\n#garden", "```\na\n#garden\n```") == Tagged()


def test_where_tags_are_only_offered_a_word_gives_none_but_takes_its_own() -> None:
    assert retagged(Tagged(), "", "#garden", files=False) == Tagged()
    assert retagged(FILED, "#garden", "", files=False) == Tagged()


def test_the_spelling_of_a_tag_stays_when_its_word_is_spelled_otherwise() -> None:
    assert retagged(FILED, "#garden", "#GARDEN") == FILED


_TEXT = st.text(alphabet=st.sampled_from("#ab/ `~\n\r(é"), max_size=30)


@given(_TEXT, _TEXT, _TEXT)
def test_a_change_elsewhere_in_a_long_text_is_treated_as_the_whole_text_is(
    start: str, middle: str, end: str
) -> None:
    old, new = f"{start}\n{middle}\n{end}", f"{start}\n{middle}x\n{end}"
    filed = retagged(Tagged(), "", old)
    whole = retagged(Tagged(filed.tags, filed.text_tags), "", new)

    after = retagged(filed, old, new)

    words = set(with_words_in(Tagged(whole.tags, whole.tags), new).tags)
    assert words <= set(after.tags)
    assert set(after.tags) - words <= set(filed.tags)


@pytest.mark.parametrize(
    ("line", "at", "tag"),
    [
        ("Vent #garden now", 5, ""),
        ("Vent #garden now", 6, "garden"),
        ("Vent #garden now", 12, "garden"),
        ("Vent #garden now", 13, ""),
        ("`#garden`", 4, ""),
        ("#ff0000", 7, ""),
        ("#", 1, ""),
        ("🎉 #äpfel/süß", 8, "äpfel/süß"),
    ],
)
def test_the_caret_is_in_a_tag_from_its_sign_to_its_end(line: str, at: int, tag: str) -> None:
    assert tag_at(line, at) == tag


def test_two_notes_together_have_the_tags_of_both_and_a_given_one_stays_given() -> None:
    both = joined(Tagged(("a", "b", "c"), ("a", "b")), Tagged(("A", "b"), ("b",)))

    assert both == Tagged(("a", "b", "c"), ("b",))


def test_without_their_words_only_the_tags_from_the_text_go() -> None:
    tagged = Tagged(("a", "b", "c"), ("a", "b"))

    assert with_words_in(tagged, "only #b") == Tagged(("b", "c"), ("b",))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("# Call #template\n\nWho?", "# Call\n\nWho?"),
        ("#template\n# Call", "# Call"),
        ("#template #work\nCall", " #work\nCall"),
        ("`#template` #template\n", "`#template`\n"),
        ("no mark\r\n", "no mark\r\n"),
        ("`#template` only", "`#template` only"),
    ],
)
def test_a_tag_leaves_a_text_with_the_space_or_the_line_it_took(text: str, left: str) -> None:
    assert without_tag(text, lambda tag: tag == "template") == left


def test_code_keeps_what_looks_like_a_removed_tag() -> None:
    body = "```\n#template\n```\ntext #template\n~~~~\n#template\n~~~\n"

    left = without_tag(body, lambda tag: tag == "template")

    assert left == "```\n#template\n```\ntext\n~~~~\n#template\n~~~\n"
