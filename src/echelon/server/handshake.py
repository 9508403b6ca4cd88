"""The beginning of a live connection. uvicorn answers nothing to an upgrade that its library cannot read, as one with a sign in
its cookie that does not belong there: such a connection would stay open, silent, for good."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

__all__ = ["Handshake"]

_REFUSED = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Handshake(WebSocketsSansIOProtocol):
    """uvicorn's live connection, which refuses what it cannot read."""

    def data_received(self, data: bytes) -> None:
        """Something came."""
        try:
            super().data_received(data)
        except InvalidState:  # more came after what had closed it
            self.transport.close()
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(_REFUSED)
            self.transport.close()
