"""The process that runs the model for the window and answers until the other side is gone."""

import signal
import struct
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from notebrain.domain.errors import NoEmbedder
from notebrain.domain.i18n import _
from notebrain.domain.ports import LocalModel
from notebrain.embedders.bundled import BUNDLED
from notebrain.embedders.local import LocalEmbedder
from notebrain.embedders.subprocess_client import (
    Kind,
    from_text,
    receive,
    send,
    to_pair,
    to_text,
)

_ARGUMENTS = 2


def main(arguments: Sequence[str]) -> int:
    """Serve a model on standard input and output; the arguments are its name and the folder with its files."""
    if len(arguments) != _ARGUMENTS or arguments[0] not in BUNDLED:
        known = ", ".join(BUNDLED)
        text = _(
            "--embed is how NoteBrain starts itself: it needs a model ({names}) and its folder."
        )
        sys.stderr.write(f"notebrain: {text.format(names=known)}\n")
        return 2
    name, folder = arguments
    # Ctrl+C in a terminal reaches the window too, which then ends this process
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(LocalEmbedder(Path(folder), BUNDLED[name]), sys.stdin.buffer, sys.stdout.buffer)
    return 0


def serve(model: LocalModel, asked: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every question; return when the other side is gone, for whatever reason."""
    while (question := receive(asked)) is not None:
        try:
            send(answers, *_answer(model, *question))
        except OSError:
            return


def _answer(model: LocalModel, kind: Kind, content: bytes) -> tuple[Kind, bytes]:
    try:
        match kind:
            case Kind.COUNT:
                return Kind.NUMBER, struct.pack("<I", model.count_tokens(to_text(content)))
            case Kind.QUESTION:
                return Kind.VECTOR, model.embed_question(to_text(content))
            case Kind.PAIR:
                scores = model.relate(*to_pair(content))
                return Kind.SCORES, struct.pack(f"<{len(scores)}f", *scores)
            case _:
                return Kind.VECTOR, model.embed([to_text(content)])[0]
    except NoEmbedder as error:
        return Kind.REFUSED, from_text(str(error))
