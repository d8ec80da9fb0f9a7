"""Saves web pages with their pictures. Nothing is fetched: a picture comes along if it is in the page or beside it."""

import base64
import binascii
import os
import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.markdown.html.writer import escaped
from notebrain.domain.notes.attachments import decoded as path_decoded, link_to
from notebrain.domain.notes.changes import Act, Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import DEFAULT_WORKSPACE, NoteId
from notebrain.domain.text.encodings import charset_of, decoded
from notebrain.domain.web_pages.page import Part, WebPage, page_of
from notebrain.domain.web_pages.pictures import Picture
from notebrain.import_export.tree import Tree
from notebrain.notes.clips import ClipService
from notebrain.notes.files import FileActs, NewFile
from notebrain.storage.writer import outcome

if TYPE_CHECKING:
    from concurrent.futures import Future

MOST_BYTES: Final = 25_000_000
"""How much of a page is read."""
_MOST_PICTURES: Final = 300
_MOST_TOGETHER: Final = 200_000_000
_DATA: Final = re.compile(r"data:(image/[\w.+-]{1,40})((?:;[\w=.+-]{1,60}){0,5}),", re.IGNORECASE)
_ENDINGS: Final = {"jpeg": "jpg", "svg+xml": "svg"}
# how browsers call the folder with the pictures of a saved page
_FOLDERS: Final = re.compile(r".*(?:[_.-]files|[_-]\w{3,14})", re.IGNORECASE)
_SAMPLE: Final = 4_096
_ARCHIVE: Final = re.compile(rb"\A(?:From: <Saved by|MIME-Version:|bplist00)", re.IGNORECASE)
_TAG: Final = re.compile(
    r"<(?:!doctype|html|head|body|title|meta|p|div|h\d|table|article|pre)\b", re.IGNORECASE
)


class ClipResult(StrEnum):
    """What became of a page."""

    SAVED = "saved"
    UPDATED = "updated"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Saved:
    """What became of a page.

    Attributes:
        pictures: How many came along as files.
        linked: How many stayed links to the web.
    """

    result: ClipResult
    note_id: NoteId
    page: WebPage
    pictures: int
    linked: int


Save = Callable[[Draft, Sequence[NewFile]], "Future[Changes]"]


class Clipping:
    """Saves web pages as notes."""

    def __init__(self, clips: ClipService, files: FileActs) -> None:
        self._clips = clips
        self._files = files

    def save(
        self,
        page: WebPage,
        *,
        beside: Path | None = None,
        tags: Sequence[str] = (),
        workspace: str | None = None,
        local_only: bool = False,
        replaces: bool = False,
        save: "Save | None" = None,
    ) -> Saved:
        """Save a page with its pictures, all or nothing; blocks.

        Args:
            beside: The folder that the page was saved in, where its pictures may be.
            workspace: Where a new note goes; None is the default.
            replaces: Whether the text may take the place of the one from before.
            save: Saves the draft with its files instead of `ClipService.clip`.

        Raises:
            Clipped: The page is in the notes already, and is not to be replaced or was edited by the user.
            UserError, VaultError: It cannot be saved; nothing was.
        """
        with ExitStack() as stack:
            found = self._found(page, beside, stack)
            draft = Draft(
                body=page.body(lambda picture: _link(picture, found)),
                tags=tuple(tags),
                local_only=local_only,
                source=page.source,
                workspace=workspace or DEFAULT_WORKSPACE,
            )
            files = list({new.attachment.sha: new for new in found.values()}.values())
            write = partial(self._clips.clip, replaces=replaces) if save is None else save
            changes = outcome(write(draft, files))
        linked = sum(1 for one in page.pictures if one.source not in found and one.address)
        note = self._clips.find(page.address) if not changes.notes else None
        note_id = changes.note if note is None else note.id
        updated = ClipResult.UPDATED if changes.act is Act.EDIT else ClipResult.SAVED
        result = updated if changes.notes else ClipResult.UNCHANGED
        return Saved(result, note_id, page, len(found), linked)

    def _found(self, page: WebPage, beside: Path | None, stack: ExitStack) -> dict[str, NewFile]:
        """Copy the pictures that are here; those that cannot be read stay links."""
        found: dict[str, NewFile] = {}
        room = _MOST_TOGETHER
        for picture in page.pictures:
            if picture.source in found or len(found) >= _MOST_PICTURES or room <= 0:
                continue
            try:
                new = self._staged(picture, beside)
            except (UserError, OSError):
                continue
            if new is not None:
                stack.enter_context(new)
                if new.attachment.is_picture:
                    found[picture.source] = new
                    room -= new.attachment.size
        return found

    def _staged(self, picture: Picture, beside: Path | None) -> NewFile | None:
        if picture.source[:5].lower() == "data:":
            data = data_of(picture.source)
            return None if data is None else self._files.stage_bytes(*data)
        path = _path_beside(picture.source)
        if beside is None or path is None:
            return None
        with Tree(beside).opened(path) as handle, open(handle, "rb", closefd=False) as stream:
            if os.fstat(handle).st_size > _MOST_TOGETHER:
                return None
            return self._files.stage_bytes(stream.read(), path.rpartition("/")[2])


