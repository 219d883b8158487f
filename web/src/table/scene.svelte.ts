// All that a table's screen, generic or a game's own, draws from and acts by.

import type { Skin } from '../games/registry';
import type { Catalogue, Game } from '../state/catalogue.svelte';
import { faultText, notices } from '../state/notices.svelte';
import type { Command, ShownLine } from '../protocol/types';
import type { Arg, CardCode, LegalMove, Said, TableParts, ViewParts, Zone } from '../protocol/view';
import { readName } from '../protocol/view';
import { Refusal } from '../protocol/outbox';
import { capital, cardSign, cardWords, declined, TermTable, t, textOr } from '../texts/texts.svelte';
import { Advice } from './advice.svelte';
import { choicesOf, eligible, likeMove, moveOf, tapped } from './choice';
import { noteCards } from './motion';
import { botName } from './names';
import { lastTrick, zonesOf } from './pacing';
import type { TableSource } from './source';

/** A counter with whose it is. */
export interface Counter {
  readonly name: string;
  readonly id: string;
  readonly seat: number | null;
  readonly team: number | null;
  readonly value: number;
}

/** A zone with its name and whose it is. */
export interface NamedZone {
  readonly name: string;
  readonly id: string;
  readonly seat: number | null;
  readonly team: number | null;
  readonly zone: Zone;
}

/** A seat as it is drawn: who sits there, what he holds, whether he is to move. */
export interface SeatScene {
  readonly seat: number;
  /** How many seats to the left of the reader. */
  readonly offset: number;
  readonly name: string;
  readonly isOwn: boolean;
  readonly isBot: boolean;
  readonly isToMove: boolean;
  readonly isDealer: boolean;
  readonly isPartner: boolean;
  readonly isAbsent: boolean;
  readonly standIn: string | null;
  readonly deadline: number | null;
  readonly bankMs: number;
  readonly hand: NamedZone | null;
  readonly counters: readonly Counter[];
}

export class Scene {
  readonly live: TableSource;
  readonly game: Game;
  readonly catalogue: Catalogue;
  readonly terms: TermTable;
  /** The best move, where it is asked for. */
  readonly advice: Advice = new Advice(this);

  /** The cards chosen for the next move. */
  picked: readonly CardCode[] = $state.raw([]);
  /** The number chosen, where one is asked for. */
  number: number | null = $state(null);
  #noted: { readonly text: (aloud?: boolean) => string; readonly turn: number } | null = $state.raw(null);
  /** The last trick is looked at. */
  isLookingBack = $state(false);

