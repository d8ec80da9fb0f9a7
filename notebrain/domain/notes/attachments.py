"""Files in notes, called attachments: what is known of each, and how they are named in Markdown.

An attachment is its content. In a text it stands as `![alt](attachment:SHA/name.ext)` if it is a picture, or else as
`[name](attachment:SHA/name.ext)`, where SHA is the SHA-256 of its bytes in lower-case hexadecimal digits. The name
after it is for people; only the hash counts.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NewType

from notebrain.domain.i18n import _, number
from notebrain.domain.text.file_names import ending_of, safe_file_name

Sha = NewType("Sha", str)

SCHEME: Final = "attachment:"
_THOUSAND: Final = 1_000
_SHORT: Final = 10
_SHA: Final = re.compile(r"[0-9a-f]{64}")
_MENTION: Final = re.compile(rf"{SCHEME}([0-9a-f]{{64}})")
# the text between the brackets may have escaped brackets; what follows the hash ends with the link
_LINK: Final = re.compile(
    rf"(?P<picture>!?)\[(?P<alt>(?:[^\[\]\\\n]|\\.)*)\]\({SCHEME}(?P<sha>[0-9a-f]{{64}})(?:/(?P<name>[^()<>\s]*))?"
    r"""(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?\)"""  # a title
)
# a link that a part of a text ends in, and one that it begins in
_CUT_LINK: Final = re.compile(rf"!?\[(?P<alt>[^\[\]\n]*)\]\({SCHEME}[^()\s]*\Z")
_END_OF_LINK: Final = re.compile(rf"\]\({SCHEME}[^()\s]*(?:\)|\Z)")
# an address by itself, as in the definition of a link or in code, perhaps cut
_BARE: Final = re.compile(rf"{SCHEME}(?:[0-9a-f]{{64}}(?:/|(?![0-9a-f]))|[0-9a-f]{{8,63}}\Z)")
_WIDTH: Final = re.compile(r"\|(\d{1,5})(?:x\d{1,5})?\s*\Z")
_ESCAPED: Final = re.compile(r"\\([\\\[\]])")
_PERCENT: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
# what would end the link or the line, and the sign that escapes it
_ENCODED: Final = frozenset(" ()<>%\\\"'`*_~[]|#?&")


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of the vault.

    Attributes:
        size: In bytes.
        media_type: Such as `image/png`, found in its first bytes, or else by its name.
        name: What it was called when it was first added, without a folder.
        width, height: Of a picture, in pixels; None if unknown.
        length_ms: How long a recording plays, in milliseconds; None if unknown.
    """

    sha: Sha
    size: int
    media_type: str
    name: str
    added_at: datetime
    width: int | None = None
    height: int | None = None
    length_ms: int | None = None

    @property
    def is_picture(self) -> bool:
        """Whether it is a picture that can be shown in a text."""
        return self.media_type in SHOWN


SHOWN: Final = frozenset(
    f"image/{kind}"
    for kind in ("png", "jpeg", "gif", "webp", "svg+xml", "tiff", "bmp", "vnd.microsoft.icon")
)
"""The media types that are shown as pictures; HEIC and AVIF are kept as files."""


@dataclass(frozen=True, slots=True)
class AttachmentLink:
    """A link to an attachment in a text.

    Attributes:
        start, end: Its range.
        alt: The text in its brackets, without a width.
        name: The name in its address, or an empty string.
        is_picture: Whether it begins with `!`.
        width: The width at which to show it, in pixels, from `![alt|300](…)`; None if not given.
    """

    start: int
    end: int
    sha: Sha
    alt: str
    name: str
    is_picture: bool
    width: int | None = None

    @property
    def text(self) -> str:
        """What a reader sees in its place if it is not shown: the text in the brackets, or the name."""
        return self.alt or self.name


def is_sha(text: str) -> bool:
    """Return whether this is a hash as it stands in links."""
    return _SHA.fullmatch(text) is not None


