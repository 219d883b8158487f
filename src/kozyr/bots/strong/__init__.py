"""The bots ``strong``: search over sampled worlds; each module is a game's, what they share is in ``bots.search``."""
