import type { Protection } from '@checkwell/domain/identity/second-step';
import { restQuery } from '../../lib/query.ts';

export const PROTECTION_PATH = '/auth/protection';

/** How the own account is protected. */
export const protectionQuery = restQuery<Protection>({ path: PROTECTION_PATH });
