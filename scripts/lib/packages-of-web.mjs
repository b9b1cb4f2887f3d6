import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../bootstrap.mjs';
import { importsOf, tokens } from './source.mjs';

/** What runs in the browser: the web, and what it uses of the packages. */
const SOURCES = ['apps/web/src/**/*.{ts,tsx}', 'packages/{domain,messages}/src/**/*.ts'];

/**
 * Every package import of the code that runs in the browser, such as `zod/mini`. Vite prepares these before the first component test:
 * one that it met only later would load the page again in the middle of a run, and tests with it.
 * @returns {string[]} sorted
 */
export function packagesOfWeb() {
  const files = globSync(SOURCES, { cwd: ROOT }).filter((file) => !/(?<!\.browser)\.test\.tsx?$/.test(file));
  const imports = files.flatMap((file) => importsOf(tokens(readFileSync(join(ROOT, file), 'utf8'))));
  const names = imports.filter(({ from, typeOnly }) => !typeOnly && !NOT_PREPARED.test(from)).map(({ from }) => from);
  return [...new Set(names)].sort();
}

/** Files, modules that the build makes, Node's own, packages of this repository, the test runner, and assets. */
const NOT_PREPARED = /^(\.|virtual:|node:|@checkwell\/|vitest(\/|$)|@font\/)|\.(css|woff2)$|\?/;
