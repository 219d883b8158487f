"""What the person has before him: the view, the log, the finished trick, the chosen card or number.

It knows nothing of how it is shown, only of what may be chosen now.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass

from kozyr.cards import Card, card_name
from kozyr.kernel.move import Move
from kozyr.kernel.said import Said, SeatRef, say
from kozyr.kernel.terms import Terms
from kozyr.kernel.view import LegalMove, View, Zone
from kozyr.terminal.driver import Driver, Hint, Step
from kozyr.terminal.texts import texts

_DIGITS = "123456789"
_RECENT = 3


@dataclass(frozen=True)
class Note:
    """A sentence to the person, perhaps about a card; rendered anew when the language changes."""

    terms: Terms
    said: Said
    card: Card | None = None


@dataclass(frozen=True)
class HintNote(Note):
    """The best move, as its label says it, and why."""

    why: Said | None = None


class Desk:
    """The person's side of a match, wherever it is driven."""

    def __init__(self, driver: Driver, language: str, *, folk: bool = False) -> None:
        self.driver = driver
        self.language = language
        game_terms = driver.game.terms
        self.terms: Terms = game_terms.in_folk_words() if folk else game_terms
        """The texts of the game, in folk words where the person likes them."""
        self.view: View = driver.view()
        self.log: list[Said | Note] = list(self.view.events)
        """What happened, and what was said at the table, the newest last."""
        self.fresh: list[Said] = []
        """What happened since the person was last to move, for the line over the table."""
        self.cursor = 0
        self.picked: list[Card] = []
        """Cards chosen for a move that takes several."""
        self.typed = ""
        self.number = 0
        self.held: Zone | None = None
        """A finished trick that still lies on the table."""
        self.deal_over = False
        self.note: Note | None = None
        self.hinted: LegalMove | None = None
        """The move that was shown as the best one."""
        self._last: Zone | None = None
        self._choose_first()

    @property
    def names(self) -> Sequence[str]:
        """The seats by name in the person's language."""
        return self.driver.names(self.language)

    @property
    def side(self) -> int:
        """The seat that is drawn at the bottom: the person's own, or of one who watches the first."""
        return self.driver.seat or 0

    def own(self, text_id: str, **values: object) -> str:
        """A text of the terminal in the person's language."""
        return texts().text(text_id, self.language, **values)

    def rendered(self, said: Said) -> str:
        """A sentence of the game in the person's language."""
        return said.render(self.terms, self.language, self.names)

    def note_text(self) -> str:
        """The note to the person, or an empty text."""
        return "" if self.note is None else self.told(self.note)

    def told(self, entry: Said | Note) -> str:
        """A sentence of the game, or a note, in the person's language."""
        if isinstance(entry, HintNote):
            move = self.rendered(entry.said)
            return self.own("hint", move=move) if entry.why is None else self._hint_with_why(move, entry.why)
        if isinstance(entry, Said):
            return self.rendered(entry)
        text = entry.said.render(entry.terms, self.language, self.names)
        return text if entry.card is None else f"{card_name(entry.card, self.language)}: {text}"

    def _hint_with_why(self, move: str, why: Said) -> str:
        return self.own("hint_why", move=move, why=self.rendered(why))

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards before the person: his hand, then what lies open for his choice alone."""
        if self.driver.seat is None:
            return ()
        zones = [zone for kind in ("hand", "row") for zone in self.view.zones if zone.kind == kind]
        mine = [zone for zone in zones if zone.seat == self.driver.seat]
        return tuple(card for zone in mine for card in zone.cards if card is not None)

    @property
    def row(self) -> tuple[Card, ...]:
        """The cards that lie open in the middle for everybody."""
        rows = [zone for zone in self.view.zones if zone.kind == "row" and zone.seat is None]
        return tuple(card for zone in rows for card in zone.cards if card is not None)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards the person can point at: his own, and those in the middle that he may move."""
        touched = {card for entry in self.view.legal for card in entry.cards}
        return (*self.hand, *(card for card in self.row if card in touched))

    @property
    def marked(self) -> frozenset[Card]:
        """The cards that the game marks (trumps)."""
        return frozenset(card for zone in self.view.zones for card in zone.marked)

    @property
    def card_moves(self) -> dict[Card, LegalMove]:
        """The legal moves that are made by pointing at one card; none where a card has two of them."""
        mine = set(self.cards)
        found: dict[Card, list[LegalMove]] = {}
        for entry in self.view.legal:
            if len(entry.cards) == 1 and entry.number is None and entry.cards[0] in mine:
                found.setdefault(entry.cards[0], []).append(entry)
        return {card: entries[0] for card, entries in found.items() if len(entries) == 1}

    @property
    def picks(self) -> dict[frozenset[Card], LegalMove]:
        """The legal moves that are made by picking several cards; none where the same cards have two of them."""
        known = set(self.cards)
        found: dict[frozenset[Card], list[LegalMove]] = {}
        for entry in self.view.legal:
            if len(entry.cards) > 1 and known.issuperset(entry.cards):
                found.setdefault(frozenset(entry.cards), []).append(entry)
        return {cards: entries[0] for cards, entries in found.items() if len(entries) == 1}

    @property
    def picked_move(self) -> LegalMove | None:
        """The move that the picked cards make."""
        return self.picks.get(frozenset(self.picked))

    @property
    def eligible(self) -> frozenset[Card]:
        """The cards that may be played at once, are picked, or may be picked beside those that are."""
        picked = frozenset(self.picked)
        wider = (cards for cards in self.picks if cards >= picked)
        return frozenset(self.card_moves).union(*wider)

    @property
    def run(self) -> dict[int, LegalMove]:
        """The legal moves that are made by a number."""
        return {entry.number: entry for entry in self.view.legal if entry.number is not None}

    @property
    def choices(self) -> dict[str, LegalMove]:
        """The other legal moves by the key that makes them: a digit, or a letter where digits make a number."""
        pointed = {entry.move for entry in (*self.card_moves.values(), *self.picks.values())}
        others = [entry for entry in self.view.legal if entry.number is None and entry.move not in pointed]
        letters = "".join(sign for sign in string.ascii_lowercase if sign not in self.driver.keys)
        keys = letters if self.run else _DIGITS + letters
        return dict(zip(keys, others, strict=False))

    @property
    def chosen(self) -> Card | None:
        """The card under the cursor."""
        cards = self.cards
        return cards[min(self.cursor, len(cards) - 1)] if cards else None

    @property
    def waiting(self) -> bool:
        """Whether the table stands still until the person has read it."""
        return self.held is not None or self.deal_over

    @property
    def has_tricks(self) -> bool:
        """Whether the game is one of tricks."""
        return _trick(self.view) is not None

    def trick(self) -> Zone | None:
        """The trick to be shown in the middle."""
        return self.held or _trick(self.view)

    def last_trick(self) -> Zone | None:
        """The trick taken last, if the game shows one."""
        return _zone(self.view, "last_trick") or self._last

    def advance(self) -> Step | None:
        """One step of the session; None where the person is to move or all is over."""
        before = self.view
        step = self.driver.step()
        if step is not None:
            self._absorb(before, step, None)
        return step

    def absorb(self, step: Step) -> None:
        """A step that the driver has made by itself."""
        self._absorb(self.view, step, None)

    def play(self, move: Move) -> None:
        """The person's move; asked for elsewhere, it comes back as a later step. Raises IllegalMoveError."""
        before = self.view
        entry = next((entry for entry in before.legal if entry.move == move), None)
        self.fresh = []
        self.hinted = None
        step = self.driver.play(move)
        if step is not None:
            self._absorb(before, step, entry)

    def release(self) -> None:
        """The finished trick or deal has been read."""
        self.held = None
        self.deal_over = False

    def shift(self, by: int) -> None:
        """Move the cursor, or the number where one is asked for."""
        self.note = None
        if run := self.run:
            self.typed = ""
            numbers = sorted(run)
            index = numbers.index(self.number) if self.number in run else 0
            self.number = numbers[max(0, min(index + by, len(numbers) - 1))]
        elif self.cards:
            self.cursor = (min(self.cursor, len(self.cards) - 1) + by) % len(self.cards)

    def jump(self) -> None:
        """Move the cursor from the hand to the middle of the table, or back."""
        hand, cards = len(self.hand), self.cards
        if len(cards) > hand:
            self.note = None
            self.cursor = 0 if self.cursor >= hand else hand

    def pick(self, card: Card) -> None:
        """Take a card into the choice for a move of several cards, or out of it."""
        self.note = None
        if card in self.picked:
            self.picked.remove(card)
        elif card in self.eligible:
            self.picked.append(card)
        else:
            self.note = Note(texts(), say("not_with_these"), card)

    def show_hint(self, hint: Hint) -> None:
        """Choose the best move for the person, and say why; nothing where it is not legal any more."""
        entry = next((entry for entry in self.view.legal if entry.move == hint.move), None)
        if entry is None:
            return
        self.hinted = entry
        self.note = HintNote(self.terms, entry.label, why=hint.why)
        if entry.number is not None:
            self.number = entry.number
        elif len(entry.cards) > 1:
            self.picked = list(entry.cards)
        elif entry.cards and entry.cards[0] in self.cards:
            self.cursor = self.cards.index(entry.cards[0])

    def type_digit(self, digit: str) -> None:
        """A digit of the number asked for; one that leads beyond the run begins a new number."""
        for text in (self.typed + digit, digit):
            if int(text) in self.run:
                self.typed, self.number = text, int(text)
                return
        self.typed = ""

    def move_of(self, card: Card) -> Move | None:
        """The move made by pointing at a card; where there is none, a note tells why."""
        entry = self.card_moves.get(card)
        if entry is not None:
            return entry.move
        self.note = self._refused(card)
        return None

    def _refused(self, card: Card) -> Note:
        if not self.driver.person_to_move:
            if self.view.to_move not in (None, self.driver.seat):
                return Note(texts(), say("not_your_turn", name=SeatRef(self.view.to_move)))
            phase = f"phase_{self.view.phase}"
            return Note(self.terms, say(phase)) if phase in self.terms.texts else Note(texts(), say("shuffling"))
        move = self.driver.game.move_with(self.view, card)
        said = None if move is None else self.driver.refusal(move)
        return Note(texts(), say("not_now"), card) if said is None else Note(self.terms, said, card)

    def _absorb(self, before: View, step: Step, entry: LegalMove | None) -> None:
        self.view = self.driver.view()
        reason = self.driver.not_kept
        self.note = Note(texts(), say("not_kept", reason=reason)) if reason else None
        new = new_events(before.events, self.view.events)
        self.log += new
        self.fresh = (self.fresh + new)[-_RECENT:]
        if trick := self._finished(before, step, entry):
            self.held = self._last = trick
        if before.deal_number and (self.view.deal_number != before.deal_number or self.driver.over):
            self.deal_over = True
        if self.view.phase == "shuffle":
            self._last = self.held
        if self.view.legal:
            self._choose_first()

    def _finished(self, before: View, step: Step, entry: LegalMove | None) -> Zone | None:
        """The trick that this step has completed."""
        last = _zone(self.view, "last_trick")
        if last is not None:
            return None if last == _zone(before, "last_trick") else last
        open_trick = _trick(before)
        now = _trick(self.view)
        if step.seat is None or open_trick is None or not open_trick.cards or (now and now.cards):
            return None
        cards = entry.cards if entry else self.driver.closing_cards(step)
        owners = (*open_trick.owners, step.seat)
        return Zone("last_trick", "trick", (*open_trick.cards, *cards), owners=owners) if len(cards) == 1 else None

    def _choose_first(self) -> None:
        """Put the cursor on a card that may be played, the number in the middle of its run."""
        self.typed = ""
        self.picked = []
        self.hinted = None
        playable = self.eligible
        cards = self.cards
        if playable and self.chosen not in playable:
            self.cursor = next(i for i, card in enumerate(cards) if card in playable)
        if numbers := sorted(self.run):
            self.number = numbers[len(numbers) // 2]


def new_events(before: Sequence[Said], now: Sequence[Said]) -> list[Said]:
    """What has been added; everything where another deal has begun, nothing where some was taken back."""
    if list(before[: len(now)]) == list(now):
        return []
    same = len(now) >= len(before) and list(now[: len(before)]) == list(before)
    return list(now[len(before) :] if same else now)


def _zone(view: View, zone_id: str) -> Zone | None:
    return next((zone for zone in view.zones if zone.id == zone_id and zone.seat is None), None)


def _trick(view: View) -> Zone | None:
    return next((zone for zone in view.zones if zone.kind == "trick" and zone.id != "last_trick"), None)
