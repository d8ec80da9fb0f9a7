import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.navigation import KEPT, NavigationHistory
from notebrain.domain.notes.note import NoteId

A, B, C, D = map(NoteId, "ABCD")


def all_exist(_note: NoteId, _place: str) -> bool:
    return True


def visited(*notes: NoteId) -> NavigationHistory[str]:
    visits = NavigationHistory[str]()
    for note in notes:
        visits.visit(note, "all")
    return visits


def test_back_and_forward_go_through_the_notes_in_turn() -> None:
    visits = visited(A, B, C)

    way = [visits.back(all_exist), visits.back(all_exist), visits.back(all_exist)]
    again = [visits.forward(all_exist), visits.forward(all_exist), visits.forward(all_exist)]

    assert way == [B, A, None]
    assert again == [B, C, None]
    assert visits.current == C


def test_a_new_visit_cuts_off_the_way_forward() -> None:
    visits = visited(A, B)
    visits.back(all_exist)

    visits.visit(D, "all")

    assert not visits.can_go_forward
    assert visits.back(all_exist) == A


def test_a_note_that_is_shown_again_is_one_visit() -> None:
    visits = visited(A, A, B, B)

    assert visits.back(all_exist) == A
    assert not visits.can_go_back


def test_notes_that_are_gone_are_skipped() -> None:
    visits = visited(A, B, C)

    assert visits.back(lambda note, _place: note != B) == A
    assert visits.forward(lambda note, _place: note != B) == C
    assert visits.back(lambda _note, _place: False) is None
    assert visits.current == C


def test_a_gap_does_not_lead_to_the_note_that_is_shown() -> None:
    visits = visited(A, B, A)

    assert visits.back(lambda note, _place: note != B) is None


def test_notes_that_are_passed_on_the_way_are_not_kept() -> None:
    visits = visited(A)
    for note in (B, C, D):
        visits.visit(note, "all", passing=True)

    assert visits.back(all_exist) == A
    assert visits.forward(all_exist) == D


def test_a_note_passed_by_is_kept_once_the_user_stays() -> None:
    visits = visited(A)
    visits.visit(B, "all", passing=True)
    visits.stay()
    visits.visit(C, "all", passing=True)

    assert visits.back(all_exist) == B


def test_the_notes_of_late_come_first_without_the_one_that_is_shown() -> None:
    assert visited(A, B, A, C).recent() == [A, B]
    assert NavigationHistory().recent() == []


def test_only_so_many_visits_are_kept() -> None:
    visits = visited(*(NoteId(str(number)) for number in range(KEPT + 50)))

    steps = 0
    while visits.back(all_exist):
        steps += 1

    assert steps == KEPT - 1


@given(st.lists(st.tuples(st.sampled_from("vpbf"), st.sampled_from("ABC"))))
def test_what_is_offered_is_never_beyond_what_there_is(acts: list[tuple[str, str]]) -> None:
    visits = NavigationHistory[str]()
    for act, name in acts:
        match act:
            case "v" | "p":
                before = visits.current
                visits.visit(NoteId(name), "all", passing=act == "p")
                assert visits.current == name
                assert before == name or not visits.can_go_forward
            case "b":
                assert (visits.back(all_exist) is None) or visits.can_go_forward
            case _:
                assert (visits.forward(all_exist) is None) or visits.can_go_back


@pytest.mark.parametrize("ask", ["back", "forward"])
def test_nobody_goes_anywhere_before_the_first_visit(ask: str) -> None:
    visits = NavigationHistory[str]()

    assert getattr(visits, ask)(all_exist) is None
    assert visits.current is None


def test_the_way_back_knows_the_place_of_each_visit() -> None:
    visits = NavigationHistory[str]()
    visits.visit(A, "a tag")
    visits.visit(B, "all")

    assert visits.back(all_exist) == A
    assert visits.place == "a tag"
    assert visits.forward(all_exist) == B
    assert visits.place == "all"


def test_a_note_that_stays_shown_in_another_place_is_found_there_again() -> None:
    visits = visited(A)
    visits.visit(A, "a tag")
    visits.visit(B, "all", passing=True)
    visits.visit(C, "all", passing=True)

    visits.back(all_exist)

    assert visits.place == "a tag"


def test_a_note_may_exist_in_one_place_only() -> None:
    visits = NavigationHistory[str]()
    for note, place in ((A, "trash"), (A, "all"), (B, "trash"), (C, "all")):
        visits.visit(note, place)

    assert visits.back(lambda note, place: (note, place) != (B, "trash")) == A
