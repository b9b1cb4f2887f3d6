import { afterEach, expect, test } from 'vitest';
import { orderOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures } from '../../test/fixtures.ts';
import { takeLoggedErrors } from '../../test/logged-errors.ts';
import { testLogger } from '../../test/logger.ts';
import { otlpFake, type ReceivedSpan } from '../../test/servers/otlp.ts';
import { serverApp } from '../../test/servers/server-app.ts';
import { smtpFake } from '../../test/servers/smtp.ts';
import { createSchedule } from '../jobs/schedule.ts';
import { type StartedTracing, startTracing, type TracingLimits } from './exporter.ts';

const database = await testDatabase();
const smtp = await smtpFake();
const app = await serverApp(database, { config: { mail: { ...database.config.mail, smtpUrl: smtp.url } } });
const { a } = await createFixtures(database.db, app.clock);
const { browser, email } = await app.signedIn({ companyId: a.id });

let tracing: StartedTracing | undefined;
afterEach(async () => {
  await tracing?.stop();
  tracing = undefined;
});
const start = (endpoint: string, headers: Readonly<Record<string, string>> = {}, limits: Partial<TracingLimits> = { everyMs: 50 }) => {
  const log = testLogger();
  tracing = startTracing({ endpoint, headers }, log, limits);
  return { log, tracing };
};

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const BROWSER = '00f067aa0ba902b7';
/** As the pages send them (lib/browser/trace.ts). */
const FROM_PAGE = { traceparent: `00-${TRACE}-${BROWSER}-01`, tracestate: 'checkwell=250' };
const CANARY = 'Zzcanary';

/** Orders a check with the canary as the name of the person, as the form does. */
const order = (key: string, headers: Record<string, string>) => {
  const { startDate, endDate, ...values } = orderOf(a, app.clock);
  const worker = { workerFirstName: CANARY, workerLastName: CANARY, workerAddress: `${CANARY}straat 1, 1000 Brussel` };
  const input = { ...values, ...worker, employeeId: null, companyId: a.id, startDate, endDate, doctorComment: CANARY };
  return browser.send(
    'POST',
    '/graphql',
    {
      operationName: CANARY,
      query: `mutation ${CANARY}($input: OrderInput!, $key: String!) { ${CANARY}: orderCheck(input: $input, idempotencyKey: $key) { id } }`,
      variables: { input, key },
    },
    headers,
  );
};

/** The names of a span and its parents, from the root of the trace. */
function pathOf(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  if (span.parentSpanId && !parent) return `? > ${span.name}`;
  return parent ? `${pathOf(parent, spans)} > ${span.name}` : span.name;
}

test('an order is one trace from the click to the mail, with the id that the browser sent, and without personal data', async () => {
  const collector = await otlpFake();
  start(collector.endpoint, { authorization: 'Bearer of-the-collector' });
  const answer = await order('key-traced-1', FROM_PAGE);
  expect(answer.json()).not.toHaveProperty('errors');
  expect(answer.headers['x-trace-id']).toBe(TRACE);
  while ((await app.services.outbox.drain()) > 0);
  expect(smtp.received.length).toBeGreaterThan(0);
  await tracing?.flush();

  const traced = () => collector.spans.filter(({ traceId }) => traceId === TRACE);
  const paths = () => traced().map((span, _, spans) => pathOf(span, spans));
  const request = 'browser > POST /graphql';
  const notice = `${request} > graphql mutation orderCheck > database transaction > effect checkNotice`;
  // A batch that was already being exported may arrive after the flush.
  await expect.poll(paths).toEqual(
    expect.arrayContaining([
      `${request} > graphql mutation orderCheck > database transaction`,
      notice,
      `${notice} > effect mail > mail hand-over`,
      // Recording the hand-over is part of the same attempt.
      `${notice} > effect mail > database transaction`,
    ]),
  );
  await expect.poll(() => paths().filter((path) => path.includes('?'))).toEqual([]);

  const spans = traced();
  const browsers = spans.find(({ name }) => name === 'browser');
  expect(browsers?.spanId).toBe(BROWSER);
  const milliseconds = (span: ReceivedSpan | undefined) => Number(BigInt(span?.startTimeUnixNano ?? 0) / 1_000_000n);
  expect(milliseconds(spans.find(({ name }) => name === 'POST /graphql')) - milliseconds(browsers)).toBeGreaterThanOrEqual(245);
  expect(collector.headers.every(({ authorization }) => authorization === 'Bearer of-the-collector')).toBe(true);
  for (const word of [CANARY, email, 'Peeters', '1000 Brussel', a.id]) expect(collector.raw()).not.toContain(word);
});

