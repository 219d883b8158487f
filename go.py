"""Kozyr from a fresh clone, with nothing but Python 3.11 or newer.

python3 go.py play          open the page, on which all games are played, in the browser
python3 go.py play GAME ... play in the terminal, as the arguments of `kozyr play` say
python3 go.py kozyr ...     any kozyr command; its files are looked for where you are
python3 go.py test          every check, then every test
python3 go.py test ...      only pytest, with these arguments, in the root of the clone; -n auto --cov for the coverage
python3 go.py check         ruff, mypy and import-linter; for the page eslint, prettier, svelte-check and vitest
python3 go.py page [...]    build the page where it has changed, or run a script of it: `page run dev`
python3 go.py bench [...]   the benchmarks against other libraries
python3 go.py audit         whether a locked version has a known vulnerability, where that can be asked
python3 go.py lock [...]    write requirements/*.txt anew; `--upgrade` takes the newest versions

It makes virtual environments of its own in the clone and installs locked versions there,
again only after those have changed. Nothing outside the clone is touched.
"""

import sys

OLDEST = (3, 11)


def refusal(version: "tuple[int, ...]") -> str:
    """Say why this Python cannot run Kozyr; nothing where it can."""
    if version[:2] >= OLDEST:
        return ""
    return "Kozyr needs Python {}.{} or newer; this is Python {}.{}.{}.".format(*OLDEST, *version[:3])


# Before the other imports and definitions: what follows is parsed, but not run, by Python 3.6 to 3.10.
if refusal(sys.version_info[:3]):
    sys.exit(refusal(sys.version_info[:3]))

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl
if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent
INTERRUPTED = 130
BIN, EXE = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
VERSION = "{}.{}".format(*sys.version_info)


class Setup(NamedTuple):
    """An environment of the clone and the lock file it is filled from."""

    folder: str
    lock: str
    has_kozyr: bool = True

    @property
    def path(self) -> Path:
        """Where the environment lies."""
        return ROOT / self.folder

    def program(self, name: str) -> str:
        """A program of the environment."""
        return str(self.path / BIN / f"{name}{EXE}")

    @property
    def python(self) -> str:
        """The environment's interpreter."""
        return self.program("python")

    @property
    def stamp(self) -> Path:
        """The file that tells which state of the lock was installed."""
        return self.path / f"{self.lock}.stamp"


RUN = Setup(".venv", "run")
DEV = Setup(".venv", "dev")  # holds all of RUN, so both may live in one folder
BENCH = Setup(".venv-bench", "bench")
LOCK = Setup(".venv-lock", "lock", has_kozyr=False)
AUDIT = Setup(".venv-audit", "audit", has_kozyr=False)
NODE = Setup(".venv-node", "node", has_kozyr=False)  # filled only where no Node is on PATH
# What is asked of the resolver for each lock file, beside Kozyr's own requirements.
LOCKS = {
    "run": ["pyproject.toml", "--group", "build"],
    "dev": ["pyproject.toml", "--group", "build", "--extra", "dev", "--extra", "research"],
    "bench": ["pyproject.toml", "--group", "build", "--extra", "bench"],
    "lock": ["--group", "lock"],
    "audit": ["--group", "audit"],
    "node": ["--group", "node"],
}
CHECKS = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "mypy --strict": ["mypy", "--strict"],
    "lint-imports": ["lint-imports", "--no-logo"],
}
PAGE_CHECKS = ("lint", "format", "types", "unit")  # scripts of web/package.json


def say(text: str) -> None:
    """Tell what is going on, apart from the output of what is run."""
    print(f"go.py: {text}", file=sys.stderr, flush=True)


def fingerprint(setup: Setup) -> str:
    """What an environment depends on, in one line: change it, and the environment is filled again."""
    files = [ROOT / "pyproject.toml", lock_file(setup.lock)]
    parts = [VERSION.encode(), str(ROOT).encode(), *(file.read_bytes() for file in files)]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def lock_file(name: str) -> Path:
    """The lock file of that name."""
    return ROOT / "requirements" / f"{name}.txt"


def is_filled(setup: Setup) -> bool:
    """Whether the environment holds what its lock file says, and its Python is still there."""
    if not (setup.stamp.is_file() and Path(setup.python).exists()):
        return False
    return setup.stamp.read_text(encoding="utf-8") == fingerprint(setup)