def clean_name(name: str, media_type: str = "") -> str:
    """Return the name of a file, safe to show and to write to any disk, with the ending of its type if it had none.

    Example:
        >>> clean_name("../../etc/passwd"), clean_name("CON.png"), clean_name("", "image/png")
        ('passwd', 'CON_.png', 'file.png')
    """
    from notebrain.domain.notes.media import ending_for  # most programs never add a file

    last = re.split(r"[/\\]", name.rstrip("/\\"))[-1]
    safe = safe_file_name(last, otherwise=_("file"))
    return safe if ending_of(safe) else safe + ending_for(media_type)


def link_to(attachment: Attachment, *, alt: str | None = None, width: int | None = None) -> str:
    """Return the Markdown that shows an attachment: as a picture if it is one, or else as a link.

    Args:
        alt: The text between the brackets; None uses the name for a link and nothing for a picture.
    """
    words = ("" if attachment.is_picture else attachment.name) if alt is None else alt
    words = _escaped(words)
    if width is not None:
        words = f"{words}|{width}"
    mark = "!" if attachment.is_picture else ""
    return f"{mark}[{words}]({address_of(attachment.sha, attachment.name)})"


def with_alt(link: str, alt: str) -> str:
    """Return the Markdown of one link with other words in its brackets; a width stays.

    Example:
        >>> with_alt(f"![|300](attachment:{'0' * 64}/tap.png)", "It drips")[:15]
        '![It drips|300]'
    """
    found = _LINK.fullmatch(link)
    if found is None:
        return link
    width = found["alt"][_end_of_words(found["alt"]) :]
    return link[: found.start("alt")] + _escaped(alt) + width + link[found.end("alt") :]


def readdressed(text: str, sha: Sha, new: Attachment) -> str:
    """Return a text in which everything that names one file names another one, or the same one by its new name.

    A link whose words were the old name gets the new one as words, too.
    """
    address = address_of(new.sha, new.name)

    def link(found: "re.Match[str]") -> str:
        written, alt = found[0], alt_parts(found["alt"])[0]
        if found["sha"] == sha and alt and alt == decoded(found["name"] or ""):
            return with_alt(written, new.name)
        return written

    named = rf"{SCHEME}{sha}(?:/[^()<>\s`\"']*)?"
    return re.sub(named, lambda _found: address, _LINK.sub(link, text)) if sha in text else text


def address_of(sha: Sha, name: str) -> str:
    """Return the address of an attachment in a link."""
    return f"{SCHEME}{sha}/{encoded(name)}" if name else f"{SCHEME}{sha}"


def encoded(text: str) -> str:
    """Return a name or a path for an address in Markdown: what would end it or mean something in it is escaped.

    Example:
        >>> encoded("Küche (1).png"), decoded("K%C3%BCche%20(1).png")
        ('Küche%20%281%29.png', 'Küche (1).png')
    """
    return "".join(
        "".join(f"%{byte:02X}" for byte in sign.encode())
        if sign in _ENCODED or sign.isspace()
        else sign
        for sign in text
    )


def decoded(text: str) -> str:
    """Return a part of an address as plain text; the reverse of `encoded`."""
    return _PERCENT.sub(
        lambda found: bytes.fromhex(found[0].replace("%", "")).decode(errors="replace"), text
    )


def size_text(size: int) -> str:
    """Return a size in bytes for people, with three digits at most.

    Example:
        >>> size_text(0), size_text(999), size_text(1_234_567)
        ('0 B', '999 B', '1.2 MB')
    """
    units = ("B", "kB", "MB", "GB", "TB")
    unit = next((unit for unit in units if size < _THOUSAND ** (units.index(unit) + 1)), units[-1])
    value = size / _THOUSAND ** units.index(unit)
    return f"{number(value, 1 if unit != 'B' and value < _SHORT else 0)} {unit}"


def sha_in(address: str) -> Sha | None:
    """Return the hash in the address of a link, or None if it does not lead to an attachment."""
    found = _MENTION.match(address)
    return None if found is None else Sha(found[1])


