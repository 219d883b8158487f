"""Reading a request: who asks, and a body of a known shape."""

from __future__ import annotations

import asyncio
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request

from kozyr.server.faults import Fault, reason_of
from kozyr.server.limits import address_key

LARGEST_BODY: Final = 64 * 1024
LARGEST_RECORD: Final = 4 * 1024 * 1024
BODY_SECONDS: Final = 30.0
T = TypeVar("T")


def address_of(connection: HTTPConnection) -> str:
    """Which address asks, as ``address_key`` counts them."""
    return address_key(connection.client.host if connection.client else "")


async def body_of(request: Request, shape: type[T], most: int = LARGEST_BODY) -> T:
    """The body, as JSON of a shape. Raises Fault."""
    return parsed(await raw_body(request, most), shape)


async def raw_body(request: Request, most: int) -> bytes:
    """The body, read no further than allowed. Raises Fault."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise Fault("too_large", 413, most=most)
    except TimeoutError:
        raise Fault("bad_request", 408, reason="the body does not come") from None
    except ClientDisconnect:
        raise Fault("bad_request", reason="the body has no end") from None
    return bytes(body)


def parsed(data: bytes, shape: type[T]) -> T:
    """JSON of a shape. Raises Fault saying what is wrong where."""
    try:
        return msgspec.json.decode(data, type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Fault("bad_request", reason=reason_of(error)) from None


def number_of(request: Request, name: str, default: int, low: int, high: int) -> int:
    """A whole number of the query. Raises Fault naming what is allowed."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high:
        return int(text)
    raise Fault("bad_field", field=name, reason=f"{low}..{high}")


class Answer(msgspec.Struct, frozen=True):
    """What a route answers: JSON, its status, and headers beside.

    ``is_public``: the same for everybody and as long as the server runs, so that it may be kept, and compressed.
    """

    value: Any = None
    status: int = 200
    headers: dict[str, str] = {}
    is_public: bool = False