def missing_venv() -> str:
    """Say what this Python lacks to make an environment; nothing where it lacks nothing."""
    if all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
        return ""
    return (
        f"{sys.executable} cannot make virtual environments: its modules venv and ensurepip are not installed.\n"
        f"On Debian and Ubuntu: sudo apt-get install python{VERSION}-venv"
    )


def quiet_environment() -> "dict[str, str]":
    """The caller's environment, without what would send pip's work elsewhere."""
    kept = {name: value for name, value in os.environ.items() if name not in {"PYTHONHOME", "PYTHONPATH"}}
    return kept | {"PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0"}


def install(setup: Setup, *arguments: str) -> None:
    """Run pip in an environment; it speaks only of errors."""
    pip = [setup.python, "-m", "pip", "install", "-qq", "--no-input", "--disable-pip-version-check", *arguments]
    if subprocess.run(pip, env=quiet_environment(), stdin=subprocess.DEVNULL, check=False).returncode:
        sys.exit(f"go.py: pip could not fill {setup.path}; its message stands above.")


def works(setup: Setup) -> bool:
    """Whether the environment's interpreter starts, is of this version and has pip."""
    probe = [setup.python, "-c", "import pip, sys; print('{}.{}'.format(*sys.version_info))"]
    try:
        return subprocess.run(probe, capture_output=True, check=False, text=True).stdout.strip() == VERSION
    except OSError:
        return False


def make(setup: Setup) -> None:
    """Make the environment where there is none, or none that works."""
    if works(setup):
        return
    if missing_venv():
        sys.exit(missing_venv())
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(setup.path)], check=False)
    if made.returncode:
        sys.exit(f"go.py: could not make a virtual environment in {setup.path}; the message stands above.")


@contextmanager
def alone(setup: Setup) -> "Iterator[None]":
    """Within, no other process fills the environment; one that comes later waits."""
    with (ROOT / f"{setup.folder}.busy").open("a", encoding="utf-8") as file:
        told = False
        while not take(file.fileno()):
            if not told:
                say(f"waiting: another process fills {setup.folder}")
            told = True
            time.sleep(0.2)
        yield


def take(file: int) -> bool:
    """Take hold of an open file until it is closed; whether nobody else holds it.

    Where files cannot be held at all, nobody waits.
    """
    try:
        if sys.platform == "win32":
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


def fill(setup: Setup) -> None:
    """Bring an environment to the state of its lock file; at once where it is there already."""
    if is_filled(setup):
        return
    with alone(setup):
        if not is_filled(setup):  # it may have been filled meanwhile
            fill_now(setup)