test('a request without a trace gets a new one; spans of errors and jobs have no personal data', async () => {
  const collector = await otlpFake();
  start(collector.endpoint);
  const refused = await browser.send('GET', `/v1/api/companies/${CANARY}/superiors`, undefined, { traceparent: `${CANARY}-1` });
  const traceId = refused.headers['x-trace-id'];
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  const run = () => database.db.system('test', () => Promise.reject(new TypeError(CANARY)));
  const schedule = createSchedule({
    db: database.db,
    clock: app.clock,
    log: testLogger(),
    jobs: [{ name: 'sweep', everyMs: 3_600_000, run }],
    firstAfterMs: 0,
  });
  const ran = Promise.withResolvers<void>();
  schedule.onRun(() => ran.resolve());
  const stop = schedule.start();
  await ran.promise;
  await stop();
  expect(takeLoggedErrors()).toHaveLength(1);
  await tracing?.flush();
  const spanOf = (name: string) => collector.spans.find((span) => span.name === name);
  // A batch that was already being exported may arrive after the flush.
  await expect.poll(() => [spanOf('GET /v1/api/companies/:companyId/superiors'), spanOf('job sweep')]).not.toContain(undefined);
  const request = spanOf('GET /v1/api/companies/:companyId/superiors');
  expect(request).toMatchObject({ traceId });
  expect(request?.parentSpanId ?? '').toBe('');
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: refused.statusCode } });
  const job = spanOf('job sweep');
  expect(job).toMatchObject({ status: { code: 2 }, attributes: [{ key: 'error.type', value: { stringValue: 'TypeError' } }] });
  await expect
    .poll(() => collector.spans)
    .toContainEqual(expect.objectContaining({ name: 'database transaction', parentSpanId: job?.spanId }));
  expect(collector.raw()).not.toContain(CANARY);
});

test('a collector that is unavailable, refuses or does not answer delays no request, is logged once, and uses no more memory than the queue', async () => {
  const gate = Promise.withResolvers<number>();
  const silent = await otlpFake(() => gate.promise);
  const collectors = { away: 'http://127.0.0.1:9/v1/traces', refuses: (await otlpFake(() => 400)).endpoint, silent: silent.endpoint };
  for (const [name, endpoint] of Object.entries(collectors)) {
    const { log, tracing: started } = start(endpoint, {}, { maxWaiting: 60, everyMs: 5, endMs: 100 });
    for (let index = 0; index < 40; index += 1) {
      const answer = await order(`key-${name}-${index % 3}`, {});
      expect(answer.json(), name).not.toHaveProperty('errors');
    }
    const began = performance.now();
    await started.stop();
    expect(performance.now() - began, name).toBeLessThan(2000);
    const warnings = log.lines.filter(({ level }) => level === 'warn').length;
    // One that is unavailable is tried again for some seconds before the outage is logged.
    if (name === 'refuses') expect(warnings).toBe(1);
    else expect(warnings, name).toBeLessThanOrEqual(1);
  }
  gate.resolve(200);
  // The batch that was being exported, and those that waited for it.
  await expect.poll(() => silent.spans.length).toBeGreaterThan(0);
  expect(silent.spans.length).toBeLessThanOrEqual(120);
});

test('without a collector nothing is recorded, and the id of a request cannot be chosen by the client', async () => {
  const answer = await order('key-untraced', FROM_PAGE);
  expect(answer.headers['x-trace-id']).not.toBe(TRACE);
  const [row] = await database.owner(`select "traceId", "spanId" from outbox order by "createdAt" desc, id desc limit 1`);
  expect(row).toMatchObject({ traceId: answer.headers['x-trace-id'], spanId: '' });
});
