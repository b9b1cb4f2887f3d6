import type { Actor } from '@checkwell/domain/policy';
import { afterEach, describe, expect, test } from 'vitest';
import { PermanentFailure } from '../../platform/jobs/outbox.ts';
import type { MailTemplate } from '../../platform/mail/mailer.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, insertCheck } from '../../test/fixtures.ts';
import { takeLoggedErrors } from '../../test/logged-errors.ts';
import { serverApp } from '../../test/servers/server-app.ts';
import { smtpFake } from '../../test/servers/smtp.ts';
import { twilioFake } from '../../test/servers/twilio.ts';
import { NOTICE_MAILS } from '../checks/messages/checks.mails.ts';

const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
clock.set('2026-03-02T10:00:00+01:00');
/** What the mail server answers about a recipient; null: it takes the mail. */
let refuses: number | null = null;
const smtp = await smtpFake({ rcpt: () => refuses });
const twilio = await twilioFake(clock);
const app = await serverApp(database, {
  clock,
  config: {
    demo: false,
    mail: { ...database.config.mail, smtpUrl: smtp.url, from: { name: 'Checkwell', address: 'checks@example.be' } },
    sms: { gateway: 'twilio', accountSid: twilio.accountSid, authToken: twilio.authToken, from: 'Checkwell', apiUrl: twilio.url },
  },
});
const { mailbox, mailer, sms, outbox, checks } = app.services;
const fixtures = await createFixtures(db, clock);
const { planner, adminA, basicA, doctor } = fixtures.actors;

let gone = true;
outbox.handle('task', {
  async deliver() {
    if (gone) throw new PermanentFailure('Jan Peeters has a broken leg');
  },
});

const note: MailTemplate<null> = {
  name: 'note',
  write: () => ({ subject: 'Note', preview: 'p', heading: 'h', blocks: [], why: 'Test' }),
};
const write = (mail: { readonly validUntil?: Date } = {}) =>
  db.system('test', (tx) =>
    mailer.enqueue(tx, { companyId: fixtures.a.id, to: 'reader@example.be', language: 'nl', template: note, params: null, ...mail }),
  );
const refusedMail = async (mail: { readonly validUntil?: Date } = {}): Promise<string> => {
  refuses = 550;
  const id = await write(mail);
  await outbox.drain();
  refuses = null;
  return id;
};
const failed = async () => (await mailbox.list(planner, { state: 'failed', first: 50, after: null })).nodes;
const arrived = () => smtp.received.map(({ messageId }) => messageId.split('@')[0]);
const logged = async () =>
  (await owner('select "subjectType", "subjectId", "actorRole" from access_log where action = $1 order by at, id', [
    'message.sendAgain',
  ])) as unknown;

afterEach(async () => {
  await owner('delete from outbox');
  await owner('delete from mails');
  await owner('delete from text_messages');
  await owner("delete from access_log where action = 'message.sendAgain'");
  clock.set('2026-03-02T10:00:00+01:00');
});