def fill_now(setup: Setup) -> None:
    """Fill an environment from its lock file."""
    say(f"installing requirements/{setup.lock}.txt into {setup.folder} (a minute or two, only when it has changed)")
    make(setup)
    for stamp in setup.path.glob("*.stamp"):
        stamp.unlink()
    install(setup, "--require-hashes", "-r", str(lock_file(setup.lock)))
    if setup.has_kozyr:
        install(setup, "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    setup.stamp.write_text(fingerprint(setup), encoding="utf-8")


def become(command: "list[str]") -> NoReturn:
    """Leave the terminal, the signals and the exit code to another program."""
    if os.name == "nt":
        sys.exit(subprocess.run(command, check=False).returncode)
    sys.stdout.flush()
    os.execv(command[0], command)


def kozyr(arguments: "list[str]") -> NoReturn:
    """Run a kozyr command where the caller is."""
    if not is_filled(DEV):
        fill(RUN)
    become([RUN.program("kozyr"), *arguments])


def on_page(arguments: "list[str]") -> int:
    """Build the page where it has changed, or run a script of it; the exit code."""
    python = sys.executable
    if not (shutil.which("node") and shutil.which("npm")):
        fill(NODE)
        python = NODE.python
    return subprocess.run([python, str(ROOT / "web" / "building.py"), *arguments], check=False).returncode


def page(arguments: "list[str]") -> NoReturn:
    """Build the page, or run one of its scripts."""
    sys.exit(on_page(arguments))


def play(arguments: "list[str]") -> NoReturn:
    """Play: on the page, unless a game is named for the terminal."""
    if (not arguments or arguments[0].startswith("-")) and on_page([]):
        sys.exit("go.py: the page could not be built; in the terminal there is `python3 go.py play kozel`.")
    kozyr(["play", *arguments])


def failed_checks() -> "list[str]":
    """Run every check and name those that failed."""
    failed = []
    for name, (program, *arguments) in CHECKS.items():
        say(name)
        if subprocess.run([DEV.program(program), *arguments], cwd=ROOT, check=False).returncode:
            failed.append(name)
    for name in PAGE_CHECKS:
        say(f"page: {name}")
        if on_page(["run", "--silent", name]):
            failed.append(f"page: {name}")
    return failed


def check(arguments: "list[str]") -> NoReturn:
    """Run what needs no test: style, types, layers."""
    if arguments:
        sys.exit("go.py: check takes no arguments.")
    fill(DEV)
    failed = failed_checks()
    sys.exit(f"go.py: failed: {', '.join(failed)}" if failed else 0)


def test(arguments: "list[str]") -> NoReturn:
    """Run the checks and all tests, or with arguments pytest alone."""
    fill(DEV)
    pytest = [DEV.python, "-m", "pytest"]
    os.chdir(ROOT)
    if arguments:
        become([*pytest, *arguments])
    failed = failed_checks()
    say("page: build")
    if on_page([]):
        failed.append("page: build")
    say("pytest")
    code = subprocess.run([*pytest, "-n", "auto"], check=False).returncode
    sys.exit(f"go.py: failed: {', '.join(failed)}" if failed else code)


def bench(arguments: "list[str]") -> NoReturn:
    """Run the benchmarks, in an environment that has the peers too."""
    fill(BENCH)
    os.chdir(ROOT)
    become([BENCH.python, "-m", "bench", *arguments])


def lock(arguments: "list[str]") -> NoReturn:
    """Resolve all requirements anew, for every Python and platform at once."""
    fill(LOCK)
    fixed = ["--universal", "--generate-hashes", "--no-header", "--quiet", "--python-version", "{}.{}".format(*OLDEST)]
    for name, wanted in LOCKS.items():
        target = str(lock_file(name).relative_to(ROOT))
        say(target)
        uv = [LOCK.python, "-m", "uv", "pip", "compile", *wanted, *fixed, "--output-file", target, *arguments]
        if subprocess.run(uv, cwd=ROOT, check=False).returncode:
            sys.exit(f"go.py: {target} was not written; the message stands above.")
    sys.exit(0)


def vulnerabilities(report: str) -> "list[str] | None":
    """What a report of pip-audit names, a line each; nothing at all where it is no report."""
    try:
        found = json.loads(report)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return None
    return [
        f"{package['name']} {package['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or 'none'}"
        for package in found
        for fault in package.get("vulns", ())
    ]


def audit(arguments: "list[str]") -> NoReturn:
    """Ask whether what players run has known vulnerabilities; where nobody can be asked, say so and go on."""
    if arguments:
        sys.exit("go.py: audit takes no arguments.")
    fill(AUDIT)
    options = ["--disable-pip", "--no-deps", "--require-hashes", "--format", "json", "--progress-spinner", "off"]
    asked = [AUDIT.python, "-m", "pip_audit", *options, "--vulnerability-service", "osv", "--timeout", "10"]
    found, why = None, "it took too long"
    try:
        done = subprocess.run(
            [*asked, "--requirement", str(lock_file("run"))], capture_output=True, text=True, check=False, timeout=90
        )
        found, why = vulnerabilities(done.stdout), (done.stderr.strip().splitlines() or ["no answer"])[-1]
    except subprocess.TimeoutExpired:
        pass
    if found is None:
        say(f"audit skipped: the data of known vulnerabilities cannot be reached ({why[:200]})")
        sys.exit(0)
    say(f"audit: {len(found)} known vulnerabilities in requirements/run.txt")
    sys.exit("\n".join(found) if found else 0)


COMMANDS = {
    "play": play,
    "kozyr": kozyr,
    "test": test,
    "check": check,
    "page": page,
    "bench": bench,
    "lock": lock,
    "audit": audit,
}


def main(arguments: "list[str]") -> NoReturn:
    """Do what the first word says."""
    if not arguments or arguments[0] in {"-h", "--help", "help"}:
        print(__doc__.strip())
        sys.exit(0)
    if arguments[0] not in COMMANDS:
        sys.exit(f"go.py: no command {arguments[0]!r}; there are {', '.join(COMMANDS)}.")
    try:
        COMMANDS[arguments[0]](arguments[1:])
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main(sys.argv[1:])
