"""The one command for a fresh machine: sets everything up, then runs, tests or draws NoteBrain.

    python3 packaging/dev.py run            open the app (further arguments are passed to it)
    python3 packaging/dev.py test           every check: style, types, layers, tests
    python3 packaging/dev.py test --coverage   the same, and how much of the code the tests run
    python3 packaging/dev.py test --quick   90 seconds of them: style, types, layers, quick tests, changed areas
    python3 packaging/dev.py shots DIR      pictures of every main screen; needs no display

    python3 packaging/dev.py bench          measure the budgets
    python3 packaging/dev.py long           the long tests: thousands of kills, random days, faults in the code
    python3 packaging/dev.py mutants [AREA] only the faults in the code: does a test catch each of them?
    python3 packaging/dev.py engine         the tests of the account's database and files, on the real engine
    python3 packaging/dev.py messages       bring the catalogs of translations up to date
    python3 packaging/dev.py shell          bring the completions of shells and the manual page up to date
    python3 packaging/dev.py paths          count the files that run on the way of four acts; --list names them
    python3 packaging/dev.py quality        measure search and review on notes that no rule was made on
    python3 packaging/dev.py lock           choose the newest versions of everything that is installed
    python3 packaging/dev.py package KIND   build a package: folder, archive or deb
    python3 packaging/dev.py setup          set everything up and do nothing else

Needs only Python, on Linux, macOS and Windows (there: `py packaging\\dev.py run`).
"""

# Any old Python has to be able to read this file, to say which one is needed: no new syntax here.
import glob
import os
import shutil
import subprocess
import sys

OLDEST, NEWEST = (3, 11), (3, 13)
VERSIONS = ["3.13", "3.12", "3.11"]
WANTED = "NoteBrain needs Python 3.11, 3.12 or 3.13"


def main():
    """Go on with a Python that is right for NoteBrain, or say how to get one."""
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        python = find_python()
        if python is None:
            print("%s; this is %s. %s" % (WANTED, sys.version.split()[0], how_to_get_python()))
            return 1
        return subprocess.call([python] + sys.argv)
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    from devtools import commands

    return commands.main(sys.argv[1:], __doc__)


def find_python():
    """Return the newest Python on this computer that is right, or None."""
    for command in candidates():
        try:
            found = subprocess.check_output(
                command + ["-c", "import sys; print(sys.executable, *sys.version_info[:2])"],
                stderr=subprocess.DEVNULL,
            )
        except (OSError, subprocess.CalledProcessError):
            continue
        executable, major, minor = found.decode("utf-8", "replace").strip().rsplit(" ", 2)
        if OLDEST <= (int(major), int(minor)) <= NEWEST:
            return executable
    return None


def candidates():
    """Return what may start a right Python: on the path, then where installers put it."""
    commands = [["python" + version] for version in VERSIONS]
    if sys.platform == "win32":
        commands += [["py", "-" + version] for version in VERSIONS]
    folders = ["~/.pyenv/versions/%s.*/bin", "~/.local/share/uv/python/cpython-%s.*/bin"]
    folders += ["/opt/homebrew/bin", "/usr/local/bin"]
    folders += ["/Library/Frameworks/Python.framework/Versions/%s/bin"]
    for version in VERSIONS:
        for folder in folders:
            place = os.path.expanduser(folder % version if "%s" in folder else folder)
            commands += [[path] for path in sorted(glob.glob(place + "/python" + version))]
    return commands


def how_to_get_python():
    """Return the usual way to a right Python here."""
    if sys.platform == "darwin":
        return "Get it with: brew install python@3.13"
    if sys.platform == "win32":
        return "Get it with: winget install Python.Python.3.13"
    if shutil.which("apt-get"):
        return "Get it with: sudo apt install python3.13-venv (or 3.11, 3.12: what there is)"
    return "Install one of them with your system's package manager."


if __name__ == "__main__":
    sys.exit(main())
