"""The extension and the bookmarklet, run in a JavaScript engine (Node) against the real interface.

There is no browser engine here: the document is a text, everything else is the code that browsers run.
"""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from notebrain.domain.notes.addresses import CaptureLink, app_link
from notebrain.domain.programs.tokens import TokenScope
from notebrain.mcp_server.http.bookmarklet import bookmarklet
from tests.fakes.http_door import Served, served_vault
from tests.fakes.saved_pages import PAGES, read, words_of

pytest.importorskip("uvicorn", reason="HTTP needs the extra: pip install 'notebrain[server]'")
NODE = shutil.which("node")
if NODE is None:
    pytest.skip("the clipper needs a JavaScript engine: node", allow_module_level=True)

ROOT = Path(__file__).parents[4]
EXTENSION = ROOT / "packaging" / "extension"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served_vault(tmp_path_factory.mktemp("clipped") / "vault") as served:
        yield served


class Extension:
    """The extension in a browser."""

    def __init__(self, **store: object) -> None:
        script = ROOT / "tests" / "fakes" / "clip_pages.mjs"
        self._process = subprocess.Popen(
            [str(NODE), str(script), str(EXTENSION)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.ask(act="start", store=store)

    def ask(self, **asked: object) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        told = self._process.stdout.readline()
        assert told, f"the extension ended with {self._process.wait(20)}, see its error output"
        return json.loads(told)

    def clip(self, file: Path, url: str, part: str = "article", **given: object) -> Any:
        return self.ask(act="clip", file=str(file), url=url, part=part, given=given)

    def close(self) -> None:
        self._process.communicate(timeout=20)


@pytest.fixture
def extension(served: Served) -> Iterator[Extension]:
    running = Extension(port=served.port, token=served.token(TokenScope.CAPTURING))
    yield running
    running.close()


def test_the_extension_clips_the_saved_pages(
    served: Served, extension: Extension, tmp_path: Path
) -> None:
    clipped = 0
    for path in PAGES:
        saved = read(path)
        file = tmp_path / path.name
        file.write_text(saved.html, "utf-8")
        wanted = saved.expected
        url = wanted["address"] or wanted["canonical"]

        told = extension.clip(file, url, tags=["clipped"])

        if wanted.get("refused"):
            assert told["outcome"] == "refused"
            continue
        assert told["outcome"] == "saved", told
        note = served.services.library.note(told["note_id"])
        missing = saved.words - words_of(note.body.replace("\\", ""))
        assert note.title == wanted["title"]
        assert note.source == f"clip:{wanted.get('canonical', wanted['address'])}"
        assert missing.total() <= 0.05 * saved.words.total()
        assert told["pictures"] + told["linked_pictures"] == len(wanted["pictures"])
        assert note.tags == ("clipped",)
        clipped += 1
    assert clipped >= 28


def test_what_cannot_be_sent_is_kept_up_to_fifty_and_sent_later(
    served: Served, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    file.write_text("<title>Kept</title><p>Some words of a page that is kept for later.</p>")
    extension = Extension(port=1, token=served.token(TokenScope.CAPTURING))
    before = served.notes()

    told = [extension.clip(file, f"https://kept.example/{n}")["outcome"] for n in range(51)]
    extension.ask(act="set", store={"port": served.port})
    flushed = extension.ask(act="flush")
    extension.close()

    assert told == ["waiting"] * 50 + ["full"]
    assert flushed["left"] == 0
    assert served.notes() - before == 50


def test_a_clip_is_kept_while_it_is_sent_since_a_browser_may_end_at_any_moment(
    extension: Extension,
) -> None:
    clip = {"html": "<title>Sent</title><p>Words.</p>", "url": "https://sent.example"}

    assert extension.ask(act="begin", given=clip)["waiting"] == [clip]


def test_a_page_of_too_many_bytes_is_refused_and_not_tried_again_and_again(
    extension: Extension, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    file.write_text("<title>Long</title><p>" + "語" * 9_000_000, "utf-8")

    told = extension.clip(file, "https://long.example")

    assert told == {"outcome": "refused", "message": "too_large"}
    assert extension.ask(act="flush")["left"] == 0


def test_a_page_that_is_there_is_offered_as_an_update_not_kept(
    served: Served, extension: Extension, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    file.write_text("<title>Night ferry</title><p>It is another text than before on this page.</p>")
    url = "https://www.harbour-times.example/2026/03/ferry-route"

    told = extension.clip(file, url)

    assert told["outcome"] == "exists"
    assert "title" not in told
    assert extension.ask(act="flush")["left"] == 0


_WINDOW = """
const told = { opened: [], sent: [], link: "" };
globalThis.location = { href: ADDRESS, set href(value) {} };
const place = { current: ADDRESS };
globalThis.location = { get href() { return place.current; }, set href(link) { told.link = link; } };
const chosen = { rangeCount: WORDS ? 1 : 0, getRangeAt: () => ({ cloneContents: () => WORDS }), toString: () => WORDS };
globalThis.getSelection = () => chosen;
globalThis.document = {
  title: "A “title” & more", documentElement: { outerHTML: "<title>A</title><p>Words.</p>" },
  createElement: () => ({ innerHTML: "", append(part) { this.innerHTML += part; } }),
};
const listeners = new Set();
globalThis.addEventListener = (name, listen) => listeners.add(listen);
globalThis.removeEventListener = (name, listen) => listeners.delete(listen);
globalThis.open = (address) => { told.opened.push(address); return { close() {} }; };
const later = [];
globalThis.setTimeout = (act) => later.push(act);
SCRIPT
const page = { postMessage: (clip, origin) => told.sent.push([clip, origin]) };
const hear = (origin) => [...listeners].forEach((listen) => listen({ origin, data: "notebrain-ready", source: page }));
hear("https://evil.example");
if (ANSWERS) hear("http://127.0.0.1:7");
for (const act of later) act();
console.log(JSON.stringify(told));
"""


def run_bookmarklet(*, answers: bool, words: str = "", address: str = "https://a.example/x") -> Any:
    line = bookmarklet(7, "nb_secret")
    assert line.startswith("javascript:")
    script = _WINDOW.replace("ANSWERS", json.dumps(answers)).replace("WORDS", json.dumps(words))
    script = script.replace("ADDRESS", json.dumps(address))
    script = script.replace("SCRIPT", unquote(line.removeprefix("javascript:")))
    done = subprocess.run(
        [str(NODE), "-"],
        input=script,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_bookmarklet_hands_the_page_to_the_clippers_page_only() -> None:
    told = run_bookmarklet(answers=True)

    assert told["opened"] == ["http://127.0.0.1:7/clip#nb_secret"]
    [[clip, origin]] = told["sent"]
    assert origin == "http://127.0.0.1:7"
    assert (clip["url"], clip["part"]) == ("https://a.example/x", "article")
    assert told["link"] == ""


def test_a_selection_is_what_the_bookmarklet_takes() -> None:
    told = run_bookmarklet(answers=True, words="chosen <words>")

    assert told["sent"][0][0]["part"] == "selection"
    assert told["sent"][0][0]["selection"] == "chosen <words>"


@pytest.mark.parametrize(
    "words", ["", "It's 50 % & #1\nüber", "x" * 100_000, "😀" * 20_000], ids=range(4)
)
def test_where_a_page_forbids_it_the_capture_window_opens(words: str) -> None:
    link = run_bookmarklet(answers=False, words=words)["link"]

    opened = app_link(link)

    assert isinstance(opened, CaptureLink)
    assert opened.text.startswith("# A “title” & more\n\n")
    assert "<https://a.example/x>" in opened.text
    assert words[:10] in opened.text
