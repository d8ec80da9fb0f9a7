"""Where cards were wrong twice, comparing can be silenced, and taken up again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from notebrain.app.services import open_services
from notebrain.app.settings.review import REVIEW_QUIET_FRAMES, REVIEW_QUIET_TAGS
from notebrain.domain.review.cards import Answer
from notebrain.domain.review.places import Place, PlaceKind
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder
from tests.unit.review.test_checker import Vault

RENTS = [f"The rent of the flat is {euros} euros" for euros in (900, 1150, 1300, 1400)]
FRAME = Place(PlaceKind.FRAME, "The rent of the flat is # euros")


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    clock = FakeClock()
    services = open_services(tmp_path / "vault", clock=clock, embedder=FakeEmbedder())
    yield Vault(services, clock)
    services.close()


def dismiss(vault: Vault) -> Place | None:
    """Answer the first card with "not the same"; return what is offered then."""
    card = vault.cards()[0]
    vault.answer(card, Answer.DISMISS)
    return vault.services.review.quiet.offer([card.id])


def test_the_second_wrong_card_of_a_frame_offers_to_silence_it(vault: Vault) -> None:
    for rent in RENTS[:3]:
        vault.take(rent)

    assert dismiss(vault) is None
    card = vault.cards()[0]
    assert dismiss(vault) == FRAME

    vault.services.review.quiet.silence(FRAME).result()
    assert vault.services.review.quiet.offer([card.id]) is None


def test_in_a_silenced_frame_no_card_comes_and_those_that_wait_go(vault: Vault) -> None:
    quiet = vault.services.review.quiet
    vault.take(RENTS[0])
    vault.take(RENTS[1])
    boiler = vault.take("The boiler holds 2 bar")
    vault.take("The boiler holds 3 bar")
    assert len(vault.cards()) == 2

    quiet.silence(FRAME).result()
    vault.settle()
    vault.take(RENTS[2])

    assert [boiler in card.notes for card in vault.cards()] == [True]
    assert vault.services.settings.get(REVIEW_QUIET_FRAMES) == FRAME.name


def test_when_it_is_compared_again_the_cards_come_back(vault: Vault) -> None:
    quiet = vault.services.review.quiet
    vault.take(RENTS[0])
    vault.take(RENTS[1])
    (card,) = vault.cards()
    quiet.silence(FRAME).result()
    vault.settle()
    assert vault.cards() == []

    quiet.compare_again(FRAME).result()
    vault.settle()

    assert [one.id for one in vault.cards()] == [card.id]
    assert vault.services.settings.own(REVIEW_QUIET_FRAMES) is None


def test_a_note_of_a_silenced_frame_is_still_compared_with_others(vault: Vault) -> None:
    vault.services.settings.put(REVIEW_QUIET_FRAMES, "The rent of the flat is #").result()
    vault.take(RENTS[0])
    vault.take(
        "The rent of the flat is 950"
    )  # the frame of the setting, which the other note has not

    assert len(vault.cards()) == 1


def test_a_folder_can_be_silenced_in_the_settings(vault: Vault) -> None:
    vault.services.review.quiet.silence(Place(PlaceKind.FOLDER, "Log/2026")).result()
    vault.take(RENTS[0], source="import:log/2026/a.md")
    vault.take(RENTS[1], source="import:Log/2026/b.md")
    assert vault.cards() == []

    vault.take(RENTS[2], source="import:Rents.md")

    assert len(vault.cards()) == 1


def test_silenced_places_stand_beside_each_other_in_the_settings(vault: Vault) -> None:
    quiet = vault.services.review.quiet
    vault.services.settings.put(REVIEW_QUIET_TAGS, "log").result()
    quiet.silence(Place(PlaceKind.TAG, "Home/Garden")).result()
    quiet.silence(FRAME).result()
    quiet.silence(Place(PlaceKind.FRAME, "Standup")).result()

    assert vault.services.settings.get(REVIEW_QUIET_TAGS) == "log, Home/Garden"
    assert vault.services.settings.get(REVIEW_QUIET_FRAMES) == f"{FRAME.name}; Standup"
    quiet.compare_again(FRAME).result()
    assert vault.services.settings.get(REVIEW_QUIET_FRAMES) == "Standup"


def test_a_card_taken_back_does_not_count(vault: Vault) -> None:
    for rent in RENTS[:3]:
        vault.take(rent)
    card = vault.cards()[0]
    dismiss(vault)
    vault.services.review.undo(card.id).result()
    vault.settle()

    assert dismiss(vault) is None
