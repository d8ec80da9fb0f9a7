"""A model that writes what a test says, without an account."""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from notebrain.domain.embedding.usage import tokens
from notebrain.domain.errors import CloudError
from notebrain.domain.ports import Prompt, Sent, Written


class ScriptedWriter:
    """A `Writer`; `sent` has everything that left.

    A piece of the script is a text, an error that ends it, or an event to wait for.
    """

    name = "@cf/test/scripted"
    context_tokens = 24_000

    def __init__(
        self,
        *script: str | CloudError | asyncio.Event,
        neurons: float | None = 12.0,
        cut: bool = False,
    ) -> None:
        self.script: Sequence[str | CloudError | asyncio.Event] = script
        self.neurons = neurons
        self.cut = cut
        self.sent: list[bytes] = []
        self.closed = 0

    def prepare(self, prompt: Prompt) -> Sent:
        body = "\n".join(f"{one.role}: {one.text}" for one in prompt.messages)
        packed = body.encode("utf-8", "replace")
        return Sent(self.name, prompt, packed, tokens(len(packed)) / 40, len(packed) / 40)

    async def write(self, sent: Sent) -> AsyncGenerator[Written]:
        self.sent.append(sent.body)
        try:
            for piece in self.script:
                if isinstance(piece, CloudError):
                    raise piece
                if isinstance(piece, asyncio.Event):
                    await piece.wait()
                else:
                    yield Written(piece)
            yield Written(neurons=self.neurons, cut=self.cut)
        finally:
            self.closed += 1
