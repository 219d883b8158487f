"""The server at which tables are played live: HTTP, sockets, storage, worker processes.

``app`` is the whole; ``hall`` keeps the ``live`` tables; ``socket`` and ``routes`` speak with clients, and tell an
audience what ``retelling`` makes of its view alone. Only ``workers`` computes what takes long, in other processes.
"""
