import * as z from 'zod/mini';
import { TEXT } from '../constants.ts';
import { key, line } from '../validation.ts';

/** A cost centre of a company. `code`: unique in the company, ignoring case; a worker's `subEmployee` refers to it. */
export const costCentreRule = z.strictObject({
  code: line(TEXT.code, 'required'),
  name: line(TEXT.name, 'required'),
  active: z.boolean({ error: key('required') }),
  /** Purchase order number; empty: that of the company. */
  purchaseOrder: line(TEXT.code),
});
export type CostCentreInput = z.infer<typeof costCentreRule>;
