import { expect, it } from 'vitest';
import { findEntities, rememberEntities } from './entities.ts';
import { queryClient } from './query-client.ts';

const answer = {
  checks: {
    nodes: [
      { __typename: 'Check', id: 'k1', doctor: { __typename: 'Doctor', id: 'd1', doctorFullName: 'Dr. Lemmens' } },
      { __typename: 'Check', id: 'k2', doctor: null },
    ],
  },
};

it('finds the doctors inside an answer, and nothing else', () => {
  expect(findEntities(answer)).toEqual([{ __typename: 'Doctor', id: 'd1', doctorFullName: 'Dr. Lemmens' }]);
});

it('keeps one record per doctor, which later answers complete and correct', () => {
  rememberEntities(answer);
  rememberEntities({ doctor: { __typename: 'Doctor', id: 'd1', doctorFullName: 'Dr. A. Lemmens', city: 'Gent' } });
  expect(queryClient.getQueryData(['entity', 'Doctor', 'd1'])).toEqual({
    __typename: 'Doctor',
    id: 'd1',
    doctorFullName: 'Dr. A. Lemmens',
    city: 'Gent',
  });
});
