"""Where matches that are not over are kept: one JSON file a match, written whole or not at all."""

from __future__ import annotations

import itertools
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs

from kozyr.kernel.streams import derive_seed


class SaveError(ValueError):
    """A kept match that cannot be read; the text names the file and what is wrong with it."""


@dataclass(frozen=True)
class Saved:
    """What a kept match consists of; with the same code it gives the same match again.

    ``chance`` is what its source of chance needs to go on, where the seed is not enough.
    """

    game: str
    options: Mapping[str, object]
    players: int
    seat: int
    bots: tuple[str, ...]
    seed: str
    moves: tuple[str, ...]
    chance: Any = None


def data_folder() -> Path:
    """The folder of kept matches; ``KOZYR_DATA`` overrides it."""
    override = os.environ.get("KOZYR_DATA")
    return Path(override) if override else Path(platformdirs.user_data_dir("kozyr"))


def save_path(game_id: str, seed: str) -> Path:
    """A file for a new match of a game; one of the same seed that is kept already stays as it is."""
    stem = f"{game_id}-{derive_seed(seed, 'file')[:12]}"
    names = itertools.chain([stem], (f"{stem}-{number}" for number in itertools.count(2)))
    paths = (data_folder() / f"{name}.json" for name in names)
    return next(path for path in paths if not path.exists())


def saved_matches(game_id: str) -> list[Path]:
    """The files of a game's kept matches, the newest first."""
    files = [path for path in data_folder().glob(f"{game_id}-*.json") if path.is_file()]
    return sorted(files, key=lambda path: path.stat().st_mtime_ns, reverse=True)


def write_save(path: Path, saved: Saved) -> None:
    """Write a kept match; a crash leaves the file as it was before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(vars(saved), file, ensure_ascii=False, default=dict)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def read_save(path: Path) -> Saved:
    """Read a kept match. Raises SaveError; whether its moves are legal is not known yet."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SaveError(f"the saved match {path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise SaveError(f"the saved match {path} is damaged: it is no JSON ({error})") from error
    try:
        return _checked(raw)
    except (KeyError, TypeError, AttributeError) as error:
        raise SaveError(f"the saved match {path} is damaged: {error}") from error


def _checked(raw: Any) -> Saved:
    if not isinstance(raw, dict):
        raise TypeError("it holds no match")
    for name, kind in (("game", str), ("options", dict), ("players", int), ("seat", int), ("seed", str)):
        if name not in raw:
            raise TypeError(f"it has no {name}")
        if not isinstance(raw[name], kind) or isinstance(raw[name], bool):
            raise TypeError(f"its {name} is {raw[name]!r}")
    for name in ("bots", "moves"):
        if not isinstance(raw.get(name), list) or not all(isinstance(item, str) for item in raw[name]):
            raise TypeError(f"its {name} are no list of texts")
    bots, moves = tuple(raw["bots"]), tuple(raw["moves"])
    return Saved(raw["game"], raw["options"], raw["players"], raw["seat"], bots, raw["seed"], moves, raw.get("chance"))
