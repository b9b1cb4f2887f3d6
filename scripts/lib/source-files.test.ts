import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../bootstrap.mjs';
import { readSources } from './source-files.mjs';

/** Functions that `node:` modules only have since Node 22. */
const NEWER = /\b(?:globSync|glob|styleText|parseEnv|registerHooks|stripTypeScriptTypes)\b/;

test('modules that commands load before they switch to the pinned Node run on Node 20', () => {
  const uses = new Map(readSources(ROOT).map((source) => [source.path, source.uses]));
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { target, typeOnly } of uses.get(path) ?? []) if (target !== undefined && !typeOnly) load(target);
  };
  for (const command of ['start', 'test', 'check', 'generate', 'run', 'lockfile', 'notices']) load(`scripts/${command}.mjs`);
  expect(loaded).toContain('scripts/lib/source-files.mjs');
  const newer = [...loaded].filter((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^import \{([^}]*)\} from 'node:/gm)].some(([, names]) => NEWER.test(names ?? '')),
  );
  expect(newer).toEqual([]);
});
