"""The live table: seats, people, clocks, votes, bots that take over, the log of it all.

A pure state machine over events and time: no input or output, no clock, no randomness of its own. ``Table`` is the way
in; commands and what else happens go in, events come out, and the driver stores them before it tells anybody.
Imports ``fairness``, the names of ``bots.registry``, ``records``, ``games`` and ``kernel``.
"""

from kozyr.table.audience import AT_THE_DOOR
from kozyr.table.commands import Command, CommandError, read_command
from kozyr.table.events import Event, EventError, Look, read_event, write_event
from kozyr.table.needs import BotNeed, Needs, PhysicsNeed
from kozyr.table.refusals import Refused, phrases, texts
from kozyr.table.settings import Clock, Settings
from kozyr.table.shown import Shown
from kozyr.table.table import Table

__all__ = [
    "AT_THE_DOOR",
    "BotNeed",
    "Clock",
    "Command",
    "CommandError",
    "Event",
    "EventError",
    "Look",
    "Needs",
    "PhysicsNeed",
    "Refused",
    "Settings",
    "Shown",
    "Table",
    "phrases",
    "read_command",
    "read_event",
    "texts",
    "write_event",
]
