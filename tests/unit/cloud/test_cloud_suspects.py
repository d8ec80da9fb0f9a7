"""A content is suspected at once where it is refused, after some tries where it fails, sooner once one was found."""

from hypothesis import given, strategies as st

from notebrain.cloud.error_codes import Service
from notebrain.cloud.request import Ask
from notebrain.cloud.suspects import ALERT_S, Suspects
from notebrain.domain.errors import CloudTransient


def ask(body: str, service: Service = Service.D1, *, suspect: bool = False) -> Ask:
    return Ask(service, "POST", "/x", body=body.encode(), suspect=suspect)


def failure(after: int | None) -> CloudTransient:
    error = CloudTransient("no")
    error.suspect_after = after
    return error


def test_a_refusal_is_suspected_at_once_and_a_passing_fault_after_three_in_a_row() -> None:
    suspects = Suspects()

    assert suspects.add(ask("a"), failure(1), 0)
    assert [suspects.add(ask("b"), failure(3), 0) for _ in range(3)] == [False, False, True]
    assert not suspects.add(ask("c"), failure(None), 0)
    assert suspects.add(ask("d", suspect=True), failure(3), 0)


def test_what_passes_in_between_is_suspected_no_more() -> None:
    suspects = Suspects()
    for _ in range(2):
        suspects.add(ask("a"), failure(3), 0)
    suspects.clear(ask("a"))

    assert not suspects.add(ask("a"), failure(3), 0)


def test_after_one_was_found_others_of_its_service_are_suspected_at_once() -> None:
    suspects = Suspects()
    suspects.convict(ask("a"), 100)

    assert suspects.add(ask("b"), failure(3), 101)
    assert not suspects.add(ask("b", Service.AI), failure(3), 101)
    assert not suspects.add(ask("c"), failure(3), 101 + ALERT_S)


@given(st.lists(st.text(max_size=3), max_size=300))
def test_any_number_of_contents_is_forgotten_again(bodies: list[str]) -> None:
    suspects = Suspects()
    for body in bodies:
        suspects.add(ask(body), failure(3), 0)

    assert len(suspects._failed) <= 64
