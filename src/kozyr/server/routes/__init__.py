"""Everything that is asked over HTTP. Each route reads, checks, answers; what it does is done elsewhere."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

from kozyr import __version__
from kozyr.protocol import PROTOCOL
from kozyr.server.asking import Answer
from kozyr.server.routes import games, me, records, tables
from kozyr.server.routes.api import Api, Route

__all__ = ["ROUTES", "Api", "Route"]


async def health(api: Api, _request: Request) -> Answer:
    """``GET /health``: can it store?"""
    await api.storage.check()
    return Answer({"ok": True, "version": __version__, "protocol": PROTOCOL})


ROUTES: Final[tuple[tuple[str, str, Route], ...]] = (
    ("GET", "/health", health),
    ("GET", "/api/me", me.me),
    ("POST", "/api/me", me.name_me),
    ("DELETE", "/api/me", me.delete_me),
    ("GET", "/api/me/export", me.export),
    ("PUT", "/api/me/settings", me.keep_settings),
    ("POST", "/api/me/link", me.link),
    ("POST", "/api/me/claim", me.claim),
    ("POST", "/api/me/renew", me.sign_out_everywhere),
    ("GET", "/api/games", games.games),
    ("GET", "/api/games/{game}/terms", games.terms),
    ("GET", "/api/games/{game}/rules", games.rules),
    ("GET", "/api/texts", games.table_texts),
    ("GET", "/api/tables", tables.lobby),
    ("POST", "/api/tables", tables.create_table),
    ("GET", "/api/tables/mine", tables.my_tables),
    ("GET", "/api/tables/{id}", tables.table),
    ("GET", "/api/records", records.my_records),
    ("GET", "/api/records/{id}", records.record),
    ("POST", "/api/records/{id}/share", records.share),
    ("DELETE", "/api/records/{id}/share", records.unshare),
    ("GET", "/api/records/{id}/steps", records.steps),
    ("GET", "/api/records/{id}/analysis", records.analysis),
    ("GET", "/api/shared/{token}", records.shared),
    ("GET", "/api/shared/{token}/steps", records.shared_steps),
    ("GET", "/api/shared/{token}/analysis", records.shared_analysis),
    ("POST", "/api/steps", records.posted_steps),
    ("POST", "/api/analysis", records.posted_analysis),
    ("POST", "/api/check", records.check_record),
)
"""Method, path and handler of every route; the socket is ``/api/tables/{id}/socket``."""