  readonly table: TableParts = $derived.by(() => this.#latest.table);
  readonly view: ViewParts | null = $derived.by(() => this.live.shown?.view ?? null);
  readonly seat: number | null = $derived.by(() => this.table.seat);
  /** Whether the reader may see nothing of the match: he may only take a seat in it (L-20). */
  readonly isAtDoor: boolean = $derived.by(
    () => this.table.phase === 'playing' && this.live.latest?.view === null,
  );
  /** Whether the reader is to move and all that happened before is shown. */
  readonly isMyTurn: boolean = $derived.by(
    () =>
      this.table.phase === 'playing' &&
      this.table.paused_until === null &&
      this.live.isReady &&
      !this.live.dealOver &&
      (this.view?.legal.length ?? 0) > 0,
  );
  readonly choices = $derived.by(() => choicesOf(this.isMyTurn ? this.view : null));
  readonly eligible = $derived.by(() => eligible(this.choices, this.picked));
  /** The move that what is chosen makes. */
  readonly pickedMove: LegalMove | null = $derived.by(() => moveOf(this.choices, this.picked));
  readonly numbers: readonly number[] = $derived.by(() =>
    [...this.choices.numbered.keys()].sort((one, other) => one - other),
  );
  /** The move of the number that is chosen; of the middle one, where none is. */
  readonly numberedMove: LegalMove | null = $derived.by(() => {
    const middle = this.numbers[Math.floor(this.numbers.length / 2)];
    const chosen = this.number !== null && this.numbers.includes(this.number) ? this.number : middle;
    return chosen === undefined ? null : (this.choices.numbered.get(chosen) ?? null);
  });
  /** The place of that move's number in their order. */
  readonly numberAt: number = $derived.by(() => this.numbers.indexOf(this.numberedMove?.number ?? 0));
  readonly names: readonly string[] = $derived.by(() =>
    Object.values(this.table.seats).map((seat) =>
      seat.person === null ? botName(seat.seat, this.table.players) : seat.name,
    ),
  );
  readonly counters: readonly Counter[] = $derived.by(() =>
    Object.entries(this.view?.counters ?? {}).map(([name, value]) => ({ name, ...readName(name), value })),
  );
  readonly zones: readonly NamedZone[] = $derived.by(() =>
    Object.entries(this.view?.zones ?? {}).map(([name, zone]) => ({ name, ...readName(name), zone })),
  );
  /** The trick in the middle: the finished one while it is held. */
  readonly trick: Zone | null = $derived.by(
    () => this.live.held ?? zonesOf(this.view, 'trick').find(({ id }) => id !== 'last_trick')?.zone ?? null,
  );
  readonly lastTrick: Zone | null = $derived.by(() => lastTrick(this.view));
  /** The reader's own hand, sorted as the game has it. */
  readonly hand: readonly CardCode[] = $derived.by(() => {
    const cards = this.zones
      .filter(({ seat, zone }) => seat === this.seat && this.seat !== null && zone.kind === 'hand')
      .flatMap(({ zone }) => zone.cards.filter((card): card is CardCode => card !== null));
    return this.skin.sort?.(cards, this.marked) ?? cards;
  });
  readonly marked: ReadonlySet<CardCode> = $derived.by(() => markedIn(this.zones));
  /** The seats from the reader's left on, his own last; who watches sees from the first. */
  readonly seats: readonly SeatScene[] = $derived.by(() => {
    const side = this.seat ?? 0;
    const { players } = this.table;
    return Array.from({ length: players }, (_, index) => this.#seatScene((side + 1 + index) % players, side));
  });
  readonly others: readonly SeatScene[] = $derived.by(() => this.seats.filter((seat) => !seat.isOwn));
  /** Those in whose place a bot may be proposed: who is away; by mail, who has let his time run out (L-15). */
  readonly replaceable: readonly SeatScene[] = $derived.by(() => {
    const isByMail = this.table.settings.clock.kind === 'days';
    return this.others.filter((seat) => (isByMail ? seat.standIn !== null : seat.isAbsent));
  });
  readonly own: SeatScene | null = $derived.by(() => this.seats.find((seat) => seat.isOwn) ?? null);

  readonly skin: Skin = $derived.by(() => this.#skin());
  readonly #skin: () => Skin;
  readonly #latest = $derived.by(() => {
    if (this.live.latest === null) throw new Error('a scene is made when its table is known');
    return this.live.latest;
  });

  constructor(live: TableSource, game: Game, catalogue: Catalogue, skin: () => Skin = () => ({})) {
    this.live = live;
    this.#skin = skin;
    this.game = game;
    this.catalogue = catalogue;
    this.terms = game.terms;
  }

  /** A note to the person: why a card may not be played. It is of the turn in which it is given, and goes with it. */
  get note(): ((aloud?: boolean) => string) | null {
    return this.#noted?.turn === this.table.turn ? this.#noted.text : null;
  }

  set note(text: ((aloud?: boolean) => string) | null) {
    this.#noted = text === null ? null : { text, turn: this.table.turn };
  }

  /** A sentence of the game in the reader's language. */
  said(said: Said, aloud = false): string {
    return this.terms.said(said, this.names, aloud);
  }

  /** A line of the talk without its speaker: what he said, or what the table tells. */
  line(line: ShownLine): string {
    if (line.kind === 'said') return line.text;
    if (line.kind === 'phrase') return this.catalogue.phrases.text(line.id);
    return this.catalogue.table.said({ id: line.id, args: line.args as Record<string, Arg> }, this.names);
  }

  /** What a legal move is called, with a capital letter. */
  label(move: LegalMove, aloud = false): string {
    return capital(this.said(move.label, aloud));
  }

  /** A card of the reader's choice in words: marked by the game, chosen, or to be chosen where it can be. */
  named(card: CardCode, can: boolean): string {
    const told = [cardWords(card)];
    if (this.marked.has(card)) told.push(this.terms.text('marked', t('marked')));
    if (this.advice.cards.includes(card)) told.push(t('hinted'));
    if (this.picked.includes(card)) told.push(t('chosen'));
    else if (can) told.push(t('can_play'));
    return told.join(', ');
  }

  /** A zone or a counter by its name in the game. */
  title(id: string): string {
    return capital(this.terms.text(id, ''));
  }

  /** What is going on, in a few words. */
  get status(): string {
    if (this.table.paused_until !== null) return t('paused');
    if (this.isMyTurn) return t('your_turn');
    const to = this.view?.at.to_move ?? null;
    if (to !== null && to !== this.seat) return t('turn_of', { name: this.names[to] ?? '' });
    return capital(this.terms.text(`phase_${this.view?.at.phase ?? ''}`, t('shuffling')));
  }

  /** A card is tapped or chosen by a key: the first time it is picked, the second time it is played. */
  tap(card: CardCode): void {
    this.note = null;
    if (!this.isMyTurn) {
      this.note = () => this.status;
      return;
    }
    if (this.picked.length === 1 && this.picked[0] === card && this.pickedMove !== null) {
      this.play(this.pickedMove);
      return;
    }
    const picked = tapped(this.choices, this.picked, card);
    if (picked !== null) this.picked = picked;
    else if (this.picked.length > 1 || this.eligibleAtAll.has(card)) this.note = () => t('not_with_these');
    else void this.#askWhy(card);
  }

  /** Play a card at once where it makes a move alone; else pick it, or say why it may not be played. */
  enter(card: CardCode): void {
    const single =
      this.picked.length === 0 || this.picked.includes(card) ? this.choices.single.get(card) : undefined;
    if (this.isMyTurn && single !== undefined && this.picked.length <= 1) this.play(single);
    else if (this.pickedMove !== null && this.picked.includes(card)) this.play(this.pickedMove);
    else this.tap(card);
  }

  /** Choose the number at a place in their order, at the nearer end where the place is beyond one. */
  chooseNumber(at: number): void {
    this.number = this.numbers[Math.max(0, Math.min(at, this.numbers.length - 1))] ?? null;
  }

  /** The cards that some move touches, whatever is picked. */
  get eligibleAtAll(): ReadonlySet<CardCode> {
    return eligible(this.choices, []);
  }

  /** Make a legal move, once: after it no other may be made until the table has answered. */
  play(move: LegalMove): void {
    if (!this.isMyTurn) return;
    noteCards(move.cards ?? []);
    this.clear();
    this.live.move(move.move).catch((error: unknown) => {
      this.note = faultText(error);
    });
  }

  /** Choose nothing. */
  clear(): void {
    this.picked = [];
    this.number = null;
    this.note = null;
  }

  /** Ask the table for anything else; what is refused is told. */
  ask(command: Command): void {
    this.live.ask(command).catch((error: unknown) => {
      notices.tell(error);
    });
  }

  /** The server knows the rule that forbids a card. */
  async #askWhy(card: CardCode): Promise<void> {
    const move = this.skin.cardMove?.(card) ?? likeMove(this.choices, card);
    this.note = () => t('not_now');
    if (move === null) return;
    try {
      await this.live.move(move);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'illegal') return;
      const { why } = error;
      this.note =
        why === null
          ? faultText(error)
          : (aloud) =>
              capital(
                t('why_not', {
                  card: aloud ? declined(card) : cardSign(card),
                  why: capital(this.said(why, aloud)),
                }),
              );
    }
  }

  #seatScene(seat: number, side: number): SeatScene {
    const { players } = this.table;
    const shown = this.table.seats[seat];
    const teams = this.view?.at.teams ?? [];
    const own = this.seat;
    return {
      seat,
      offset: (seat - side + players) % players,
      name: this.names[seat] ?? '',
      isOwn: seat === own,
      isBot: shown?.person === null,
      isToMove: this.table.phase === 'playing' && this.view?.at.to_move === seat && this.live.held === null,
      isDealer: this.view?.at.dealer === seat,
      isPartner:
        own !== null && seat !== own && teams.some((team) => team.includes(seat) && team.includes(own)),
      isAbsent: shown?.person !== null && shown?.present === false,
      standIn: shown?.stood_in ?? null,
      deadline: shown?.deadline ?? null,
      bankMs: shown?.bank_ms ?? 0,
      hand: this.zones.find((zone) => zone.zone.kind === 'hand' && zone.seat === seat) ?? null,
      counters: this.counters.filter((counter) => counter.seat === seat),
    };
  }

  /** Who plays, in words: a bot's name says so. */
  botText(bot: string): string {
    return textOr(`bot_${bot}`, bot);
  }
}

/** The cards that the game marks: made anew with every view, never changed. */
function markedIn(zones: readonly NamedZone[]): ReadonlySet<CardCode> {
  return new Set(zones.flatMap(({ zone }) => zone.marked ?? []));
}
