import { expect, it } from 'vitest';
import { invalidate, queryClient } from './query-client.ts';

it('has the defaults of the specification, section 7', () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchOnMount: true,
    refetchIntervalInBackground: true,
  });
});

it('invalidates only the queries with the topic', async () => {
  const answerOf = (name: string, topics?: readonly ('check' | 'doctor')[]) =>
    queryClient.fetchQuery({ queryKey: [name], queryFn: () => name, ...(topics ? { meta: { topics } } : {}) });
  await Promise.all([answerOf('checks', ['check']), answerOf('doctors', ['doctor']), answerOf('plain')]);
  await invalidate('check', 'mission');
  const isInvalidated = (name: string): boolean | undefined => queryClient.getQueryState([name])?.isInvalidated;
  expect([isInvalidated('checks'), isInvalidated('doctors'), isInvalidated('plain')]).toEqual([true, false, false]);
  queryClient.clear();
});
