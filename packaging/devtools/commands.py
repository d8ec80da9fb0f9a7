"""The commands of `dev.py`."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence

from devtools import engine, environment, gate, locking, mutation, packaging, quality, system
from devtools.environment import ROOT, Problem

Command = Callable[[list[str]], int]


def main(arguments: Sequence[str], usage: str) -> int:
    """Run one command and return its exit code."""
    name, *rest = arguments or ["help"]
    command = COMMANDS.get(name)
    if command is None:
        print(usage.strip())
        return 0 if name in {"help", "-h", "--help"} else 2
    # an old Windows console cannot show every character of what the tools say
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        return command(rest)
    except Problem as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def run(arguments: list[str]) -> int:
    """Open the app; without a display say so before anything is installed."""
    given = arguments[1:] if arguments[:1] == ["--"] else arguments
    if opens_window(given) and not system.has_display():
        print(
            "There is no display to open the window on. Pictures of every screen, without one: "
            "python3 packaging/dev.py shots DIR",
            file=sys.stderr,
        )
        return 2
    environment.ensure()
    environment.ensure_libraries(name_missing=False)
    return start(["-m", "notebrain", *given])


def opens_window(arguments: Sequence[str]) -> bool:
    """Tell whether the app is to be opened, rather than a command of its command line run."""
    rest = arguments[2:] if arguments[:1] == ["--data-dir"] else arguments
    return all(argument.startswith("--data-dir=") for argument in rest)


def shots(arguments: list[str]) -> int:
    """Draw every main screen offscreen into a folder."""
    if len(arguments) != 1:
        print("usage: python3 packaging/dev.py shots DIR", file=sys.stderr)
        return 2
    environment.ensure()
    environment.ensure_libraries()
    variables = {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT / "packaging")}
    if not environment.qt_starts(variables):
        return 2
    return start(["-m", "screenshots", *arguments], variables)


def test(arguments: list[str]) -> int:
    """Run the whole gate; what follows goes to pytest instead of everything."""
    environment.ensure(dev=True)
    environment.ensure_libraries()
    system.ensure_test_programs()
    return gate.main(arguments)


def bench(arguments: list[str]) -> int:
    """Measure the budgets."""
    environment.ensure(dev=True)
    environment.ensure_libraries()
    return start(["-m", "tests.benchmarks", *arguments], {"QT_QPA_PLATFORM": "offscreen"})


def long(arguments: list[str]) -> int:
    """Run the tests that take minutes, then put faults into the code; with arguments only those tests."""
    environment.ensure(dev=True, mutation=not arguments)
    environment.ensure_libraries()
    tests = start(
        ["-m", "pytest", "-m", "long", "--timeout", "3600", *arguments],
        {"QT_QPA_PLATFORM": "offscreen"},
    )
    return tests if arguments else tests or mutation.main()


def mutants(arguments: list[str]) -> int:
    """Put faults into the code, one by one, and count those that the tests notice; arguments name areas."""
    environment.ensure(dev=True, mutation=True)
    environment.ensure_libraries()
    return mutation.main(arguments)


def real_engine(arguments: list[str]) -> int:
    """Run the tests of the account's database on the engine of the service."""
    environment.ensure(dev=True)
    engine.ensure()
    os.environ["NOTEBRAIN_ENGINE"] = str(engine.FOLDER)
    return start(["-m", "pytest", "-m", "real_engine", "tests/contract", *arguments])


def paths(arguments: list[str]) -> int:
    """Count the files that run on the way of four acts of the user; `--list` names them."""
    if arguments not in ([], ["--list"]):
        print("usage: python3 packaging/dev.py paths [--list]", file=sys.stderr)
        return 2
    environment.ensure()
    environment.ensure_libraries()
    variables = {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT / "packaging")}
    return start(["-m", "devtools.paths", *arguments], variables)


def measure_quality(arguments: list[str]) -> int:
    """Measure search and review on sets that no rule was made on."""
    environment.ensure()
    return quality.main(arguments)


def messages(arguments: list[str]) -> int:
    """Bring the catalogs up to date."""
    environment.ensure(dev=True)
    return start([str(ROOT / "packaging" / "messages.py"), *arguments])


def shell(arguments: list[str]) -> int:
    """Bring the completions of shells and the manual page up to date."""
    environment.ensure(dev=True)
    variables = {"PYTHONPATH": str(ROOT / "packaging")}
    return start([str(ROOT / "packaging" / "shell_files.py"), *arguments], variables)


def lock(arguments: list[str]) -> int:
    """Choose versions anew."""
    environment.ensure()
    return locking.main(arguments)


def setup(arguments: list[str]) -> int:
    """Only set everything up."""
    environment.ensure(dev="--dev" in arguments)
    environment.ensure_libraries()
    print(f"Ready: {environment.python()}")
    return 0


def start(arguments: Sequence[str], extra: Mapping[str, str] | None = None) -> int:
    """Run the environment's Python in the foreground, in the caller's folder."""
    command = [str(environment.python()), *arguments]
    variables = {**os.environ, **(extra or {})}
    if "tests.benchmarks" in arguments or "pytest" in arguments:
        return subprocess.call(command, env=variables, cwd=ROOT)
    if os.name == "posix":
        sys.stdout.flush()
        os.execve(command[0], command, variables)
    return subprocess.call(command, env=variables)


COMMANDS: dict[str, Command] = {
    "run": run,
    "test": test,
    "shots": shots,
    "bench": bench,
    "long": long,
    "mutants": mutants,
    "engine": real_engine,
    "paths": paths,
    "quality": measure_quality,
    "messages": messages,
    "shell": shell,
    "lock": lock,
    "package": packaging.main,
    "setup": setup,
}
