"""Notes that were indexed are compared with the others: cards come, and none where there is nothing to say."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from notebrain.app.notes.card_views import Comparing
from notebrain.app.services import Services, open_services
from notebrain.app.settings.review import REVIEW_ON, REVIEW_PER_DAY, REVIEW_QUIET_TAGS
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.cards import Answer, Card, CardKind
from notebrain.notes.service import Edit, Filing
from notebrain.review.checker import PAIRS_READ
from notebrain.review.series import differ_in_year
from notebrain.storage.embedding.queue import Lane
from notebrain.storage.notes import notes
from notebrain.storage.review import queue, replacements
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.trash import purge

RENT, RAISED = "The rent of the flat is 900 euros", "The rent of the flat is 1150 euros"


class Vault:
    """A vault whose notes are indexed and compared when asked to."""

    def __init__(self, services: Services, clock: FakeClock) -> None:
        self.services, self.clock = services, clock

    def take(self, body: str, **draft: object) -> NoteId:
        """Take a note an hour after the one before, and do everything that follows."""
        self.clock.forward(hours=1)
        taken = self.services.notes.capture(Draft(body, **draft)).result()  # type: ignore[arg-type]  # a test's short cut
        self.settle()
        return taken.note

    def take_unseen(self, body: str) -> NoteId:
        """Take a note an hour after the one before, and do nothing that follows."""
        self.clock.forward(hours=1)
        return self.services.notes.capture(Draft(body)).result().note

    def settle(self) -> None:
        """Index and compare what waits."""
        self.clock.forward(seconds=3)
        while self.services.indexer.step() or self.services.check(lambda: True):
            pass

    def cards(self) -> list[Card]:
        """Return the cards that wait."""
        return [asked.card for asked in self.services.review.inbox().asked]

    def answer(self, card: Card, answer: Answer) -> None:
        """Answer a card, and do what follows."""
        self.services.review.answer(card.id, answer).result()
        self.settle()


def opened(folder: Path, embedder: FakeEmbedder) -> Iterator[Vault]:
    clock = FakeClock()
    services = open_services(folder / "vault", clock=clock, embedder=embedder)
    yield Vault(services, clock)
    services.close()


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    yield from opened(tmp_path, FakeEmbedder())


@pytest.fixture
def contradicting(tmp_path: Path) -> Iterator[Vault]:
    """A vault whose model says of any two notes it reads together that they contradict each other."""
    yield from opened(tmp_path, FakeEmbedder(relations=[-3.0, -3.0, -3.0, -3.0, 3.0]))


@pytest.fixture
def replacing(tmp_path: Path) -> Iterator[Vault]:
    """A vault whose model says of any two notes it reads together that the newer one replaces the older one."""
    yield from opened(tmp_path, FakeEmbedder(relations=[-5.0, -5.0, -5.0, 5.0, -5.0]))


@pytest.fixture
def denying(tmp_path: Path) -> Iterator[Vault]:
    """A vault whose model says that no two notes have to do with each other."""
    yield from opened(tmp_path, FakeEmbedder(relations=[9.0, -9.0, -9.0, -9.0, -9.0]))


def test_a_note_is_read_together_with_the_likeliest_few_of_the_others(tmp_path: Path) -> None:
    model = FakeEmbedder(relations=[-3.0, -3.0, -3.0, -3.0, 3.0])
    vault = next(opened(tmp_path, model))
    for text in (
        "The gate code of the boatyard is 4411",
        "boatyard: the gate code is 4412",
        "Is the code of the gate at the boatyard 4413?",
        "4414, the boatyard gate code",
        "Piet says the gate code of the boatyard is 4415",
    ):
        vault.take_unseen(text)
    vault.settle()
    before = len(model.related)

    vault.take("gate code, boatyard, is 5566")

    assert len(model.related) - before == PAIRS_READ


def test_an_exact_repeat_comes_up_though_blanks_differ(vault: Vault) -> None:
    first = vault.take("The same thing\n\ntwice")
    second = vault.take("The same thing  \n\n\ntwice\n")

    (card,) = vault.cards()
    assert (card.kind, card.older, card.newer) == (CardKind.REPEAT, first, second)
    assert card.proposed is Answer.KEEP_ONE


def test_a_changed_number_is_a_contradiction_and_no_duplicate(vault: Vault) -> None:
    vault.take(RENT)
    vault.take(RAISED)

    (card,) = vault.cards()
    assert card.kind is CardKind.CONTRADICTION
    assert {one.text for one in card.evidence} >= {"900 euros", "1150 euros"}


def test_the_address_of_a_router_that_differs_in_a_digit_is_kept_and_asked_about(
    vault: Vault,
) -> None:
    seven = vault.take("The router's admin page is at 192.168.7.1")
    nine = vault.take("The router's admin page is at 192.168.9.1")

    (card,) = vault.cards()
    assert card.kind is CardKind.CONTRADICTION
    assert {seven, nine} == set(card.notes)
    assert "192.168.7.1" in vault.services.library.note(seven).body
    assert "192.168.9.1" in vault.services.library.note(nine).body


def test_a_note_beside_a_protected_one_is_kept_whatever_is_answered(replacing: Vault) -> None:
    protected = replacing.take(RENT, importance=5)
    new = replacing.take(f"Now moved: {RENT.replace('900', '1150')}")

    replacing.answer(replacing.cards()[0], Answer.OUTDATED)

    assert replacing.services.library.note(protected).body == RENT
    note = replacing.services.library.note(new)
    assert note.deleted_at is None
    assert "1150" in note.body


def test_what_no_longer_holds_is_kept_for_the_search_until_the_user_says_otherwise(
    vault: Vault,
) -> None:
    older, newer = vault.take(RENT), vault.take(RAISED)
    with vault.services.store.read() as db:
        keys = [notes.key_of(db, note) for note in (older, newer)]
        assert replacements.successors(db, keys, least=0.5) == {keys[0]: keys[1]}

    vault.answer(vault.cards()[0], Answer.DISMISS)

    with vault.services.store.read() as db:
        assert replacements.successors(db, keys, least=0.5) == {}


def test_a_note_that_changes_replaces_nothing_any_more(vault: Vault) -> None:
    older, newer = vault.take(RENT), vault.take(RAISED)
    vault.services.notes.edit(newer, Edit("Bread wants a hot oven", session="s")).result()

    vault.settle()

    with vault.services.store.read() as db:
        assert replacements.successors(db, [notes.key_of(db, older)], least=0.0) == {}


def test_two_notes_are_read_together_where_the_model_can(denying: Vault) -> None:
    denying.take(RENT)
    denying.take(RAISED)

    assert denying.cards() == []


def test_a_note_with_nothing_like_it_raises_no_card(vault: Vault) -> None:
    vault.take(RENT)
    vault.take("Lentils want twenty minutes and no salt before")

    assert vault.cards() == []


def test_an_edit_that_settles_it_takes_the_card_back(vault: Vault) -> None:
    vault.take(RENT)
    newer = vault.take(RAISED)
    vault.services.notes.edit(newer, Edit("Bread wants a hot oven", session="s")).result()

    vault.settle()

    assert vault.cards() == []


def test_a_dismissed_pair_never_comes_again_though_it_is_edited(vault: Vault) -> None:
    vault.take(RENT)
    newer = vault.take(RAISED)
    vault.answer(vault.cards()[0], Answer.DISMISS)
    vault.services.notes.edit(newer, Edit(f"{RAISED}.", session="s")).result()

    vault.settle()

    assert vault.cards() == []


def test_both_kept_comes_again_only_when_a_value_changes(vault: Vault) -> None:
    vault.take(RENT)
    newer = vault.take(RAISED)
    vault.answer(vault.cards()[0], Answer.KEEP_BOTH)
    vault.services.notes.edit(newer, Edit(f"{RAISED}\n", session="s")).result()
    vault.settle()
    assert vault.cards() == []

    vault.services.notes.edit(newer, Edit(RAISED.replace("1150", "1300"), session="s")).result()
    vault.settle()

    assert [card.kind for card in vault.cards()] == [CardKind.CONTRADICTION]


def test_texts_that_were_dismissed_are_not_asked_about_in_other_notes(vault: Vault) -> None:
    vault.take(RENT)
    newer = vault.take(RAISED)
    vault.answer(vault.cards()[0], Answer.DISMISS)
    vault.services.notes.forget([newer]).result()

    vault.take(RAISED)

    assert vault.cards() == []


def test_a_protected_note_raises_a_card_that_proposes_no_change_of_it(replacing: Vault) -> None:
    replacing.take(RENT, importance=5)
    replacing.take(f"Now moved: {RENT.replace('900', '1150')}")

    (card,) = replacing.cards()
    assert card.kind is CardKind.REPLACED
    assert card.proposed in (None, Answer.OUTDATED)


def test_three_repeats_are_one_card_and_the_next_comes_when_it_is_answered(vault: Vault) -> None:
    for _time in range(3):
        vault.take("Once more the same words")
    (card,) = vault.cards()

    vault.answer(card, Answer.KEEP_ONE)

    (following,) = vault.cards()
    assert following.kind is CardKind.REPEAT
    assert following.id != card.id


def test_what_was_put_away_can_be_had_back_after_its_notes_were_compared_again(
    vault: Vault,
) -> None:
    vault.take(RENT)
    vault.take(RAISED)
    (card,) = vault.cards()

    vault.answer(card, Answer.LATER)
    assert vault.cards() == []
    vault.services.review.undo(card.id).result()

    assert [one.id for one in vault.cards()] == [card.id]


def test_tags_and_workspaces_can_be_left_out(vault: Vault) -> None:
    vault.services.settings.put(REVIEW_QUIET_TAGS, "log, Diary").result()
    vault.services.settings.put(REVIEW_ON, False, workspace="Quiet").result()
    vault.take(RENT, tags=("diary",))
    vault.take(RENT, workspace="Quiet")
    vault.take(RENT)

    assert vault.cards() == []


def test_what_comes_above_the_most_of_a_day_comes_the_next_day(vault: Vault) -> None:
    vault.services.settings.put(REVIEW_PER_DAY, 1).result()
    for body in (RENT, RAISED, "The boiler holds 2 bar", "The boiler holds 3 bar"):
        vault.take(body)
    assert len(vault.cards()) == 1

    vault.clock.forward(days=1)

    assert len(vault.cards()) == 2


def test_a_kind_made_quieter_comes_up_only_when_it_is_surer(vault: Vault) -> None:
    for _step in range(6):
        vault.services.review.quieter(CardKind.CONTRADICTION).result()
    vault.take(RENT)
    vault.take(RAISED)

    assert vault.cards() == []


def test_many_notes_that_wait_are_each_compared_with_the_ones_near_to_them(
    contradicting: Vault,
) -> None:
    # of two telling words each: by their words alone they would not be compared
    things = "bridge tonnes, piano kilograms, school pupils, cellar bottles, orchard trees, barn bales, choir singers"
    statements = [
        "The {} is {{}} {}".format(*thing.split())
        for thing in f"{things}, chapel seats".split(", ")
    ]
    for figure in (900, 1150):
        for place, statement in enumerate(statements):
            contradicting.clock.forward(hours=1)
            body = statement.format(figure + place)
            contradicting.services.notes.capture(Draft(body)).result()

    contradicting.settle()

    read = contradicting.services.library.note
    pairs = {(read(card.older).body, read(card.newer).body) for card in contradicting.cards()}
    assert pairs == {
        (one.format(900 + place), one.format(1150 + place)) for place, one in enumerate(statements)
    }


def test_a_pair_is_judged_once_both_have_vectors_while_others_wait(vault: Vault) -> None:
    capture, review = vault.services.notes, vault.services.review
    for letter in "abcdefghijklmnopqrst":
        capture.capture(Draft(f"{letter * 5} {letter * 7} {letter * 9}")).result()
    vault.take_unseen(RENT)
    vault.take_unseen(RAISED)
    assert review.comparing() == Comparing(0, 22)

    vault.services.indexer.step()  # the newest notes come first
    while vault.services.check(lambda: True):
        pass

    assert [card.kind for card in vault.cards()] == [CardKind.CONTRADICTION]
    left = review.comparing()
    assert left is not None
    assert 2 <= left.done < left.total == 22
    vault.settle()
    assert review.comparing() is None


def test_a_card_stays_while_one_of_its_notes_waits_to_be_indexed_again(vault: Vault) -> None:
    older = vault.take(RENT)
    newer = vault.take(RAISED)
    (card,) = vault.cards()
    vault.services.notes.edit(newer, Edit(f"{RAISED}!", session="s")).result()

    with vault.services.store.read() as db:
        key = notes.key_of(db, older)
    now = vault.clock.now()
    vault.services.store.write(lambda db: queue.queue(db, key, lane=Lane.EDIT, at=now)).result()
    assert vault.services.check(lambda: True) == 1

    assert [one.id for one in vault.cards()] == [card.id]
    vault.services.notes.edit(newer, Edit("Bread wants a hot oven", session="s")).result()
    vault.settle()
    assert vault.cards() == []


def test_nothing_is_compared_where_the_user_wants_no_review(vault: Vault) -> None:
    vault.services.settings.put(REVIEW_ON, False).result()
    vault.take_unseen(RENT)

    assert vault.services.review.comparing() is None


def test_comparing_stops_between_two_notes_and_goes_on_with_the_next(vault: Vault) -> None:
    for number in range(12):
        vault.services.notes.capture(Draft(f"Note {number} of a dozen")).result()
    vault.clock.forward(seconds=3)
    while vault.services.indexer.step():
        pass
    answers = iter([True] * 3 + [False])

    assert vault.services.check(lambda: next(answers)) == 3
    assert vault.services.check(lambda: False) == 0
    assert vault.services.check(lambda: True) == 9


def test_a_note_removed_while_it_is_compared_raises_no_card_and_stops_nothing(vault: Vault) -> None:
    capture = vault.services.notes
    vault.clock.forward(days=1)
    newer = vault.take(RAISED)
    vault.clock.forward(days=-1)
    capture.capture(Draft(RENT)).result()
    vault.clock.forward(hours=1)
    while vault.services.indexer.step():
        pass
    asked: list[NoteId] = []

    def remove_once_one_is_compared() -> bool:
        if asked:
            capture.forget([newer]).result()
            purge(vault.services.store, [newer])
        asked.append(newer)
        return len(asked) == 1

    assert vault.services.check(remove_once_one_is_compared) == 1
    assert vault.cards() == []


def test_nothing_is_said_of_a_text_that_changed_while_it_was_compared(vault: Vault) -> None:
    capture = vault.services.notes
    newer = vault.take(RAISED)
    capture.capture(Draft(RENT)).result()
    vault.clock.forward(hours=1)
    while vault.services.indexer.step():
        pass
    asked: list[NoteId] = []

    def edit_once_one_is_compared() -> bool:
        if asked:
            capture.edit(newer, Edit("Bring the ladder back", session="ladder")).result()
        asked.append(newer)
        return len(asked) == 1

    vault.services.check(edit_once_one_is_compared)
    assert vault.cards() == []
    assert vault.services.check(lambda: True), "the check is made again"
    vault.settle()
    assert vault.cards() == []


def test_a_check_waits_over_a_restart(tmp_path: Path) -> None:
    clock = FakeClock()
    services = open_services(tmp_path / "again", clock=clock, embedder=FakeEmbedder())
    for _time in range(2):
        services.notes.capture(Draft("Twice the same")).result()
    clock.forward(seconds=3)
    while services.indexer.step():
        pass
    services.close()
    services = open_services(tmp_path / "again", clock=clock, embedder=FakeEmbedder())
    vault = Vault(services, clock)

    vault.settle()

    assert [card.kind for card in vault.cards()] == [CardKind.REPEAT]
    services.close()


def test_a_pinned_note_is_the_one_that_stays(vault: Vault) -> None:
    vault.take("Exactly this")
    newer = vault.take("Exactly this")
    vault.services.notes.file([newer], Filing(pinned=True)).result()

    vault.answer(vault.cards()[0], Answer.KEEP_ONE)

    with vault.services.store.read() as db:
        assert notes.get(db, newer).deleted_at is None


def test_a_card_stays_though_many_other_notes_say_the_same(vault: Vault) -> None:
    first = vault.take("Twelve of the very same words")
    for _time in range(11):
        vault.take("Twelve of the very same words")
    (card,) = vault.cards()
    vault.services.notes.edit(first, Edit("Twelve of the very same words ", session="s")).result()

    vault.settle()

    assert [one.id for one in vault.cards()] == [card.id]


FORM = "Weigh-in {}: slept well"


def test_entries_of_a_form_raise_no_card(vault: Vault) -> None:
    for kilograms in (70.2, 69.8, 70.1, 69.5, 69.9):
        vault.take(FORM.format(kilograms))

    assert vault.cards() == []


def test_two_notes_of_one_frame_are_no_form_yet(vault: Vault) -> None:
    vault.take("The gate code: 4471")
    vault.take("The gate code: 4417")

    assert len(vault.cards()) == 1


def test_a_repeated_entry_of_a_form_still_comes_up(vault: Vault) -> None:
    for kilograms in (70.2, 69.8, 70.1, 69.5, 69.5):
        vault.take(FORM.format(kilograms))

    assert [card.kind for card in vault.cards()] == [CardKind.REPEAT]


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("Summer 2018: Brittany", "Summer 2025: Usedom", True),
        ("# Tax 2024\nsent", "# Tax 2025\nsent", True),
        ("Summer 2025: Brittany", "Summer 2025: Usedom", False),
        ("Summer: Brittany in 2018", "Summer: Usedom in 2025", False),
        ("Room 12", "Room 14", False),
    ],
)
def test_a_template_of_every_year_is_known_by_its_years(one: str, other: str, differ: bool) -> None:
    assert differ_in_year(one, other) is differ


LIST = """Packing for the lake: tent, sleeping bags, gas stove, two pots, matches, head lamps, rain coats,
swimming things, towels, sun cream, first aid, map, water bottles, coffee, oats, rice, lentils and salt."""


def copied(vault: Vault, note: NoteId) -> NoteId:
    vault.clock.forward(minutes=1)
    made = vault.services.notes.copies([note]).do().result().note
    vault.settle()
    return made


def rewritten(vault: Vault, note: NoteId, text: str) -> None:
    vault.clock.forward(minutes=10)
    vault.services.notes.edit(note, Edit(text, session=text[:20])).result()
    vault.settle()


def test_a_copy_made_on_purpose_raises_no_card_though_a_few_words_of_it_change(
    vault: Vault,
) -> None:
    note = vault.take(LIST)

    copy = copied(vault, note)
    assert vault.cards() == []
    rewritten(vault, copy, LIST.replace("two pots", "three pots").replace("rice, ", ""))
    rewritten(vault, note, f"{LIST} And soap.")

    assert vault.cards() == []


def test_copies_of_one_note_raise_no_card_among_themselves(vault: Vault) -> None:
    note = vault.take(LIST)
    first, second = copied(vault, note), copied(vault, note)
    third = copied(vault, first)

    for number, copy in enumerate((first, second, third)):
        rewritten(vault, copy, LIST.replace("two pots", f"{number + 3} pots"))

    assert vault.cards() == []


def test_a_copy_that_changed_notably_may_be_asked_about(vault: Vault) -> None:
    note = vault.take(LIST)
    copy = copied(vault, note)
    added = " ".join(f"Also thing{number} for day {number}." for number in range(12))

    rewritten(vault, copy, f"{LIST}\n\n{added}")

    (card,) = vault.cards()
    assert {card.older, card.newer} == {note, copy}


def test_the_same_words_written_again_are_still_asked_about(vault: Vault) -> None:
    first = vault.take(LIST)
    second = vault.take(LIST)

    (card,) = vault.cards()
    assert {card.older, card.newer} == {first, second}
