"""Normalizes tags, finds tags in texts and in imported files, and completes a tag that is being typed."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntFlag
from typing import Final


def clean_tag(name: str) -> str:
    """Return a tag without `#`, outer whitespace and empty path parts, or an empty string if nothing is left.

    Example:
        >>> clean_tag(" #garden/ winter ")
        'garden/winter'
    """
    parts = (
        " ".join(part.replace("\x00", " ").split()) for part in name.strip().lstrip("#").split("/")
    )
    return "/".join(part for part in parts if part)


def fold_tag(name: str) -> str:
    """Return the form for comparing tags, which ignores case in every alphabet and the encoding of accents.

    Example:
        >>> fold_tag("ÄPFEL") == fold_tag("äpfel")
        True
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def clean_tags(names: Iterable[str]) -> tuple[str, ...]:
    """Return cleaned tags from A to Z without duplicates; case is ignored, and the first spelling is kept."""
    found: dict[str, str] = {}
    for name in names:
        tag = clean_tag(name)
        if tag:
            found.setdefault(fold_tag(tag), tag)
    return tuple(sorted(found.values(), key=fold_tag))


_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_COLOR: Final = r"(?:[0-9a-fA-F]{3}){1,2}|(?=\w*\d)[0-9a-fA-F]{4}(?:[0-9a-fA-F]{4})?"
TAG_PATTERN: Final = rf"""\#(?<![\w\#&/)<?=%]\#)(?<!\]\(\#)(?<!\]:[ ]\#)(?<!=["']\#)
    (?!(?:{_COLOR})(?![\w/-]))(?P<tag>\w*[^\W\d_][\w/-]*)"""
"""A tag in a text, for `re.VERBOSE`: no heading, color, number, or part of an address or of HTML."""
# Patterns with a "#" that is not a tag come first, so that they are skipped. All begin with a character of their own,
# which makes the search four times as fast. Compiled on first use, for a fast start.
_SKIPPED_OR_TAG: Final = rf"""\\\#
    |(?P<ticks>`(?<!``)`*)(?!`).{{1,2000}}?(?<!`)(?P=ticks)(?!`)
    |\[\[[^\[\]]+\]\]
    |\]\([^()\s]*(?:\s+"[^"]*")?\)
    |://[^\s<>()\[\]]*
    |{TAG_PATTERN}"""


def typed_tags(body: str) -> tuple[str, ...]:
    """Return the tags in a text, from A to Z, without duplicates.

    Example:
        >>> typed_tags("Vent it #winter, see `#6` and #garden/frost")
        ('garden/frost', 'winter')
    """
    return clean_tags(_tags_in(body)[0])


def tag_at(line: str, at: int) -> str:
    """Return the tag in a line that the caret is in or behind; empty if there is none.

    Example:
        >>> tag_at("Vent it #winter", 15), tag_at("Vent it #winter ", 16)
        ('winter', '')
    """
    for match in re.finditer(_SKIPPED_OR_TAG, line, re.VERBOSE):
        if match["tag"] and match.start() < at <= match.end():
            return clean_tag(match["tag"])
    return ""


def without_tag(body: str, is_it: Callable[[str], bool]) -> str:
    r"""Return a text without some of its tags; a line that held nothing else goes, and so does the space before one.

    Example:
        >>> without_tag("# Call #template\n\nWho?", lambda tag: tag == "template")
        '# Call\n\nWho?'
    """
    if not any(is_it(tag) for tag in typed_tags(body)):
        return body
    kept: list[str] = []
    fence = ""
    for line in body.splitlines(keepends=True):
        mark = _FENCE.match(line)
        ends = mark and (_closes(line, fence) if fence else _opens(line, mark[1]))
        if fence or ends:
            kept.append(line)  # code
            fence = fence if not ends else "" if fence or not mark else mark[1]
            continue
        shorter = re.sub(
            rf"[ \t]*(?:{_SKIPPED_OR_TAG})",
            lambda found: "" if found["tag"] and is_it(clean_tag(found["tag"])) else found[0],
            line,
            flags=re.VERBOSE,
        )
        if shorter.strip() or shorter == line:
            kept.append(shorter)
    return "".join(kept)


def _tags_in(body: str) -> tuple[list[str], list[str]]:
    """Return the tags in a text, and those below a fence that is not closed: the user may be about to close it."""
    found: list[str] = []
    unsure: list[str] = []
    if "#" not in body:
        return found, unsure
    fenced = "```" in body or "~~~" in body
    fence = ""
    for line in body.splitlines():
        mark = _FENCE.match(line) if fenced else None
        if mark and (_closes(line, fence) if fence else _opens(line, mark[1])):
            fence = "" if fence else mark[1]
            unsure.clear()
        elif "#" in line:
            (unsure if fence else found).extend(
                clean_tag(match["tag"])
                for match in re.finditer(_SKIPPED_OR_TAG, line, re.VERBOSE)
                if match["tag"]
            )
    return found, unsure


@dataclass(frozen=True, slots=True)
class Tagged:
    """How a note is tagged.

    Attributes:
        text_tags: Those of its tags that came from its text.
        half_typed: A tag in its text that was still being typed when it was saved; empty if there is none.
    """

    tags: tuple[str, ...] = ()
    text_tags: tuple[str, ...] = ()
    half_typed: str = ""


