"""What ships for shells and `man` is what the command line says of itself, and works in the shells that are here."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from notebrain.cli.main import main

ROOT = Path(__file__).resolve().parents[3]
SHELL = ROOT / "resources" / "shell"
needs_shtab = pytest.mark.skipif(
    importlib.util.find_spec("shtab") is None, reason="shtab is not installed"
)


def run_in(shell: str, script: str, *arguments: str) -> str:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run(
        [program, *arguments, script], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_shtab
def test_the_files_are_what_the_help_says() -> None:
    done = subprocess.run(
        [sys.executable, "packaging/shell_files.py", "--check"],
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'packaging'}", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_the_file_of_the_shell(
    shell: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["completion", shell]) == 0

    assert capfdbinary.readouterr().out == (SHELL / f"notebrain.{shell}").read_bytes()


def test_another_shell_is_named_with_those_there_are(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert main(["completion", "csh"]) == 2

    assert "bash" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["re"], {"restore", "review"}),
        (["review", "re"], {"resolve"}),
        (["list", "--sort", ""], {"updated", "created", "title"}),
        (["list", "--wor"], {"--workspace"}),
    ],
)
def test_bash_completes_commands_actions_options_and_values(
    words: list[str], offered: set[str]
) -> None:
    quoted = " ".join(f"'{word}'" for word in ["notebrain", *words])
    script = (
        f"source '{SHELL / 'notebrain.bash'}'; COMP_WORDS=({quoted}); COMP_CWORD={len(words)}; "
        '_shtab_notebrain; printf "%s\\n" "${COMPREPLY[@]}"'
    )

    assert set(run_in("bash", script, "-c").split()) == offered


def test_fish_completes_commands_with_what_they_do() -> None:
    script = f"source '{SHELL / 'notebrain.fish'}'; complete -C 'notebrain re'"

    lines = run_in("fish", script, "--no-config", "-c").splitlines()

    assert [line.partition("\t")[0] for line in lines] == ["restore", "review"]
    assert all(line.partition("\t")[2] for line in lines)


def test_zsh_reads_the_file() -> None:
    run_in("zsh", str(SHELL / "notebrain.zsh"), "-n")


def test_the_manual_page_names_every_command() -> None:
    from notebrain.cli.table import COMMANDS

    page = (SHELL / "notebrain.1").read_text(encoding="utf-8")

    assert all(f".B {name}\n" in page for name in COMMANDS)
