import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { MicrosoftOffer, MicrosoftOutcome, MicrosoftPerson, MicrosoftStarted } from '@checkwell/domain/identity/microsoft';
import type { SecondStepAsked, SignInOutcome } from '@checkwell/domain/identity/second-step';
import { http } from '../../../lib/api/http.ts';
import { session } from '../../../lib/session/session.ts';
import { begun } from '../sign-in.calls.ts';

/** Whether this installation offers Microsoft. */
export const fetchMicrosoftOffer = (): Promise<MicrosoftOffer> => http.get('/auth/microsoft');

/** Starts a sign-in with Microsoft, and returns the address for the window. @param email as typed, perhaps incomplete */
export function startMicrosoft(language: InterfaceLanguage, email: string): Promise<MicrosoftStarted> {
  const whole = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email.trim());
  return http.post('/auth/microsoft/start', { language, ...(whole && { email }) });
}

/** Sends Microsoft's answer to the server, which signs a known user in. */
export async function completeMicrosoft(state: string, code: string): Promise<MicrosoftOutcome> {
  const outcome = await http.post<MicrosoftOutcome>('/auth/microsoft/complete', { state, code });
  if (outcome.outcome === 'signedIn') session.started();
  return outcome;
}

/** Links the Microsoft account of the ticket by the password of the account with its address, and signs in. @returns as `signIn` */
export async function linkMicrosoft(ticket: string, password: string): Promise<SecondStepAsked | undefined> {
  return begun(await http.post<SignInOutcome>('/auth/microsoft/link', { ticket, password }));
}

/** Loads the person of a Microsoft ticket, who asks for an account. */
export const fetchMicrosoftPerson = (ticket: string): Promise<MicrosoftPerson> => http.post('/auth/microsoft/person', { ticket });
