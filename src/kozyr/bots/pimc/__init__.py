"""The bots ``pimc``: plain search over sampled worlds, a yardstick for ``strong``; each module is a game's."""
