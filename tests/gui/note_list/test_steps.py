"""One list becomes another in few steps."""

from hypothesis import given, strategies as st

from notebrain.gui.note_list.model import MAX_RUNS, NoteListModel, steps


class NoRows:
    def rows(self, keys):
        return {}

    def key_of(self, note_id):
        return None


def test_nothing_to_do_for_equal_lists() -> None:
    way = steps([1, 2, 3], [1, 2, 3])

    assert (way.removed, way.kept, way.inserted, way.whole) == ((), None, (), False)


def test_many_new_notes_are_simply_shown() -> None:
    assert steps([1, 2], list(range(1, 5_000))).whole


def test_the_rest_of_a_list_comes_as_one_run() -> None:
    way = steps([1, 2], [1, 2, 3, 4, 5])

    assert way.inserted == ((2, (3, 4, 5)),)


def test_a_note_that_moved_is_no_loss() -> None:
    way = steps([1, 2, 3, 4], [4, 1, 2, 3])

    assert way.removed == ()
    assert way.kept == (4, 1, 2, 3)


def test_lists_with_little_in_common_are_simply_shown() -> None:
    old = list(range(0, 4 * MAX_RUNS, 2))
    new = [n for n in range(4 * MAX_RUNS) if n % 4]

    assert steps(old, new).whole


@given(
    st.lists(st.integers(0, 30), unique=True),
    st.lists(st.integers(0, 30), unique=True),
)
def test_following_the_steps_always_leads_to_the_new_list(old, new) -> None:
    model = NoteListModel(NoRows())
    model.show_keys(old)

    model.follow(steps(old, new))

    assert list(model.keys) == new
