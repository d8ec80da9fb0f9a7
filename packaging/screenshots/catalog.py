"""All pictures there are."""

from screenshots.scenes import (
    account,
    ask,
    beside,
    capture,
    editor,
    files,
    notes,
    output,
    pages,
    procedures,
    profile,
    programs,
    review,
    search,
    syncing,
)

# the notes near the end, since what the last of their scenes types stays in its note; programs write notes after them
SHOTS = (
    *pages.SHOTS,
    *account.SHOTS,
    *syncing.SHOTS,
    *capture.SHOTS,
    *search.SHOTS,
    *ask.SHOTS,
    *profile.SHOTS,
    *procedures.SHOTS,
    *review.SHOTS,
    *beside.SHOTS,
    *editor.SHOTS,
    *output.SHOTS,
    *files.SHOTS,
    *notes.SHOTS,
    *programs.SHOTS,
)
