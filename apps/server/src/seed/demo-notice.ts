import { DEMO_PASSWORD, demoAccounts } from './accounts.ts';
import { COMPANIES } from './names.ts';

/** The part of the start message about signing in: an account of each kind, and the password of all. */
export function demoNotice(): string {
  const shown = demoAccounts(COMPANIES).filter(({ shownAs }) => shownAs !== undefined);
  const width = Math.max(...shown.map(({ email }) => email.length));
  return [
    `Demo accounts (password of each: ${DEMO_PASSWORD})`,
    ...shown.map(({ email, shownAs }) => `  ${email.padEnd(width)}  ${shownAs}`),
  ].join('\n');
}
