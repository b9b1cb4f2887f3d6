import { describe, expect, it } from 'vitest';
import { batched } from './batch.ts';

describe('batched', () => {
  const upper = (asked: string[][]) => async (ids: readonly string[]) => {
    asked.push([...ids]);
    return new Map(ids.filter((id) => id !== 'none').map((id) => [id, id.toUpperCase()]));
  };

  it('loads all ids of one tick with one call, each id once', async () => {
    const asked: string[][] = [];
    const context = {};
    const answers = await Promise.all(['a', 'b', 'a', 'none'].map((id) => batched(context, 'letters', id, upper(asked))));
    expect(answers).toEqual(['A', 'B', 'A', null]);
    expect(asked).toEqual([['a', 'b', 'none']]);
  });

  it('calls again in a later tick', async () => {
    const asked: string[][] = [];
    const context = {};
    await batched(context, 'letters', 'a', upper(asked));
    await batched(context, 'letters', 'b', upper(asked));
    expect(asked).toEqual([['a'], ['b']]);
  });

  it('keeps requests and questions apart', async () => {
    const asked: string[][] = [];
    const [one, other] = [{}, {}];
    await Promise.all([
      batched(one, 'letters', 'a', upper(asked)),
      batched(other, 'letters', 'b', upper(asked)),
      batched(one, 'more letters', 'c', upper(asked)),
    ]);
    expect(asked).toEqual([['a'], ['b'], ['c']]);
  });

  it('gives a failure to everybody who asked, and forgets it', async () => {
    const context = {};
    const fail = () => Promise.reject(new Error('away'));
    const answers = await Promise.allSettled([batched(context, 'letters', 'a', fail), batched(context, 'letters', 'b', fail)]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await batched(context, 'letters', 'a', upper([]))).toBe('A');
  });
});
