import { describe, expect, it } from 'vitest';
import { confirmTranslations, type Translations } from './readiness.ts';

function setUp(translations: Translations) {
  const waits: number[] = [];
  const logged: unknown[] = [];
  let visible = (): void => undefined;
  const ready = confirmTranslations({
    translations,
    wait: async (milliseconds) => void waits.push(milliseconds),
    onVisible: (listener) => {
      visible = listener;
    },
    log: (message, error) => void logged.push([message, error]),
  });
  return { ready, waits, logged, becomeVisible: () => visible() };
}

describe('confirmTranslations', () => {
  it('is ready at once when nothing is missing', async () => {
    const { ready, waits } = setUp({ missing: () => [], substituted: () => false, reload: () => expect.unreachable() });
    await ready;
    expect(waits).toEqual([]);
  });

  it('reloads missing translations, and checks again after 100 ms', async () => {
    let attempts = 0;
    const { ready, waits } = setUp({
      missing: () => (attempts < 3 ? ['common'] : []),
      substituted: () => false,
      reload: async () => {
        attempts += 1;
      },
    });
    await ready;
    expect(attempts).toBe(3);
    expect(waits).toEqual([100, 100]);
  });

  it('is ready when English is used as the fallback', async () => {
    const { ready } = setUp({ missing: () => ['common'], substituted: () => true, reload: () => expect.unreachable() });
    await ready;
  });

  it('logs a failed check and lets the application start', async () => {
    const failure = new Error('offline');
    const { ready, logged } = setUp({ missing: () => ['common'], substituted: () => false, reload: () => Promise.reject(failure) });
    await ready;
    expect(logged).toEqual([['Error checking translations:', failure]]);
  });

  it('checks again when the tab becomes visible', async () => {
    let reloads = 0;
    let missing: string[] = [];
    const { ready, becomeVisible } = setUp({
      missing: () => missing,
      substituted: () => missing.length > 0,
      reload: async () => {
        reloads += 1;
      },
    });
    await ready;
    becomeVisible();
    expect(reloads).toBe(0);
    missing = ['common'];
    becomeVisible();
    expect(reloads).toBe(1);
  });
});
