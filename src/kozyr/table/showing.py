"""Makes what an audience is shown; nothing of a table leaves elsewhere, but for the view of its match."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from kozyr.table import clocks, voting
from kozyr.table.audience import audience_of
from kozyr.table.hinting import may_hint
from kozyr.table.refusals import Refused
from kozyr.table.shown import Shown, ShownLine, ShownPerson, ShownPledge, ShownSeat, ShownVote
from kozyr.table.state import PLAYING, State
from kozyr.table.taking_back import can_take_back

PROOFS_SHOWN: Final = 3
"""So many of the last deals' proofs are shown; ``Table.proof`` has them all."""


def shown_to(state: State, who: str | None) -> Shown:
    """The table for a person, or for a stranger: what everybody is shown, and what is his own of it."""
    seat = state.seat_of(who)
    person = None if who is None else state.people.get(who)
    return msgspec.structs.replace(
        shown_to_all(state),
        seat=seat,
        me=None if person is None else person.number,
        can_take_back=seat is not None and can_take_back(state, seat),
        may_propose=() if seat is None or state.phase != PLAYING else voting.may_propose(state, seat, state.at),
        may_hint=seat is not None and state.phase == PLAYING and may_hint(state, seat),
        lines=_lines(state, who),
    )


def shown_to_all(state: State) -> Shown:
    """What a stranger who may not even listen to the talk is shown; made once after each event.

    It is shared by all audiences, so it is made of the state alone: nobody's seat or name goes into it.
    """
    kept = state.shown
    if kept is None or kept[0] != state.seq or kept[1] is not state.match:
        kept = state.shown = state.seq, state.match, _shown_to_all(state)
    return kept[2]


def _shown_to_all(state: State) -> Shown:
    host = None if state.host is None else state.people.get(state.host)
    playing = state.phase == PLAYING
    return Shown(
        table=state.table,
        seat=None,
        me=None,
        game=state.game.id,
        rules_version=state.rules_version or state.game.rules_version,
        players=state.players,
        options=dict(state.options.to_mapping()),
        settings=state.settings,
        phase=state.phase,
        match_number=state.number,
        deal_number=state.deals_done + 1 if playing else state.deals_done,
        duplicate_deals=len(state.recalled_deals),
        turn=state.turn.number,
        to_move=state.awaited,
        paused_until=state.paused_until,
        pull_until=state.turn.grabbed_until,
        seats=tuple(_seat(state, number) for number in range(state.players)),
        people=_people(state),
        host=None if host is None else host.number,
        vote=_vote(state),
        can_take_back=False,
        may_propose=(),
        may_hint=False,
        pledge=_pledge(state),
        proofs={deal: told for deal in sorted(state.pledges)[-PROOFS_SHOWN:] if (told := proof(state, deal))},
        matches=tuple(state.matches),
        lines=(),
    )


def proof(state: State, deal: int) -> dict[str, Any]:
    """The proof of a finished deal; empty where it is not finished or was dealt from a record."""
    kept = state.pledges.get(deal)
    return {} if kept is None or kept.recalled else kept.pledge.proof().to_json()


def _seat(state: State, number: int) -> ShownSeat:
    its = state.seats[number]
    owner = None if its.owner is None else state.people[its.owner]
    return ShownSeat(
        seat=number,
        person=None if owner is None else owner.number,
        name=state.name_of(number),
        bot=its.bot if owner is None else None,
        present=owner is not None and owner.present,
        stood_in=state.settings.stand_in if owner is not None and its.stood_in else None,
        ready=its.ready,
        wants_again=its.wants_again,
        deadline=clocks.deadline(state) if state.awaited == number else None,
        move_ms=clocks.move_ms(state, number),
        bank_ms=clocks.bank_ms(state, number),
        shortened=clocks.halvings(state, number),
    )


def _people(state: State) -> tuple[ShownPerson, ...]:
    seats = {owner: seat for seat, owner in state.owners()}
    return tuple(
        ShownPerson(
            number=person.number,
            name=person.name,
            seat=seats.get(who),
            present=person.present,
            muted=who in state.muted,
            host=who == state.host,
            held=min(state.held.get(who, ()), default=None) if state.phase == PLAYING else None,
        )
        for who, person in state.people.items()
    )


def _vote(state: State) -> ShownVote | None:
    vote = state.vote
    if vote is None:
        return None
    agreed = tuple(sorted(vote.agreed))
    needed = voting.needed(state, vote, state.at)
    return ShownVote(vote.what, vote.seat, vote.target, vote.voters, agreed, needed, vote.until)


def _pledge(state: State) -> ShownPledge | None:
    running = state.pledge
    if running is None or running.recalled:
        return None
    pledge = running.pledge
    return ShownPledge(
        deal=pledge.deal,
        commitment=pledge.commitment,
        stage=running.stage,
        asks=running.asks,
        hashes={seat: digest for seat, digest in enumerate(pledge.hashes) if digest is not None},
        revealed={seat: given.hex() for seat, given in enumerate(pledge.contributions) if given is not None},
        until=running.until,
    )


def _lines(state: State, who: str | None) -> tuple[ShownLine, ...]:
    """The talk is for whoever may watch."""
    try:
        audience_of(state, who)
    except Refused:
        return ()
    return tuple(state.lines)
