import * as z from 'zod/mini';
import { across, id, key, maxLength, yesNo } from '../validation.ts';

/** Companies with an answer of their own, at most: a flag that needs more is for a share, or for all. */
export const MOST_FLAG_COMPANIES = 500;

/**
 * Whom a flag is on for. Off is off for everybody; on, a company that is named gets its own answer, and of the others a share of
 * `percentage` has it: always the same ones, and growing it takes it from nobody. People of no company count one by one.
 */
export const featureFlagRule = z
  .strictObject({
    enabled: yesNo(),
    percentage: z
      .int({ error: key('shareRange') })
      .check(z.minimum(0, { error: key('shareRange') }), z.maximum(100, { error: key('shareRange') })),
    companies: z
      .array(z.strictObject({ companyId: id('companyRequired'), enabled: yesNo() }))
      .check(maxLength(MOST_FLAG_COMPANIES, { error: key('invalidChoice') })),
  })
  .check(
    across<{ companies: readonly { companyId: string }[] }>(
      ['companies'],
      ({ companies }) => new Set(companies.map(({ companyId }) => companyId)).size === companies.length,
      { path: 'companies', error: key('invalidChoice') },
    ),
  );
export type FeatureFlagInput = z.infer<typeof featureFlagRule>;
