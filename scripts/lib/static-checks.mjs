import { join } from 'node:path';
import { childEnv, nodePath, ROOT, run, seconds } from '../bootstrap.mjs';
import { generate } from './generators.mjs';

/**
 * What can be found without running the product. Everything is run even if something fails; a tool that finds nothing is silent.
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
export async function staticChecks() {
  // First, alone: the compiler reads what it writes.
  const results = [await timed('generated files', async () => (await generate({ check: true })) === 0)];
  const tool =
    (/** @type {string} */ path, /** @type {string[]} */ ...args) =>
    async () =>
      (await run(nodePath(), [join(ROOT, 'node_modules', path), ...args], { env: childEnv(), quiet: true })) === 0;
  // One checker each: several of them work out the same types again, and two programs run at a time.
  const compiler = (/** @type {string} */ project) => () => tool('typescript/bin/tsc', '-p', project, '--checkers', '1')();
  const checks = [
    { name: 'format and lint (Biome)', work: tool('@biomejs/biome/bin/biome', 'ci', '--colors=off', '--reporter=summary') },
    { name: 'types of the server', work: compiler('apps/server') },
    { name: 'types of the web', work: compiler('apps/web') },
    { name: 'types of the domain', work: compiler('packages/domain') },
    { name: 'types of the messages', work: compiler('packages/messages') },
    { name: 'types of scripts and journeys', work: compiler('.') },
    { name: 'lint with types (oxlint)', work: tool('oxlint/bin/oxlint', '--type-aware', '--quiet') },
    { name: 'unused files, exports and packages (knip)', work: tool('knip/bin/knip.js', '--no-progress', '--no-config-hints') },
    {
      name: 'lockfile',
      work: async () => (await run(nodePath(), [join(ROOT, 'scripts/lockfile.mjs'), '--check'], { quiet: true })) === 0,
    },
    {
      name: 'rules of the house and words',
      work: async () => (await run(nodePath(), [join(ROOT, 'scripts/check.mjs')], { quiet: true })) === 0,
    },
  ];
  results.push(
    ...(await twoAtATime(
      checks.map(
        ({ name, work }) =>
          () =>
            timed(name, work),
      ),
    )),
  );
  const failed = results.filter((ok) => !ok).length;
  return { passed: results.length - failed, failed, skipped: 0 };
}

/** @param {string} name @param {() => Promise<boolean>} work @returns {Promise<boolean>} */
async function timed(name, work) {
  const started = performance.now();
  const ok = await work();
  process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${seconds(started)})\n`);
  return ok;
}

/** @param {(() => Promise<boolean>)[]} jobs @returns {Promise<boolean[]>} */
async function twoAtATime(jobs) {
  /** @type {boolean[]} */
  const results = [];
  const queue = [...jobs];
  const worker = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) results.push(await job());
  };
  await Promise.all([worker(), worker()]);
  return results;
}
