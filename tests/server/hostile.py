"""Messages that no honest client sends, drawn from a seed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from kozyr.kernel.streams import Stream
from kozyr.protocol import PROTOCOL
from kozyr.protocol.messages import LARGEST_MESSAGE

KINDS = (
    "sit", "stand_up", "leave", "back", "set_bot", "set_options", "set_settings", "set_pace", "ready", "again", "move",
    "grab", "contribute", "reveal", "propose", "vote", "withdraw", "say", "phrase", "mute", "remove", "deal", "",
)  # fmt: skip
FIELDS = (
    "seat", "bot", "options", "players", "settings", "pace", "ready", "wanted", "move", "turn", "hash", "value", "what",
    "agrees", "text", "phrase", "person", "muted", "id", "who", "at", "kind", "type", "do",
)  # fmt: skip
WORDS = (
    "", "x", "Ac", "10♥", "pull 1", "pull hut", "take", "\u0000", "\u202e", "💥", "a" * 200, "remove", "stop", "none",
    "__proto__", "../../x", "<b>", "' OR 1=1", "{}", "%s%n", "07" * 16, "ff" * 32, "\ud83d", "take_back",
)  # fmt: skip
LET_GO = "let go"
"""The only thing that is done: who holds nothing lets it go."""
WHOLE = (0, 1, -1, 3, 99, 2**31, -(2**63), 2**63, 2**64, 10**30)
ONLY_SPECTATORS = frozenset({"leave", "back", "ready", "say", "phrase"})
"""What even one who watches may do; the rest is refused to him."""


def anything(stream: Stream, depth: int = 3) -> Any:
    """Some JSON."""
    kind = stream.below(8 if depth else 5)
    if kind == 0:
        return stream.choice((None, True, False))
    if kind == 1:
        return stream.choice(WHOLE)
    if kind == 2:
        return stream.choice((0.5, -1e308, 1e-300))
    if kind < 5:
        return stream.choice(WORDS)
    if kind < 7:
        return {stream.choice(FIELDS): anything(stream, depth - 1) for _ in range(stream.below(4))}
    return [anything(stream, depth - 1) for _ in range(stream.below(4))]


def _command(stream: Stream) -> str:
    kind = stream.choice(tuple(kind for kind in KINDS if kind not in ONLY_SPECTATORS))
    do = {"kind": kind} | {stream.choice(FIELDS): anything(stream, 2) for _ in range(stream.below(4))}
    return json.dumps({"type": "ask", "do": do})


def _right_shape(stream: Stream) -> str:
    """Well made, and not for one who only watches."""
    seat, word = stream.choice(WHOLE[:5]), stream.choice(WORDS)
    do: dict[str, Any] = stream.choice(
        (
            {"kind": "move", "move": word},
            {"kind": "move", "move": word, "turn": stream.choice(WHOLE[:6])},
            {"kind": "sit", "seat": stream.choice((-1, 99, 2**31))},
            {"kind": "set_bot", "seat": seat, "bot": word},
            {"kind": "reveal", "value": word},
            {"kind": "contribute", "hash": word},
            {"kind": "propose", "what": word, "seat": seat},
            {"kind": "vote", "agrees": True},
            {"kind": "mute", "person": seat},
            {"kind": "remove", "person": seat},
            {"kind": "set_options", "options": {word: 1}, "players": 3},
            {"kind": "set_pace", "pace": "none"},
            {"kind": "grab"},
            {"kind": "withdraw"},
            {"kind": "stand_up"},
        )
    )
    return json.dumps({"type": "ask", "do": do | ({"id": word} if stream.below(2) else {})})


def _pull(stream: Stream) -> str:
    number = stream.choice(WHOLE)
    place = {"x": stream.choice((0, 1e308, -5.5)), "y": 0}
    pull = {"type": "begin_pull", "card": number, **place, "id": stream.choice(WORDS)}
    return json.dumps(stream.choice((pull, {"type": "let_go", "id": LET_GO})))


def _hint(stream: Stream) -> str:
    asked = {"type": "want_hint"} | {stream.choice(FIELDS): anything(stream, 2) for _ in range(stream.below(2))}
    return json.dumps(asked | ({"id": stream.choice(WORDS)} if stream.below(4) else {}))


def _cut(stream: Stream) -> str:
    text = _right_shape(stream)
    return text[: stream.below(len(text))]


def _deep(stream: Stream) -> str:
    many = 1 + stream.below(LARGEST_MESSAGE // 4)
    return stream.choice(("[", '{"do":', '{"type":"ask","do":{"kind":"say","text":[')) * (many // 20) or "["


def _bytes(stream: Stream) -> bytes:
    return bytes(stream.below(256) for _ in range(stream.below(60)))


def _big(stream: Stream) -> str:
    return json.dumps(
        {"type": "ask", "do": {"kind": "move", "move": "x" * (LARGEST_MESSAGE - 1000 - stream.below(99))}}
    )


def _hello(stream: Stream) -> str:
    return json.dumps({"type": "hello", "protocol": stream.choice((PROTOCOL, 0, 2**40)), "since": stream.choice(WHOLE)})


_MAKERS: tuple[Callable[[Stream], str | bytes], ...] = (
    _command,
    _right_shape,
    _pull,
    _hint,
    _cut,
    _deep,
    _bytes,
    _big,
    _hello,
    lambda stream: json.dumps(anything(stream)),
    lambda stream: "".join(chr(stream.below(0xD7FF)) for _ in range(stream.below(80))),
)


def hostile(stream: Stream) -> str | bytes:
    """A message that changes nothing, whoever watches a table sends it."""
    return stream.choice(_MAKERS)(stream)
