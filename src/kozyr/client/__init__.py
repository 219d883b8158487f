"""The client of a live server: what a terminal, a bot or a script needs to take part in its tables.

``KozyrClient`` asks the server itself, ``TableConnection`` is a place at a table and lasts over losses of the network,
``Player`` plays one without a screen. Imports ``protocol``, ``table``, ``fairness``, ``games`` and ``kernel``; never
the server.
"""

from kozyr.client.address import Address, AddressError, parse_server, parse_table
from kozyr.client.backoff import Backoff
from kozyr.client.changes import Change, Changed, Checked, Ended, Found, Lost
from kozyr.client.contributor import Check, Contributor, Verdict
from kozyr.client.failure import AskFailed, ClientError, ConnectionEnded, Unreachable
from kozyr.client.kozyr_client import KozyrClient, Me, MoveLink, Offer
from kozyr.client.player import Acknowledged, Player
from kozyr.client.table_connection import TableConnection
from kozyr.client.table_state import TableState
from kozyr.client.tokens import FileTokens, MemoryTokens, TokenError, Tokens

__all__ = [
    "Acknowledged",
    "Address",
    "AddressError",
    "AskFailed",
    "Backoff",
    "Change",
    "Changed",
    "Check",
    "Checked",
    "ClientError",
    "ConnectionEnded",
    "Contributor",
    "Ended",
    "FileTokens",
    "Found",
    "KozyrClient",
    "Lost",
    "Me",
    "MemoryTokens",
    "MoveLink",
    "Offer",
    "Player",
    "TableConnection",
    "TableState",
    "TokenError",
    "Tokens",
    "Unreachable",
    "Verdict",
    "parse_server",
    "parse_table",
]
