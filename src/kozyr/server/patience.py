"""The protocols of a connection, which do not wait for ever: for a request, or for a client that takes nothing."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

STALLED_SECONDS = 20.0
"""A client that takes nothing for so long, while more waits for it than the system keeps, is cut off."""

REQUEST_SECONDS = 15.0
"""A connection that has not sent the head of a request for so long, or sends it drop by drop, is cut off."""


class PatientHttp(H11Protocol):
    """As uvicorn's, but a connection on which nothing is asked is cut: many of them would leave no room for others."""

    _unasked: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come."""
        super().connection_made(transport)
        self._wait()

    def on_response_complete(self) -> None:
        """Somebody has been answered, and may ask again; perhaps he has already."""
        self._wait()
        super().on_response_complete()

    def handle_events(self) -> None:
        """Something has come of a request."""
        before = self.headers
        super().handle_events()
        if self.headers is not before:
            self._wait_no_more()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._wait_no_more()
        self._unasked = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._unasked is not None:
            self._unasked.cancel()
            self._unasked = None


class PatientProtocol(WebSocketsSansIOProtocol):
    """As uvicorn's, but a connection whose other end does not read, or is gone, is cut and not only closed.

    Closing waits until all that was sent has been taken, which such a client never does.
    """

    _stalled: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """The client takes less than it is sent."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(STALLED_SECONDS, self._cut)

    def resume_writing(self) -> None:
        """It has taken what waited."""
        super().resume_writing()
        self._forget_stall()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._forget_stall()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        """It does not answer a ping: nothing that is sent now will be taken."""
        super().keepalive_timeout()
        self._cut()

    def send_receive_event_to_app(self) -> None:
        """A whole message has come; text that is no text ends the connection without a line in the log."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def _cut(self) -> None:
        self._stalled = None
        self.transport.abort()

    def _forget_stall(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
