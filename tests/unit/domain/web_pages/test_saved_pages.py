"""Saved pages, made for this test: half of them to work with, half held out until the rules were written.

In each file, comments mark the article, `expect` says what else is to be found, and words of the page around the
article begin with `zjunk`.
"""

import re
from collections import Counter
from pathlib import Path

import pytest

from notebrain.domain.errors import UserError
from notebrain.domain.web_pages.page import Part, page_of
from tests.fakes.saved_pages import FOLDER, PAGES, body_of, read, words_of

MOST_AROUND = 3


def each(*, refused: bool) -> pytest.MarkDecorator:
    pages = [path for path in PAGES if ("refused" in read(path).expected) == refused]
    return pytest.mark.parametrize("path", pages, ids=[path.stem for path in pages])


def test_there_are_thirty_pages_and_half_of_them_are_held_out() -> None:
    counts = Counter(path.parent.name for path in PAGES)

    assert counts["work"] >= 15
    assert counts["held_out"] >= 15


@each(refused=False)
def test_the_words_of_the_article_are_in_the_note(path: Path) -> None:
    saved = read(path)

    body = body_of(saved.page()).replace("\\", "")

    missing = saved.words - words_of(body)
    assert missing.total() <= 0.05 * saved.words.total(), missing
    assert body.count("zjunk") <= MOST_AROUND


@each(refused=False)
def test_title_address_date_and_pictures_are_those_of_the_page(path: Path) -> None:
    saved = read(path)
    wanted = saved.expected

    page = saved.page()

    assert page.title == wanted["title"]
    assert page.address == wanted.get("canonical", wanted["address"])
    assert (page.published and page.published.isoformat()) == wanted["date"]
    named = [one.source if one.source.startswith("./") else one.address for one in page.pictures]
    assert named == wanted["pictures"]


@each(refused=False)
def test_the_whole_page_has_the_article_too(path: Path) -> None:
    saved = read(path)

    body = body_of(saved.page(Part.WHOLE)).replace("\\", "")

    assert (saved.words - words_of(body)).total() <= 0.05 * saved.words.total()


@each(refused=True)
def test_a_page_without_text_is_refused_with_a_reason(path: Path) -> None:
    with pytest.raises(UserError) as refusal:
        read(path).page()

    frames = "frameset" in read(path).html
    assert ("clip one of them" if frames else "no text") in str(refusal.value)


def test_no_comment_of_the_test_can_help_the_rules() -> None:
    saved = read(FOLDER / "work" / "news.html")

    bare = page_of(re.sub(r"<!--[{}]-->", "", saved.html), saved.expected["address"])

    assert body_of(bare) == body_of(saved.page())
