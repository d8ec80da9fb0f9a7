"""How old the oldest key is that a kill takes: real keys on a virtual screen, and SIGKILL at a random moment.

NOTEBRAIN_BENCH_KILLS says how often each kind of note is killed (40), NOTEBRAIN_BENCH_SEED which moments are chosen.
Needs Xvfb, openbox and xdotool. Measure on an idle machine; the load is part of each row.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import notebrain
from tests.benchmarks import vaults
from tests.benchmarks.measuring import Row
from tests.fakes.display import Display, virtual_display, wait_until

_KILLS = int(os.environ.get("NOTEBRAIN_BENCH_KILLS") or 40)
_SEED = int(os.environ.get("NOTEBRAIN_BENCH_SEED") or time.time_ns())
_PROMISED_MS = 400
_LONGEST_S = 2.5
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def lost_keys(size: int) -> list[Row]:
    """Kill the window while somebody types, in a new note and in an old one; report the oldest lost key."""
    sys.stderr.write(f"seed {_SEED}\n")
    chance = random.Random(_SEED)
    ages: dict[str, list[float]] = {"a new note": [], "an old note": []}
    with tempfile.TemporaryDirectory() as scratch, virtual_display() as display:
        vault = vaults.copy_of(size, Path(scratch))
        for _kill in range(_KILLS):
            for kind, found in ages.items():
                found.append(_oldest_lost_ms(display, vault, chance, old=kind == "an old note"))
    load = f"{_KILLS} kills, load {os.getloadavg()[0]:.1f}"
    return [
        row
        for kind, found in ages.items()
        for row in (
            Row(f"oldest lost key of {kind}, p50", f"{size:,}", median(found), "ms", note=load),
            Row(
                f"oldest lost key of {kind}, longest",
                f"{size:,}",
                max(found),
                "ms",
                _PROMISED_MS,
                note=load,
            ),
        )
    ]


def _oldest_lost_ms(display: Display, vault: Path, chance: random.Random, *, old: bool) -> float:
    """Type until a kill at a random moment; return how old the oldest key was then that is lost (0: none)."""
    begun = f"Killed {chance.getrandbits(48):x} "
    note_id = ""
    if old:
        with notebrain.open(vault) as brain:
            note_id = brain.capture(begun)
    program = _window(display, vault, note_id)
    try:
        window = display.windows("NoteBrain")[0]
        display.xdotool("windowactivate", "--sync", window)
        if old:
            wait_until(lambda: bool(display.windows(begun.strip())), what="the note")
            display.xdotool("key", "Return")
            display.xdotool("key", "ctrl+End")
        typed = _type_until_killed(display, program, chance, "" if old else begun)
    finally:
        program.kill()
        program.wait()
    text = "".join(letter for letter, _at in typed)
    with notebrain.open(vault) as brain:
        bodies = [brain.show(row.id).body for row in brain.list(limit=3)]
        kept = brain.show(note_id).body.removeprefix(begun) if old else _longest(bodies, text)
    if not text.startswith(kept):
        raise AssertionError(f"{kept!r} was not typed: {text!r}")
    killed_at = typed[-1][1]
    lost = typed[len(kept) : -1]
    return (killed_at - lost[0][1]) * 1000 if lost else 0.0


def _longest(bodies: list[str], text: str) -> str:
    return max((body for body in bodies if text.startswith(body)), key=len, default="")


def _window(display: Display, vault: Path, note_id: str) -> subprocess.Popen[bytes]:
    link = [f"notebrain://note?id={note_id}"] if note_id else []
    program = subprocess.Popen(
        [sys.executable, "-m", "notebrain", *link],
        env={**display.environment, "NOTEBRAIN_DATA_DIR": str(vault)},
        stderr=subprocess.DEVNULL,
    )
    wait_until(lambda: bool(display.windows("NoteBrain")), what="the window to appear")
    return program


def _type_until_killed(
    display: Display, program: subprocess.Popen[bytes], chance: random.Random, first: str
) -> list[tuple[str, float]]:
    """Type `first` and then letters, each some hundredths of a second after the one before, and kill.

    Returns:
        Each letter with the second it was sent in; the last row has the second of the kill.
    """
    keyboard = subprocess.Popen(
        ["xdotool", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=display.environment,
        text=True,
    )
    assert keyboard.stdin is not None
    assert keyboard.stdout is not None
    keyboard.stdin.write("getmouselocation\n")
    keyboard.stdin.flush()
    keyboard.stdout.readline()  # it has its line to the screen: its own start is no age of a key
    if first:  # a new note, and the first keys do not wait until it is there
        keyboard.stdin.write("key ctrl+n\n")
    typed: list[tuple[str, float]] = []
    began = time.monotonic()
    ends = began + chance.uniform(0.0, _LONGEST_S)
    while (now := time.monotonic()) < ends:
        at = len(typed)
        letter = first[at] if at < len(first) else chance.choice(_LETTERS)
        typed.append((letter, now))
        keyboard.stdin.write(f"key --delay 0 {'space' if letter == ' ' else letter}\n")
        keyboard.stdin.flush()
        time.sleep(min(chance.uniform(0.02, 0.08), max(0.0, ends - time.monotonic())))
    typed.append(("", time.monotonic()))
    os.kill(program.pid, signal.SIGKILL)
    keyboard.communicate()
    return typed
