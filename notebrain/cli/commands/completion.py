"""What shells complete on the command line: `completion`.

Apart because everything else here works on notes.
"""

import argparse
from collections.abc import Mapping

from notebrain.cli.command import EXIT_DONE, Handler
from notebrain.cli.terminal import Terminal
from notebrain.domain.i18n import _

SHELLS = ("bash", "zsh", "fish")


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, metavar=_("SHELL"), help=", ".join(SHELLS))


def _details() -> str:
    return _(
        "Copy the line for your shell and start a new one; Tab then completes commands and options.\n"
        "\n"
        "  bash   mkdir -p ~/.local/share/bash-completion/completions\n"
        "         notebrain completion bash > ~/.local/share/bash-completion/completions/notebrain\n"
        "  zsh    notebrain completion zsh > ~/.zfunc/_notebrain\n"
        "         (in ~/.zshrc, once: fpath=(~/.zfunc $fpath); autoload -U compinit; compinit)\n"
        "  fish   notebrain completion fish > ~/.config/fish/completions/notebrain.fish\n"
        "\n"
        "The Debian package has all of them in place."
    )


def _print(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.core.resources import resource

    terminal.data(resource("shell", f"notebrain.{args.shell}").read_bytes())
    return EXIT_DONE


HANDLERS: Mapping[str, Handler] = {
    "completion": Handler(_arguments, _print, _details),
}
