import type { Identified } from '@checkwell/domain/identity/sign-in';
import { http } from '../../lib/http.ts';
import { session } from '../../lib/session.ts';

/** First step: whether the address is known, and how its owner may sign in. */
export function identify(email: string): Promise<Identified> {
  return http.post('/auth/identify', { email });
}

/** Second step; the server sets the cookies of the new session. */
export async function signIn(email: string, password: string): Promise<void> {
  await http.post('/auth/sign-in', { email, password });
  session.started();
}
