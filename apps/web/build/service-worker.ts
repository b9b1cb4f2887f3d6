import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SERVICE_WORKER_PATH } from '@checkwell/domain/phone-app';
import { build } from 'vite';

/**
 * Writes the program that opens a doctor's missions offline (src/service-worker.ts), with the files of this build in it: another build
 * has another program, which browsers take over at once.
 * @param files paths of what it keeps, with their content's hash in the name
 */
export async function writeServiceWorker(root: string, dist: string, files: readonly string[]): Promise<void> {
  const page = readFileSync(path.join(dist, 'pages/missions.html'), 'utf8');
  const version = createHash('sha256')
    .update([page, ...files].join('\n'))
    .digest('hex')
    .slice(0, 12);
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { __FILES__: JSON.stringify(files), __VERSION__: JSON.stringify(version) },
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry: path.join(root, 'src/service-worker.ts'), formats: ['iife'], name: 'missions', fileName: 'missions' },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('src/service-worker.ts gave no program.');
  writeFileSync(path.join(dist, SERVICE_WORKER_PATH), chunk.code);
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(dist, file)).size, 0);
  if (files.length > MAX_FILES || bytes > MAX_BYTES)
    throw new Error(`A doctor's phone would keep ${files.length} files of ${bytes} bytes: see NOT_OFFLINE in build/pages.ts.`);
}

/** So that nobody's phone loads the whole application unnoticed. */
const MAX_FILES = 160;
const MAX_BYTES = 2_500_000;
