import type { AccountLink } from '@checkwell/domain/identity/account-link';
import type { SignUpInput } from '@checkwell/domain/identity/sign-up';
import { ONE_SHOT_PATH, type OneShotPayer } from '@checkwell/domain/one-shot/contract';
import { http } from '../../../lib/api/http.ts';
import { identify } from '../sign-in.calls.ts';

/**
 * Asks for a link to choose a new password. The request of the sign-in, which is rate-limited, says whether the address is known; the
 * request for a link gives the same response for every address.
 * @returns whether the address is known
 */
export async function requestLink(email: string): Promise<boolean> {
  const { known } = await identify(email);
  if (known) await http.post('/auth/password/forgot', { email });
  return known;
}

/** Reads the purpose of a link from a mail. */
export function openLink(token: string): Promise<AccountLink> {
  return http.post('/auth/password/link', { token });
}

/** Sets a new password with a link, which is then used up. */
export function resetPassword(token: string, password: string): Promise<void> {
  return http.post('/auth/password/reset', { token, password });
}

/** Asks the provider's team for access to a company. */
export function askForAccess(input: SignUpInput): Promise<void> {
  return http.post('/v1/api/sign-ups', input, { visitor: true });
}

/** Who pays a One Shot Check, by the secret of its link. */
export const fetchPayer = (token: string): Promise<OneShotPayer> =>
  http.get(`${ONE_SHOT_PATH}/${encodeURIComponent(token)}/payer`, { visitor: true });