def name_in(address: str) -> str:
    """Return the name in the address of an attachment, or an empty string."""
    return decoded(address.partition("/")[2])


def mentioned_in(text: str) -> set[Sha]:
    """Return every attachment that a text names anywhere, even in code: none of them may be removed."""
    return {Sha(sha) for sha in _MENTION.findall(text)} if SCHEME in text else set()


def find_in(text: str) -> Iterator[AttachmentLink]:
    """Yield the links to attachments in a text, in order, even in code."""
    if SCHEME in text:
        for found in _LINK.finditer(text):
            alt, width = alt_parts(found["alt"])
            yield AttachmentLink(
                found.start(),
                found.end(),
                Sha(found["sha"]),
                alt,
                decoded(found["name"] or ""),
                bool(found["picture"]),
                width,
            )


def readable(text: str) -> str:
    """Return a text in which links to attachments are replaced by what a reader sees: never by a hash.

    Example:
        >>> readable(f"Leak ![](attachment:{'0' * 64}/tap.png), seen today.")
        'Leak tap.png, seen today.'
    """
    if SCHEME not in text:
        return text
    text = _LINK.sub(_text_of, _LINK.sub(_text_of, text))  # a link may be in a link
    text = _CUT_LINK.sub(lambda cut: alt_parts(cut["alt"])[0], text)
    return _BARE.sub("", _END_OF_LINK.sub("", text))


def searchable(text: str) -> str:
    """Return a text as the word indexes have it: in place of links to attachments, what they say and call the file.

    Example:
        >>> searchable(f"Leak ![below the sink](attachment:{'0' * 64}/tap.png), seen today.")
        'Leak below the sink tap.png , seen today.'
    """
    if SCHEME not in text:
        return text
    return _BARE.sub(
        "", _LINK.sub(_words_of, _LINK.sub(_words_of, text))
    )  # a link may be in a link


def marks_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield the parts of links to attachments that a reader does not see, as ranges; see `readable`."""
    for found in _LINK.finditer(text):
        opening, closing = found.span("alt")
        if alt_parts(found["alt"])[0]:
            yield found.start(), opening
            yield opening + _end_of_words(found["alt"]), found.end()  # from the width on
            yield closing + 1, found.end()  # the bracket may also be the end of `]]`
        else:
            start, end = found.span("name") if found["name"] else (found.end(), found.end())
            yield found.start(), start
            yield end, found.end()
        # a picture that is itself a link
        if text[found.start() - 1 : found.start()] == "[" and _END_OF_LINK.match(text, found.end()):
            yield found.start() - 1, found.start()
    if SCHEME in text:
        for pattern in (_END_OF_LINK, _BARE):
            for found in pattern.finditer(text):
                yield found.span()


def _words_of(found: "re.Match[str]") -> str:
    alt, name = alt_parts(found["alt"])[0], decoded(found["name"] or "")
    return f"{alt} " if name in alt else f"{alt} {name} "


def _escaped(words: str) -> str:
    """Return words as they stand in the brackets of a link."""
    return re.sub(r"([\\\[\]])", r"\\\1", " ".join(words.split()))


def _text_of(found: "re.Match[str]") -> str:
    return alt_parts(found["alt"])[0] or decoded(found["name"] or "")


def alt_parts(alt: str) -> tuple[str, int | None]:
    """Return what stands in the brackets of a link: the text, and the width it ends with or None."""
    found = _WIDTH.search(alt)
    words = alt[: _end_of_words(alt)]
    return _ESCAPED.sub(r"\1", words).strip(), int(found[1]) if found else None


def _end_of_words(alt: str) -> int:
    """Return where in the brackets of a link the words end and a width begins, or the end.

    In a table the line before the width is escaped; a backslash that is itself escaped belongs to the words.
    """
    found = _WIDTH.search(alt)
    if found is None:
        return len(alt)
    words = alt[: found.start()]
    return len(words) - (len(words) - len(words.rstrip("\\"))) % 2
