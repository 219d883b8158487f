"""The games that are played here, and all texts that a page needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request

from kozyr.bots.registry import bot_names
from kozyr.games import game_ids, get_game
from kozyr.kernel.terms import LANGUAGES
from kozyr.server.asking import Answer
from kozyr.server.faults import Fault
from kozyr.server.routes.api import Api
from kozyr.table import phrases, texts


async def games(_api: Api, _request: Request) -> Answer:
    """``GET /api/games``: the games, their options and bots."""
    return Answer([_game(game_id) for game_id in game_ids()], is_public=True)


async def terms(_api: Api, request: Request) -> Answer:
    """``GET /api/games/{game}/terms``: all its texts, by id and language."""
    return Answer(get_game(_game_id(request)).terms.texts, is_public=True)


async def rules(_api: Api, request: Request) -> Answer:
    """``GET /api/games/{game}/rules?lang=``: the rules page in Markdown."""
    language = request.query_params.get("lang", "en")
    if language not in LANGUAGES:
        raise Fault("bad_field", field="lang", reason=" | ".join(LANGUAGES))
    return Answer({"markdown": get_game(_game_id(request)).rules_page(language)}, is_public=True)


async def table_texts(_api: Api, _request: Request) -> Answer:
    """``GET /api/texts``: the table's texts and its quick phrases, by id and language."""
    return Answer({"table": texts().texts, "phrases": phrases().texts}, is_public=True)


def _game_id(request: Request) -> str:
    game_id = str(request.path_params["game"])
    if game_id not in game_ids():
        raise Fault("bad_field", 404, field="game", reason=" | ".join(game_ids()))
    return game_id


def _game(game_id: str) -> Mapping[str, Any]:
    game = get_game(game_id)
    options = [
        {
            "name": spec.name,
            "clause": spec.clause,
            "default": spec.default,
            "choices": list(spec.choices),
            "low": spec.low,
            "high": spec.high,
            "nullable": spec.nullable,
        }
        for spec in game.options.specs()
    ]
    return {"id": game_id, "players": list(game.players), "options": options, "bots": list(bot_names(game_id))}
