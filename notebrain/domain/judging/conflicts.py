"""What two statements say that cannot both be true: a denial, an opposite, another value, another name."""

from collections.abc import Iterator

from notebrain.domain.judging.conflict import Compared, Conflict, denies
from notebrain.domain.judging.contraries import contraries
from notebrain.domain.judging.denials import denials
from notebrain.domain.judging.rival_values import other_prices, other_values
from notebrain.domain.judging.subjects import other_names, speak_of_different_things


def conflicts(compared: Compared) -> Iterator[Conflict]:
    """Yield what cannot both be true, the strongest kinds first."""
    yield from denials(compared)
    if denies(compared.older.tokens) == denies(compared.newer.tokens):
        yield from contraries(compared)
    if not speak_of_different_things(compared):
        yield from other_values(compared)
        yield from other_prices(compared)
        yield from other_names(compared)
