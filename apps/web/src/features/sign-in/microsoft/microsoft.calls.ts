import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { MicrosoftOffer, MicrosoftOutcome, MicrosoftPerson, MicrosoftStarted } from '@checkwell/domain/identity/microsoft';
import type { SecondStepAsked, SignInOutcome } from '@checkwell/domain/identity/second-step';
import { http } from '../../../lib/api/http.ts';
import { session } from '../../../lib/session/session.ts';
import { begun } from '../sign-in.calls.ts';

/** Whether this installation offers Microsoft. */
export const fetchMicrosoftOffer = (): Promise<MicrosoftOffer> => http.get('/auth/microsoft');

/** Where the window goes. @param email what was typed, whole or not */
export function startMicrosoft(language: InterfaceLanguage, email: string): Promise<MicrosoftStarted> {
  const whole = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email.trim());
  return http.post('/auth/microsoft/start', { language, ...(whole && { email }) });
}

/** Hands Microsoft's answer in, which signs a known user in. */
export async function completeMicrosoft(state: string, code: string): Promise<MicrosoftOutcome> {
  const outcome = await http.post<MicrosoftOutcome>('/auth/microsoft/complete', { state, code });
  if (outcome.outcome === 'signedIn') session.started();
  return outcome;
}

/** Links the Microsoft account of the ticket by the password of the account with its address, and signs in. @returns as `signIn` */
export async function linkMicrosoft(ticket: string, password: string): Promise<SecondStepAsked | undefined> {
  return begun(await http.post<SignInOutcome>('/auth/microsoft/link', { ticket, password }));
}

/** Who asks for an account with the Microsoft account of this ticket. */
export const fetchMicrosoftPerson = (ticket: string): Promise<MicrosoftPerson> => http.post('/auth/microsoft/person', { ticket });
