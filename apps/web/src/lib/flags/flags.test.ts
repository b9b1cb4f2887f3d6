import { ANONYMOUS_FLAG_CONTEXT, type FlagContext, flagContextOf } from '@checkwell/domain/flags/flags';
import { describe, expect, it } from 'vitest';
import type { FlagSource } from './flag-source.ts';
import { createFlags } from './flags.ts';
import { LAUNCHDARKLY_OPTIONS } from './launchdarkly.ts';

const user = (companyId: string): FlagContext => flagContextOf({ email: 'an@a.example', companyId, firstName: 'An', lastName: 'Maes' });

/** A service with Telecheck off for company `c2`, which can be unreachable. */
function service(reachable: () => boolean = () => true) {
  const identified: FlagContext[] = [];
  const logged: string[] = [];
  let opened = 0;
  let context = ANONYMOUS_FLAG_CONTEXT;
  let notify = (): void => undefined;
  const identify = async (next: FlagContext): Promise<void> => {
    identified.push(next);
    if (!reachable()) throw new Error('unreachable');
    context = next;
  };
  const source: FlagSource = { value: () => context.companyId !== 'c2', identify };
  const flags = createFlags({
    open: async (_service, first, onChange) => {
      opened += 1;
      notify = onChange;
      await identify(first);
      return source;
    },
    log: (message) => logged.push(message),
  });
  return { flags, identified, logged, opened: () => opened, notify: () => notify() };
}

describe('feature flags of a page', () => {
  it('start with the anonymous context and the defaults, without a request', () => {
    const { flags, opened } = service();
    expect(flags.context()).toEqual({
      kind: 'user',
      key: 'anonymous',
      companyId: '',
      email: '',
      firstName: '',
      lastName: '',
      anonymous: true,
    });
    expect(flags.value('telecheck')).toBe(true);
    expect(opened()).toBe(0);
  });

  it('are identified again with the e-mail as key once the user is known, and with every change of company', async () => {
    const { flags, identified, opened } = service();
    await flags.identify(null, user('c1'));
    expect(flags.context()).toMatchObject({ key: 'an@a.example', email: 'an@a.example', companyId: 'c1', anonymous: false });
    expect(flags.value('telecheck')).toBe(true);
    expect(identified).toEqual([user('c1')]);
    let notifications = 0;
    const unsubscribe = flags.subscribe(() => {
      notifications += 1;
    });
    await flags.identify(null, user('c2'));
    expect([flags.value('telecheck'), notifications, opened()]).toEqual([false, 1, 1]);
    expect(identified.at(-1)).toEqual(user('c2'));
    unsubscribe();
    await flags.identify(null, user('c1'));
    expect(notifications).toBe(1);
  });

  it('are those of the last identified user, even if the service opens slowly', async () => {
    const { flags, opened } = service();
    await Promise.all([flags.identify(null, user('c1')), flags.identify(null, user('c2'))]);
    expect([flags.value('telecheck'), opened()]).toEqual([false, 1]);
  });

  it('log a failed identification, keep their values, and retry with the next one', async () => {
    let up = false;
    const { flags, logged, opened } = service(() => up);
    await flags.identify(null, user('c2'));
    expect([flags.value('telecheck'), logged.length]).toEqual([true, 1]);
    up = true;
    await flags.identify(null, user('c2'));
    expect([flags.value('telecheck'), logged.length, opened()]).toEqual([false, 1, 2]);
    up = false;
    await flags.identify(null, user('c1'));
    expect([flags.value('telecheck'), logged.length]).toEqual([false, 2]);
  });

  it('notify subscribers when the service has other values', async () => {
    const { flags, notify } = service();
    await flags.identify(null, user('c1'));
    let notifications = 0;
    flags.subscribe(() => {
      notifications += 1;
    });
    notify();
    expect(notifications).toBe(1);
  });
});

it('LaunchDarkly uses streaming, events without the e-mail address, and bootstrap from local storage', () => {
  expect(LAUNCHDARKLY_OPTIONS).toEqual({ streaming: true, sendEvents: true, bootstrap: 'localStorage', privateAttributes: ['email'] });
});
