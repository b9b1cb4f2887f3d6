import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { cleanUp } from '../cleanup.ts';
import { TEST_SECRET } from '../config.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
/** Pages and API, or what a process with jobs alone says of itself. */
const READY = /(?:Checkwell is ready|Checkwell works in the background; how it is): (\S+)\n/;

/** The server as a person starts it, in a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Everything that it wrote so far. */
  output(): string;
  errors(): string;
  /** Where it answers, once it does. @throws {Error} when it ends before */
  address(): Promise<string>;
}

/**
 * Starts one without demo, on a free port; killed after the test or file that asked.
 * @param env variables of `.env.example` that differ; `DATABASE_URL` and `DATA_DIR` at least
 * @param main of another version
 */
export function startProcess(env: Readonly<Record<string, string>>, main: string = MAIN): ServerProcess {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DEMO: '0',
      PORT: '0',
      HEALTH_PORT: '0',
      APP_SECRET: TEST_SECRET,
      // The machine that runs the tests is busy: a slow answer is no fault here.
      DATABASE_TIMEOUT_MS: '30000',
      // What one process has compiled the next one finds: half of the time to start.
      NODE_COMPILE_CACHE: join(inject('folder'), 'compile-cache'),
      ...env,
    },
  });
  cleanUp(() => void child.kill('SIGKILL'));
  let output = '';
  let errors = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = Promise.withResolvers<string>();
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    output += part;
    const address = READY.exec(output)?.[1];
    if (address !== undefined) ready.resolve(address);
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    errors += part;
  });
  return {
    child,
    ended,
    output: () => output,
    errors: () => errors,
    address: () => Promise.race([ready.promise, ended.then(() => Promise.reject(new Error(`It ended: ${output}${errors}`)))]),
  };
}
