"""The socket's protocol, which does not wait for ever for a client that takes nothing."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

STALLED_SECONDS = 20.0
"""A client that takes nothing for so long, while more waits for it than the system keeps, is cut off."""


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