describe('what failed permanently', () => {
  test('a refused mail says when, how often and why; sent again it arrives once, under the same Message-ID', async () => {
    const id = await refusedMail();
    expect(await failed()).toMatchObject([
      { id, failure: 'wrongAddress', failedAt: clock.now(), attempts: 1, sendAgain: 'Possible', error: expect.stringContaining('550') },
    ]);
    // Both ask at once, and one of them twice in one request.
    const answers = await Promise.all([mailbox.sendAgain(planner, [id, id]), mailbox.sendAgain(planner, [id])]);
    expect(answers.map(({ sent }) => sent).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(answers.map(({ skipped }) => skipped).toSorted((a, b) => a - b)).toEqual([0, 1]);
    const before = arrived().length;
    await outbox.drain();
    expect(arrived().slice(before)).toEqual([id]);
    expect(await failed()).toEqual([]);
    expect(await logged()).toEqual([{ subjectType: 'mails', subjectId: id, actorRole: 'planner' }]);
    expect(await mailbox.sendAgain(planner, [id])).toEqual({ sent: 0, skipped: 1 });
  });

  test('that a mail is refused is counted and logged, without its reader', async () => {
    const outcomes: string[] = [];
    outbox.onOutcome((topic, outcome) => outcomes.push(`${topic} ${outcome}`));
    const id = await refusedMail();
    expect(outcomes).toEqual(['mail refused']);
    const lines = JSON.stringify(app.log.lines);
    expect(lines).toContain(`mail ${id}: refused for good by the other side`);
    expect(lines).not.toContain('reader@example.be');
  });

  test('a mail that was given up is a dead letter, and leaves when the way is open again', async () => {
    refuses = 450;
    const id = await write();
    for (let attempt = 0; attempt < 30; attempt += 1) {
      await outbox.drain();
      clock.advance({ hours: 1 });
    }
    refuses = null;
    expect(takeLoggedErrors()).toHaveLength(1);
    expect(await failed()).toMatchObject([{ id, failure: 'unreachable', attempts: 30, sendAgain: 'Possible' }]);
    expect(await mailbox.sendAgain(planner, [id])).toEqual({ sent: 1, skipped: 0 });
    const before = arrived().length;
    expect(await outbox.drain()).toBe(1);
    expect(arrived().slice(before)).toEqual([id]);
    expect(await owner('select 1 from outbox')).toEqual([]);
  });

  test('a mail whose link has expired stays; one that waits is left alone', async () => {
    const id = await refusedMail({ validUntil: new Date(clock.now().getTime() + 1000) });
    clock.advance({ seconds: 1 });
    const waiting = await write();
    expect(await failed()).toMatchObject([{ id, sendAgain: 'Expired' }]);
    expect(await mailbox.sendAgain(planner, [id, waiting])).toEqual({ sent: 0, skipped: 2 });
    expect(await logged()).toEqual([]);
  });

  test('a text message to a number that takes none by now leaves once; one that the gateway took stays', async () => {
    const text = () =>
      db.system('test', async (tx) => {
        const id = await sms.enqueue(tx, {
          companyId: null,
          to: '0470 12 34 56',
          language: 'nl',
          template: { name: 'n', write: () => 'Hallo' },
          params: null,
          urgency: 'atOnce',
        });
        return id ?? 'none';
      });
    twilio.answers.push({ status: 400, code: 21211 });
    const [id] = [await text()];
    await outbox.drain();
    expect(await failed()).toMatchObject([{ id, channel: 'Sms', subject: '', failure: 'wrongNumber', attempts: 1, sendAgain: 'Possible' }]);
    expect(await mailbox.sendAgain(planner, [id])).toEqual({ sent: 1, skipped: 0 });
    await outbox.drain();
    expect(twilio.taken).toHaveLength(1);
    expect(await owner('select state, text from text_messages')).toEqual([{ state: 'sent', text: '' }]);
    await owner(`update text_messages set state = 'failed', failure = 'blocked', "failedAt" = now()`);
    expect(await failed()).toMatchObject([{ id, sendAgain: 'Gone' }]);
    expect(await mailbox.sendAgain(planner, [id])).toEqual({ sent: 0, skipped: 1 });
  });

  test('another task is told by its name alone, and tried again', async () => {
    const id = await db.system('test', (tx) =>
      outbox.put(tx, { topic: 'task', companyId: fixtures.a.id, payload: { note: 'broken leg' } }),
    );
    await outbox.drain();
    expect(takeLoggedErrors()).toHaveLength(1);
    const rows = await failed();
    expect(rows).toMatchObject([{ id, channel: 'Effect', template: 'task', sendAgain: 'Possible' }]);
    expect(JSON.stringify([rows, await mailbox.get(planner, id)])).not.toMatch(/leg|Peeters/);
    gone = false;
    expect(await mailbox.sendAgain(planner, [id])).toEqual({ sent: 1, skipped: 0 });
    expect(await outbox.drain()).toBe(1);
    expect(await failed()).toEqual([]);
    expect(await logged()).toMatchObject([{ subjectType: 'outbox', subjectId: id }]);
  });

  test('is sent again by planners alone, as they are, and not by the hundred', async () => {
    const id = await refusedMail();
    for (const actor of [adminA, basicA, doctor])
      await expect(mailbox.sendAgain(actor, [id])).rejects.toMatchObject({ code: 'access.forbidden' });
    await expect(mailbox.sendAgain({ kind: 'anonymous' }, [id])).rejects.toMatchObject({ code: 'access.unauthenticated' });
    for (const ids of [[], Array.from({ length: 51 }, () => id)])
      await expect(mailbox.sendAgain(planner, ids)).rejects.toMatchObject({ code: 'request.invalid' });
    if (planner.kind !== 'planner') throw new Error('No planner.');
    await owner('update profiles set "disabledAt" = now() where id = $1', [planner.profileId]);
    await expect(mailbox.sendAgain(planner, [id])).rejects.toMatchObject({ code: 'access.forbidden' });
    await owner('update profiles set "disabledAt" = null where id = $1', [planner.profileId]);
    expect(await failed()).toHaveLength(1);
  });
});

test('the page of a check names what nobody got, to those whom it concerns', async () => {
  const check = await insertCheck(db, fixtures, clock, { status: 'Planning', checkLocation: 'Office' });
  const other = await insertCheck(db, fixtures, clock, { status: 'Planning', checkLocation: 'Office' });
  const add = (template: string, to: string, state = 'failed') =>
    owner(
      `insert into mails (id, "companyId", "checkId", recipient, language, template, subject, html, "plainText", state, failure, "failedAt", "createdAt", "searchText")
       values (gen_random_uuid(), $1, $2, $3, 'nl', $4, 's', 'h', 'p', $5, $6, $7, now(), '')`,
      [check.companyId, check.id, to, template, state, state === 'failed' ? 'wrongAddress' : null, state === 'failed' ? clock.now() : null],
    );
  const notice = NOTICE_MAILS.OrderReceived.name;
  await add(notice, 'somebody.else@example.be');
  await add('mission', 'doctor@example.be');
  await add(notice, 'waits@example.be', 'queued');
  if (basicA.kind !== 'employer') throw new Error('No employer.');
  await add(notice, basicA.email);
  const told = async (actor: Actor) =>
    ((await checks.undelivered(actor, [check, other])).get(check.id) ?? []).map(({ recipient }) => recipient ?? '').sort();
  expect(await told(planner)).toEqual(['doctor@example.be', 'somebody.else@example.be', basicA.email].sort());
  expect(await told(adminA)).toEqual(['somebody.else@example.be', basicA.email].sort());
  expect(await told(basicA)).toEqual([basicA.email]);
  expect(await told(doctor)).toEqual([]);
  expect(await told(fixtures.actors.adminB)).toEqual([]);
  expect((await checks.undelivered(planner, [other])).size).toBe(0);
});
