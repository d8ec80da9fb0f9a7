"""Commands as processes of their own without the start of one: each is forked from a process that has loaded them.

A start costs a quarter of a second, most of it imports. What a command waits for passes at once, such as the two
seconds in which an edit rests before it is sent. Use `Program` where the start, the environment of the process, the
way it ends or the time it takes is what is tested.
"""

import atexit
import os
from datetime import timedelta
from functools import cache

from tests.fakes.command_line import Done, Program
from tests.fuzz.warm_program import Call, WarmProgram


class ForkedProgram(Program):
    """The real program; `run` forks where the system lets it, and starts a process where it does not."""

    def run(self, *arguments: str | bytes, stdin: bytes = b"") -> Done:
        if not hasattr(os, "pidfd_open"):
            return super().run(*arguments, stdin=stdin)
        call = Call(
            [os.fsdecode(argument) for argument in arguments],
            self.environ,
            stdin,
            skew=timedelta(days=self.clock_off_days),
            inherits=False,
        )
        (done,) = _loaded().run(call)
        return done


@cache
def _loaded() -> WarmProgram:
    """Return the process that all commands of this run are forked from."""
    loaded = WarmProgram()
    atexit.register(loaded.close)
    return loaded
