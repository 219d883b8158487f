"""The built page, served from memory: its files with their compressed twins, and one HTML page for all addresses."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "page"
INDEX: Final = "index.html"
ADDRESSES: Final = (
    ("/", "the games, and a match with bots at once"),
    ("/new/{game}", "a new table: its seats, its options"),
    ("/tables", "the open tables, and those where one sits"),
    ("/t/{id}", "a table; its link is sent to friends, and `kozyr join` takes it too"),
    ("/rules/{game}", "the rules of a game"),
    ("/settings", "language, cards, colours, name"),
    ("/claim", "makes this device the person who made the link; the token is behind the `#`"),
    ("/learn/{game}", "a first game, shown step by step"),
    ("/fairness", "how a shuffle is committed to and checked"),
    ("/records", "one's own matches"),
    ("/records/file", "a record from a file; nothing of it is kept"),
    ("/records/{id}", "one of them"),
    ("/r/{token}", "a shared record"),
)
"""The addresses of pages, each with what it shows. All of them are the same HTML."""
ASSETS: Final = "/assets/"
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_ASKING_EACH_TIME: Final = "no-cache"
_ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))
_TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".txt": "text/plain"}
_TEXTS: Final = frozenset({"text/html", "text/css", "text/javascript", "text/plain"})


@dataclass(frozen=True)
class Served:
    """What is sent of a file: its bytes as the browser takes them, and its headers."""

    body: bytes
    headers: Mapping[str, str]


class Pages:
    """The files of a built page; none where the package was built without it."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files = _read(folder)
        self._marks = {path: hashlib.sha256(body).hexdigest()[:24] for path, body in self._files.items()}

    def __bool__(self) -> bool:
        return f"/{INDEX}" in self._files

    @property
    def paths(self) -> tuple[str, ...]:
        """The addresses of its files beside the HTML."""
        return tuple(path for path in self._files if path != f"/{INDEX}" and not path.endswith((".br", ".gz")))

    def html(self, accepted: str) -> Served:
        """The one HTML page."""
        return self.file(f"/{INDEX}", accepted)

    def file(self, path: str, accepted: str) -> Served:
        """A file, compressed as ``accepted`` (Accept-Encoding) allows. Raises LookupError where there is none."""
        body = self._files[path]
        headers = {
            "content-type": _type_of(path),
            "cache-control": _FOR_EVER if path.startswith(ASSETS) else _ASKING_EACH_TIME,
            "vary": "accept-encoding",
            "etag": f'"{self._marks[path]}"',
        }
        for name, suffix in _ENCODINGS:
            if path + suffix in self._files and takes(accepted, name):
                mine = {"content-encoding": name, "etag": f'"{self._marks[path]}-{name}"'}
                return Served(self._files[path + suffix], headers | mine)
        return Served(body, headers)


def _read(folder: Path) -> dict[str, bytes]:
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {f"/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in files}


def _type_of(path: str) -> str:
    suffix = path[path.rfind(".") :]
    kind = _TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")
    return f"{kind}; charset=utf-8" if kind in _TEXTS else kind


def takes(accepted: str, encoding: str) -> bool:
    """Whether a header names an encoding and does not forbid it (``q=0``)."""
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == encoding:
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
