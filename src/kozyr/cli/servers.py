"""Commands that ask a server."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from kozyr.cli.errors import DataError, UsageError


@contextlib.contextmanager
def asking(language: str) -> Iterator[None]:
    """Ask a server. Raises UsageError for what is no address, DataError where it cannot be asked or refuses."""
    from kozyr.client import AddressError, AskFailed, ClientError

    try:
        yield
    except AddressError as error:
        raise UsageError(str(error)) from None
    except AskFailed as error:
        raise DataError(error.text(language)) from None
    except ClientError as error:
        raise DataError(str(error)) from None
