import { afterEach, expect, it, vi } from 'vitest';

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/;
afterEach(() => vi.unstubAllGlobals());

it('names a trace of its own for each request, and since when somebody waits for the first one after a click', async () => {
  const heard = new Map<string, (event: { timeStamp: number }) => void>();
  vi.stubGlobal('addEventListener', (name: string, listener: (event: { timeStamp: number }) => void) => heard.set(name, listener));
  const { traceHeaders } = await import('./trace.ts');
  const first = traceHeaders(100);
  expect(first).toEqual({ traceparent: expect.stringMatching(TRACEPARENT), tracestate: 'checkwell=0' });
  heard.get('click')?.({ timeStamp: 1000 });
  const [clicked, next] = [traceHeaders(1250), traceHeaders(1260)];
  expect([clicked.tracestate, next.tracestate]).toEqual(['checkwell=250', 'checkwell=0']);
  expect(new Set([first, clicked, next].map(({ traceparent }) => traceparent)).size).toBe(3);
  heard.get('keydown')?.({ timeStamp: 2000 });
  expect(traceHeaders(9000).tracestate).toBe('checkwell=0');
});
