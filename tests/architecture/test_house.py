"""The house stays in order: every module has a place, a noun for a name and a size that fits its job.

A rule takes the folder of the package and returns what breaks it, by path and count. `EXCEPTIONS` holds what breaks
it today. That list may only shrink: an exception that is no longer needed fails the test, too.
"""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "notebrain"
Rule = Callable[[Path], dict[str, int]]


def listed(text: str) -> dict[str, int]:
    """Return the words of a list with their numbers: `path:3`, or `path` for 1."""
    pairs = (word.partition(":") for word in text.split())
    return {word: int(number or 1) for word, _colon, number in pairs}


LOOSE = listed(
    """
    app/api app/cloud_services app/events app/memory_services app/services
    domain/backoff domain/credentials domain/dates domain/errors domain/i18n domain/ports
    """
)
"""The modules that may stand in no package of `gui/`, `app/` and `domain/`."""
NOUNS = listed(
    """
    chunking cleaning deferred_loading editing embedding filing grounding incoming indexing keyring matching outgoing
    painting query_embedding ranking remote_embedding setting sharing spelling stemming typing
    """
)
"""The names that end in -ing and are nouns."""
LONGEST, SHORTEST = 450, 60
SHORT_BY_NATURE = re.compile(r"(.*/)?(__\w+__|m\d{3}_\w+)|version")
"""Packages, entry points, the version, and migrations, which are never changed again."""
LEAVES_THE_THREAD = re.compile(
    r"([\w.]+\.)?(\w+PoolExecutor|Q?Thread|QThreadPool|Runner|QEventLoop|new_event_loop)(\.\w+)?|asyncio\.run"
)
FINDS_CHILDREN = re.compile(r".*\.findChild(ren)?", re.DOTALL)


