"""Bots: they see a view and nothing else, and return a legal move with their reasons.

A bot keeps no state between moves; what it needs it reads from the view, and its randomness comes from the stream it
is given, so that the same view and the same stream give the same move. Imports ``games`` and below.
"""

from kozyr.bots.bot import Bot, Choice, Reason
from kozyr.bots.budget import Budget
from kozyr.bots.open_cards.contract import OpenCards
from kozyr.bots.registry import UnknownBotError, analyst_of, bot_names, make_bot, make_bots, open_cards_of

__all__ = [
    "Bot",
    "Budget",
    "Choice",
    "OpenCards",
    "Reason",
    "UnknownBotError",
    "analyst_of",
    "bot_names",
    "make_bot",
    "make_bots",
    "open_cards_of",
]
