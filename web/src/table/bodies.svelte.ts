// The bodies of a table: where they lie as the server tells it, and who holds one.

import { joined, NO_POSES, readPoses, type Poses } from '../protocol/frames';
import type { Failed, FromServer, Rested } from '../protocol/types';

/** Somebody who draws bodies: called with those that moved. */
export type Follower = (moved: Poses) => void;

export class Bodies {
  /** Where each body was last told to lie, by its number. */
  poses: Poses = $state.raw(NO_POSES);
  /** Who holds which body. */
  held: { readonly seat: number; readonly card: number } | null = $state.raw(null);
  /** What came of the last pull that was no move. */
  rested: Rested | null = $state.raw(null);
  /** Why a body could not be taken, or what was pulled does not count. */
  refused: Failed | null = $state.raw(null);
  #followers: readonly Follower[] = [];

  /** Hear of every frame until the function that is returned is called. */
  follow(follower: Follower): () => void {
    this.#followers = [...this.#followers, follower];
    return () => {
      this.#followers = this.#followers.filter((each) => each !== follower);
    };
  }

  /** A frame of poses has come. */
  moved(data: ArrayBuffer): void {
    const moved = readPoses(data);
    if (moved === null) return;
    for (const follower of this.#followers) follower(moved);
    this.poses = joined(this.poses, moved);
  }

  /** A message of a pull has come. */
  told(message: FromServer): void {
    if (message.type === 'pulling') {
      this.held = { seat: message.seat, card: message.card };
      this.rested = this.refused = null;
    } else if (message.type === 'rested') {
      this.held = null;
      this.rested = message;
    } else if (message.type === 'failed') {
      this.held = null;
      this.refused = message;
    }
  }

  /** The turn in which a body was held is over. */
  letGo(): void {
    this.held = this.rested = this.refused = null;
  }
}
