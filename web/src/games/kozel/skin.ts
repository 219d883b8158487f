// Kozel's own parts of the table.

import type { Skin } from '../registry';
import Actions from './Actions.svelte';
import DealOver from './DealOver.svelte';
import Felt from './Felt.svelte';
import Hand from './Hand.svelte';
import MatchOver from './MatchOver.svelte';
import { sortHand } from './sorting';

const skin: Skin = {
  middle: Felt,
  hand: Hand,
  actions: Actions,
  dealOver: DealOver,
  matchOver: MatchOver,
  isScoreInMiddle: true,
  sort: sortHand,
  cardMove: (card) => card,
};

export default skin;
