"""The extension and the bookmarklet in a real browser, against the real interface."""

import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QImage

from devtools import extension
from notebrain.domain.notes.note import Note
from notebrain.domain.programs.tokens import TokenScope
from notebrain.mcp_server.http.bookmarklet import bookmarklet
from tests.fakes.browser import BROWSER, Browser, Tab, until
from tests.fakes.http_door import Served, served_vault
from tests.fakes.saved_pages import PAGES, Saved, read, words_of

pytest.importorskip("uvicorn", reason="HTTP needs the extra: pip install 'notebrain[server]'")
if BROWSER is None:
    pytest.skip("the clipper needs a browser: chromium", allow_module_level=True)
pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with served_vault(tmp_path / "vault") as served:
        yield served


def address_of(saved: Saved) -> str:
    return str(saved.expected["address"] or saved.expected["canonical"])


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Browser]]:
    """The browsers by their language: each test adds an extension of its own, which knows no other's."""
    browsers = {
        language: Browser(tmp_path_factory.mktemp("profile"), {}, language)
        for language in ("en", "de")
    }
    yield browsers
    for one in browsers.values():
        one.close()


@pytest.fixture
def start(running: dict[str, Browser]) -> Iterator[Callable[..., Browser]]:
    """Return a browser without tabs, in which there are the saved pages and some more."""
    pages = {address_of(read(path)): path.read_bytes() for path in PAGES}

    def browser(more: dict[str, bytes] | None = None, language: str = "en") -> Browser:
        running[language].pages = {**pages, **(more or {})}
        return running[language]

    yield browser
    for one in running.values():
        one.close_tabs()


class Clipper:
    """The extension in a browser, connected to a vault."""

    def __init__(self, browser: Browser, folder: Path, port: int, token: str) -> None:
        self.browser = browser
        for name, data in extension.files().items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        self.id = browser.add_extension(folder)
        self.set(port=port, token=token, tags=["clipped"])

    def set(self, **values: object) -> None:
        worker = until(
            lambda: self.browser.find("service_worker", f"chrome-extension://{self.id}/")
        )
        until(lambda: worker.run("typeof chrome === 'object' && !!chrome.storage"))
        worker.run(f"chrome.storage.local.set({json.dumps(values)})")

    def clip(self, tab: Tab, part: str = "article") -> str:
        """Press the button, choose what to keep, and return what is told."""
        window = self.browser.press(self.id, tab)
        until(lambda: window.run("document.getElementById('tags').value"))
        window.run(f"document.querySelector('[data-part={part}]').click()")
        told = until(lambda: self._told(window))
        window.close()
        return str(told)

    def _told(self, window: Tab) -> str:
        told = str(window.run("document.getElementById('told').textContent"))
        passing = window.run(
            "['saving', 'waiting_now'].map((name) => chrome.i18n.getMessage(name, '1'))"
        )
        return "" if told in passing else told


def connected(served: Served, browser: Browser, tmp_path: Path, port: int | None = None) -> Clipper:
    token = served.token(TokenScope.CAPTURING)
    return Clipper(browser, tmp_path / "extension", port or served.port, token)


def check(served: Served, saved: Saved, tags: tuple[str, ...]) -> None:
    """Check that a page is in the notes with its title, address, words and pictures."""
    wanted = saved.expected
    source = f"clip:{wanted.get('canonical', wanted['address'])}"
    (note,) = (one for one in notes(served) if one.source == source)
    missing = saved.words - words_of(note.body.replace("\\", ""))
    assert (note.title, note.tags) == (wanted["title"], tags)
    assert missing.total() <= 0.05 * saved.words.total(), missing
    assert note.body.count("](") >= len(wanted["pictures"])


def notes(served: Served) -> list[Note]:
    from notebrain.domain.notes.note import ListFilter

    return [
        served.services.library.note(row.id) for row in served.services.library.list(ListFilter())
    ]


def test_the_extension_clips_the_saved_pages(
    served: Served, start: Callable[..., Browser], tmp_path: Path
) -> None:
    clipper, clipped = connected(served, start(), tmp_path), 0
    for path in PAGES:
        saved = read(path)
        tab = clipper.browser.open(address_of(saved))
        before = served.notes()

        told = clipper.clip(tab)

        tab.close()
        if saved.expected.get("refused"):
            assert served.notes() == before
            continue
        assert told == f"Saved: {saved.expected['title']}", path
        check(served, saved, ("clipped",))
        clipped += 1
    assert clipped >= 28


# it sends the whole page as the extension does, which is tried with every page
@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long)])
def test_the_bookmarklet_clips_the_saved_pages(
    served: Served, start: Callable[..., Browser], every: int
) -> None:
    browser = start()
    line = json.dumps(bookmarklet(served.port, served.token(TokenScope.CAPTURING)))
    clipped = 0
    for path in PAGES[::every]:
        saved = read(path)
        tab = browser.open(address_of(saved))
        before = served.notes()

        tab.run(f"location.href = {line}; 1")
        window = until(lambda: browser.find("page", f"http://127.0.0.1:{served.port}/clip"))
        told = until(partial(told_by, window))

        for one in (window, tab):
            one.close()
        if saved.expected.get("refused"):
            assert served.notes() == before
            continue
        assert told == f"Saved in NoteBrain: {saved.expected['title']}", path
        check(served, saved, ())
        clipped += 1
    assert clipped >= 28 // every


