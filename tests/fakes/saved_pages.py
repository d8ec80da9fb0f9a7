"""Saved web pages with what is to be found in each, see `tests/unit/domain/web_pages/test_saved_pages.py`."""

import html as entities
import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from notebrain.domain.text.encodings import charset_of, decoded
from notebrain.domain.web_pages.page import Part, WebPage, page_of

FOLDER = Path(__file__).parents[1] / "data" / "web_pages"
PAGES = sorted(FOLDER.glob("*/*.html"))


@dataclass(frozen=True)
class Saved:
    html: str
    expected: dict[str, Any]

    @property
    def words(self) -> Counter[str]:
        marked = " ".join(re.findall(r"<!--\{-->(.*?)<!--\}-->", self.html, re.DOTALL))
        return words_of(entities.unescape(re.sub(r"<[^>]*>", " ", marked)))

    def page(self, part: Part = Part.ARTICLE) -> WebPage:
        return page_of(self.html, self.expected["address"], part)


def words_of(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


def read(path: Path) -> Saved:
    data = path.read_bytes()
    html = decoded(data, charset_of(data))
    expected = re.search(r"<!-- expect (\{.*?\}) -->", html)
    assert expected is not None
    return Saved(html, json.loads(expected[1]))


def body_of(page: WebPage) -> str:
    return page.body(lambda picture: f"![{picture.words}]({picture.address or picture.source})")
