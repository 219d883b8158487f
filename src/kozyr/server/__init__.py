"""The server: tables that many play at, over HTTP and WebSockets, stored in SQLite or PostgreSQL.

It imports ``table`` and what lies below, neither ``terminal`` nor ``research``, and draws no plots.
"""
