"""The bots ``master``: ``strong`` with more time for a move."""
