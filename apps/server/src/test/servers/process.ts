import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { cleanUp } from '../cleanup.ts';
import { TEST_SECRET } from '../config.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
/** The messages of a process with pages and API, and of one that runs only jobs. */
const READY = /(?:Checkwell is ready|Checkwell works in the background; how it is): (\S+)\n/;

/** The server in its own process, started as an operator starts it. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Its standard output so far. */
  output(): string;
  errors(): string;
  /** Its address, once it is ready. @throws {Error} when it ends before that */
  address(): Promise<string>;
}

/**
 * Starts the server without demo data, on a free port; killed after the current test or test file.
 * @param env variables of `.env.example` that differ; `DATABASE_URL` and `DATA_DIR` at least
 * @param main path of main.ts, of this version by default
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
      // The machine that runs the tests is busy: a slow answer is not an error here.
      DATABASE_TIMEOUT_MS: '30000',
      // Processes share compiled code: that halves the time to start.
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
