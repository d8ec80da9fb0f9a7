"""How often the user agreed, per kind of card and from which sureness on."""

from notebrain.app.notes.card_views import Agreement, agreements, quieter
from notebrain.domain.review.cards import CardKind
from notebrain.storage.review.answers import Tally

DOUBT = CardKind.CONTRADICTION


def test_it_is_counted_for_all_cards_and_for_those_that_would_still_come_up() -> None:
    tallies = [
        Tally(DOUBT, 5, 4, 1),
        Tally(DOUBT, 6, 2, 2),
        Tally(DOUBT, 9, 3, 3),
        Tally(CardKind.OVERLAP, 9, 7, 0),
    ]

    of = {one.kind: one for one in agreements(tallies, {})}

    assert of[DOUBT] == Agreement(DOUBT, 0.0, 0.6, 9, 6, 5, 5)
    assert of[CardKind.OVERLAP] == Agreement(CardKind.OVERLAP, 0.0, 0.6, 7, 0, 7, 0)
    assert of[CardKind.REPEAT] == Agreement(CardKind.REPEAT, 0.0, 0.6)


def test_each_time_it_gets_quieter_by_a_tenth_until_only_the_sure_ones_are_left() -> None:
    steps = [0.0]
    while quieter(steps[-1]) > steps[-1]:
        steps.append(quieter(steps[-1]))

    assert steps == [0.0, 0.6, 0.7, 0.8, 0.9, 1.0]
