from datetime import UTC, datetime

import pytest

from notebrain.domain.errors import UserError
from notebrain.domain.procedures.markdown_file import from_markdown, is_procedures, to_markdown
from notebrain.domain.procedures.matching import AskedWords
from notebrain.domain.procedures.procedures import (
    Procedure,
    ProcedureDraft,
    ProcedureId,
    Source,
    Trigger,
    TriggerKind,
    checked,
    is_same,
)

AT = datetime(2026, 3, 1, tzinfo=UTC)


def words(text: str) -> Trigger:
    return Trigger(TriggerKind.WORDS, text)


def search(text: str) -> Trigger:
    return Trigger(TriggerKind.SEARCH, text)


def procedure(content: str, trigger: Trigger, *, is_off: bool = False) -> Procedure:
    return Procedure(ProcedureId("p"), content, "work", trigger, Source.EXTRACTED, is_off, AT, AT)


def test_a_draft_is_tidied() -> None:
    draft = checked(ProcedureDraft("  Check first.  \n  twice \n", words("  code   review "), "  "))

    assert draft.content == "Check first.\n  twice"
    assert draft.trigger.text == "code review"
    assert draft.category == "general"


@pytest.mark.parametrize(
    ("draft", "said"),
    [
        (ProcedureDraft(" \n", words("a")), "to be done"),
        (ProcedureDraft("a", words(" ,; ")), "applies"),
        (ProcedureDraft("a", search("  ")), "applies"),
        (ProcedureDraft("a" * 1_001, words("a")), "1000"),
        (ProcedureDraft("a", words("a" * 501)), "500"),
        (ProcedureDraft("a", words("a"), "c" * 41), "40"),
        (ProcedureDraft("a", words("boiler, tag:home")), "tag:home"),
        (ProcedureDraft("a", words("-boiler")), "applies"),
    ],
)
def test_a_draft_that_cannot_be_kept_is_refused_with_the_reason(
    draft: ProcedureDraft, said: str
) -> None:
    with pytest.raises(UserError, match=said):
        checked(draft)


def test_halves_of_characters_and_zeros_can_be_kept() -> None:
    draft = checked(ProcedureDraft("a\ud800\0b", words("x\0y")))

    draft.content.encode()
    assert "\0" not in draft.content + draft.trigger.text


@pytest.mark.parametrize(
    ("trigger", "question", "matched"),
    [
        ("code review", "How should I review this code?", "code review"),
        ("code review", "Who reviewed the codes?", "code review"),
        ("code review", "Is the code good?", None),
        ("release, code review", "When is the next release?", "release"),
        ('"pull request"', "I opened two pull requests", '"pull request"'),
        ('"pull request"', "request a pull", None),
        ('"a, b" x; boiler', "the boiler", "boiler"),
        ("boiler -heating", "the boiler broke", "boiler -heating"),
        ("boiler -heating", "boiler and heating", None),
        ("Häuser", "Was kostet das Haus in Köln?", "Häuser"),
        ("cafe", "Wo ist das Café?", "cafe"),
        ("ÜBER", "Was steht über der Tür?", "ÜBER"),
        ("レビュー", "コードレビューはいつですか", "レビュー"),
        ("🎂", "Who brings the 🎂?", "🎂"),
        ("boiler", "", None),
        ("the", "Where is the key?", "the"),
        ("cat", "concatenate", None),
    ],
)
def test_words_apply_as_in_a_search(trigger: str, question: str, matched: str | None) -> None:
    assert AskedWords(question).matched(trigger) == matched


def test_the_same_content_is_the_same_procedure() -> None:
    one = procedure("Check the error handling first.", words("a"))

    assert is_same(one, ProcedureDraft("check the  ERROR handling first", words("b")))
    assert not is_same(one, ProcedureDraft("check the names first", words("a")))
    assert not is_same(ProcedureDraft("🎂", words("a")), ProcedureDraft("🎉", words("a")))


@pytest.mark.parametrize(
    "content",
    ["Check.", "a\n\n# b --> c", "x\n<!-- end of procedure -->\n\\<!-- end of procedure -->\ny"],
)
def test_a_file_gives_the_procedures_back(content: str) -> None:
    known = [
        procedure(content, words('a --> "b c"')),
        procedure("second", search("tag:x is:pinned"), is_off=True),
    ]

    text = to_markdown(known)

    assert is_procedures(text)
    found = from_markdown(text)
    assert [one.draft for one in found] == [one.draft for one in known]
    assert {one.source for one in found} == {Source.EXTRACTED}
    assert from_markdown(text.replace("\n", "\r\n")) == found


def test_what_is_no_procedure_in_a_file_is_left_out() -> None:
    text = to_markdown([procedure("good", words("a"))])
    text += '\n<!-- procedure {"words": 3 -->\nbad\n<!-- end of procedure -->\n'
    text += '\n<!-- procedure {"words": ""} -->\nbad\n<!-- end of procedure -->\n'
    text += '\n<!-- procedure {"words": "a", "source": []} -->\nbad\n<!-- end of procedure -->\n'

    assert [one.draft.content for one in from_markdown(text)] == ["good"]
    assert not is_procedures("# Procedures\n\nA note.")
