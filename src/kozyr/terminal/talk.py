"""What is said at a table of a server, and what its server says, as notes."""

from __future__ import annotations

import functools
from typing import Final

from kozyr.client import AskFailed, Check, ClientError, Verdict
from kozyr.kernel.said import SeatRef, TermRef, say
from kozyr.kernel.terms import Terms
from kozyr.table import phrases
from kozyr.table import texts as table_texts
from kozyr.table.shown import ShownLine
from kozyr.terminal.desk import Note
from kozyr.terminal.texts import texts

_BOTH: Final = Terms({"refused": {"ru": "{ru}", "en": "{en}"}})


@functools.cache
def _terms() -> Terms:
    """The terminal's texts, the table's and the quick phrases."""
    return Terms({**table_texts().texts, **phrases().texts, **texts().texts})


def line_note(line: ShownLine) -> Note:
    """A line of the talk."""
    if line.kind == "notice":
        return Note(table_texts(), say(line.id, **{name: _clean(value) for name, value in line.args.items()}))
    text = TermRef(line.id) if line.kind == "phrase" else _clean(line.text)
    return Note(_terms(), say("talk_line", name=_clean(line.name), text=text))


def failure_note(error: ClientError) -> Note:
    """What was refused, and why."""
    if isinstance(error, AskFailed):
        return Note(_BOTH, say("refused", ru=_clean(error.text("ru")), en=_clean(error.text("en"))))
    return Note(texts(), say("ask_lost"))


def check_note(check: Check) -> Note | None:
    """What came of the check of a deal's shuffle; nothing where there was nothing to check it by."""
    if check.verdict is Verdict.UNSEEN:
        return None
    if check.verdict is Verdict.FAILED:
        return Note(texts(), say("shuffle_failed", deal=check.deal, faults=", ".join(check.faults)))
    return Note(texts(), say("shuffle_own" if check.contributed else "shuffle_verified", deal=check.deal))


def _clean(value: object) -> str | int:
    """A value without what would move the cursor; numbers and seats as they are."""
    if isinstance(value, int | SeatRef):
        return value
    return "".join(sign if sign.isprintable() else " " for sign in str(value))
