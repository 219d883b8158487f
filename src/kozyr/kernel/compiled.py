"""The ``@compiled`` decorator: Numba where it is wanted and present, the plain function otherwise.

One process runs in one mode, chosen before the first compiled module is imported:

- ``KOZYR_COMPILED=1`` compiles (an error where Numba cannot), ``0`` does not;
- otherwise ``choose_mode`` decides, and by default Numba is used where it can.

Interactive programs choose the plain mode: they start at once, and a move costs them no time anyone sees.
The same source gives the same results in both modes; the contract suite compares them.

Machine code is kept in a folder named after a hash of every source that holds compiled functions, because
Numba's own cache notices an edit in the decorated function only, not in the functions it calls.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import pathlib
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, TypeVar, cast, overload

import platformdirs

F = TypeVar("F", bound=Callable[..., Any])

_KEY_DIGITS = 16
_KEEP_SECONDS = 30 * 24 * 3600
_chosen: bool | None = None
_cache_folder: pathlib.Path | None = None


def choose_mode(*, compiled: bool) -> None:
    """Set the mode of this process, unless the environment has set it.

    Raises RuntimeError once a compiled function has been defined in the other mode.
    """
    global _chosen  # noqa: PLW0603 - one process, one mode
    wanted = mode_wished()
    wanted = compiled if wanted is None else wanted
    if _chosen is not None and _chosen != wanted:
        raise RuntimeError("the mode of this process is fixed: compiled functions are already defined in the other one")
    _chosen = wanted


def is_compiled() -> bool:
    """Whether this process compiles; asking fixes the mode."""
    global _chosen  # noqa: PLW0603 - one process, one mode
    if _chosen is None:
        wanted = mode_wished()
        _chosen = can_compile() if wanted is None else wanted
    return _chosen


def can_compile() -> bool:
    """Whether Numba is installed and its own switch ``NUMBA_DISABLE_JIT`` lets it compile."""
    return importlib.util.find_spec("numba") is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def mode_wished(variable: str = "KOZYR_COMPILED") -> bool | None:
    """Whether the environment says to compile; None where it does not say. Raises RuntimeError for what cannot be."""
    text = os.environ.get(variable, "")
    if text not in ("", "0", "1"):
        raise RuntimeError(f"{variable} is {text!r}: it may be 0, 1 or unset")
    if text == "1" and not can_compile():
        raise RuntimeError(f"{variable} is 1, but Numba is not installed or NUMBA_DISABLE_JIT is set")
    return None if text == "" else text == "1"


@overload
def compiled(function: F, /) -> F: ...
@overload
def compiled(*, entry: bool = False) -> Callable[[F], F]: ...


def compiled(function: F | None = None, /, *, entry: bool = False) -> F | Callable[[F], F]:
    """Compile a function over compact records and integers, or return it unchanged in plain mode.

    ``entry=True`` marks a long-running function called from Python: it releases the interpreter lock.
    A compiled function may call compiled functions and read module constants, nothing else.
    """

    def decorate(plain: F) -> F:
        if not is_compiled():
            return plain
        import numba  # noqa: PLC0415 - costs half a second; plain mode must not pay it

        with _cache_in_own_folder():
            return cast(F, numba.njit(cache=True, nogil=entry)(plain))

    return decorate if function is None else decorate(function)


@contextlib.contextmanager
def _cache_in_own_folder() -> Iterator[None]:
    """Point Numba's cache at our folder while a dispatcher is made; programs around us keep their own."""
    from numba import config  # noqa: PLC0415 - see compiled

    settings = vars(config)
    before = settings["CACHE_DIR"]
    settings["CACHE_DIR"] = str(cache_folder())
    try:
        yield
    finally:
        settings["CACHE_DIR"] = before


def cache_folder() -> pathlib.Path:
    """The folder of this version's machine code, made on first use; always writable.

    ``KOZYR_CACHE`` overrides its parent. Folders of other versions unused for 30 days are removed.
    """
    global _cache_folder  # noqa: PLW0603 - found once a process
    if _cache_folder is None:
        _cache_folder = _make_cache_folder(source_key())
    return _cache_folder


def source_key(root: pathlib.Path | None = None) -> str:
    """A hash over the names and bytes of every source below ``root`` (the package) that uses ``@compiled``."""
    top = root or pathlib.Path(__file__).parent.parent
    digest = hashlib.sha256()
    for path in sorted(top.rglob("*.py")):
        text = path.read_bytes()
        if b"compiled" in text or path.parent.name == "kernel":
            digest.update(path.relative_to(top).as_posix().encode() + b"\0" + text + b"\0")
    return digest.hexdigest()[:_KEY_DIGITS]


def _make_cache_folder(key: str) -> pathlib.Path:
    for parent in _cache_parents():
        folder = parent / key
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
            with tempfile.TemporaryFile(dir=folder):
                pass
            _forget_empty(folder)
        except OSError:
            continue
        _forget_old(parent, key)
        return folder
    return pathlib.Path(tempfile.mkdtemp(prefix="kozyr-compiled-"))


def _cache_parents() -> Iterator[pathlib.Path]:
    override = os.environ.get("KOZYR_CACHE")
    if override:
        yield pathlib.Path(override)
    yield pathlib.Path(platformdirs.user_cache_dir("kozyr")) / "compiled"


def _forget_empty(folder: pathlib.Path) -> None:
    """Remove files that a crash of the system has left empty; Numba would fail on them, and writes them anew."""
    for path in folder.rglob("*.nb[ic]"):
        if path.stat().st_size == 0:
            path.unlink(missing_ok=True)


def _forget_old(parent: pathlib.Path, key: str) -> None:
    """Remove folders that are named as ours are and hold nothing but what Numba writes."""
    for folder in parent.iterdir():
        with contextlib.suppress(OSError):
            if folder.name != key and _is_ours(folder) and time.time() - folder.stat().st_mtime > _KEEP_SECONDS:
                shutil.rmtree(folder)


def _is_ours(folder: pathlib.Path) -> bool:
    if folder.is_symlink() or not re.fullmatch(f"[0-9a-f]{{{_KEY_DIGITS}}}", folder.name):
        return False
    return all(path.is_dir() or path.suffix in (".nbi", ".nbc") for path in folder.rglob("*"))


def plain_twin(module: ModuleType) -> ModuleType:
    """A second copy of a module whose compiled functions are plain, whatever this process's mode is.

    Compiled functions that the module imports from others stay as they are. For parity tests.
    """
    global _chosen  # noqa: PLW0603 - restored below
    spec = module.__spec__
    if spec is None or spec.loader is None:
        raise ValueError(f"{module.__name__} cannot be loaded a second time: it has no loader")
    twin_spec = importlib.util.spec_from_file_location(f"{module.__name__}__plain", spec.origin)
    if twin_spec is None or twin_spec.loader is None:
        raise ValueError(f"{module.__name__} cannot be loaded a second time: it has no source file")
    twin = importlib.util.module_from_spec(twin_spec)
    before = is_compiled()
    _chosen = False
    try:
        twin_spec.loader.exec_module(twin)
    finally:
        _chosen = before
    return twin
