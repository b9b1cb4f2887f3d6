import { describe, expect, it } from 'vitest';
import { cleanUp } from '../../test/cleanup.ts';
import { testLogger } from '../../test/logger.ts';
import { createThreadQueue, type ThreadLimits } from './thread-queue.ts';

/** A thread that executes the given command, and answers with the number of its jobs. */
const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let jobs = 0;
    parentPort.on('message', (order) => {
      jobs += 1;
      console.error('a word of the document');
      if (order === 'break') throw new Error('a word of the document');
      if (order === 'exit') process.exit(1);
      if (order === 'hang') for (;;);
      if (order === 'secrets') return parentPort.postMessage(Object.keys(process.env).length);
      if (order !== 'wait') parentPort.postMessage(jobs);
    });`)}`,
);

const LIMITS: ThreadLimits = { waiting: 8, answerMs: 40_000, jobMs: 30_000, idleMs: 60_000, jobs: 25, grownBytes: 1e12 };

function testQueue(limits: Partial<ThreadLimits> = {}) {
  const log = testLogger();
  const queue = createThreadQueue<string, number>({
    name: 'test thread',
    program: PROGRAM,
    limits: { ...LIMITS, ...limits },
    log,
    memory: { maxOldGenerationSizeMb: 64 },
  });
  cleanUp(() => queue.close());
  return {
    ...queue,
    log,
    order: async (text: string) => (await queue.run(text)).answer,
    notDone: async (text: string) => (await queue.run(text)).notDone,
  };
}

describe('a queue before one thread', () => {
  it('runs one job after the other', async () => {
    const { order, pending } = testQueue();
    const orders = [order('a'), order('b'), order('c')];
    expect(pending()).toBe(3);
    expect(await Promise.all(orders)).toEqual([1, 2, 3]);
    expect(pending()).toBe(0);
  });

  it('gives the thread no environment variables', async () => {
    expect(await testQueue().order('secrets')).toBe(0);
  });

  it('refuses a job at once when too many are waiting', async () => {
    const { notDone, close } = testQueue({ waiting: 2 });
    const first = [notDone('wait'), notDone('b'), notDone('c')];
    expect(await notDone('d')).toBe('busy');
    await close();
    expect(await Promise.all(first)).toEqual(['closed', 'closed', 'closed']);
    expect(await notDone('e')).toBe('closed');
  });

  it.each(['hang', 'wait'])('ends a thread that exceeds the time limit (%s), and starts a new one for the next job', async (text) => {
    const { order, notDone } = testQueue({ jobMs: 300 });
    expect(await notDone(text)).toBe('timeout');
    // On a slow machine starting a thread may take longer than the limit.
    await expect.poll(() => order('a')).toBe(1);
  });

  it('limits the time that a job waits for its answer', async () => {
    const { notDone } = testQueue({ answerMs: 300 });
    expect(await Promise.all([notDone('wait'), notDone('a')])).toEqual(['timeout', 'timeout']);
  });

  it.each(['break', 'exit'])('replaces a thread that ends by itself (%s), and logs it without any text of the document', async (text) => {
    const { order, notDone, log } = testQueue();
    const [broken, next] = await Promise.all([notDone(text), order('a')]);
    expect(broken).toBe('failed');
    expect(next).toBe(1);
    expect(log.lines).toEqual([{ level: 'warn', parts: ['The test thread broke off and starts anew.'] }]);
  });

  it('replaces the thread after a number of jobs, and when the memory of the process has grown', async () => {
    const { order } = testQueue({ jobs: 2 });
    expect([await order('a'), await order('b'), await order('c')]).toEqual([1, 2, 1]);
    const grown = testQueue({ grownBytes: -1e12 });
    expect([await grown.order('a'), await grown.order('b')]).toEqual([1, 1]);
  });

  it('ends an idle thread', async () => {
    const { order } = testQueue({ idleMs: 0, jobs: 10_000 });
    await order('a');
    await order('b');
    await expect.poll(() => order('c')).toBe(1);
  });
});