def modules(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the path of every module below a folder, without `.py`, and its file."""
    for path in sorted(folder.rglob("*.py")):
        yield path.relative_to(folder).with_suffix("").as_posix(), path


def lines(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def loose_modules(package: Path) -> dict[str, int]:
    loose = re.compile(r"(gui|app|domain)/(?!__init__)\w+")
    found = (module for module, _path in modules(package) if loose.fullmatch(module))
    return {module: 1 for module in found if module not in LOOSE}


def gerunds(package: Path) -> dict[str, int]:
    gerund = re.compile(rf"(?!({'|'.join(NOUNS)})$)\w*ing")
    return {name: 1 for name, _ in modules(package) if any(map(gerund.fullmatch, name.split("/")))}


def long_modules(package: Path) -> dict[str, int]:
    """Return modules that are too long, with their lines rounded up to the next ten."""
    long = ((module, lines(path)) for module, path in modules(package) if lines(path) > LONGEST)
    return {module: -(-length // 10) * 10 for module, length in long}


def short_modules(package: Path) -> dict[str, int]:
    """Return short modules whose docstring does not say, below its first line, because of what they are apart."""
    short = ((module, path) for module, path in modules(package) if lines(path) < SHORTEST)
    trees = {module: ast.parse(path.read_text("utf-8")) for module, path in short}
    below = {name: (ast.get_docstring(trees[name]) or "").partition("\n")[2] for name in trees}
    unexplained = (module for module, text in below.items() if "because" not in text)
    return {module: 1 for module in unexplained if not SHORT_BY_NATURE.fullmatch(module)}


def threads_and_loops(package: Path) -> dict[str, int]:
    return calls_in_gui(package, LEAVES_THE_THREAD, but="core/")


def found_children(package: Path) -> dict[str, int]:
    return calls_in_gui(package, FINDS_CHILDREN)


def calls_in_gui(package: Path, pattern: re.Pattern[str], but: str = "none/") -> dict[str, int]:
    """Count the calls of what matches `pattern`, in every module of `gui/` but those of one package."""
    found = Counter[str]()
    for module, path in modules(package / "gui"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and pattern.fullmatch(ast.unparse(node.func)):
                found[f"gui/{module}"] += not module.startswith(but)
    return +found


EXCEPTIONS: dict[Rule, dict[str, int]] = {
    loose_modules: {},
    gerunds: {},
    long_modules: {},
    short_modules: listed(
        """
        app/account/query_budget app/background/review_checks app/core/clock app/core/findings app/core/resources
         app/core/typing_guard app/jobs/compare app/notes/saved_searches app/notes/templates
         app/system/hotkey_instructions cli/confirm cloud/remote
        domain/backoff domain/embedding/vector_ids domain/judge/calibration domain/markdown/headings
        domain/markdown/html/cleaning domain/notes/excerpt domain/notes/filing domain/text/collation
        embedders/bundled
        gui/core/throttle gui/notes/drag
        gui/settings/hotkey_watcher gui/settings/shortcuts_section gui/widgets/filter_field
        gui/widgets/focus indexing/batches storage/embedding/usage storage/schema/version
        storage/settings system/desktop/macos system/hotkeys/numbered
        """
    ),
    threads_and_loops: {},
    found_children: {},
}


@pytest.mark.parametrize("rule", EXCEPTIONS, ids=lambda rule: rule.__name__)
def test_only_the_listed_exceptions_break_a_rule(rule: Rule) -> None:
    assert differences(rule(PACKAGE), EXCEPTIONS[rule]) == ([], [])


def differences(found: dict[str, int], excepted: dict[str, int]) -> tuple[list[str], list[str]]:
    """Return what breaks a rule without being listed, and the exceptions that are no longer needed."""
    new = [name for name, count in found.items() if count > excepted.get(name, 0)]
    return new, [name for name, count in excepted.items() if count > found.get(name, 0)]


def test_an_exception_may_neither_grow_nor_outlive_its_reason() -> None:
    excepted = {"grown": 1, "same": 2, "mended": 1, "halved": 2}

    new, unneeded = differences({"new": 1, "grown": 2, "same": 2, "halved": 1}, excepted)

    assert (new, unneeded) == (["new", "grown"], ["mended", "halved"])


MANY = "\n" * LONGEST
PLANTED: list[tuple[Rule, str, str, int]] = [
    (loose_modules, "gui/homing.py", "", 1),
    (loose_modules, "domain/titles.py", "", 1),
    (loose_modules, "app/services.py", "", 0),
    (gerunds, "storage/notes/told_and_asking.py", "", 1),
    (gerunds, "cli/searching/command.py", "", 1),
    (gerunds, "domain/text/stemming.py", "", 0),
    (long_modules, "sync/engine.py", f"{MANY}x = 1", 460),
    (long_modules, "sync/engine.py", MANY, 0),
    (short_modules, "review/rules.py", '"""Rules, because."""\n', 1),
    (short_modules, "review/rules.py", '"""Rules.\n\nApart because of a cycle.\n"""\n', 0),
    (short_modules, "review/rules.py", MANY, 0),
    (short_modules, "storage/schema/m014_account_reached.py", "", 0),
    (threads_and_loops, "gui/search/runner.py", "pool = ThreadPoolExecutor(2)", 1),
    (threads_and_loops, "gui/search/runner.py", "threading.Thread(target=print).start()", 1),
    (threads_and_loops, "gui/app/main.py", "with asyncio.Runner() as runner: pass", 1),
    (threads_and_loops, "gui/app/main.py", "asyncio.run(main())", 1),
    (threads_and_loops, "gui/app/main.py", "QThreadPool.globalInstance()", 1),
    (threads_and_loops, "gui/search/panel.py", "def f(p: ThreadPoolExecutor): SearchRunner(p)", 0),
    (threads_and_loops, "gui/core/background_reader.py", "pool = ThreadPoolExecutor(1)", 0),
    (threads_and_loops, "app/background/worker.py", "asyncio.Runner()", 0),
    (found_children, "gui/core/dialogs.py", "dialog.findChild(QLineEdit)", 1),
    (found_children, "gui/tray/icon.py", "self.window().findChildren(QMenu)", 1),
    (found_children, "gui/review/page.py", "self.children()", 0),
]


@pytest.mark.parametrize(("rule", "file", "source", "count"), PLANTED)
def test_a_rule_finds_a_planted_fault_and_nothing_else(
    rule: Rule, file: str, source: str, count: int, tmp_path: Path
) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(source, "utf-8")

    found = rule(tmp_path)

    assert found == ({file.removesuffix(".py"): count} if count else {})
