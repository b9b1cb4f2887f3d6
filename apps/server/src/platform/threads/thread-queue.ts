import { type Transferable, Worker, type WorkerOptions } from 'node:worker_threads';
import type { Log } from '../log.ts';

/** Why a job has no answer: too many wait, it took too long, its thread broke off, or the process ends. */
export type NotDone = 'busy' | 'timeout' | 'failed' | 'closed';

export type JobResult<Answer> = { readonly answer: Answer; readonly notDone: null } | { readonly answer: null; readonly notDone: NotDone };

export interface ThreadLimits {
  /** Jobs that wait for the one at work; the next one is told `busy`. */
  readonly waiting: number;
  /** Time from the request to the result, the wait included. */
  readonly answerMs: number;
  /** Time for one job; then its thread is ended. */
  readonly jobMs: number;
  /** A thread without work ends after this. */
  readonly idleMs: number;
  /** A thread is replaced after so many jobs … */
  readonly jobs: number;
  /** … or when the process has grown by so much since it started: memory that only the end of a thread gives back. */
  readonly grownBytes: number;
}

export interface ThreadQueueOptions {
  /** Name in the log and in debuggers: a noun without article, such as "certificate reader". */
  readonly name: string;
  /** The thread's program: takes one message per job and posts one answer for it. */
  readonly program: URL;
  readonly limits: ThreadLimits;
  readonly log: Log;
  readonly data?: unknown;
  readonly memory: NonNullable<WorkerOptions['resourceLimits']>;
}

/** Work on untrusted bytes, away from the event loop: it can be ended in the middle, and its memory is bounded. */
export interface ThreadQueue<Request, Answer> {
  /** Never rejects. @param transfer what moves to the thread instead of being copied */
  run(request: Request, transfer?: readonly Transferable[]): Promise<JobResult<Answer>>;
  /** Jobs that wait, the one at work included. */
  pending(): number;
  /** Ends the thread; whatever waits is told `closed`. */
  close(): Promise<void>;
}

interface Job<Request, Answer> {
  readonly request: Request;
  readonly transfer: readonly Transferable[];
  readonly finish: (result: JobResult<Answer>) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly memoryAtStart: number;
  jobs: number;
}

/** One thread, started when it is needed; one job at a time, the others wait in a short queue. */
export function createThreadQueue<Request, Answer>({
  name,
  program,
  limits,
  log,
  data,
  memory,
}: ThreadQueueOptions): ThreadQueue<Request, Answer> {
  const waiting: Job<Request, Answer>[] = [];
  let thread: Thread | undefined;
  let current: Job<Request, Answer> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  function start(): Thread {
    const worker = new Worker(program, {
      name,
      workerData: data,
      env: {}, // it needs none of the installation's secrets
      stdout: true,
      stderr: true,
      resourceLimits: memory,
    });
    // What a thread prints may quote a document: nobody gets it.
    worker.stdout.resume();
    worker.stderr.resume();
    const started: Thread = { worker, memoryAtStart: process.memoryUsage.rss(), jobs: 0 };
    worker.on('message', (answer: Answer) => {
      if (thread === started) settle({ answer, notDone: null });
    });
    worker.on('error', () => undefined); // followed by 'exit'
    worker.on('exit', () => {
      if (thread !== started) return;
      thread = undefined;
      log.warn(`The ${name} broke off and starts anew.`);
      settle(without('failed'));
    });
    return started;
  }

  /** Nobody waits for a thread's end but `close`. */
  function end(): Promise<unknown> {
    const ended = thread?.worker.terminate() ?? Promise.resolve();
    thread = undefined;
    return ended;
  }

  function settle(result: JobResult<Answer>): void {
    const job = current;
    current = undefined;
    if (thread) {
      thread.jobs += 1;
      const grown = process.memoryUsage.rss() - thread.memoryAtStart;
      if (thread.jobs >= limits.jobs || grown > limits.grownBytes) void end();
    }
    job?.finish(result);
    next();
  }

  function next(): void {
    if (current || closed) return;
    current = waiting.shift();
    if (!current) {
      thread?.worker.unref();
      idle = setTimeout(() => void end(), limits.idleMs).unref();
      return;
    }
    clearTimeout(idle);
    thread ??= start();
    thread.worker.ref();
    thread.worker.postMessage(current.request, current.transfer);
    const job = current;
    const late = setTimeout(() => giveUp(job), limits.jobMs).unref();
    const { finish } = job;
    current = {
      ...job,
      finish: (result) => {
        clearTimeout(late);
        finish(result);
      },
    };
  }

  /** A job that takes too long: one that waits leaves the queue, one at work takes its thread along. */
  function giveUp(job: Job<Request, Answer>): void {
    const index = waiting.indexOf(job);
    if (index >= 0) {
      waiting.splice(index, 1);
      job.finish(without('timeout'));
    } else if (current?.request === job.request) {
      void end();
      settle(without('timeout'));
    }
  }

  return {
    run(request, transfer = []) {
      if (closed) return Promise.resolve(without('closed'));
      if (waiting.length >= limits.waiting) return Promise.resolve(without('busy'));
      return new Promise((resolve) => {
        const late = setTimeout(() => giveUp(job), limits.answerMs).unref();
        const job: Job<Request, Answer> = {
          request,
          transfer,
          finish: (result) => {
            clearTimeout(late);
            resolve(result);
          },
        };
        waiting.push(job);
        next();
      });
    },

    pending: () => waiting.length + (current ? 1 : 0),

    async close() {
      closed = true;
      clearTimeout(idle);
      for (const job of [...waiting.splice(0), ...(current ? [current] : [])]) job.finish(without('closed'));
      current = undefined;
      await end();
    },
  };
}

const without = (notDone: NotDone): { readonly answer: null; readonly notDone: NotDone } => ({ answer: null, notDone });
