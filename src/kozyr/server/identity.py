"""Who somebody is, without registration: a signed token in a cookie that scripts cannot read."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Final

import itsdangerous

from kozyr.server.keys import Keys
from kozyr.server.storage import Identity, Storage

COOKIE_SECONDS: Final = 400 * 24 * 3600
"""Browsers keep a cookie no longer."""
_NAME: Final = "kozyr"
_LONGEST: Final = 500


@dataclass(frozen=True, slots=True)
class Claim:
    """What a token says, rightly signed; whether it still holds, the generation of the identity tells."""

    identity_id: str
    generation: int


@dataclass(frozen=True, slots=True)
class Cookie:
    """How the token travels. On https its name binds it to this host and its path."""

    is_secure: bool

    @property
    def name(self) -> str:
        """The cookie's name."""
        return f"__Host-{_NAME}" if self.is_secure else _NAME

    def setting(self, token: str) -> str:
        """The value of a Set-Cookie header that keeps a token."""
        return self._header(token, COOKIE_SECONDS)

    def clearing(self) -> str:
        """The value of a Set-Cookie header that removes it."""
        return self._header("", 0)

    def token_of(self, header: str | None) -> str | None:
        """The token in a Cookie header."""
        # Not by http.cookies: it gives up all of a header in which a cookie of somebody else's is not to its taste.
        for cookie in (header or "").split(";"):
            name, _, value = cookie.strip().partition("=")
            if name == self.name:
                return value.strip('"')
        return None

    def _header(self, value: str, seconds: int) -> str:
        secure = "; Secure" if self.is_secure else ""
        return f"{self.name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"


class Tokens:
    """Signs and reads tokens of identities."""

    def __init__(self, keys: Keys) -> None:
        self._serializer = itsdangerous.URLSafeSerializer(
            keys.key("identity tokens"),
            salt="kozyr identity",
            signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
        )

    def sign(self, identity: Identity) -> str:
        """A token of an identity's generation."""
        return str(self._serializer.dumps([identity.id, identity.generation]))

    def read(self, token: str | None) -> Claim | None:
        """What a token says, or nothing where it was not signed here."""
        if not token or len(token) > _LONGEST:
            return None
        try:
            identity_id, generation = self._serializer.loads(token)
        except (itsdangerous.BadData, TypeError, ValueError):
            return None
        return Claim(identity_id, generation)

    async def verify(self, token: str | None, storage: Storage) -> Identity | None:
        """The identity of a token, unless that is void. Raises StorageError."""
        claim = self.read(token)
        identity = await storage.identity(claim.identity_id) if claim else None
        return identity if identity and claim and identity.generation == claim.generation else None


def new_id() -> str:
    """The id of a table, identity, record or process: 16 letters that nobody guesses."""
    return secrets.token_urlsafe(12)


def new_token() -> str:
    """The token of a link or of a shared record: 32 letters, which logs mask for their length."""
    return secrets.token_urlsafe(24)
