"""Web pages of programs are read in a process of its own, which does not stay."""

from collections.abc import Iterator
from typing import Any

import pytest

from notebrain.app.door import clipper as module
from notebrain.app.door.clipper import Clipper
from notebrain.app.services import Services
from notebrain.app.settings.programs import PROGRAMS_CLIPPER
from notebrain.domain.errors import Unavailable
from notebrain.domain.programs.program import Limits
from notebrain.domain.web_pages import page
from tests.fakes.display import wait_until

pytestmark = pytest.mark.slow
LIMITS = Limits()


@pytest.fixture
def clipper(services: Services) -> Iterator[Clipper]:
    services.settings.put(PROGRAMS_CLIPPER, True).result()
    clipper = Clipper(services)
    yield clipper
    clipper.stop()


def clipped(clipper: Clipper, number: int = 1) -> Any:
    html = f"<title>Tap {number}</title><p>It drips a lot.</p>"
    given = {"html": html, "url": f"https://tap.example/{number}"}
    return clipper.clip("http:test", given, LIMITS)


def test_no_page_is_read_in_this_process(clipper: Clipper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "tree_of", None)

    assert clipped(clipper)["title"] == "Tap 1"


def test_the_process_stays_for_the_next_page_and_ends_when_none_comes(
    clipper: Clipper, monkeypatch: pytest.MonkeyPatch
) -> None:
    clipped(clipper, 1)
    first = clipper._reader.process_id
    clipped(clipper, 2)
    assert first == clipper._reader.process_id is not None

    monkeypatch.setattr(module, "_IDLE_S", 0.01)
    clipped(clipper, 3)

    wait_until(lambda: clipper._reader.process_id is None, what="the end of the process")


def test_after_the_end_nothing_more_is_read(clipper: Clipper) -> None:
    clipped(clipper)

    clipper.stop()

    assert clipper._reader.process_id is None
    with pytest.raises(Unavailable):
        clipped(clipper, 2)
