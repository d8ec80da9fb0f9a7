"""What is said of files and the account."""

import pytest

from notebrain.app.sync.file_texts import estimate_lines, progress_text, status_text
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.sync.file_estimate import estimate
from notebrain.domain.sync.file_transfer import FilePlace, FileStatus, FileWait, MovingFile


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (FileStatus(FilePlace.HERE), ""),
        (FileStatus(FilePlace.BOTH), "In your account, too"),
        (FileStatus(FilePlace.TO_SEND), "Goes with the next sync"),
        (FileStatus(FilePlace.TO_FETCH), "Comes with the next sync"),
        (FileStatus(FilePlace.TO_SEND, 1, FileWait.METERED), "Waits: this connection is metered"),
        (FileStatus(FilePlace.TO_SEND, 1, FileWait.FAILED, "Refused."), "Refused."),
        (
            FileStatus(FilePlace.TO_FETCH, 1, FileWait.ELSEWHERE, "…", "Desk"),
            "On the computer Desk until it syncs",
        ),
        (
            FileStatus(FilePlace.TO_FETCH, 1, FileWait.ELSEWHERE, "…"),
            "On another computer until it syncs",
        ),
        (
            FileStatus(FilePlace.LEFT_THERE, 30_000_000),
            "In your account; larger than 20 MB",
        ),
        (FileStatus(FilePlace.LEFT_THERE, 3), "In your account; comes when it is shown"),
        (FileStatus(FilePlace.MISSING), "Not on this computer"),
    ],
)
def test_a_file_says_where_it_is(status: FileStatus, text: str) -> None:
    assert status_text(status) == text


@pytest.mark.parametrize("why", FileWait)
@pytest.mark.parametrize("place", FilePlace)
def test_every_file_that_is_not_only_here_says_something(place: FilePlace, why: FileWait) -> None:
    assert status_text(FileStatus(place, 1, why, "Why.")) or place is FilePlace.HERE


def test_a_file_on_its_way_says_how_far_it_is() -> None:
    sha = Sha("a" * 64)

    assert progress_text(MovingFile(sha, "a", True, 1_200_000, 4_800_000)) == (
        "Sending: 1.2 MB of 4.8 MB"
    )
    assert progress_text(MovingFile(sha, "a", False, 0, 10)) == "Fetching: 0 B of 10 B"


def test_what_sending_takes_is_said_with_how_it_is_known() -> None:
    lines = estimate_lines(estimate([1_774_892] * 2_310))

    assert lines == [
        "2,310 files, 4.1 GB; your account keeps 10 GB for free; sending takes about 55 minutes.",
        "The time is for 10 Mbit/s, which is assumed, and for the requests that Cloudflare allows.",
    ]


def test_what_costs_is_said_and_a_daily_limit() -> None:
    lines = estimate_lines(estimate([12_000_000_000], day_bytes=6_000_000_000))

    assert lines == [
        "1 file, 12 GB; your account keeps 10 GB for free; sending takes 2 days.",
        "Above 10 GB, Cloudflare charges $0.015 per GB and month: about $0.03 a month.",
        "The time follows from your daily limit for files.",
    ]


def test_nothing_to_send_says_nothing() -> None:
    assert estimate_lines(estimate([])) == ()
