import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../test/fixtures/memory-store.ts';
import { clearDraft, type DraftKey, readDraft, writeDraft } from './draft.ts';
import { clearAccountsIn, clearDraftsIn } from './draft-store.ts';

let store: MemoryStore;
beforeEach(() => {
  store = new MemoryStore();
});
const unchanged = (raw: unknown): unknown => raw;

const of = (form: string, owner: Partial<DraftKey> = {}): DraftKey => ({ form, account: 'anna', companyId: 'c1', ...owner });
const visitors = (form: string): DraftKey => of(form, { account: null, companyId: null });

describe('drafts', () => {
  it('are read unchanged by their author, in their company', () => {
    writeDraft(of('order'), { workerFirstName: 'Anna', startDate: '2026-11-21' }, store);
    expect(readDraft(of('order'), unchanged, store)).toEqual({ workerFirstName: 'Anna', startDate: '2026-11-21' });
    expect(readDraft(of('certificate'), unchanged, store)).toBeUndefined();
    expect(readDraft(of('order', { account: 'bert' }), unchanged, store)).toBeUndefined();
    expect(readDraft(of('order', { companyId: 'c2' }), unchanged, store)).toBeUndefined();
    expect(readDraft(of('order', { companyId: null }), unchanged, store)).toBeUndefined();
    writeDraft(of('order', { companyId: 'c2' }), 'theirs', store);
    clearDraft(of('order', { companyId: 'c2' }), store);
    expect(readDraft(of('order'), unchanged, store)).toMatchObject({ workerFirstName: 'Anna' });
  });

  it('have a key with account and company', () => {
    // @ts-expect-error a draft of no company
    writeDraft({ form: 'order', account: 'anna' }, 1, store);
    // @ts-expect-error a draft of nobody
    writeDraft({ form: 'order', companyId: 'c1' }, 1, store);
    // @ts-expect-error a name alone
    expect(() => writeDraft('order', 1, store)).not.toThrow();
    expect(readDraft(of('order'), unchanged, store)).toBeUndefined();
  });

  it('with similar keys are distinguished', () => {
    writeDraft(of('b', { companyId: 'a' }), 1, store);
    expect(readDraft(of('a:b', { companyId: '' }), unchanged, store)).toBeUndefined();
    expect(readDraft(of('b', { account: 'anna:a', companyId: '' }), unchanged, store)).toBeUndefined();
  });

  it('that are invalid or broken are ignored', () => {
    writeDraft(of('order'), { v: 1 }, store);
    expect(readDraft(of('order'), () => undefined, store)).toBeUndefined();
    const [name = ''] = store.keys();
    store.set(name, '{broken');
    expect(readDraft(of('order'), unchanged, store)).toBeUndefined();
    expect(store.has(name)).toBe(false);
  });

  it('are deleted one by one or all together, without other entries', () => {
    writeDraft(of('a'), 1, store);
    writeDraft(of('b'), 2, store);
    writeDraft(of('c'), 3, store);
    store.set('returnTo', '/checks');
    clearDraft(of('a'), store);
    expect([...store.keys()]).toEqual(['draft:anna:c1:b', 'draft:anna:c1:c', 'returnTo']);
    writeDraft(visitors('one-shot'), 4, store);
    clearAccountsIn(store);
    expect([...store.keys()]).toEqual(['returnTo', 'visitorDraft::one-shot']);
    clearDraftsIn(store);
    expect([...store.keys()]).toEqual(['returnTo']);
  });

  it('of visitors and of accounts are separate', () => {
    writeDraft(visitors('one-shot'), 1, store);
    writeDraft(of('order'), 2, store);
    expect(readDraft(visitors('one-shot'), unchanged, store)).toBe(1);
    expect(readDraft(of('one-shot'), unchanged, store)).toBeUndefined();
    expect(readDraft(visitors('order'), unchanged, store)).toBeUndefined();
  });
});
