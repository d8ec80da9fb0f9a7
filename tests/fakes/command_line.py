"""Commands as a person types them: in this process, or as the real program."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from notebrain.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
NEVER_SET = {
    "EDITOR",
    "VISUAL",
    "LANGUAGE",
    "NOTEBRAIN_CF_ACCOUNT",
    "NOTEBRAIN_CF_TOKEN",
    "NOTEBRAIN_CLOUDFLARE_API",
    "NOTEBRAIN_DEBUG",
    "NOTEBRAIN_LANGUAGE",
    "NOTEBRAIN_NOW",
}


@dataclass(frozen=True, slots=True)
class Done:
    """What a command left: its exit code and what it wrote."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def line(self) -> str:
        """The one line that it wrote to standard error."""
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1, self.err
        return self.err.strip()

    @property
    def json(self) -> Any:
        """The one document that it wrote to standard output."""
        assert self.code == 0, self.err
        assert self.out.endswith(b"\n")
        assert self.out.count(b"\n") == 1
        return json.loads(self.out)


class Program:
    """The real program, started as a process of its own.

    Attributes:
        clock_off_days: By how many days the clock of this computer is wrong; more than 0 where it is fast.
    """

    def __init__(self, vault: Path, environ: Mapping[str, str] | None = None) -> None:
        self.vault = vault
        self.clock_off_days = 0.0
        kept = {name: value for name, value in os.environ.items() if name not in NEVER_SET}
        self.environ = {**kept, "NOTEBRAIN_DATA_DIR": str(vault), **(environ or {})}

    def start(self, *arguments: str | bytes, **streams: Any) -> subprocess.Popen[bytes]:
        """Start a command and return at once."""
        off = self.clock_off_days
        program = ("tests.fakes.off_clock", str(off)) if off else ("notebrain",)
        command = [sys.executable, "-m", *program, *arguments]
        return subprocess.Popen(command, cwd=ROOT, env=self.environ, **streams)

    def run(self, *arguments: str | bytes, stdin: bytes = b"") -> Done:
        """Run a command to its end."""
        pipe = subprocess.PIPE
        process = self.start(*arguments, stdin=pipe, stdout=pipe, stderr=pipe)
        out, err = process.communicate(stdin, timeout=50)
        return Done(process.returncode, out, err.decode())

    def capture(self, text: str) -> str:
        """Save a note and return its id."""
        return self.run("capture", "-", stdin=text.encode()).text.strip()


class InProcess:
    """The command line called as a function: quicker, and an exception shows where it was raised."""

    def __init__(self, vault: Path) -> None:
        self.vault = vault

    def run(self, *arguments: str, stdin: bytes | None = None) -> Done:
        """Run a command to its end; without `stdin` a person sits at the keyboard and types nothing."""
        before = sys.stdin, sys.stdout, sys.stderr
        out, err = io.BytesIO(), io.BytesIO()
        sys.stdin = _Keyboard() if stdin is None else io.TextIOWrapper(io.BytesIO(stdin))
        sys.stdout, sys.stderr = io.TextIOWrapper(out), io.TextIOWrapper(err)
        try:
            code = main(["--data-dir", str(self.vault), *arguments])
            sys.stdout.flush()
            sys.stderr.flush()
            return Done(code, out.getvalue(), err.getvalue().decode())
        finally:
            sys.stdin, sys.stdout, sys.stderr = before

    def capture(self, text: str, *options: str) -> str:
        """Save a note and return its id."""
        return self.run("capture", *options, "-", stdin=text.encode()).text.strip()


class _Keyboard(io.TextIOWrapper):
    def __init__(self) -> None:
        super().__init__(io.BytesIO())

    def isatty(self) -> bool:
        return True
