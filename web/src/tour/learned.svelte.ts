// Which games need not be shown to this person any more.

const KEY = 'kozyr-learned';

class Learned {
  games: readonly string[] = $state.raw(kept());

  has(game: string): boolean {
    return this.games.includes(game);
  }

  add(game: string): void {
    if (this.has(game)) return;
    this.games = [...this.games, game];
    try {
      localStorage.setItem(KEY, JSON.stringify(this.games));
    } catch {
      // It is offered again the next time.
    }
  }
}

function kept(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

export const learned = new Learned();