def retagged(note: Tagged, old: str, new: str, *, open_tag: str = "", files: bool = True) -> Tagged:
    """Return how a note is tagged after its text changed.

    It gets each tag that appears in the text, and loses a tag that came from the text with the last word that names it.
    A tag that the user gave stays; one that the user removed does not come back while its word stays. While a new tag
    is half typed, the tag that it was before stays, too.

    Args:
        open_tag: The tag that the caret is in; the note gets it once the caret has left.
        files: Whether it gets tags from its text at all.

    Example:
        >>> retagged(Tagged(("home",)), "Vent it", "Vent it #winter").tags
        ('home', 'winter')
    """
    if old and not note.half_typed and not _touches_tags(old, new):
        return note
    now, unsure = ({fold_tag(tag): tag for tag in tags} for tags in _tags_in(new))
    seen = {fold_tag(tag) for tags in _tags_in(old) for tag in tags} - {fold_tag(note.half_typed)}
    worn = {fold_tag(tag): tag for tag in note.tags}
    from_text = {fold_tag(tag) for tag in note.text_tags}
    come = {fold: tag for fold, tag in now.items() if fold not in seen and fold not in worn}
    half_typed = come.pop(fold_tag(open_tag), "")
    gone = set[str]() if half_typed else from_text - now.keys() - unsure.keys()
    stay = {fold: tag for fold, tag in worn.items() if fold not in gone}
    if not files:
        come = {}
    from_text |= come.keys()
    tags = clean_tags((*stay.values(), *come.values()))
    return Tagged(tags, tuple(tag for tag in tags if fold_tag(tag) in from_text), half_typed)


def _touches_tags(old: str, new: str) -> bool:
    """Return whether a change is in lines with tags, or with marks that make them code; this is fast in long texts."""
    if "#" not in old and "#" not in new:
        return False
    # imported only now: a new note needs no comparison
    from notebrain.domain.text.diff import common_head

    head = common_head(old, new)
    tail = common_head(old[: head - len(old) - 1 : -1], new[: head - len(new) - 1 : -1])
    return any(
        mark in text[text.rfind("\n", 0, head) + 1 : _line_end(text, len(text) - tail)]
        for text in (old, new)
        for mark in ("#", "```", "~~~")
    )


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def joined(one: Tagged, other: Tagged) -> Tagged:
    """Return how a note is tagged that gets the tags of two: one that came from the text of both, or only has one.

    A tag that the user gave one of the two is one that the user gave.
    """
    given = {
        fold_tag(tag)
        for side in (one, other)
        for tag in side.tags
        if fold_tag(tag) not in {fold_tag(mark) for mark in side.text_tags}
    }
    tags = clean_tags((*one.tags, *other.tags))
    return Tagged(tags, tuple(tag for tag in tags if fold_tag(tag) not in given))


def tags_to_file(body: str, worn: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tags in a text that the note does not have yet."""
    folded = {fold_tag(tag) for tag in worn}
    return tuple(tag for tag in typed_tags(body) if fold_tag(tag) not in folded)


def with_words_in(note: Tagged, body: str) -> Tagged:
    """Return how a note is tagged without the tags that came from a text which is not `body`."""
    if not note.text_tags:
        return note
    words = {fold_tag(tag) for tags in _tags_in(body) for tag in tags}
    lost = {fold_tag(tag) for tag in note.text_tags} - words
    tags, text_tags = (
        tuple(tag for tag in some if fold_tag(tag) not in lost)
        for some in (note.tags, note.text_tags)
    )
    return Tagged(tags, text_tags)


def _opens(line: str, mark: str) -> bool:
    return "~" in mark or "`" not in line.strip().removeprefix(mark)


def _closes(line: str, fence: str) -> bool:
    bare = line.strip()
    return len(bare) >= len(fence) and set(bare) == {fence[0]}


class TagsFrom(IntFlag):
    """Where an import takes tags from; stored in the vault as a number."""

    NOTHING = 0
    FOLDERS = 1
    TEXT = 2


def folder_tag(path: str) -> str:
    """Return the tag for the folders that contain a file, or an empty string if there are none.

    Args:
        path: The path relative to the imported folder, with `/` between the names.

    Example:
        >>> folder_tag("food/oven/pizza.md")
        'food/oven'
    """
    return clean_tag("/".join(clean_tag(name) for name in path.split("/")[:-1]))


def given_tags(path: str, body: str, tags_from: TagsFrom) -> tuple[str, ...]:
    """Return the tags that a file gets from its folder and its text, from A to Z."""
    tags: list[str] = []
    if TagsFrom.FOLDERS in tags_from:
        tags.append(folder_tag(path))
    if TagsFrom.TEXT in tags_from:
        tags += typed_tags(body)
    return clean_tags(tags)


# compiled by the first use, since every command loads this module and none completes a tag
_OPEN: Final = r"(?<![\w#&/])#(?P<tag>[^\W\d_][\w/-]*)$"
_ADDRESS: Final = r"\w+://\S*$"


def typed_tag(before: str) -> str | None:
    """Return the part of a tag typed before the caret; None in code, in an address, or if there is no tag."""
    found = re.search(_OPEN, before)
    if found is None or before.count("`") % 2 or re.search(_ADDRESS, before):
        return None
    tag = found["tag"]
    return None if re.fullmatch(_COLOR, tag) and any(char.isdigit() for char in tag) else tag


def offered_tags(typed: str, known: Sequence[str], most: int) -> list[str]:
    """Return the known tags that match `typed`, those starting with it first; empty once it is a known tag."""
    wanted = fold_tag(typed)
    folded = [(fold_tag(tag), tag) for tag in known if " " not in tag]
    if any(form == wanted for form, _tag in folded):
        return []
    begin = [tag for form, tag in folded if form.startswith(wanted)]
    inside = [tag for form, tag in folded if f"/{wanted}" in form or f"-{wanted}" in form]
    return list(dict.fromkeys((*begin, *inside)))[:most]
