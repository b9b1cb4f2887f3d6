import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../bootstrap.mjs';
import { importsOf, tokens } from './source.mjs';

/** Code that runs in the browser. */
const SOURCES = ['apps/web/src/**/*.{ts,tsx}', 'packages/{domain,messages}/src/**/*.ts'];

/**
 * Every package import of the code that runs in the browser, such as `zod/mini`. Vite bundles these before the first component test:
 * one that it discovered later would reload the page in the middle of a run, which breaks tests.
 * @returns {string[]} sorted
 */
export function packagesOfWeb() {
  const files = globSync(SOURCES, { cwd: ROOT }).filter((file) => !/(?<!\.browser)\.test\.tsx?$/.test(file));
  const imports = files.flatMap((file) => importsOf(tokens(readFileSync(join(ROOT, file), 'utf8'))));
  const names = imports.filter(({ from, typeOnly }) => !typeOnly && !NOT_BUNDLED.test(from)).map(({ from }) => from);
  return [...new Set(names)].sort();
}

/** Files, virtual modules, Node's modules, packages of this repository, the test runner, and assets. */
const NOT_BUNDLED = /^(\.|virtual:|node:|@checkwell\/|vitest(\/|$)|@font\/)|\.(css|woff2)$|\?/;
