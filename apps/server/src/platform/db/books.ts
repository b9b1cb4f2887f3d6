import type { WriteTx } from './database.ts';
import { lockName } from './locked.ts';

/**
 * Locks the books of a company until the transaction ends. Whoever notes that a check has ended shares the lock, and reads the clock only
 * after that; whoever invoices a month holds it alone. So a check that ends around midnight is on the invoice of its month, or ends in the
 * next one: never in a month that was invoiced without it.
 */
export const lockBooks = (tx: WriteTx, companyId: string, strength: 'change' | 'share'): Promise<void> =>
  lockName(tx, `books of ${companyId}`, strength);
