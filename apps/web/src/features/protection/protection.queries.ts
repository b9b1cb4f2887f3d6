import type { Protection } from '@checkwell/domain/identity/second-step';
import { restQuery } from '../../lib/api/query.ts';
import { clock } from '../../lib/browser/time.ts';

export const PROTECTION_PATH = '/auth/protection';

/** How the own account is protected. */
export const protectionQuery = restQuery<Protection>({ path: PROTECTION_PATH });

/** Whether a change asks for the password: not right after a sign-in, nor for an account without one. */
export const asksPassword = ({ hasPassword, freshUntil }: Pick<Protection, 'hasPassword' | 'freshUntil'>): boolean =>
  hasPassword && (freshUntil === null || clock.now() >= new Date(freshUntil));
