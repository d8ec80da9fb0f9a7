"""Where a tag came from is the same on every computer, and older versions neither lose it nor break on it."""

import json

from notebrain.domain.sync.records import record_from
from notebrain.storage import settings
from tests.fakes.computers import Computer, settle


def origins(computer: Computer, note: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found = computer.note(note)  # type: ignore[arg-type]  # a test's short cut
    return found.tags, found.text_tags


def test_a_tag_typed_here_goes_with_its_word_there(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    note = one.take("vent it #winter", tags=("home",))
    settle(one, two)
    assert origins(two, note) == (("home", "winter"), ("winter",))

    two.edit(note, "vent it")
    settle(two, one)

    assert origins(one, note) == (("home",), ())


def test_a_tag_given_by_hand_afterwards_is_given_on_every_computer(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    note = one.take("vent it #winter")
    settle(one, two)
    one.file(note, remove_tags=("winter",))
    one.file(note, add_tags=("winter",))
    settle(one, two)
    assert origins(two, note) == (("winter",), ())

    two.edit(note, "vent it")
    settle(two, one)

    assert origins(one, note) == (("winter",), ())


def test_only_another_origin_is_sent_too(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    settings_off(one)
    note = one.take("vent it #winter", tags=("winter",))
    settle(one, two)

    def mark(db: object) -> None:
        from notebrain.storage.notes import notes, tags

        tags.put(db, notes.key_of(db, note), ("winter",), ("winter",))  # type: ignore[arg-type]

    one.store.write(mark).result()
    settle(one, two)

    assert origins(two, note) == (("winter",), ("winter",))


def test_words_typed_on_two_computers_at_once_give_both_tags(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    note = one.take("first\n\nmiddle\n\nlast")
    settle(one, two)
    one.edit(note, "first #winter\n\nmiddle\n\nlast")
    two.edit(note, "first\n\nmiddle\n\nlast #frost")
    settle(one, two)
    settle(two, one)

    assert one.texts() == two.texts()
    for computer in pair:
        assert origins(computer, note) == (("frost", "winter"), ("frost", "winter"))


def test_a_word_removed_here_while_another_stands_there_keeps_the_tag(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    note = one.take("first #winter\n\nmiddle\n\nlast")
    settle(one, two)
    one.edit(note, "first\n\nmiddle\n\nlast")
    two.edit(note, "first #winter\n\nmiddle\n\nlast #winter")
    settle(one, two)
    settle(two, one)

    assert one.texts() == two.texts()
    for computer in pair:
        assert origins(computer, note) == (("winter",), ("winter",))


def test_words_that_a_conflict_left_out_give_no_tag(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    note = one.take("the gate")
    settle(one, two)
    one.edit(note, "the green gate #paint")
    two.edit(note, "the red gate #color")
    settle(one, two)
    settle(two, one)

    (text,) = one.texts().values()
    kept = "paint" if "#paint" in text else "color"
    for computer in pair:
        assert origins(computer, note) == ((kept,), (kept,))


def test_a_note_trashed_here_and_removed_there_stays_removed(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    note = one.take("vent it #winter")
    settle(one, two)
    two.forget(note)
    one.forget(note)
    one.purge(note)
    settle(one, two)

    assert (one.texts(), one.trash()) == ({}, set())


def test_a_note_without_typed_tags_is_sent_as_before(pair: tuple[Computer, Computer]) -> None:
    one, _two = pair
    note = one.take("vent it", tags=("home",))

    assert "text_tags" not in json.loads(one.records()[note].to_json())


def test_what_an_older_version_sends_keeps_only_the_origins_of_tags_that_are_left(
    pair: tuple[Computer, Computer],
) -> None:
    one, _two = pair
    note = one.take("#winter #frost")
    sent = json.loads(one.records()[note].to_json())
    assert sent["text_tags"] == ["frost", "winter"]

    sent["tags"] = ["winter", "home"]  # an older version knows these, and passes the rest on
    read = record_from(json.dumps(sent))

    assert (read.tags, read.text_tags) == (("home", "winter"), ("winter",))
    assert record_from(read.to_json()) == read


def settings_off(computer: Computer) -> None:
    computer.store.write(lambda db: settings.put(db, settings.FILES_TYPED_TAGS, False)).result()
