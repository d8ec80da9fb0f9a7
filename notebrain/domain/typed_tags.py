"""The tags somebody wrote into a text: `#garden`, but not in code, links or colours."""

import re

from notebrain.domain.tags import clean_tag, clean_tags, fold_tag

_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
# what may hold a hash that is no tag comes first, so that it is stepped over
_TAG = re.compile(
    r"""\\\#
    |(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)
    |\[\[[^\[\]]+\]\]
    |\]\([^()\s]*(?:\s+"[^"]*")?\)
    |\b\w+://[^\s<>()\[\]]*
    |(?<![\w\#&/])\#(?!(?:[0-9a-fA-F]{3}){1,2}(?![\w/-]))(?P<tag>\w*[^\W\d_][\w/-]*)""",
    re.VERBOSE,
)


def typed_tags(body: str) -> tuple[str, ...]:
    """Return the tags written in a text, from A to Z, each once.

    Example:
        >>> typed_tags("Vent it #winter, see `#6` and #garden/frost")
        ('garden/frost', 'winter')
    """
    found: list[str] = []
    fence = ""
    for line in body.splitlines():
        mark = _FENCE.match(line)
        if mark and (not fence or _closes(mark[1], fence)):
            fence = "" if fence else mark[1]
        elif not fence and "#" in line:
            found += (clean_tag(one["tag"]) for one in _TAG.finditer(line) if one["tag"])
    return clean_tags(found)


def tags_to_file(body: str, worn: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tags written in a text that the note does not wear yet."""
    folded = {fold_tag(tag) for tag in worn}
    return tuple(tag for tag in typed_tags(body) if fold_tag(tag) not in folded)


def _closes(mark: str, fence: str) -> bool:
    return mark[0] == fence[0] and len(mark) >= len(fence)
