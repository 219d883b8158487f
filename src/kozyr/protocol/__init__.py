"""What a client and a server say to each other: every message, and how a view is written in it.

``messages`` holds all messages of the table's socket, ``views`` the JSON form of a kernel View, ``deltas`` how only what
changed is sent. Imports the kernel and the cards; knows no table, no network and no storage.
"""

PROTOCOL = 1
"""The version of the protocol. A client and a server of different versions do not talk."""
