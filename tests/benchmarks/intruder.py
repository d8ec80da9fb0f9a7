"""Asks for a vault's write lock twenty times a second, as the command line beside an import would, until told to end.

usage: python -m tests.benchmarks.intruder DATABASE (ends with its standard input; prints its waits in milliseconds)
"""

import json
import subprocess
import sys
import threading
import time
from pathlib import Path

from notebrain.storage.connection import begin_write, connect
from tests.benchmarks.measuring import Times

_EVERY_S = 0.05


class Intruder:
    """A process of its own: inside this one it would wait for the interpreter, not for the lock."""

    def __init__(self, database: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.intruder", str(database)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        self._process.stdout.readline()

    def stop(self) -> Times:
        """End it; return how long each request waited."""
        waits, _nothing = self._process.communicate()
        return Times(json.loads(waits))


def main() -> int:
    """Measure until the standard input ends."""
    ended = threading.Event()
    threading.Thread(target=_wait_for_end, args=(ended,), daemon=True).start()
    db = connect(Path(sys.argv[1]))
    waits: list[float] = []
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while not ended.wait(_EVERY_S):
        began = time.perf_counter()
        begin_write(db)
        db.execute("rollback")
        waits.append((time.perf_counter() - began) * 1000)
    sys.stdout.write(json.dumps(waits))
    return 0


def _wait_for_end(ended: threading.Event) -> None:
    sys.stdin.read()
    ended.set()


if __name__ == "__main__":
    sys.exit(main())
