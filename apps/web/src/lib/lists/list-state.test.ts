import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../test/fixtures/memory-store.ts';
import { clearDraftsIn } from '../forms/draft-store.ts';
import { savedListState, saveListState } from './list-state.ts';

let store: MemoryStore;
beforeEach(() => {
  store = new MemoryStore();
});
function keep(pathname: string, search: object, pages?: readonly (string | null)[]): void {
  // The router also stores its own values in the state.
  const state = { __TSR_index: 3, ...(pages ? { pages } : {}) };
  saveListState({ pathname, search, state }, 'alfa', store);
}

describe('the link back to a list', () => {
  it('has its filters, its page and the previous pages', () => {
    keep('/checks', { status: ['Planning'], q: 'Peeters', after: 'c2' }, [null]);
    expect(savedListState('/checks', 'alfa', store)).toEqual({
      to: '/checks',
      search: { status: ['Planning'], q: 'Peeters', after: 'c2' },
      state: { pages: [null] },
    });
    keep('/checks', {});
    expect(savedListState('/checks', 'alfa', store).search).toEqual({});
  });

  it('opens the list without parameters when nothing valid is stored', () => {
    keep('/checks', { q: 'Peeters' });
    const plain = { to: '/reports', search: {}, state: {} };
    expect(savedListState('/reports', 'alfa', store)).toEqual(plain);
    store.set('list:/reports', '{"to":7}');
    expect(savedListState('/reports', 'alfa', store)).toEqual(plain);
    store.set('list:/reports', '{broken');
    expect(savedListState('/reports', 'alfa', store)).toEqual(plain);
  });

  it('does not use the filters of another company', () => {
    keep('/reports', { superiorId: 's1' });
    expect(savedListState('/reports', 'beta', store).search).toEqual({});
  });

  it('opens the list that was opened last', () => {
    keep('/missions', {});
    keep('/missions/done', { after: 'c9' });
    expect(savedListState('/missions', 'alfa', store)).toMatchObject({ to: '/missions/done', search: { after: 'c9' } });
  });

  it('is deleted together with the drafts', () => {
    keep('/checks', { q: 'Peeters' });
    clearDraftsIn(store);
    expect(store.size).toBe(0);
  });
});
