"""Web pages as they become notes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.web_pages.addresses import absolute, is_web
from notebrain.domain.web_pages.article import article_of, strip
from notebrain.domain.web_pages.facts import Facts, facts_of
from notebrain.domain.web_pages.pictures import Picture
from notebrain.domain.web_pages.text import text_of, with_pictures
from notebrain.domain.web_pages.tree import Element, Tree, tree_of

SOURCE: Final = "clip:"
"""What the source of a note made of a web page begins with; its address follows."""
LONGEST_TEXT: Final = 2_000_000


class NoText(UserError):
    """A page has nothing that could be kept."""


class Part(StrEnum):
    """What of a page becomes a note."""

    ARTICLE = "article"
    WHOLE = "whole"
    SELECTION = "selection"
    BOOKMARK = "bookmark"


@dataclass(frozen=True, slots=True)
class WebPage:
    """A web page, or a part of one.

    Attributes:
        title: Without the name of its site.
        address: The address by which it is known again.
        published: When it was published, if it says so.
        pictures: Those in its text, in order.
        is_cut: Whether the page has more text than this.
        text: Its Markdown, with marks in the places of the pictures.
    """

    title: str
    address: str
    published: date | None
    pictures: Sequence[Picture]
    is_cut: bool
    text: str

    @property
    def source(self) -> str:
        """The source of the note that it becomes."""
        return SOURCE + self.address

    def body(self, link: Callable[[Picture], str]) -> str:
        """Return the text of the note that it becomes.

        Args:
            link: Returns the Markdown of a picture.
        """
        when = "" if self.published is None else f" · {self.published.isoformat()}"
        parts = [f"# {self.title}", f"<{self.address}>{when}"]
        text = with_pictures(self.text, lambda number: link(self.pictures[number]))
        if text:
            parts.append(text)
        if self.is_cut:
            parts.append(_("*The page is longer; the rest of it is not here.*"))
        return "\n\n".join(parts) + "\n"


def page_of(
    html: str,
    address: str = "",
    part: Part = Part.ARTICLE,
    *,
    selection: str = "",
    is_cut: bool = False,
) -> WebPage:
    """Return a page, or a part of it, as it becomes a note.

    Args:
        html: The whole page.
        address: Where it was read; "" if the file may say.
        selection: The HTML of what the user selected.
        is_cut: Whether the page goes on after `html`.

    Raises:
        UserError: Nobody says where the page is from, or it has no text.
    """
    tree = tree_of(html)
    facts = facts_of(tree, html, address)
    if not is_web(facts.address):
        raise UserError(_("The page does not say where it is from; give its address."))
    wanted, base = _wanted(tree, facts, part, selection)
    text, pictures, is_long = ("", (), False) if wanted is None else text_of(wanted, base)
    if wanted is not None and not text.strip():
        raise NoText(_no_text(tree, facts))
    title = facts.title
    is_cut = is_cut or tree.is_cut or is_long or len(text) > LONGEST_TEXT
    text = _without_title(_cut(text), title)
    return WebPage(title, facts.address, facts.published, pictures, is_cut, text)


def _wanted(tree: Tree, facts: Facts, part: Part, selection: str) -> tuple[Element | None, str]:
    match part:
        case Part.BOOKMARK:
            return None, facts.base
        case Part.SELECTION:
            chosen = tree_of(selection)
            strip(chosen)
            return chosen.root, facts.base
        case Part.WHOLE:
            strip(tree)
            return tree.root, facts.base
        case Part.ARTICLE:
            strip(tree)
            return article_of(tree), facts.base


def _no_text(tree: Tree, facts: Facts) -> str:
    frames = [
        found
        for one in tree.root.all()
        if one.tag in ("frame", "iframe") and (found := absolute(one.get("src"), facts.base))
    ]
    if frames:
        text = _("The page only shows other pages; clip one of them instead, such as {address}.")
        return text.format(address=frames[-1])
    return _("There is no text in the page; its text may only come once it runs in a browser.")


def _cut(text: str) -> str:
    if len(text) <= LONGEST_TEXT:
        return text
    return text[: text.rfind("\n", 0, LONGEST_TEXT) + 1 or LONGEST_TEXT].rstrip()


def _without_title(text: str, title: str) -> str:
    """Return a text without the heading that it begins with, if that is the title."""
    for at, line in enumerate(lines := text.split("\n")):
        if not line.strip() or "\x05" in line:
            continue
        is_heading = line.startswith("#") or line.strip("* ") == title
        if is_heading and _bare(line) == _bare(title):
            return "\n".join(lines[:at] + lines[at + 1 :]).strip("\n")
        if at > 12 or not line.startswith("#"):  # noqa: PLR2004 - a heading stands at the top
            break
    return text


def _bare(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())
