import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv, nodePath, ROOT, run } from '../bootstrap.mjs';

/**
 * @typedef {object} Generator
 * @property {string} source file that must exist, else the generator is skipped
 * @property {string[]} command arguments for Node
 * @property {string} [cwd]
 * @property {string[]} [outputs] committed files of a generator without `--check`; they are compared here
 * @property {boolean} [uncommitted] whether its files are not committed: then a check writes them too, because the compiler needs them
 */

/** In order: each may read the files of the ones before. @type {readonly Generator[]} */
const GENERATORS = [
  { source: 'apps/server/src/platform/db/set-up/generate-tables.ts', command: ['apps/server/src/platform/db/set-up/generate-tables.ts'] },
  {
    source: 'packages/messages/i18next.config.ts',
    command: [join(ROOT, 'node_modules/i18next-cli/dist/esm/cli.js'), 'types', '--quiet'],
    cwd: 'packages/messages',
    outputs: ['packages/messages/src/resources.gen.d.ts'],
  },
  { source: 'apps/server/src/graphql/print-schema.ts', command: ['apps/server/src/graphql/print-schema.ts'] },
  { source: 'scripts/notices.mjs', command: ['scripts/notices.mjs'] },
  { source: 'apps/web/codegen.ts', command: ['apps/web/codegen.ts'], uncommitted: true },
];

/**
 * Runs all generators.
 * @param {{ check: boolean }} options `check`: only compare
 * @returns {Promise<number>} how many generators failed or found a difference
 */
export async function generate({ check }) {
  let failures = 0;
  for (const generator of GENERATORS) {
    if (existsSync(join(ROOT, generator.source)) && !(await runOne(generator, check))) failures += 1;
  }
  return failures;
}

/** @param {Generator} generator @param {boolean} check */
async function runOne({ command, cwd = '.', outputs, uncommitted }, check) {
  const before = check && outputs ? outputs.map(read) : [];
  const args = check && !outputs && !uncommitted ? [...command, '--check'] : command;
  const code = await run(nodePath(), args, { cwd: join(ROOT, cwd), env: childEnv(), quiet: check });
  if (code !== 0) return false;
  let same = true;
  for (const [index, output] of (check && outputs ? outputs : []).entries()) {
    if (read(output) === before[index]) continue;
    process.stderr.write(`${output} is out of date; run: npm run generate\n`);
    if (before[index] !== undefined) writeFileSync(join(ROOT, output), before[index]);
    same = false;
  }
  return same;
}

/** @param {string} file */
function read(file) {
  return existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : undefined;
}
