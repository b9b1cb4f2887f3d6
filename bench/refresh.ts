import { headersOf } from './support/sign-in.ts';

const TABS = 200;

/**
 * `npm run bench -- refresh http://localhost:4100`: 200 tabs of one browser renew their session at the same moment, without the lock
 * that serializes them in the product (apps/web/src/lib/session/session.ts). Tabs that are refused because of overload retry.
 */
export async function refresh(address = 'http://localhost:4100'): Promise<void> {
  const { cookie } = await headersOf(address, 'admin');
  const started = performance.now();
  const times: number[] = [];
  let refused = 0;
  const tab = async (): Promise<void> => {
    for (;;) {
      const { status } = await fetch(`${address}/auth/session/refresh`, { method: 'POST', headers: { cookie } });
      if (status === 200) return void times.push(performance.now() - started);
      if (status !== 503) throw new Error(`A tab lost its session: ${status}`);
      refused += 1;
    }
  };
  await Promise.all(Array.from({ length: TABS }, tab));
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.ceil(share * TABS) - 1] ?? 0).toFixed(0);
  process.stdout.write(`${TABS} tabs renewed, none lost: half after ${at(0.5)} ms, all after ${at(1)} ms; ${refused} retries\n`);
}
