// The two teams as they are shown: the reader's own first.

import type { Scene } from '../../table/scene.svelte';
import type { ViewParts } from '../../protocol/view';
import { t } from '../../texts/texts.svelte';

export interface Team {
  readonly team: number;
  readonly name: string;
  readonly isOwn: boolean;
  readonly pairs: number;
  readonly points: number;
  readonly tricks: number;
  /** The suits of the lower and the upper six of its board. */
  readonly suits: readonly [string, string];
}

/** Both teams of a view, by default of the one that is shown. */
export function teamsOf(scene: Scene, view: ViewParts | null = scene.view): Team[] {
  const teams = (view?.at.teams ?? []).map((seats, team): Team => {
    const isOwn = scene.seat !== null && seats.includes(scene.seat);
    const count = (id: string): number => view?.counters[`${id}:t${String(team)}`] ?? 0;
    const [lower, upper] = view?.zones[`board:t${String(team)}`]?.cards ?? [];
    const name =
      scene.seat === null ? seats.map((seat) => scene.names[seat]).join(', ') : t(isOwn ? 'we' : 'they');
    const suits = [lower?.charAt(1) ?? 's', upper?.charAt(1) ?? 's'] as const;
    return {
      team,
      name,
      isOwn,
      suits,
      pairs: count('pairs'),
      points: count('points'),
      tricks: count('tricks'),
    };
  });
  return teams.sort((one, other) => Number(other.isOwn) - Number(one.isOwn));
}
