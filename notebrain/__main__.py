"""The entry point: opens the window without a command, and runs the command line with one.

It is outside the layers and imports nothing until it knows what to start.
"""

import sys
from collections.abc import Sequence

WINDOW_OPTIONS = ("--data-dir", "--capture", "--quick-search")
SMALL_WINDOW = "--window"
"""For the commands `capture` and `search`: let the user write or search in a small window."""
EMBED_OPTION = "--embed"
"""Starts the process that runs the model for the window; not meant for users."""
READ_OPTION = "--read-files"
"""Starts the process that reads the files in notes; not meant for users."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run NoteBrain and return its exit code: 0 for done, 1 for a problem reported in one line, 2 for misuse."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given == ["--version"]:
        from notebrain.version import __version__

        print(f"NoteBrain {__version__}")
        return 0
    from notebrain.app.core import language

    language.install()
    if given[:1] in ([EMBED_OPTION], [READ_OPTION]):
        return _serve(given)
    if len(given) == 1 and given[0].lower().startswith("notebrain:"):
        return _link(given[0])
    if names_no_command(given):
        return _window(given)
    if SMALL_WINDOW in given and ("capture" in given or "search" in given):
        return _small_window(given)
    return _command_line(given)


def names_no_command(arguments: Sequence[str]) -> bool:
    """Return whether the arguments contain only options of the window."""
    rest = list(arguments)
    while rest:
        name, equals, _value = rest.pop(0).partition("=")
        if name not in WINDOW_OPTIONS or not (equals or rest):
            return False
        if not equals:
            rest.pop(0)
    return True


def _serve(arguments: list[str]) -> int:
    """Be a process that works for another one of this program."""
    if arguments[0] == READ_OPTION:
        from notebrain.documents.subprocess_main import main as read_files

        return read_files(arguments[1:])
    from notebrain.embedders.subprocess_main import main as serve_model

    return serve_model(arguments[1:])


def _window(arguments: list[str]) -> int:
    import gc

    from notebrain.gui.app import preflight

    problem = preflight.problem()
    if problem is not None:
        print(problem, file=sys.stderr)
        return 2
    preflight.import_plainly()
    gc.disable()  # what is loaded now lasts; `GarbageCollector` collects from then on
    from notebrain.gui.app.main import main as open_window

    return open_window(arguments)


def _small_window(arguments: list[str]) -> int:
    """Have the running program show a small window, which takes milliseconds, or start with only that window."""
    from notebrain.cli.small_window import ask_running, asked

    request = asked(arguments)
    if request is None:
        return _command_line(arguments)  # which reports what is wrong with them
    if ask_running(request):
        return 0
    return _window([f"--data-dir={request.folder}", f"--{request.word}={request.text}"])


def _link(address: str) -> int:
    """Have the running program open a link, or start with it; a refused link reaches no window."""
    from notebrain.app.core.instance import MessageKind
    from notebrain.app.core.paths import data_folder
    from notebrain.cli.small_window import WindowRequest, ask_running
    from notebrain.domain.notes.addresses import BadLink, app_link

    try:
        app_link(address)
    except BadLink as refusal:
        print(f"notebrain: {refusal}", file=sys.stderr)
        return 2
    if ask_running(WindowRequest(data_folder(), address, MessageKind.LINK)):
        return 0
    return _window([f"--link={address}"])


def _command_line(arguments: list[str]) -> int:
    from notebrain.cli.main import main as run

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
