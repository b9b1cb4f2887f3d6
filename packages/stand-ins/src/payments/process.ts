import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromProduct, ToProduct } from './main.ts';

/** The test provider, running in its own process. */
export interface ProviderProcess {
  readonly origin: string;
  /** Sets where events are sent from now on. @param target address of the product's webhook */
  deliverTo(target: string): void;
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** Starts the test provider in its own process. @throws {Error} if it could not start; the message says why */
export async function startProviderProcess(options: Extract<FromProduct, { type: 'start' }>['options']): Promise<ProviderProcess> {
  const child = fork(MAIN, [], { execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  notify(child, { type: 'start', options });
  const answer = await started(child);
  if (answer.type === 'failed') {
    child.disconnect();
    throw new Error(answer.message);
  }
  return {
    origin: answer.origin,
    deliverTo: (target) => notify(child, { type: 'deliverTo', target }),
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || !child.connected) return resolve();
        child.once('exit', () => resolve());
        child.disconnect();
      }),
  };
}

const notify = (child: ChildProcess, message: FromProduct): void => void child.send(message);

const started = (child: ChildProcess): Promise<ToProduct> =>
  new Promise((resolve) => {
    child.once('message', (message) => resolve(message as ToProduct));
    child.once('error', (error) => resolve({ type: 'failed', message: error.message }));
    child.once('exit', (code) => resolve({ type: 'failed', message: `it ended with code ${code}` }));
  });
