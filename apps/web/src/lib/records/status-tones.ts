import type { CheckStatus } from '@checkwell/domain/check/enums';

/** How a status looks on every screen (a `Tone` of ui/content/Badge.tsx); the word says the same. */
export const STATUS_TONES = {
  Reception: 'neutral',
  Planning: 'info',
  WaitingForCheck: 'brand',
  ModificationProblem: 'warning',
  Archived: 'success',
} as const satisfies Record<CheckStatus, string>;
