"""The substring index is completed without anybody noticing."""

import pytest

from notebrain.app.background.substrings import FEW, SubstringFill

_SLICE_S = 0.05


class FakeIndexer:
    """Lacks some notes; each slice takes a while on the clock of the test."""

    def __init__(self, missing: int, at_once: int = 50) -> None:
        self.missing = missing
        self.at_once = at_once
        self.now = 0.0
        self.worked_s = 0.0

    def missing_substrings(self) -> int:
        return self.missing

    def fill_substrings(self) -> int:
        done = min(self.missing, self.at_once)
        self.missing -= done
        if done:
            self.now += _SLICE_S
            self.worked_s += _SLICE_S
        return done

    def clock(self) -> float:
        return self.now


def fill_of(indexer: FakeIndexer, *, on_mains=lambda: True) -> SubstringFill:
    return SubstringFill(indexer, on_mains, indexer.clock)  # type: ignore[arg-type]


def test_a_few_notes_are_added_at_once_even_on_battery() -> None:
    indexer = FakeIndexer(FEW)
    fill = fill_of(indexer, on_mains=lambda: False)

    while fill.step() == 0:
        pass

    assert indexer.missing == 0
    assert (fill.waiting, fill.on_battery) == (0, False)


def test_many_notes_take_at_most_a_fifth_of_the_time() -> None:
    indexer = FakeIndexer(FEW + 2_000)
    fill = fill_of(indexer)

    while fill.waiting or not indexer.now:
        wait_s = fill.step()
        indexer.now += wait_s or 0

    assert indexer.worked_s <= indexer.now / 5 + _SLICE_S
    assert indexer.missing <= FEW


def test_a_round_that_comes_too_early_adds_nothing() -> None:
    indexer = FakeIndexer(FEW + 2_000)
    fill = fill_of(indexer)
    wait_s = fill.step()
    left = indexer.missing

    assert wait_s
    assert fill.step() == pytest.approx(wait_s)
    assert indexer.missing == left


def test_many_notes_wait_for_mains_power_and_then_go_on() -> None:
    indexer, plugged_in = FakeIndexer(FEW + 1), [False]
    fill = fill_of(indexer, on_mains=lambda: plugged_in[0])

    wait_s = fill.step()

    assert wait_s
    assert (fill.waiting, fill.on_battery, indexer.missing) == (FEW + 1, True, FEW + 1)
    plugged_in[0] = True
    indexer.now += wait_s
    fill.step()
    assert (fill.on_battery, indexer.missing < FEW + 1) == (False, True)


def test_nothing_is_left_to_wait_for_in_the_end() -> None:
    assert fill_of(FakeIndexer(0)).step() is None


def test_notes_that_are_being_edited_do_not_keep_it_busy() -> None:
    indexer = FakeIndexer(3, at_once=0)

    assert fill_of(indexer).step() is None


def test_a_command_works_without_rests() -> None:
    indexer = FakeIndexer(FEW + 1_000)
    fill = SubstringFill(indexer, None, indexer.clock)  # type: ignore[arg-type]

    while fill.step() == 0:
        pass

    assert indexer.missing == 0
