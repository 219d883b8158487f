"""The bots ``careful``: rules of thumb, one module a game with a ``BOT``. They play with their partners."""
