"""The ids and namespaces of vectors in the account's index."""

import re
from hashlib import sha256

from notebrain.domain.notes.note import NoteId

LONGEST_BYTES = 64
_HEX_32 = re.compile(r"[0-9a-f]{32}\Z")
_NOTE_DIGITS, _HASH_DIGITS = 32, 16


def point_id(note_id: NoteId, content_hash: bytes) -> str:
    """Return the id of the vector of one passage of a note: 49 bytes, the same on every computer.

    Example:
        >>> point_id(NoteId("0190b6a2-7c1e-7abc-8def-0123456789ab"), bytes(32))
        '0190b6a27c1e7abc8def0123456789ab-0000000000000000'
    """
    return f"{head_of(note_id)}-{content_hash.hex()[:_HASH_DIGITS]}"


def head_of(note_id: str) -> str:
    """Return the prefix of the ids of all vectors of a note, up to the dash."""
    digits = note_id.replace("-", "").lower()
    if _HEX_32.match(digits):
        return digits
    return sha256(note_id.encode("utf-8", "replace")).hexdigest()[:_NOTE_DIGITS]


def note_of(point: str) -> NoteId | None:
    """Return the note that a vector's id belongs to, or None if the id is not from NoteBrain.

    Example:
        >>> note_of("0190b6a27c1e7abc8def0123456789ab-0000000000000000")
        '0190b6a2-7c1e-7abc-8def-0123456789ab'
    """
    digits, dash, _ = point.partition("-")
    if not dash or not _HEX_32.match(digits):
        return None
    parts = digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]
    return NoteId("-".join(parts))


def namespace(workspace: str) -> str:
    """Return the namespace of a workspace: its name, or a hash of a name that is too long.

    Example:
        >>> namespace("Personal"), len(namespace("x" * 65))
        ('Personal', 64)
    """
    if len(workspace.encode("utf-8", "replace")) <= LONGEST_BYTES and workspace.isprintable():
        return workspace
    return sha256(workspace.encode("utf-8", "replace")).hexdigest()
