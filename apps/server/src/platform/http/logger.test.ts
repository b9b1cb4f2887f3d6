import { expect, test } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createOutbox, PermanentFailure } from '../jobs/outbox.ts';
import { newTraceId, withTrace } from '../trace.ts';
import { createLogger } from './logger.ts';
import { createMetrics, registerObservation } from './observe.ts';
import { createHttpServer } from './server.ts';

const { db } = await testDatabase();

test('the trace id of a request finds its own log line, and that of its failed effect', async () => {
  const written: string[] = [];
  const log = createLogger({ logLevel: 'info' }, { write: (text: string) => void written.push(text) });
  const outbox = createOutbox({ db, clock: testClock(), log });
  outbox.handle('note', { deliver: () => Promise.reject(new PermanentFailure('no')) });
  const http = createHttpServer({ config: { trustedProxies: [] }, log });
  http.get('/asks', async (request) => {
    request.log.info('asked');
    await db.system('test', (tx) => outbox.put(tx, { topic: 'note', companyId: null, payload: {} }));
    return {};
  });
  const { headers } = await http.inject('/asks');
  await withTrace(newTraceId(), async () => log.info('of another request'));
  await outbox.drain();
  log.info('of no request');
  await http.close();

  const traceId = `"traceId":"${String(headers['x-trace-id'])}"`;
  const found = written.filter((text) => text.includes(traceId));
  expect(found.map((text) => (JSON.parse(text) as { msg: string }).msg.replace(/[0-9a-f-]{36}/, 'id'))).toEqual([
    'asked',
    'note id: given up after 1 attempts; the reason is in the table outbox',
  ]);
  // Once in each line, because a duplicate key would replace the first.
  expect(found.map((text) => text.split('"traceId"').length - 1)).toEqual([1, 1]);
  expect(written.map((text) => text.includes('"traceId"'))).toEqual([true, true, true, false]);
});

/** Line ends, control characters of terminals, and invalid text. */
const HOSTILE = [
  '\n{"level":"info","msg":"forged"}',
  '\r\n',
  '\u2028\u2029',
  '\u001b[2J\u001b[31m',
  '\u0000',
  '\ud800',
  '"}\\',
  '\u202e',
  '</script>',
].join('');

test('hostile text in any part of an entry is escaped: each entry is one line of JSON with the original text', async () => {
  const written: string[] = [];
  const log = createLogger({ logLevel: 'info' }, { write: (text: string) => void written.push(text) });
  log.info(HOSTILE);
  log.error({ err: Object.assign(new Error(HOSTILE, { cause: HOSTILE }), { name: HOSTILE, code: HOSTILE }), [HOSTILE]: HOSTILE }, 'failed');
  const http = createHttpServer({ config: { trustedProxies: [] }, log });
  registerObservation(http, createMetrics());
  await http.inject({
    url: `/${encodeURIComponent(HOSTILE.replace('\ud800', ''))}?${encodeURIComponent('\n')}`,
    headers: { 'user-agent': 'a\tb' },
  });
  await http.close();
  expect(written).toHaveLength(3);
  for (const text of written) {
    expect(text.endsWith('\n')).toBe(true);
    // No line feeds, and no escape sequences of terminals.
    expect(Array.from(text.slice(0, -1)).filter((character) => character < ' ')).toEqual([]);
    expect(JSON.parse(text)).toMatchObject({ level: expect.stringMatching(/^(info|warn|error)$/) });
  }
  const [message, failed] = written.map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(message?.msg).toBe(HOSTILE);
  expect(failed).toMatchObject({ msg: 'failed', err: { message: HOSTILE, cause: { message: HOSTILE } } });
});
