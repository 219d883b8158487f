"""What a seat may know of a match of Shalashik; the one exit of its secrets (the last section of the rules page)."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kozyr.cards import PACK, Card
from kozyr.games.shalashik import deal as sd
from kozyr.games.shalashik.chance import Poses
from kozyr.games.shalashik.heap import CARDS
from kozyr.games.shalashik.moves import Beat, Lead, Pull, Word
from kozyr.games.shalashik.options import ShalashikOptions
from kozyr.games.shalashik.papers import CODE_MASK, DealPapers, hand_order
from kozyr.games.shalashik.risk import MILLION
from kozyr.kernel.compact import reading_of
from kozyr.kernel.move import Move
from kozyr.kernel.said import TermRef, say
from kozyr.kernel.view import Counter, LegalMove, Place, View, Zone

if TYPE_CHECKING:
    from kozyr.games.shalashik.match import ShalashikMatch

PHASES: Final = ("shuffle", "scatter", "pull", "fall", "play", "over")
RISK_WORDS: Final = ((0.05, "risk_safe"), (0.2, "risk_doubtful"), (0.5, "risk_dangerous"))
"""Below which chance of a fall a pull is called so."""
LAST_RISK_WORD: Final = "risk_deadly"
STEPS: Final = ("first", "answer", "lead", "again")
"""The first lead of all, a card to beat, a card to lead, a card uncovered by a take, as in ``deal.py``."""


@dataclass(frozen=True)
class ShalashikView(View):
    """The generic view, and for bots and analysis the same knowledge in terms of the game.

    Masks of cards have a bit a card, masks of places a bit a place in the heap (0 the bottom); tuples over seats have
    an entry for every seat. Until the next deal is shuffled, all is of the last one, its hands open.
    """

    options: ShalashikOptions | None = None
    scores: tuple[int, ...] = ()
    deals_done: int = 0
    hand: int = 0
    """Mask of the seat's own cards; 0 for a spectator."""
    counts: tuple[int, ...] = ()
    """How many cards each holds."""
    known: tuple[int, ...] = ()
    """Masks: the cards that each has taken openly and not played since; once the deal is over the whole hands."""
    heap: Poses = ()
    """Where the 31 cards were thrown, x and y in mm and the angle in degrees, bottom first; empty before."""
    left: int = 0
    """Mask of the places whose cards are still there."""
    shows: int = 0
    """Mask of the places whose cards may be pulled."""
    risks: tuple[float | None, ...] = ()
    """With ``hut = risk``, by place: the chance that pulling the card brings the hut down; None where none shows."""
    drawn: tuple[int | None, ...] = ()
    """By place: who has pulled its card; None for what is left and for what the hut's fall brought."""
    pulling: int | None = None
    """The place whose pull is being judged."""
    pulled: int = 0
    """How many cards were drawn before the collapse."""
    collapsed_by: int | None = None
    pile: tuple[Card, ...] = ()
    """Top last."""
    seen: int = 0
    """Mask of the cards that have been led or have beaten in this deal."""
    step: str = STEPS[sd.FIRST]
    """What the turn has come to in the beating game: one of STEPS."""
    turns: int = 0
    """Turns of the beating game that have ended, of all seats together."""
    turn_limit: int = 0
    """At so many the beating game ends (S-17)."""

    @property
    def unseen(self) -> int:
        """Mask of the cards whose place the seat does not know."""
        placed = self.hand
        for card in self.pile:
            placed |= 1 << card
        for mask in self.known:
            placed |= mask
        return sd.ALL_CARDS & ~placed


def make_view(match: ShalashikMatch, seat: int | None) -> ShalashikView:
    """The view of a seat, or of a spectator (None)."""
    deal, awaits = reading_of(match.deal), match.awaits
    papers = match.told()
    known = known_cards(match)
    physical = match.options.hut == "physics"
    return ShalashikView(
        game="shalashik",
        players=match.players,
        seat=seat,
        phase=_phase(match, deal),
        to_move=awaits if isinstance(awaits, int) else None,
        dealer=_dealer(match, papers),
        zones=_zones(match, deal, seat, known),
        counters=_counters(match, deal),
        legal=_labelled(match) if seat is not None and awaits == seat else (),
        events=tuple(event.seen_by(seat) for event in match.events()),
        deal_number=len(match.finished) + (1 if awaits is not None else 0),
        told_deal=match.told_deal,
        over=match.over,
        options=match.options,
        scores=match.scores,
        deals_done=len(match.finished),
        hand=0 if seat is None else deal.hands[seat],
        counts=tuple(map(int.bit_count, deal.hands[: match.players])),
        known=known,
        heap=papers.poses if papers else (),
        left=deal.left,
        shows=deal.shows,
        risks=() if physical or not papers or not papers.poses else _risks(match),
        drawn=_drawn(papers),
        pulling=deal.pulling if deal.pulling >= 0 else None,
        pulled=deal.pulled,
        collapsed_by=deal.collapsed_by if deal.collapsed_by >= 0 else None,
        pile=_pile(deal),
        seen=deal.seen,
        step=STEPS[deal.step],
        turns=deal.turns,
        turn_limit=match.options.max_turns * match.players,
    )


