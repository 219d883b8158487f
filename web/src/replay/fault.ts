// Why a record is none, or is not by the rules: the place in the reader's language, the reason as the server tells it.

import { Refusal } from '../protocol/outbox';
import { faultText } from '../state/notices.svelte';
import { t } from '../texts/texts.svelte';

const PLACE = /^record \d+(?:, deal (\d+))?(?:, move (\d+))?: (.*)$/s;

/** What went wrong with a record, as a text of the present language. */
export function recordFault(error: unknown): () => string {
  const told = error instanceof Refusal && error.code === 'bad_request' ? error.values['reason'] : null;
  const found = PLACE.exec(typeof told === 'string' ? told : '');
  if (found === null) return faultText(error);
  const [, deal, move, reason = ''] = found;
  if (deal === undefined) return () => t('record_fault', { reason });
  if (move === undefined) return () => t('record_fault_deal', { deal, reason });
  return () => t('record_fault_move', { deal, move, reason });
}
