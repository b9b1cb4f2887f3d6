import type { WriteTx } from './database.ts';
import { lockName } from './locked.ts';

/**
 * Locks the accounting of a company until the transaction ends. A transaction that ends a check shares the lock, and reads the clock only
 * after that; a transaction that invoices a month holds it alone. So a check that ends around midnight is on the invoice of its month, or ends in the
 * next one: never in a month that was invoiced without it.
 */
export const lockAccounting = (tx: WriteTx, companyId: string, strength: 'change' | 'share'): Promise<void> =>
  // The name stays: during an upgrade, processes of two versions share the lock.
  lockName(tx, `books of ${companyId}`, strength);