def read_page(path: Path, address: str, *, part: Part = Part.ARTICLE) -> WebPage:
    """Return the page in a saved file.

    Args:
        address: Where it is from; "" if the file may say.

    Raises:
        UserError: The file cannot be read, or is no web page, or nobody says where it is from.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        text = _("{path} cannot be read: {reason}.")
        raise UserError(text.format(path=path, reason=error.strerror)) from error
    if _ARCHIVE.match(data):
        text = _("{path} is an archive of a page; save the page as HTML instead.")
        raise UserError(text.format(path=path))
    html = decoded(data, charset_of(data), is_cut=len(data) > MOST_BYTES)
    if "\0" in html[:_SAMPLE] or not _TAG.search(html[: 25 * _SAMPLE]):
        raise UserError(_("{path} is not a web page.").format(path=path))
    return page_of(html, address, part, is_cut=len(data) > MOST_BYTES)


def data_of(address: str) -> tuple[bytes, str] | None:
    """Return the bytes of a picture that is in its address, and a name for it; None if they cannot be read."""
    found = _DATA.match(address)
    if found is None:
        return None
    written = address[found.end() :]
    try:
        if ";base64" in found[2].lower():
            data = base64.b64decode(re.sub(r"\s+", "", path_decoded(written)))
        else:
            data = path_decoded(written).encode()
    except (binascii.Error, ValueError):
        return None
    kind = found[1].partition("/")[2].lower()
    return (data, f"{_('picture')}.{_ENDINGS.get(kind, kind)}") if data else None


def _path_beside(source: str) -> str | None:
    """Return the path of a picture in the folder of a saved page, as its browser wrote it; None for other addresses."""
    path = path_decoded(re.split(r"[?#]", source)[0]).replace("\\", "/").removeprefix("./")
    parts = path.split("/")
    is_plain = all(
        part not in ("", ".", "..") and ":" not in part and "\0" not in part for part in parts
    )
    return path if is_plain and len(parts) > 1 and _FOLDERS.fullmatch(parts[0]) else None


def _link(picture: Picture, found: dict[str, NewFile]) -> str:
    """Return the Markdown of a picture: itself if it is here, or else a link to it, or what it shows."""
    words = picture.words.replace("|", "/")
    if (new := found.get(picture.source)) is not None:
        return link_to(new.attachment, alt=words)
    if not picture.address:
        return escaped(words)
    name = path_decoded(re.split(r"[?#]", picture.address)[0].rpartition("/")[2]).replace("|", "/")
    address = picture.address.replace("(", "%28").replace(")", "%29")
    return f"[{escaped(words or name or _('picture'))}]({address})"
