"""What ends a command with a message."""


class UsageError(Exception):
    """The command was called wrongly; its text is one line. Exit code 2."""


class DataError(Exception):
    """What the command was given to read is broken; its text is one line. Exit code 1."""
