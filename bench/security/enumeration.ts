import { demoAccounts } from '../../apps/server/src/seed/accounts.ts';
import { COMPANIES } from '../../apps/server/src/seed/names.ts';
import { startBeside, startServer } from '../../e2e/support/server.ts';
import { median } from '../support/median.ts';

/** How often each request is sent for a known and for an unknown address. */
const ROUNDS = 60;
/** Rounds before these, which are not counted. */
const WARM_UP = 10;

/** Requests without sign-in whose response must not reveal whether an address has an account (security.md, 1B). */
const REQUESTS: Readonly<Record<string, (email: string) => { readonly path: string; readonly body: object }>> = {
  'a wrong password': (email) => ({ path: '/auth/sign-in', body: { email, password: 'Not-my-password-1234' } }),
  'a forgotten password': (email) => ({ path: '/auth/password/forgot', body: { email } }),
  'a request for access': (email) => ({
    path: '/v1/api/sign-ups',
    body: { email, firstName: 'An', lastName: 'Peeters', phoneNumber: '0470123456', companyName: '', companyNumber: '', language: 'nl' },
  }),
};

/**
 * `npm run bench -- enumeration`: response times for addresses with and without an account, alternating in one run, so that other load on the
 * machine affects both. Each request has a network address of its own, so that the limits per network do not apply.
 * @throws {Error} when the responses differ
 */
export async function enumeration(): Promise<void> {
  const first = await startServer();
  const server = await startBeside(first, () => ({ TRUSTED_PROXIES: '127.0.0.1,::1' })).catch(async (error: unknown) => {
    await first.stop();
    throw error;
  });
  const known = demoAccounts(COMPANIES).map(({ email }) => email);
  let asked = 0;

  async function ask({ path, body }: { readonly path: string; readonly body: object }): Promise<{ ms: number; answer: string }> {
    asked += 1;
    const started = performance.now();
    const response = await fetch(`${server.baseURL}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `2001:db8:${(asked >> 8).toString(16)}:${(asked & 255).toString(16)}::1`,
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const ms = performance.now() - started;
    return { ms, answer: `${response.status} ${/"code":"([\w.]+)"/.exec(text)?.[1] ?? ''}` };
  }

  try {
    for (const [name, question] of Object.entries(REQUESTS)) {
      const times = { known: [] as number[], unknown: [] as number[] };
      const answers = new Set<string>();
      for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
        const pair = [
          ['known', known[round % known.length] ?? ''],
          ['unknown', `nobody-${name.length}-${round % known.length}@demo.checkwell.example`],
        ] as const;
        for (const [kind, email] of round % 2 === 0 ? pair : pair.toReversed()) {
          const { ms, answer } = await ask(question(email));
          answers.add(answer);
          if (round >= WARM_UP) times[kind].push(ms);
        }
      }
      if (answers.size !== 1) throw new Error(`${name}: the responses reveal accounts: ${[...answers].join(', ')}`);
      const [of, not] = [median(times.known), median(times.unknown)];
      process.stdout.write(
        `${name}: ${of.toFixed(1)} ms with an account, ${not.toFixed(1)} ms without; ${(of - not).toFixed(1)} ms, ratio ${(of / not).toFixed(2)}\n`,
      );
    }
  } finally {
    await server.stop();
    await first.stop();
  }
}
