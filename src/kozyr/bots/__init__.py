"""Bots: they see a view and nothing else, and return a legal move with their reasons.

A bot keeps no state between moves; what it needs it reads from the view, and its randomness comes from the stream it
is given, so that the same view and the same stream give the same move. Imports ``games`` and below.
"""

from kozyr.bots.bot import Bot, Choice, Reason
from kozyr.bots.budget import Budget
from kozyr.bots.registry import UnknownBotError, bot_names, make_bot, make_bots

__all__ = ["Bot", "Budget", "Choice", "Reason", "UnknownBotError", "bot_names", "make_bot", "make_bots"]
