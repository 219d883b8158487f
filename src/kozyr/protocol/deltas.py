"""Only what changed: the difference of two states, and a state brought up to date by it.

A state is a JSON object. A part of it that is an object itself changes name by name (a zone, a counter); all else is
sent whole. ``{"set": {"at": {"to_move": 2}, "legal": []}, "gone": ["zones/trick"]}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kozyr.protocol.views import Parts

_SLASH: Final = "/"


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> Parts:
    """What brings ``old`` to ``new``; empty where they are equal."""
    changed: Parts = {}
    gone = [name for name in old if name not in new]
    for name, value in new.items():
        before = old.get(name)
        if before == value and name in old:
            continue
        if isinstance(value, dict) and isinstance(before, dict):
            changed[name] = {key: part for key, part in value.items() if key not in before or before[key] != part}
            gone += [name + _SLASH + key for key in before if key not in value]
            if not changed[name]:
                del changed[name]
        else:
            changed[name] = value
    return ({"set": changed} if changed else {}) | ({"gone": gone} if gone else {})


def updated(old: Mapping[str, Any], delta: Mapping[str, Any]) -> Parts:
    """The state after a change; ``old`` stays as it is. Raises LookupError where the change is of another state."""
    new: Parts = dict(old)
    for path in delta.get("gone", ()):
        name, slash, key = path.partition(_SLASH)
        if slash:
            new[name] = {each: part for each, part in new[name].items() if each != key}
        else:
            del new[name]
    for name, value in delta.get("set", {}).items():
        if isinstance(value, dict) and isinstance(new.get(name), dict):
            new[name] = {**new[name], **value}
        else:
            new[name] = value
    return new
