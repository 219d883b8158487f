"""What a seat may know of a match of Kozel; the one exit of its secrets (the last section of the rules page)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kozyr.cards import PACK, Card, cards_of, parse_card
from kozyr.games.kozel import deal as kd
from kozyr.games.kozel import opening
from kozyr.games.kozel.moves import MOVES, Boast, Cut, Give, Lift, Play
from kozyr.games.kozel.options import KozelOptions
from kozyr.kernel.compact import reading_of
from kozyr.kernel.move import Move
from kozyr.kernel.said import TermRef, say
from kozyr.kernel.view import Counter, LegalMove, View, Zone

if TYPE_CHECKING:
    from kozyr.games.kozel.match import KozelMatch

TEAMS: Final = ((0, 2), (1, 3))
BOARD_SIXES: Final = (
    (parse_card("6d"), parse_card("6h")),
    (parse_card("6c"), parse_card("6s")),
)
"""By team: the lower and the upper six (K-1, K-5)."""
_SUITS: Final[list[int]] = kd.SUIT_OF.tolist()
_SUIT_ORDER: Final = (kd.TRUMP, 1, 2, 3)
_SORT_KEYS: Final = {
    card: (_SUIT_ORDER.index(suit), -strength)
    for card, (suit, strength) in enumerate(zip(_SUITS, kd.STRENGTH.tolist(), strict=True))
    if suit in _SUIT_ORDER
}
"""Trumps from the highest, then suits, each from the highest."""
_PHASES: Final = ("cut", "lift", "give", "claim", "answered", "play", "shuffle", "played", "redeal_limit")
_WORD_LABELS: Final = {
    "ok": "move_ok",
    "claim points": "move_claim_points",
    "claim nines": "move_claim_nines",
    "ask queens": "move_ask_queens",
    "redeal": "move_redeal",
    "keep": "move_keep",
}


@dataclass(frozen=True)
class KozelView(View):
    """The generic view, and for bots and analysis the same knowledge in terms of the game.

    Masks are sets of cards (bit = card); seats are clockwise.
    """

    options: KozelOptions | None = None
    board: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    hand: int = 0
    """Mask of the seat's own cards; 0 for a spectator."""
    hand_sizes: tuple[int, int, int, int] = (0, 0, 0, 0)
    lead_rule: int = kd.LEAD_ELDEST
    """Who leads the deal, as the deal holds it (K-23, K-24)."""
    leader: int = 0
    trick: tuple[Card, ...] = ()
    """The cards of the running trick, from the leader on."""
    plays: tuple[tuple[int, Card], ...] = ()
    """Every card played in this deal: who and which, in order."""
    boast: str | None = None
    own_gifts: int = 0
    """Mask of what the seat gave to its left neighbour in a boast."""
    received: int = 0
    """Mask of what the seat got from its right neighbour in a boast."""
    offer: tuple[Card, ...] = ()
    """In trousers, while the seat chooses: the top and the bottom card it drew."""
    queens_answers: tuple[tuple[int, bool], ...] = ()
    """Who asked for queens since the cards were dealt, and whether his partner has one."""
    pack_size: int = 0
    redeals: int = 0

    @property
    def is_last_redeal(self) -> bool:
        """Whether one more redeal ends the deal (K-20)."""
        assert self.options is not None
        return bool(opening.is_last_redeal(self.redeals, self.options.redeal_limit))


def make_view(match: KozelMatch, seat: int | None) -> KozelView:
    """The view of a seat, or of a spectator (None)."""
    deal = reading_of(match.deal)
    awaits = match.awaits
    started = bool(match.orders)
    phase = _PHASES[deal.phase] if started else "over" if awaits is None else "shuffle"
    own = deal.hands[seat] if seat is not None else 0
    trick = tuple(PACK[card] for card in deal.trick[: deal.trick_size])
    offer = _offer(deal) if started and phase == "give" and seat == deal.turn else ()
    right = None if seat is None else (seat + 3) % 4
    return KozelView(
        game="kozel",
        players=4,
        seat=seat,
        phase=phase,
        to_move=awaits if isinstance(awaits, int) else None,
        dealer=deal.dealer if match.has_dealer else None,
        zones=_zones(deal, seat, trick, offer, _last_trick(match, deal)),
        counters=_counters(match, deal),
        legal=tuple(_LABELLED[move] for move in match.legal()) if seat is not None and awaits == seat else (),
        events=tuple(event.seen_by(seat) for event in match.events()),
        deal_number=len(match.finished) + (1 if awaits is not None else 0),
        told_deal=match.told_deal,
        over=match.has_dealer and awaits is None,
        teams=TEAMS,
        options=match.options,
        board=match.board,
        points=(deal.points[0], deal.points[1]),
        hand=own,
        hand_sizes=_hand_sizes(deal),
        lead_rule=deal.lead_rule,
        leader=deal.leader,
        trick=trick,
        plays=_plays(deal) if started else (),
        boast=(None, "mirror", "trousers")[deal.boast],
        own_gifts=0 if seat is None else deal.gifts[seat],
        received=0 if right is None else deal.gifts[right],
        offer=offer,
        queens_answers=_queens_answers(deal),
        pack_size=deal.pack_end - deal.pack_top,
        redeals=deal.redeals,
    )


