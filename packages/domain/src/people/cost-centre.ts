import * as z from 'zod/mini';
import { TEXT } from '../constants.ts';
import { key, line } from '../validation.ts';

/** A part of a company that pays for its own checks. `code` is unique in the company, in any case; a worker's `subEmployee` names it. */
export const costCentreRule = z.strictObject({
  code: line(TEXT.code, 'required'),
  name: line(TEXT.name, 'required'),
  active: z.boolean({ error: key('required') }),
  /** Number of its own order; empty: the company's. */
  purchaseOrder: line(TEXT.code),
});
export type CostCentreInput = z.infer<typeof costCentreRule>;
