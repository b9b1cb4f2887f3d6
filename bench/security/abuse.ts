import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoAccounts } from '../../apps/server/src/seed/accounts.ts';
import { COMPANIES } from '../../apps/server/src/seed/names.ts';
import { startProduct } from '../../apps/server/src/test/fuzz/product.ts';
import { ABUSE } from '../../apps/server/src/test/graphql-abuse.ts';
import { median } from '../support/median.ts';
import { memoryOf, resetPeak } from '../support/process-figures.ts';
import { headersOfEmail } from '../support/sign-in.ts';

/** How often each query is sent. */
const ROUNDS = 20;
/** An ordinary query, for comparison. */
const ORDINARY = '{ checks(first: 50) { nodes { id status workerFullName } } }';

/**
 * `npm run bench -- abuse`: the cost of each query of the abuse corpus: the time until it is refused, and the highest rise of the server's
 * resident memory during twenty of them (security.md, G1). Linux only.
 */
export async function abuse(): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'checkwell-abuse-')));
  const product = await startProduct(folder);
  try {
    const pid = product.child.pid ?? 0;
    const email = demoAccounts(COMPANIES).find((account) => account.email.startsWith('admin@'))?.email ?? '';
    const headers = await headersOfEmail(product.origin, email);
    const ask = async (query: string) => {
      const started = performance.now();
      const response = await fetch(`${product.origin}/graphql`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      const text = await response.text();
      return { ms: performance.now() - started, code: /"code":"([\w.]+)"/.exec(text)?.[1] ?? 'answered' };
    };
    process.stdout.write(`${''.padEnd(34)}${'median'.padStart(10)}${'slowest'.padStart(10)}${'memory'.padStart(10)}\n`);
    for (const [name, query] of [['a page of checks, for comparison', ORDINARY] as const, ...ABUSE]) {
      await ask(query);
      await product.held(); // runs a garbage collection
      resetPeak(pid);
      const before = memoryOf(pid).now;
      const answers: Awaited<ReturnType<typeof ask>>[] = [];
      for (let round = 0; round < ROUNDS; round += 1) answers.push(await ask(query));
      const times = answers.map(({ ms }) => ms);
      const columns = [
        `${median(times).toFixed(1)} ms`,
        `${Math.max(...times).toFixed(1)} ms`,
        `${(memoryOf(pid).peak - before).toFixed(1)} MB`,
      ];
      process.stdout.write(`${name.padEnd(34)}${columns.map((column) => column.padStart(10)).join('')}   ${answers[0]?.code}\n`);
    }
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