def _phase(match: ShalashikMatch, deal: Any) -> str:
    if match.running is None:
        return "over" if match.over else "shuffle"
    return PHASES[deal.phase]


def _dealer(match: ShalashikMatch, papers: DealPapers | None) -> int | None:
    return papers.dealer if papers and (match.running or match.over) else match.dealer


def _risks(match: ShalashikMatch) -> tuple[float | None, ...]:
    return tuple(None if risk is None else risk / MILLION for risk in match.risks())


def known_cards(match: ShalashikMatch) -> tuple[int, ...]:
    """By seat, the mask of the cards in its hand that everybody knows."""
    deal = match.deal
    masks = deal.hands if match.told() and deal.phase == sd.OVER else deal.known
    return tuple(masks[: match.players].tolist())


def _drawn(papers: DealPapers | None) -> tuple[int | None, ...]:
    drawn: list[int | None] = [None] * CARDS
    for entry in papers.history[: CARDS + 1] if papers else ():
        code = entry & CODE_MASK
        if code < sd.PULL_HUT and not entry & sd.DOWN:
            drawn[code] = entry >> sd.SEAT_SHIFT
    if papers and papers.pulling is not None:
        drawn[papers.history[papers.pulling] & CODE_MASK] = None
    return tuple(drawn)


def _pile(deal: Any) -> tuple[Card, ...]:
    return tuple(PACK[card] for card in deal.pile[: deal.height])


def _zones(match: ShalashikMatch, deal: Any, seat: int | None, known: tuple[int, ...]) -> tuple[Zone, ...]:
    zones = [_hand_zone(deal, owner, known[owner], is_own=owner == seat) for owner in range(match.players)]
    phase = deal.phase
    if match.running and phase in (sd.PULL, sd.FALL):
        places = _places(match, deal.left)
        zones.append(Zone("heap", "heap", (None,) * len(places), places=places))
        zones.append(Zone("hut", "pile", (None,) * 5))
    elif match.told() and phase in (sd.PLAY, sd.OVER):
        zones.append(Zone("pile", "pile", _pile(deal)))
    return tuple(zones)


def _places(match: ShalashikMatch, left: int) -> tuple[Place, ...]:
    """Where the cards lie that are left; of bodies, where they were last seen to lie."""
    assert match.ground is not None
    poses = match.ground.heap.tolist()
    return tuple(Place(number, *pose) for number, pose in enumerate(poses) if left >> number & 1)


def _hand_zone(deal: Any, owner: int, known: int, *, is_own: bool) -> Zone:
    hand: int = deal.hands[owner]
    if is_own:
        return Zone("hand", "hand", hand_order(hand), seat=owner)
    hidden = (None,) * (hand & ~known).bit_count()
    return Zone("hand", "hand", (*hand_order(known), *hidden), seat=owner)


def _counters(match: ShalashikMatch, deal: Any) -> tuple[Counter, ...]:
    counters = [Counter("points", score, seat=seat) for seat, score in enumerate(match.scores)]
    if match.running and deal.phase == sd.PLAY:
        turns = match.options.max_turns * match.players - deal.turns
        counters.append(Counter("turns_left", turns))
    return tuple(counters)


def risk_word(risk: float) -> str:
    """The id of the text that says how likely a pull is to bring the hut down; ``risk`` is the chance, 0..1."""
    return next((word for most, word in RISK_WORDS if risk < most), LAST_RISK_WORD)


def _labelled(match: ShalashikMatch) -> tuple[LegalMove, ...]:
    moves = match.legal()
    if match.deal.phase != sd.PULL:
        uncovered = match.deal.step == sd.AGAIN
        return tuple(_label(move, uncovered=uncovered) for move in moves)
    risks = _risks(match)  # of bodies the model's guess, which knows no hut that has been pulled at
    return tuple(_label(move, _risk_of(risks, move)) for move in moves)


def _risk_of(risks: tuple[float | None, ...], move: Move) -> str | None:
    risk = risks[move.place] if isinstance(move, Pull) and move.place is not None else None
    return None if risk is None else risk_word(risk)


@functools.lru_cache(maxsize=1 << 8)
def _label(move: Move, risk: str | None = None, *, uncovered: bool = False) -> LegalMove:
    if isinstance(move, Pull):
        if move.place is None:
            return LegalMove(move, say("move_pull_hut"))
        said = (
            say("move_pull_risk", place=move.place, risk=TermRef(risk)) if risk else say("move_pull", place=move.place)
        )
        return LegalMove(move, said, number=move.place)
    if isinstance(move, Beat):
        return LegalMove(move, say("move_beat", card=move.card), (move.card,))
    if isinstance(move, Lead):
        return LegalMove(move, say("move_lead", card=move.card), (move.card,))
    if uncovered and move == Word("rest"):
        return LegalMove(move, say("move_leave"))
    return LegalMove(move, say(f"move_{move}"))
