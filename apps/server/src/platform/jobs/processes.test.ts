import { expect, test, vi } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { type TestDatabase, testDatabase } from '../../test/database.ts';
import { testFolder } from '../../test/folder.ts';
import { testLogger } from '../../test/logger.ts';
import { nightly } from '../../test/nightly.ts';
import { type ServerProcess, startProcess } from '../../test/servers/process.ts';
import { type SmtpFake, smtpFake } from '../../test/servers/smtp.ts';
import { createMailer, type MailTemplate } from '../mail/mailer.ts';
import { createOutbox } from './outbox.ts';

/** Whole processes of the product with the role jobs, one database, a mail server that counts. */
const MAILS = nightly ? 100 : 30;
/** Which arrivals kill the process that sent them. */
const DEADLY = [25, 60];
/** For whole processes on a busy machine. */
const PATIENCE = { timeout: 120_000 };
vi.setConfig({ testTimeout: 300_000 });

const database = await testDatabase();
const dataDir = testFolder('jobs');

const startWorker = ({ config }: TestDatabase, smtp: SmtpFake, roles = 'jobs') =>
  startProcess({ ROLES: roles, LOG_LEVEL: 'error', DATA_DIR: dataDir, DATABASE_URL: config.databaseUrl ?? '', SMTP_URL: smtp.url });

const note: MailTemplate<string> = {
  name: 'note',
  write: (text) => ({ subject: text, preview: text, heading: text, blocks: [], why: 'Test' }),
};

async function enqueue({ db, config }: TestDatabase, count: number): Promise<string[]> {
  const clock = testClock();
  const outbox = createOutbox({ db, clock, log: testLogger() });
  const mailer = createMailer({ config, clock, outbox });
  return db.system('test', async (tx) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      ids.push(
        await mailer.enqueue(tx, { companyId: null, to: `r${index}@example.be`, language: 'nl', template: note, params: String(index) }),
      );
    }
    return ids;
  });
}

const unsent = async () => (await database.owner("select count(*)::integer as n from mails where state <> 'sent'"))[0]?.n;
const waiting = async () => (await database.owner('select count(*)::integer as n from outbox'))[0]?.n;
const idsOf = (smtp: SmtpFake) => smtp.received.map(({ messageId }) => messageId.split('@')[0] ?? '');

test('two processes on one database deliver every mail, and each of them once; one with the role web alone delivers nothing, one with the role jobs alone has health checks and metrics, and no pages', async () => {
  const [ofWeb, ofJobs] = [await smtpFake(), await smtpFake()];
  const web = startWorker(database, ofWeb, 'web');
  await expect.poll(web.output, PATIENCE).toContain('Checkwell is ready');
  // If `web` delivered, it would have begun at the commit, before the others are started.
  const ids = await enqueue(database, MAILS);
  const jobs = startWorker(database, ofJobs);
  const workers = [web, jobs, startWorker(database, ofJobs, 'web,jobs')];
  await expect.poll(waiting, PATIENCE).toBe(0);
  expect(idsOf(ofWeb)).toEqual([]);
  expect(idsOf(ofJobs).toSorted()).toEqual(ids.toSorted());
  expect(await unsent()).toBe(0);
  await expectJobsAlone(jobs);
  for (const { child } of workers) child.kill('SIGTERM');
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect(workers.map(({ errors }) => errors())).toEqual(['', '', '']);
});

/** A process with the role jobs alone has health checks and metrics, and neither pages nor API. */
async function expectJobsAlone(process: ServerProcess): Promise<void> {
  const { origin } = new URL(await process.address());
  const get = (path: string) => fetch(origin + path);
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
  await expect
    .poll(async () => (await get('/readyz')).json(), PATIENCE)
    .toEqual({ status: 'ready', checks: { database: 'ok', files: 'ok', jobs: 'ok' } });
  const metrics = async () => (await get('/metrics')).text();
  await expect.poll(metrics, PATIENCE).toMatch(/^checkwell_job_success_age_seconds\{job="monthly invoices"\} [\d.]+$/m);
  expect(await metrics()).toMatch(/^checkwell_outbox_depth\{topic="mail"\} \d+$/m);
  expect(await metrics()).toContain('checkwell_database_wait_seconds_count{pool="background"}');
  for (const path of ['/', '/v1/api/seller', '/auth/jwks', '/graphql']) expect((await get(path)).status, path).toBe(404);
}

test.runIf(nightly)('kill -9 in the middle of the work loses nothing; what leaves twice has the same Message-ID', async () => {
  const arrivals: string[] = [];
  let victim: ReturnType<typeof startWorker> | undefined;
  const smtp = await smtpFake({
    data: ({ messageId }) => {
      arrivals.push(messageId);
      // The message has arrived, but its sender has no answer yet: the worst moment.
      if (DEADLY.includes(arrivals.length)) victim?.child.kill('SIGKILL');
      return null;
    },
  });
  const ids = await enqueue(database, MAILS);
  for (const _ of DEADLY) {
    victim = startWorker(database, smtp);
    await victim.ended;
    expect(await waiting()).toBeGreaterThan(0);
    // A minute later: what it had claimed is anybody's again.
    await database.owner('update outbox set "claimedUntil" = now()');
  }
  victim = undefined;
  const last = startWorker(database, smtp);
  await expect.poll(waiting, PATIENCE).toBe(0);
  last.child.kill('SIGTERM');
  expect(await last.ended).toBe(0);

  const delivered = idsOf(smtp);
  expect([...new Set(delivered)].toSorted()).toEqual(ids.toSorted());
  // At most what each victim's workers had under way.
  expect(delivered.length - ids.length).toBeLessThanOrEqual(4);
  expect(await unsent()).toBe(0);
});
