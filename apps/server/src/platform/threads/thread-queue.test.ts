import { describe, expect, it } from 'vitest';
import { cleanUp } from '../../test/cleanup.ts';
import { testLogger } from '../../test/logger.ts';
import { createThreadQueue, type ThreadLimits } from './thread-queue.ts';

/** A thread that does as it is told, and answers with the number of its jobs. */
const OBEDIENT = new URL(
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

function obedient(limits: Partial<ThreadLimits> = {}) {
  const log = testLogger();
  const queue = createThreadQueue<string, number>({
    name: 'obedient thread',
    program: OBEDIENT,
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
  it('takes one job after the other', async () => {
    const { order, pending } = obedient();
    const orders = [order('a'), order('b'), order('c')];
    expect(pending()).toBe(3);
    expect(await Promise.all(orders)).toEqual([1, 2, 3]);
    expect(pending()).toBe(0);
  });

  it('gives the thread nothing of the environment', async () => {
    expect(await obedient().order('secrets')).toBe(0);
  });

  it('answers at once that it is busy when too many wait', async () => {
    const { notDone, close } = obedient({ waiting: 2 });
    const first = [notDone('wait'), notDone('b'), notDone('c')];
    expect(await notDone('d')).toBe('busy');
    await close();
    expect(await Promise.all(first)).toEqual(['closed', 'closed', 'closed']);
    expect(await notDone('e')).toBe('closed');
  });

  it.each(['hang', 'wait'])('ends a thread that takes too long (%s), and the next job gets a new one', async (text) => {
    const { order, notDone } = obedient({ jobMs: 300 });
    expect(await notDone(text)).toBe('timeout');
    // On a slow machine a thread may need longer than that to start.
    await expect.poll(() => order('a')).toBe(1);
  });

  it('lets nobody wait longer than the answer may take', async () => {
    const { notDone } = obedient({ answerMs: 300 });
    expect(await Promise.all([notDone('wait'), notDone('a')])).toEqual(['timeout', 'timeout']);
  });

  it.each(['break', 'exit'])('replaces a thread that ends by itself (%s); the log says so, and nothing of the document', async (text) => {
    const { order, notDone, log } = obedient();
    const [broken, next] = await Promise.all([notDone(text), order('a')]);
    expect(broken).toBe('failed');
    expect(next).toBe(1);
    expect(log.lines).toEqual([{ level: 'warn', parts: ['The obedient thread broke off and starts anew.'] }]);
  });

  it('replaces it after so many jobs, and when the process has grown', async () => {
    const { order } = obedient({ jobs: 2 });
    expect([await order('a'), await order('b'), await order('c')]).toEqual([1, 2, 1]);
    const grown = obedient({ grownBytes: -1e12 });
    expect([await grown.order('a'), await grown.order('b')]).toEqual([1, 1]);
  });

  it('ends the thread when there is nothing to do', async () => {
    const { order } = obedient({ idleMs: 0 });
    expect([await order('a'), await order('b')]).toContain(1);
    await expect.poll(() => order('a')).toBe(1);
  });
});
