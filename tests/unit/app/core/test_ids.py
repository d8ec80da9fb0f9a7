from datetime import UTC, datetime, timedelta
from threading import Thread
from uuid import RFC_4122, UUID

from notebrain.app.core.clock import UuidIds

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_an_id_is_a_uuid_of_version_7_that_carries_its_time() -> None:
    made = UUID(UuidIds().new(NOON))

    assert (made.version, made.variant) == (7, RFC_4122)
    assert made.int >> 80 == int(NOON.timestamp() * 1000)


def test_a_later_note_sorts_after_an_earlier_one() -> None:
    ids = UuidIds()

    later, earlier = ids.new(NOON + timedelta(milliseconds=1)), ids.new(NOON)

    assert earlier < later


def test_notes_of_one_millisecond_sort_in_the_order_of_their_making() -> None:
    ids = UuidIds()

    made = [ids.new(NOON) for _ in range(1000)]

    assert made == sorted(set(made))


def test_threads_never_make_the_same_id() -> None:
    ids = UuidIds()
    made: list[str] = []
    threads = [
        Thread(target=lambda: made.extend(ids.new(NOON) for _ in range(500))) for _ in range(4)
    ]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(set(made)) == 2000


def test_a_note_from_before_1970_has_an_id_too() -> None:
    made = UUID(UuidIds().new(datetime(1912, 6, 23, tzinfo=UTC)))

    assert made.int >> 80 == 0
