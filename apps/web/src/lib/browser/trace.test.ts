import { expect, it } from 'vitest';
import { createTraceHeaders } from './trace.ts';

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/;

it('creates a trace for each request, with the time since the click for the first one after it', () => {
  const page = new EventTarget();
  const traceHeaders = createTraceHeaders(page);
  const input = (name: 'click' | 'keydown', timeStamp: number) =>
    page.dispatchEvent(Object.defineProperty(new Event(name), 'timeStamp', { value: timeStamp }));
  const first = traceHeaders(100);
  expect(first).toEqual({ traceparent: expect.stringMatching(TRACEPARENT), tracestate: 'checkwell=0' });
  input('click', 1000);
  const [clicked, next] = [traceHeaders(1250), traceHeaders(1260)];
  expect([clicked.tracestate, next.tracestate]).toEqual(['checkwell=250', 'checkwell=0']);
  expect(new Set([first, clicked, next].map(({ traceparent }) => traceparent)).size).toBe(3);
  input('keydown', 2000);
  expect(traceHeaders(9000).tracestate).toBe('checkwell=0');
});
