import type { PasskeyOptions } from '@checkwell/domain/identity/second-step';
import { http } from '../../lib/api/http.ts';
import { type PasskeyRefusal, signWithPasskey } from '../../lib/session/passkeys.ts';
import { session } from '../../lib/session/session.ts';

/** Signs in with any passkey of this site. @returns why the browser used none; undefined when signed in */
export async function signInWithPasskey(): Promise<PasskeyRefusal | undefined> {
  const response = await signWithPasskey(await http.post<PasskeyOptions>('/auth/passkey/options'));
  if (typeof response === 'string') return response;
  await http.post('/auth/passkey', { response });
  session.started();
  return undefined;
}

/** The second step with a passkey of the account. @param ticket of the first step */
export async function takeSecondStepWithPasskey(ticket: string): Promise<PasskeyRefusal | undefined> {
  const response = await signWithPasskey(await http.post<PasskeyOptions>('/auth/second-step/passkey/options', { ticket }));
  if (typeof response === 'string') return response;
  await http.post('/auth/second-step/passkey', { ticket, response });
  session.started();
  return undefined;
}

/** The second step with a code of the app, or a recovery code. */
export async function takeSecondStep(ticket: string, code: string): Promise<void> {
  await http.post('/auth/second-step', { ticket, code });
  session.started();
}
