// Thirty-one's own parts of the table.

import type { Skin } from '../registry';
import Actions from './Actions.svelte';
import Arena from './Arena.svelte';
import Hand from './Hand.svelte';
import MatchOver from './MatchOver.svelte';
import Score from './Score.svelte';
import Seat from './Seat.svelte';

const skin: Skin = {
  arena: Arena,
  seat: Seat,
  hand: Hand,
  actions: Actions,
  score: Score,
  matchOver: MatchOver,
};

export default skin;
