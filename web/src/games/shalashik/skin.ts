// The skin of Shalashik: the hut, the cards pulled from under it, the pile, and how a deal has ended.

import type { Skin } from '../registry';
import Actions from './Actions.svelte';
import DealOver from './DealOver.svelte';
import Middle from './Middle.svelte';
import Own from './Own.svelte';

const skin: Skin = { middle: Middle, actions: Actions, hand: Own, dealOver: DealOver };

export default skin;