def _hand_sizes(deal: Any) -> tuple[int, int, int, int]:
    a, b, c, d = map(int.bit_count, deal.hands)
    return a, b, c, d


def _offer(deal: Any) -> tuple[Card, ...]:
    return tuple(PACK[card] for card in deal.offer)


def _plays(deal: Any) -> tuple[tuple[int, Card], ...]:
    """The last moves of the history are the plays; cards are codes below 64."""
    entries = deal.history[: deal.moves]
    pairs = ((entry // kd.SEAT_STEP, entry % kd.SEAT_STEP) for entry in entries)
    return tuple((seat, PACK[code]) for seat, code in pairs if code < len(PACK))


def _queens_answers(deal: Any) -> tuple[tuple[int, bool], ...]:
    asked, yes = deal.asked, deal.queens_yes
    return tuple((seat, bool((yes >> seat) & 1)) for seat in range(4) if (asked >> seat) & 1)


def _zones(
    deal: Any, seat: int | None, trick: tuple[Card, ...], offer: tuple[Card, ...], last_trick: tuple[Zone, ...]
) -> tuple[Zone, ...]:
    zones = [_hand_zone(deal, owner, owner == seat) for owner in range(4)]
    zones.append(_trick_zone("trick", trick, deal.leader))
    zones += last_trick
    if deal.pack_end > deal.pack_top:
        zones.append(Zone("pack", "pile", (None,) * (deal.pack_end - deal.pack_top)))
    if offer:
        zones.append(Zone("offer", "row", offer, seat=seat))
    zones += [Zone("board", "sixes", BOARD_SIXES[team], team=team) for team in range(2)]
    return tuple(zones)


def _hand_zone(deal: Any, owner: int, open_to_reader: bool) -> Zone:
    mask: int = deal.hands[owner]
    if not open_to_reader:
        return Zone("hand", "hand", (None,) * mask.bit_count(), seat=owner)
    cards = sort_hand(mask)
    return Zone("hand", "hand", cards, seat=owner, marked=_trumps(cards))


def _trick_zone(zone_id: str, cards: tuple[Card, ...], leader: int) -> Zone:
    owners = tuple((leader + i) % 4 for i in range(len(cards)))
    return Zone(zone_id, "trick", cards, owners=owners, marked=_trumps(cards))


def _last_trick(match: KozelMatch, deal: Any) -> tuple[Zone, ...]:
    """The trick taken last; until the next deal is shuffled, the one that ended the deal before."""
    if deal.tricks[0] + deal.tricks[1] > 0:
        cards = tuple(PACK[card] for card in deal.last_trick)
        return (_trick_zone("last_trick", cards, deal.last_leader),)
    ended = None if match.orders or not match.finished else match.finished[-1]
    if ended is None or ended.result is None or ended.result.kind != "played":
        return ()
    plays = [divmod(entry, kd.SEAT_STEP) for entry in ended.history[-4:].tolist()]
    return (_trick_zone("last_trick", tuple(PACK[card] for _, card in plays), plays[0][0]),)


def _trumps(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if _SUITS[card] == kd.TRUMP)


def sort_hand(mask: int) -> tuple[Card, ...]:
    """Cards as players sort them: trumps from the highest, then suits, each from the highest."""
    return tuple(sorted(cards_of(mask), key=_SORT_KEYS.__getitem__))


def _counters(match: KozelMatch, deal: Any) -> tuple[Counter, ...]:
    counters = [Counter("pairs", match.board[team], team=team) for team in range(2)]
    if match.orders or match.finished:
        counters += [Counter("points", deal.points[team], team=team) for team in range(2)]
        counters += [Counter("tricks", deal.tricks[team], team=team) for team in range(2)]
    return tuple(counters)


def _labelled(move: Move) -> LegalMove:
    match move:
        case Play(card):
            return LegalMove(move, say("move_play", card=card), (card,))
        case Give(card):
            return LegalMove(move, say("move_give", card=card), (card,))
        case Cut(count):
            return LegalMove(move, say("move_cut", count=count), number=count)
        case Lift(count):
            return LegalMove(move, say("move_lift", count=count), number=count)
        case Boast(kind):
            return LegalMove(move, say("move_boast", kind=TermRef(kind)))
        case _:
            return LegalMove(move, say(_WORD_LABELS[str(move)]))


_LABELLED: Final = {move: _labelled(move) for move in MOVES.values()}
