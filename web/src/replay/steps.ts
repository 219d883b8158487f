// The steps of a match, fetched in portions and put together; each portion is asked for once.

import { updated } from '../protocol/deltas';
import type { Eyes, Overview, Step, StepSource } from '../protocol/records';
import type { Said, ViewParts } from '../protocol/view';

export class Steps {
  readonly overview: Overview;
  #source: StepSource;
  #deals = new Map<string, Promise<Step[]>>();

  constructor(source: StepSource, overview: Overview) {
    this.#source = source;
    this.overview = overview;
  }

  static async of(source: StepSource): Promise<Steps> {
    return new Steps(source, await source.overview());
  }

  /** How many steps a deal, which counts from 1, has behind the one in which it is dealt. */
  moves(deal: number): number {
    return this.overview.moves[deal - 1] ?? 0;
  }

  /** All steps of a deal, as some eyes see them. Rejects where the server does not give them; then it may be asked again. */
  deal(eyes: Eyes, deal: number): Promise<Step[]> {
    const key = `${String(eyes)}:${String(deal)}`;
    const asked = this.#deals.get(key) ?? this.#fetch(eyes, deal);
    this.#deals.set(key, asked);
    asked.catch(() => this.#deals.delete(key));
    return asked;
  }

  async #fetch(eyes: Eyes, deal: number): Promise<Step[]> {
    const steps: Step[] = [];
    while (steps.length <= this.moves(deal)) {
      const portion = await this.#source.portion(eyes, deal, steps.length);
      if (portion.steps.length === 0) break;
      let view = {} as ViewParts;
      let story: readonly Said[] = [];
      for (const { move, view: change, kept, said } of portion.steps) {
        view = updated(view, change);
        story = [...story.slice(0, kept), ...said];
        steps.push({ move, view, story });
      }
    }
    return steps;
  }
}
