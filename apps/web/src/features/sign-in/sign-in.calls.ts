import type { SecondStepAsked, SignInOutcome } from '@checkwell/domain/identity/second-step';
import type { Identified } from '@checkwell/domain/identity/sign-in';
import { http } from '../../lib/api/http.ts';
import { session } from '../../lib/session/session.ts';

/** First step: whether the address is known, and how its owner may sign in. */
export function identify(email: string): Promise<Identified> {
  return http.post('/auth/identify', { email });
}

/** The password; the server sets the cookies of the new session. @returns the second step that the account has, else undefined */
export async function signIn(email: string, password: string): Promise<SecondStepAsked | undefined> {
  return begun(await http.post<SignInOutcome>('/auth/sign-in', { email, password }));
}

/** Handles the outcome of a first step. @returns the second step to take; undefined when signed in */
export function begun(outcome: SignInOutcome): SecondStepAsked | undefined {
  if ('secondStep' in outcome) return outcome.secondStep;
  session.started();
  return undefined;
}
