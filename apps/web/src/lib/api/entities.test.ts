import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { findEntities, spreadEntities } from './entities.ts';

const doctor = (values: object) => ({ __typename: 'Doctor', id: 'd1', ...values });

describe('findEntities', () => {
  it('finds the doctors in a response, and no other objects', () => {
    const lemmens = doctor({ doctorFullName: 'Dr. Lemmens' });
    const answer = {
      checks: {
        nodes: [
          { __typename: 'Check', id: 'k1', doctor: lemmens },
          { id: 'k2', doctor: null },
        ],
      },
    };
    expect(findEntities(answer)).toEqual([lemmens]);
  });
});

describe('spreadEntities', () => {
  it('updates the doctor in every cached response that contains it, with the fields that were requested there', () => {
    const client = new QueryClient();
    client.setQueryData(
      ['candidates'],
      { list: [{ km: 3, doctor: doctor({ doctorFullName: 'Dr. Lemens', places: [{ city: 'Gent' }] }) }] },
      { updatedAt: 7 },
    );
    client.setQueryData(['other'], { doctor: { __typename: 'Doctor', id: 'd2', doctorFullName: 'Dr. Baert' } });
    const other = client.getQueryData(['other']);

    spreadEntities(client, { doctor: doctor({ doctorFullName: 'Dr. Lemmens', places: [], active: true }) });

    expect(client.getQueryData(['candidates'])).toEqual({
      list: [{ km: 3, doctor: doctor({ doctorFullName: 'Dr. Lemmens', places: [{ city: 'Gent' }] }) }],
    });
    expect(client.getQueryState(['candidates'])?.dataUpdatedAt).toBe(7);
    expect(client.getQueryData(['other'])).toBe(other);
  });

  it('does not change the version, which belongs to the lists that were loaded with it', () => {
    const client = new QueryClient();
    client.setQueryData(['hours'], { doctor: doctor({ active: true, version: 2, availabilities: [{ weekday: 1 }, { weekday: 7 }] }) });
    spreadEntities(client, { doctor: doctor({ active: false, version: 3, availabilities: [{ weekday: 1 }] }) });
    expect(client.getQueryData(['hours'])).toEqual({
      doctor: doctor({ active: false, version: 2, availabilities: [{ weekday: 1 }, { weekday: 7 }] }),
    });
  });

  it('keeps the state of invalidated responses, and of those whose last fetch failed', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    client.setQueryData(['old'], { doctor: doctor({ active: true }) });
    client.setQueryData(['failed'], { doctor: doctor({ active: true }) });
    await client.invalidateQueries({ queryKey: ['old'] });
    await client.prefetchQuery({ queryKey: ['failed'], queryFn: () => Promise.reject(new Error('no network')) });

    spreadEntities(client, { doctor: doctor({ active: false }) });

    expect(client.getQueryData(['old'])).toEqual({ doctor: doctor({ active: false }) });
    expect(client.getQueryState(['old'])?.isInvalidated).toBe(true);
    expect(client.getQueryState(['failed'])).toMatchObject({ status: 'error', data: { doctor: doctor({ active: false }) } });
  });

  it('does not change responses that already have the same values', () => {
    const client = new QueryClient();
    client.setQueryData(['a'], { doctor: doctor({ active: true }) });
    const before = client.getQueryData(['a']);
    spreadEntities(client, { checks: [] });
    spreadEntities(client, { doctor: doctor({ active: true, email: 'x@y.be' }) });
    expect(client.getQueryData(['a'])).toBe(before);
  });
});
