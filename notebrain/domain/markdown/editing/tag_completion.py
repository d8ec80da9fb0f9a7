"""Completes a tag that is being typed from the known ones."""

import re
from collections.abc import Sequence
from typing import Final

from notebrain.domain.notes.tags import fold_tag

_OPEN: Final = re.compile(r"(?<![\w#&/])#(?P<tag>[^\W\d_][\w/-]*)$")
_ADDRESS: Final = re.compile(r"\w+://\S*$")
_COLOUR: Final = re.compile(r"(?:[0-9a-fA-F]{3}){1,2}$")


def typed_tag(before: str) -> str | None:
    """Return the part of a tag typed before the caret; None in code, in an address, or if there is no tag."""
    found = _OPEN.search(before)
    if found is None or before.count("`") % 2 or _ADDRESS.search(before):
        return None
    tag = found["tag"]
    return None if _COLOUR.match(tag) and any(char.isdigit() for char in tag) else tag


def offered_tags(typed: str, known: Sequence[str], most: int) -> list[str]:
    """Return the known tags that match `typed`, those starting with it first; empty once it is a known tag."""
    wanted = fold_tag(typed)
    folded = [(fold_tag(tag), tag) for tag in known if " " not in tag]
    if any(form == wanted for form, _tag in folded):
        return []
    begin = [tag for form, tag in folded if form.startswith(wanted)]
    inside = [tag for form, tag in folded if f"/{wanted}" in form or f"-{wanted}" in form]
    return list(dict.fromkeys((*begin, *inside)))[:most]
