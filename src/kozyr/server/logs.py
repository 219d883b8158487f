"""Logs: one JSON object a line on standard error, with known fields only and nothing in them that opens a door."""

from __future__ import annotations

import datetime as dt
import json
import logging
import re
import sys
from typing import Final, TextIO

FIELDS: Final = ("table", "seq", "identity", "connection", "worker", "game", "code", "method", "path", "status", "ms")
"""What may be given as ``extra``; anything else of it is left out."""
_MASK: Final = "[masked]"
_SECRETS: Final = (
    # A cookie header, to its end; a header or a parameter that is called a secret.
    re.compile(r"(?i)((?:set-)?cookie['\"]?\s*[:=,]\s*b?['\"]?)[^'\"\r\n]+"),
    re.compile(
        r"(?i)((?:authorization|token|secret|password|passwd|pwd|api[_-]?key|share|link)"
        r"['\"]?\s*[:=]\s*b?['\"]?(?:bearer |basic )?)[^\s'\"&;,}\])]+"
    ),
    re.compile(r"(?i)((?:__host-)?kozyr=)[^\s'\"&;,}\])]+"),  # the cookie of an identity
    re.compile(r"(://)[^\s/@]+(?=@)"),  # user and password of an address
)
_SIGNED: Final = re.compile(r"[A-Za-z0-9_=-]{8,}(?:\.[A-Za-z0-9_=-]{6,})*\.[A-Za-z0-9_=-]{27,}")
_LONG: Final = re.compile(r"[A-Za-z0-9_+=-]{32,}")
_ORDINARY: Final = re.compile(
    r"[a-z_]+"
)  # the name of a function in a traceback; no token is without all of the others


def mask(text: str) -> str:
    """A text without tokens, cookies, keys and passwords."""
    for pattern in _SECRETS:
        text = pattern.sub(rf"\1{_MASK}", text)
    return _LONG.sub(_masked, _SIGNED.sub(_MASK, text))


class JsonFormatter(logging.Formatter):
    """A line of JSON for each record."""

    def format(self, record: logging.LogRecord) -> str:
        moment = dt.datetime.fromtimestamp(record.created, dt.UTC)
        line: dict[str, object] = {
            "at": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": mask(_message(record)),
        }
        for name in FIELDS:
            value = getattr(record, name, None)
            if value is not None:
                line[name] = value if isinstance(value, int | float) else mask(str(value))
        if record.exc_info:
            line["error"] = mask(self.formatException(record.exc_info))
        if record.stack_info:
            line["stack"] = mask(record.stack_info)
        return json.dumps(line, ensure_ascii=True, allow_nan=True)


def configure_logs(level: int = logging.INFO, stream: TextIO | None = None) -> None:
    """Send all logs of this process to a stream, by default standard error, in place of what was set up before."""
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    logging.getLogger("uvicorn.error").addFilter(names_no_visitor)


def names_no_visitor(record: logging.LogRecord) -> bool:
    """Whether a line may be logged: uvicorn's of each WebSocket have the address of who comes, and the table's."""
    text = str(record.msg)
    return not ('"WebSocket ' in text or text in ("connection open", "connection closed"))


def _masked(found: re.Match[str]) -> str:
    return found[0] if _ORDINARY.fullmatch(found[0]) else _MASK


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except Exception:  # a fault in a line of the log is no fault of the server
        return f"{record.msg!r} with arguments that do not fit"
