import type { PasskeyOptions, SecondStepAdded, TotpStarted } from '@checkwell/domain/identity/second-step';
import { http } from '../../lib/api/http.ts';
import { queryClient } from '../../lib/api/query.ts';
import { makePasskey, type PasskeyRefusal } from '../../lib/session/passkeys.ts';
import { PROTECTION_PATH as PATH } from './protection.queries.ts';

/** The password, which proves that the person at the screen owns the account; empty for an account without one. */
export interface Confirmation {
  password?: string | undefined;
}

/** After a change: how the account is protected, and where it is still signed in. */
export async function refreshProtection(): Promise<void> {
  await Promise.all([PATH, '/auth/sessions'].map((path) => queryClient.invalidateQueries({ queryKey: ['rest', path] })));
}

export const startTotp = (confirmation: Confirmation): Promise<TotpStarted> => http.post(`${PATH}/totp/start`, confirmation);
export const confirmTotp = (ticket: string, code: string): Promise<SecondStepAdded> => http.post(`${PATH}/totp/confirm`, { ticket, code });
export const removeTotp = (confirmation: Confirmation): Promise<void> => http.post(`${PATH}/totp/remove`, confirmation);

/** @returns why the browser made none */
export async function addPasskey(name: string, confirmation: Confirmation): Promise<SecondStepAdded | PasskeyRefusal> {
  const response = await makePasskey(await http.post<PasskeyOptions>(`${PATH}/passkeys/options`, confirmation));
  return typeof response === 'string' ? response : http.post<SecondStepAdded>(`${PATH}/passkeys`, { name, response });
}
export const renamePasskey = (id: string, name: string): Promise<void> => http.put(`${PATH}/passkeys/${id}`, { name });
export const removePasskey = (id: string, confirmation: Confirmation): Promise<void> =>
  http.post(`${PATH}/passkeys/${id}/remove`, confirmation);

export const renewRecoveryCodes = (confirmation: Confirmation): Promise<{ recoveryCodes: string[] }> =>
  http.post(`${PATH}/recovery-codes`, confirmation);
export const removeMicrosoft = (confirmation: Confirmation): Promise<void> => http.post(`${PATH}/microsoft/remove`, confirmation);
