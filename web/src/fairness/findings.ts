// What a check says, as values; its sentences are the page's texts.

import type { TextId } from '../texts/page';
import type { Values } from '../texts/fill';

export type Kind = 'proved' | 'note' | 'unproved' | 'fault';

export interface Finding {
  kind: Kind;
  /** From 1; null is the whole record. */
  deal: number | null;
  text: TextId;
  values: Values;
}

/** A finding of a deal that is still to be named. */
export type Found = [Kind, TextId, Values?];

export interface Report {
  findings: readonly Finding[];
  /** How many outcomes were drawn anew. */
  draws: number;
}

export function of(report: Report, kind: Kind): readonly Finding[] {
  return report.findings.filter((finding) => finding.kind === kind);
}

/** Whether some deal is proved, every finished one is, and nothing is wrong. */
export function isVerified(report: Report): boolean {
  return (
    of(report, 'proved').length > 0 && of(report, 'unproved').length === 0 && of(report, 'fault').length === 0
  );
}

/** What a check comes to: `none` where there was nothing to check. */
export function verdictOf(report: Report): 'good' | 'bad' | 'part' | 'none' {
  if (of(report, 'fault').length) return 'bad';
  if (of(report, 'proved').length === 0) return 'none';
  return isVerified(report) ? 'good' : 'part';
}
