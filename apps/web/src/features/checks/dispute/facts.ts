import type { FactKey } from '@checkwell/domain/check/facts';

/** What the card of the arbitration shows. */
export const ARBITRATION_FACTS = [
  'arbitrationAskedBy',
  'arbitrationAskedOn',
  'arbiterName',
  'arbitrationRuling',
  'arbitrationRuledOn',
] as const satisfies readonly FactKey[];

/** What is in the cards of a dispute, and not a second time among the facts of the result. */
export const DISPUTE_FACTS: ReadonlySet<FactKey> = new Set<FactKey>([...ARBITRATION_FACTS, 'noShowExcuse', 'noShowExcusedOn']);
