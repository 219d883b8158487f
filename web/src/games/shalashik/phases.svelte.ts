// What the skin shows of the drawing: the heap while it lies there, and a moment longer when the hut has fallen.

import { untrack } from 'svelte';

import { NO_POSES, type Poses } from '../../protocol/frames';
import { settings } from '../../state/settings.svelte';
import type { Scene } from '../../table/scene.svelte';
import { posesOf, type Lying } from './geometry';
import { pullables } from './risk';
import { type Ruins, ruinsOf } from './ruins.svelte';
import { hasWebGl } from './webgl';

/** So long the ruins are seen before the beating game begins. */
const RUINS_MS = 2600;

export class Drawing {
  readonly scene: Scene;
  readonly #ruins: Ruins;
  readonly #isPlayed: boolean = $derived.by(() => (this.scene.view?.zones['pile']?.cards.length ?? 0) > 0);
  /** The heap as the view has it; null once the drawing is over. */
  readonly places: readonly Lying[] | null = $derived.by(() => {
    const heap = this.scene.zones.find(({ zone }) => zone.kind === 'heap');
    return (heap?.zone.places as readonly Lying[] | undefined) ?? null;
  });
  readonly isPhysical: boolean = $derived.by(() => this.scene.table.options['hut'] === 'physics');
  /** Whether the hut is drawn in three dimensions: not before its bodies are known. */
  readonly isInSpace: boolean = $derived.by(
    () => this.isPhysical && !settings.stillHut && this.scene.live.bodies.poses.size > 0 && hasWebGl(),
  );
  readonly cards = $derived.by(() => pullables(this.scene.choices.numbered, this.places ?? []));
  /** The card that is chosen to be pulled: none before the reader has chosen. */
  readonly chosen = $derived.by(() => this.cards.find(({ number }) => number === this.scene.number) ?? null);
  readonly poses: Poses = $derived.by(() => {
    const { bodies } = this.scene.live;
    const told = this.isPhysical ? bodies.poses : NO_POSES;
    return posesOf(this.places ?? this.ruins ?? [], told, this.places === null);
  });

  constructor(scene: Scene) {
    this.scene = scene;
    this.#ruins = ruinsOf(scene);
  }

  /** The ruins of the hut, while they are looked at: at most until somebody plays. */
  get ruins(): readonly Lying[] | null {
    return this.#isPlayed ? null : this.#ruins.places;
  }

  /** Keep the ruins in sight for a moment; called by the one part that shows them, when it is made. */
  follow(): void {
    let before: readonly Lying[] | null = null;
    $effect(() => {
      const now = this.places;
      const last = before;
      before = now;
      if (now !== null) this.#ruins.places = null;
      else if (last !== null && last.length > 0 && !this.scene.live.dealOver) this.#ruins.places = last;
    });
    $effect(() => {
      if (this.ruins === null) return;
      const timer = setTimeout(() => {
        this.#ruins.places = null;
      }, RUINS_MS);
      return () => {
        clearTimeout(timer);
      };
    });
    $effect(() => {
      void this.scene.table.turn;
      untrack(() => {
        this.scene.live.bodies.letGo();
      });
    });
  }

  /** A card's risk in words; nothing where it is not known. */
  risk(card: { risk: string | null }): string {
    return card.risk === null ? '' : this.scene.terms.text(card.risk);
  }
}
