"""What Home shows."""

from datetime import timedelta

import pytest

from notebrain.domain.notes.draft import Draft
from notebrain.notes.service import Edit
from notebrain.storage.search import text_index


@pytest.fixture
def take(services, clock):
    def take(body: str, days: float = 0, **more):
        at = clock.now() - timedelta(days=days)
        draft = Draft(body, created_at=at, **more)
        return services.notes.capture(draft).result().note

    return take


@pytest.fixture
def look(services, clock):
    return lambda workspace=None, **more: services.home.content(workspace, now=clock.now(), **more)


def test_an_empty_vault_has_nothing_to_show(look) -> None:
    seen = look()

    assert (list(seen.recent), seen.total, list(seen.tasks)) == ([], 0, [])
    assert seen.resurfaced is None
    assert seen.strip is None


def test_the_notes_changed_last_come_first(look, take) -> None:
    for number in range(13):
        take(f"note {number}", days=number)

    seen = look()

    assert [row.title for row in seen.recent] == [f"note {number}" for number in range(11)]
    assert seen.total == 13


def test_only_the_workspace_that_is_shown_counts(look, take) -> None:
    take("mine - old", days=100)
    take("theirs\n- [ ] theirs", days=100, workspace="Work")

    seen = look("Personal")

    assert [row.title for row in seen.recent] == ["mine - old"]
    assert seen.total == 1
    assert not seen.tasks
    assert seen.resurfaced.title == "mine - old"
    assert seen.strip.notes == 0


def test_boxes_that_wait_are_listed_newest_note_first(look, take) -> None:
    take("Old\n- [ ] b\n- [x] done", days=3)
    take("New\n- [ ] a\n```\n- [ ] code\n```", days=1)

    seen = look()

    assert [(task.title, task.box.text) for task in seen.tasks] == [("New", "a"), ("Old", "b")]


def test_boxes_are_found_by_the_index_of_parts_of_words_too(look, take, services, clock) -> None:
    take("Old\n- [ ] b", days=3)
    before = look().tasks

    while services.store.write(
        lambda db: text_index.fill_substrings(db, limit=100, now=clock.now())
    ).result():
        pass

    assert look().tasks == before
    assert before


def test_a_note_in_the_trash_is_not_brought_back(look, take, services) -> None:
    note = take("Old\n- [ ] never", days=100)
    services.notes.forget([note]).result()

    seen = look()

    assert seen.resurfaced is None
    assert not seen.tasks


def test_never_again_holds_until_it_is_taken_back(look, take, services) -> None:
    note = take("Old", days=100)

    services.home.never_again(note).result()
    without = look().resurfaced
    services.home.again(note).result()

    assert without is None
    assert look().resurfaced.id == note


def test_another_one_is_another_note(look, take) -> None:
    first, second = take("one", days=100), take("two", days=100)

    chosen = look().resurfaced.id
    other = look(skipped=[chosen]).resurfaced.id

    assert {chosen, other} == {first, second}


def test_the_strip_counts_notes_by_their_day_and_is_there_after_fourteen_days(
    look, take, services, clock
) -> None:
    old = take("first", days=12)
    young = look().strip
    take("older", days=13)
    take("today")
    take("today too")
    services.notes.edit(old, Edit("first, changed", session="s")).result()
    ancient = take("ancient", days=300)
    services.notes.edit(ancient, Edit("ancient, changed", session="s")).result()

    strip = look().strip

    assert young is None
    assert [day.notes for day in strip.days] == [1, 1, *[0] * 11, 2]
    assert (strip.notes, strip.edited) == (4, 1)
