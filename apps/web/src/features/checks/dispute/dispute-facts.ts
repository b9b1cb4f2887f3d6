import type { FactKey } from '@checkwell/domain/check/facts';

/** Facts that the card of the arbitration shows. */
export const ARBITRATION_FACTS = [
  'arbitrationAskedBy',
  'arbitrationAskedOn',
  'arbiterName',
  'arbitrationRuling',
  'arbitrationRuledOn',
] as const satisfies readonly FactKey[];

/** Facts that the cards of a dispute show, so that the facts of the result leave them out. */
export const DISPUTE_FACTS: ReadonlySet<FactKey> = new Set<FactKey>([...ARBITRATION_FACTS, 'noShowExcuse', 'noShowExcusedOn']);
