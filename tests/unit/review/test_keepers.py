"""What was learned is kept as a procedure or a line of a block, and taken back exactly."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from notebrain.app.services import Services, open_services
from notebrain.domain.conversations.conversation import ConversationId
from notebrain.domain.conversations.learned import Candidate, Learned, Learns, id_of
from notebrain.domain.errors import UserError
from notebrain.domain.notes.note import Category
from notebrain.domain.profile.blocks import BlockKey
from notebrain.domain.review.cards import Answer, CardId, CardState
from notebrain.storage.conversations import learned
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder

ONE = ConversationId("one")
TEXT = "Checks error handling first in code reviews."


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    services = open_services(tmp_path / "vault", clock=FakeClock(), embedder=FakeEmbedder())
    yield services
    services.close()


def put(services: Services, what: Learns, *, trigger: str = "", block: str = "") -> CardId:
    candidate = Candidate(what, TEXT, TEXT, TEXT, True, Category.PREFERENCE, 3, trigger, block)
    one = Learned(id_of(ONE, candidate), ONE, candidate, "model", services.clock.now())
    services.store.write(lambda db: learned.put(db, one)).result()
    return one.id


def test_a_procedure_is_kept_and_taken_back(services: Services) -> None:
    card = put(services, Learns.PROCEDURE, trigger="code review")

    services.review.answer(card, Answer.REMEMBER).result()

    (kept,) = services.memory.procedures.all()
    assert (kept.content, kept.trigger.text, kept.source) == (TEXT, "code review", "extracted")
    services.review.undo(card).result()
    assert list(services.memory.procedures.all()) == []
    assert services.review.count() == 1


def test_a_procedure_that_is_known_is_refused_and_its_card_stays(services: Services) -> None:
    card = put(services, Learns.PROCEDURE, trigger="code review")
    services.review.answer(card, Answer.REMEMBER).result()
    with services.store.read() as db:
        before = learned.maybe(db, card)
    assert before is not None
    again = replace(
        before, id=CardId("f" * 32), state=CardState.OPEN, answer=None, answered_at=None, undo=""
    )
    services.store.write(lambda db: learned.put(db, again)).result()

    with pytest.raises(UserError, match="already"):
        services.review.answer(again.id, Answer.REMEMBER).result()

    assert services.review.count() == 1


def test_a_line_of_a_block_is_kept_and_taken_back(services: Services) -> None:
    card = put(services, Learns.BLOCK, block="learned_patterns")

    services.review.answer(card, Answer.REMEMBER).result()

    assert TEXT in services.memory.profile.block(BlockKey.LEARNED_PATTERNS).text
    services.review.undo(card).result()
    assert services.memory.profile.block(BlockKey.LEARNED_PATTERNS).text == ""
    assert services.review.count() == 1


@pytest.mark.parametrize("block", ["identity", "no such block"])
def test_a_block_that_is_not_learned_in_is_refused(services: Services, block: str) -> None:
    card = put(services, Learns.BLOCK, block=block)

    with pytest.raises(UserError):
        services.review.answer(card, Answer.REMEMBER).result()

    assert services.review.count() == 1


def test_what_blocks_say_is_told_to_a_model_unless_it_stays_here(services: Services) -> None:
    profile = services.memory.profile
    profile.write(BlockKey.USER_PROFILE, "Lives in Ulm.").result()
    profile.write(BlockKey.ACTIVE_CONTEXT, "The diagnosis.").result()
    profile.keep_here([BlockKey.ACTIVE_CONTEXT], local_only=True).result()

    keys, known = services.memory._learned_blocks()

    assert "learned_patterns" in keys
    assert "identity" not in keys
    assert "active_context" not in keys
    assert known == "user_profile: Lives in Ulm."


def test_only_what_can_be_kept_is_asked_about(services: Services) -> None:
    def can_keep(what: Learns, *, trigger: str = "", block: str = "", text: str = TEXT) -> bool:
        one = Candidate(what, text, text, text, True, Category.FACT, 3, trigger, block)
        with services.store.read() as db:
            return services.memory.keepers[what].can_keep(db, one)

    assert can_keep(Learns.BLOCK, block="learned_patterns")
    assert not can_keep(Learns.BLOCK, block="identity")
    assert not can_keep(Learns.BLOCK, block="no such block")
    assert not can_keep(Learns.BLOCK, block="learned_patterns", text="x" * 500)
    assert can_keep(Learns.PROCEDURE, trigger="code review")
    assert not can_keep(Learns.PROCEDURE, trigger="tag:home")
    services.review.answer(put(services, Learns.PROCEDURE, trigger="x"), Answer.REMEMBER).result()
    services.review.answer(
        put(services, Learns.BLOCK, block="learned_patterns"), Answer.REMEMBER
    ).result()
    assert not can_keep(Learns.PROCEDURE, trigger="code review")
    assert not can_keep(Learns.BLOCK, block="learned_patterns")