def told_by(window: Tab) -> Any:
    told = window.run("document.querySelector('p')?.textContent || ''")
    return told if told not in ("", "Waiting for the page…", "Saving…") else None


PAGE = "https://tap.example/tap"
PICTURE = "https://tap.example/tap.png"
TAP = (
    f"<title>Tap</title><article><h1>Tap</h1><p id='one'>It drips a lot.</p><p>It is old.</p>"
    f"<img src='{PICTURE}' alt='The tap'></article>"
).encode()
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360"
    "606060000000050001a5f645400000000049454e44ae426082"
)


def noise(side: int) -> bytes:
    """Return a picture of random dots."""
    image, data = QImage(side, side, QImage.Format.Format_RGB32), QBuffer()
    for x, y in product(range(side), repeat=2):
        image.setPixel(x, y, 0x10101 * random.Random(x * side + y).randrange(256))
    data.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(data, "png")  # type: ignore[call-overload]
    return bytes(data.data().data())


def test_parts_of_a_page_are_what_the_user_chose(
    served: Served, start: Callable[..., Browser], tmp_path: Path
) -> None:
    more = {f"{PAGE}{number}": TAP for number in range(3)}
    clipper = connected(served, start(more), tmp_path)

    def clipped(address: str, part: str) -> str:
        tab = clipper.browser.open(address)
        tab.run("getSelection().selectAllChildren(document.getElementById('one'))")
        assert clipper.clip(tab, part) == "Saved: Tap"
        tab.close()
        (note,) = (one for one in notes(served) if one.source == f"clip:{address}")
        return note.body

    chosen, bookmark, whole = (
        clipped(f"{PAGE}{number}", part)
        for number, part in enumerate(("selection", "bookmark", "whole"))
    )

    assert ("drips" in chosen, "old" in chosen) == (True, False)
    assert ("drips" in bookmark, f"{PAGE}1" in bookmark) == (False, True)
    assert ("drips" in whole, "old" in whole, PICTURE in whole) == (True, True, True)


def test_a_picture_of_a_page_comes_along_as_a_file(
    served: Served, start: Callable[..., Browser]
) -> None:
    tab = start({PAGE: TAP, PICTURE: PNG}).open(PAGE)
    collect = (extension.FOLDER / "collect.js").read_text("utf-8").replace("export ", "")

    clip = tab.run(f"(() => {{ {collect}; return collect('picture', {json.dumps(PICTURE)}); }})()")

    assert "data:image/png" in clip["selection"]
    assert 'alt="The tap"' in clip["selection"]


def test_the_pictures_of_an_article_come_along_and_those_not_handed_over_stay_addresses(
    served: Served, start: Callable[..., Browser], tmp_path: Path
) -> None:
    elsewhere = "https://other.example/far.png"
    page = TAP.replace(b"</article>", f"<img src='{elsewhere}' alt='Far'></article>".encode())
    page = page.replace(b"<img src='https://tap", b"<img srcset='tap.png 2x' src='https://tap", 1)
    browser = start({PAGE: page, PICTURE: noise(64), elsewhere: noise(48)})
    clipper = connected(served, browser, tmp_path)

    assert clipper.clip(clipper.browser.open(PAGE)) == "Saved: Tap"

    (note,) = notes(served)
    assert "![The tap](attachment:" in note.body
    assert f"[Far]({elsewhere})" in note.body
    assert len(served.services.files.rows()) == 1


def test_a_page_clipped_while_the_program_is_closed_comes_later(
    served: Served, start: Callable[..., Browser], tmp_path: Path
) -> None:
    clipper = connected(served, start({PAGE: TAP}), tmp_path, port=1)
    tab = clipper.browser.open(PAGE)
    # more than an extension may keep unless it asks for that
    tab.run("document.body.append(document.createComment('x'.repeat(12_000_000)))")

    told = clipper.clip(tab)
    before = served.notes()
    clipper.set(port=served.port)
    again = clipper.clip(tab)

    assert told.endswith("It is closed.")
    assert before == 0
    assert again == "Already in your notes: Tap"
    assert served.notes() == 1


def test_the_clipper_speaks_german_in_a_german_browser(
    served: Served, start: Callable[..., Browser], tmp_path: Path
) -> None:
    clipper = connected(served, start({PAGE: TAP}, language="de"), tmp_path)

    assert clipper.clip(clipper.browser.open(PAGE)) == "Gesichert: Tap"
    assert clipper.clip(clipper.browser.open(PAGE)) == "Schon in deinen Notizen: Tap"
