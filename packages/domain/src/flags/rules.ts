import * as z from 'zod/mini';
import { across, id, key, maxLength, yesNo } from '../validation.ts';

/** The most companies with a setting of their own; a flag for more should use `percentage`. */
export const MAX_FLAG_COMPANIES = 500;

/**
 * The setting of a flag. `enabled` false is off for everybody. Otherwise the listed companies have their own setting, and `percentage` of the others
 * have the flag on: always the same ones, and a higher percentage only adds companies. Users without company are counted individually.
 */
export const featureFlagRule = z
  .strictObject({
    enabled: yesNo(),
    percentage: z
      .int({ error: key('shareRange') })
      .check(z.minimum(0, { error: key('shareRange') }), z.maximum(100, { error: key('shareRange') })),
    companies: z
      .array(z.strictObject({ companyId: id('companyRequired'), enabled: yesNo() }))
      .check(maxLength(MAX_FLAG_COMPANIES, { error: key('invalidChoice') })),
  })
  .check(
    across<{ companies: readonly { companyId: string }[] }>(
      ['companies'],
      ({ companies }) => new Set(companies.map(({ companyId }) => companyId)).size === companies.length,
      { path: 'companies', error: key('invalidChoice') },
    ),
  );
export type FeatureFlagInput = z.infer<typeof featureFlagRule>;
