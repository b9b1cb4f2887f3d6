import { COMMENT_AUDIENCES, type CommentAudience } from '@checkwell/domain/check/comments/comments';
import { COMMENTS, TEXT } from '@checkwell/domain/constants';
import type { Actor } from '@checkwell/domain/policy';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { checkServices, codeOf, fieldErrorsOf } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../../test/fixtures.ts';
import { inBothOrders } from '../../../test/race.ts';

/** Comments on a check: who reads and writes which, once, and who is told by mail. */

const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
const { checks, notifications, outbox } = checkServices(db, clock);

let fixtures: Fixtures;
let check: { readonly companyId: string; readonly id: string };
const key = () => `key-${newId()}`;

beforeEach(async () => {
  clock.set('2026-03-02T09:00:00+01:00');
  await owner('delete from checks');
  await outbox.drain();
  await owner('delete from mails');
  await owner('delete from auth.throttles');
  fixtures = await createFixtures(db, clock);
  check = await insertCheck(db, fixtures, clock, { status: 'WaitingForCheck', orderedByProfileId: fixtures.actors.adminA.profileId });
});

const write = async (actor: Actor, audience: CommentAudience, text = 'Ring twice.', id = check.id) => {
  const { comments } = await checks.addComment(actor, id, { audience, text }, key());
  return comments.at(-1)?.id ?? '';
};
const read = async (actor: Actor, id = check.id) => (await checks.commentsOf(actor, id)).comments;
const textsOf = async (actor: Actor) => (await read(actor)).map(({ text }) => text);
/** Mails since the last call. */
async function mails(): Promise<readonly { readonly recipient: string; readonly subject: string; readonly plainText: string }[]> {
  await outbox.drain();
  const rows = await owner<{ recipient: string; subject: string; plainText: string }>(
    `select recipient, subject, "plainText" from mails where template = 'comment' order by recipient`,
  );
  await owner('delete from mails');
  return rows;
}
const told = async () => (await mails()).map(({ recipient }) => recipient);

describe('who reads a comment', () => {
  /** The audiences that each author has. */
  const WRITTEN = {
    adminA: ['EmployerPlanner', 'EmployerPlannerDoctor'],
    basicA: ['EmployerPlanner', 'EmployerPlannerDoctor'],
    planner: COMMENT_AUDIENCES,
    doctor: ['PlannerDoctor', 'EmployerPlannerDoctor'],
  } as const;
  type Author = keyof typeof WRITTEN;
  const HR = ['adminA', 'adminAB', 'basicA'] as const;
  const readersOf = (author: Author, audience: CommentAudience): readonly string[] =>
    [
      ...(audience === 'PlannerDoctor' || author === 'doctor' ? [] : HR),
      ...(audience === 'EmployerPlanner' ? [] : ['doctor']),
      'planner',
    ].toSorted();

  test.each(Object.entries(WRITTEN) as [Author, readonly CommentAudience[]][])(
    'of %s: the audience and nobody else, of whichever company',
    async (author, audiences) => {
      for (const audience of audiences) await write(fixtures.actors[author], audience, `for ${audience}`);
      for (const audience of audiences) {
        const readers: string[] = [];
        for (const [name, actor] of Object.entries(fixtures.actors)) {
          if (name === 'system') continue;
          const seen = await checks.commentsOf(actor, check.id).catch(() => null);
          if (seen?.comments.some(({ text }) => text === `for ${audience}`)) readers.push(name);
        }
        expect(readers.toSorted(), audience).toEqual(readersOf(author, audience));
      }
    },
  );

  test.each([
    ['adminA', 'PlannerDoctor'],
    ['basicA', 'PlannerDoctor'],
    ['doctor', 'EmployerPlanner'],
  ] as const)('%s writes nothing for others alone (%s)', async (author, audience) => {
    expect(await fieldErrorsOf(checks.addComment(fixtures.actors[author], check.id, { audience, text: 'A' }, key()))).toEqual([
      'audience: invalidChoice',
    ]);
    expect((await checks.commentsOf(fixtures.actors[author], check.id)).audiences).not.toContain(audience);
  });

  test.each([
    ['otherBasicA', 'entity.notFound'],
    ['looseBasicA', 'entity.notFound'],
    ['adminB', 'entity.notFound'],
    ['otherDoctor', 'entity.notFound'],
    ['anonymous', 'access.unauthenticated'],
  ] as const)('%s neither reads nor writes, as if there were no such check', async (name, code) => {
    const actor = fixtures.actors[name];
    const id = await write(fixtures.actors.planner, 'EmployerPlannerDoctor');
    expect(await codeOf(checks.commentsOf(actor, check.id))).toBe(code);
    expect(await codeOf(checks.addComment(actor, check.id, { audience: 'EmployerPlannerDoctor', text: 'A' }, key()))).toBe(code);
    expect(await codeOf(checks.withdrawComment(actor, check.id, id))).toBe(code);
    expect(await codeOf(checks.markCommentsRead(actor, check.id, clock.now()))).toBe(code);
    expect([...(await checks.unreadComments(actor, [check])).values()], 'nor is it counted').toEqual([]);
  });

  test('a program of the employer has no part in it', async () => {
    const program: Actor = { ...fixtures.actors.adminA, program: true };
    await write(fixtures.actors.planner, 'EmployerPlanner');
    expect(await codeOf(checks.commentsOf(program, check.id))).toBe('access.forbidden');
    expect(await codeOf(checks.addComment(program, check.id, { audience: 'EmployerPlanner', text: 'A' }, key()))).toBe('access.forbidden');
    expect(await checks.unreadComments(program, [check])).toEqual(new Map());
  });

  test('the database holds to it by itself', async () => {
    const { adminA, adminB, planner, doctor, otherDoctor } = fixtures.actors;
    await write(planner, 'EmployerPlanner');
    await write(planner, 'PlannerDoctor');
    await write(doctor, 'EmployerPlannerDoctor');
    const countOf = (actor: Actor) =>
      db.as(actor, async (tx) => (await sql`select id from check_comments`.execute(tx)).rows.length, { readonly: true });
    expect(await Promise.all([adminA, adminB, planner, doctor, otherDoctor].map(countOf))).toEqual([1, 0, 3, 2, 0]);
    const forged = (actor: Actor, values: string) =>
      db.as(actor, (tx) =>
        sql`insert into check_comments ("companyId", id, "checkId", "authorProfileId", "authorRole", "authorName", audience, text, "createdAt")
          values (${check.companyId}, ${newId()}, ${check.id}, ${planner.profileId}, ${values}, 'x', 'EmployerPlannerDoctor', 'x', now())`.execute(
          tx,
        ),
      );
    await expect(forged(adminA, 'planner'), 'in the name of somebody else').rejects.toThrow();
    await expect(forged(planner, 'doctor'), 'as what one is not').rejects.toThrow();
    await expect(
      db.as(planner, (tx) => sql`update check_comments set text = 'other'`.execute(tx)),
      'another text',
    ).rejects.toThrow();
    await expect(
      db.as(planner, (tx) =>
        sql`update check_comments set text = '', "withdrawnAt" = "createdAt" where "authorRole" = 'doctor'`.execute(tx),
      ),
      'what somebody else wrote',
    ).rejects.toThrow();
    await expect(
      db.as(planner, (tx) => sql`update check_comments set audience = 'EmployerPlannerDoctor'`.execute(tx)),
      'for others',
    ).rejects.toThrow();
    await expect(
      db.as(planner, (tx) => sql`delete from check_comments`.execute(tx)),
      'nothing goes',
    ).rejects.toThrow();
  });

  test('names are for those who know them elsewhere too', async () => {
    const { adminA, planner, doctor } = fixtures.actors;
    for (const author of [adminA, planner, doctor]) await write(author, 'EmployerPlannerDoctor', author.kind);
    for (const { id, canRelease } of await read(planner)) if (canRelease) await checks.releaseCheckComment(planner, check.id, id);
    const namesFor = async (actor: Actor) =>
      Object.fromEntries((await read(actor)).map(({ authorRole, authorName }) => [authorRole, authorName !== null]));
    expect(await namesFor(planner)).toEqual({ employer: true, planner: true, doctor: true });
    expect(await namesFor(adminA)).toEqual({ employer: true, planner: false, doctor: true });
    expect(await namesFor(doctor)).toEqual({ employer: false, planner: false, doctor: true });
  });
});

describe('what a doctor writes for HR', () => {
  test('waits for a planner, then is new to HR', async () => {
    const { adminA, planner, doctor } = fixtures.actors;
    const id = await write(doctor, 'EmployerPlannerDoctor', 'Nobody at home.');
    clock.advance({ minutes: 1 });
    await write(planner, 'EmployerPlanner', 'We asked the doctor.');
    expect(await textsOf(adminA)).toEqual(['We asked the doctor.']);
    await checks.markCommentsRead(adminA, check.id, clock.now());
    expect(await read(doctor)).toMatchObject([{ awaitsRelease: true, canRelease: false }]);
    expect((await read(planner))[0]).toMatchObject({ awaitsRelease: true, canRelease: true });
    for (const other of [adminA, doctor]) expect(await codeOf(checks.releaseCheckComment(other, check.id, id))).toBe('access.forbidden');

    clock.advance({ minutes: 1 });
    await checks.releaseCheckComment(planner, check.id, id);
    await checks.releaseCheckComment(planner, check.id, id);
    expect(await read(adminA)).toMatchObject([
      { text: 'Nobody at home.', isUnread: true, visibleSince: clock.now() },
      { text: 'We asked the doctor.' },
    ]);
    expect(await read(doctor)).toMatchObject([{ awaitsRelease: false }]);
  });

  test('is let through only where there is something to let through', async () => {
    const { planner, doctor } = fixtures.actors;
    const forPlanners = await write(doctor, 'PlannerDoctor');
    expect(await codeOf(checks.releaseCheckComment(planner, check.id, forPlanners))).toBe('check.actionNotAllowed');
    const gone = await write(doctor, 'EmployerPlannerDoctor');
    await checks.withdrawComment(doctor, check.id, gone);
    expect(await codeOf(checks.releaseCheckComment(planner, check.id, gone))).toBe('check.actionNotAllowed');
    expect(await codeOf(checks.releaseCheckComment(planner, check.id, newId()))).toBe('entity.notFound');
  });
});

describe('writing', () => {
  test('a request that comes again is one comment; another one under its key is refused', async () => {
    const { adminA } = fixtures.actors;
    const same = key();
    const input = { audience: 'EmployerPlanner', text: 'Once.' };
    await Promise.all([1, 2, 3].map(() => checks.addComment(adminA, check.id, input, same)));
    await checks.addComment(adminA, check.id, input, same);
    expect(await textsOf(adminA)).toEqual(['Once.']);
    expect(await codeOf(checks.addComment(adminA, check.id, { ...input, text: 'Twice.' }, same))).toBe('request.idempotencyMismatch');
  });

  test.each([
    ['', 'text: required'],
    ['  \n ', 'text: required'],
    ['x'.repeat(TEXT.comment + 1), 'text: tooLong'],
  ])('a text of the wrong length is refused (%#)', async (text, fieldError) => {
    expect(await fieldErrorsOf(checks.addComment(fixtures.actors.adminA, check.id, { audience: 'EmployerPlanner', text }, key()))).toEqual([
      fieldError,
    ]);
  });

  test('the longest text is stored as it was typed', async () => {
    const text = '🙂'.repeat(TEXT.comment / 2);
    await write(fixtures.actors.adminA, 'EmployerPlanner', text);
    expect(await textsOf(fixtures.actors.planner)).toEqual([text]);
  });

  test('nobody writes faster than a person, and no check has more comments than anybody reads', async () => {
    const { adminA, planner } = fixtures.actors;
    for (let count = 0; count < 20; count += 1) await write(adminA, 'EmployerPlanner');
    expect(await codeOf(checks.addComment(adminA, check.id, { audience: 'EmployerPlanner', text: 'A' }, key()))).toBe('request.tooMany');
    await owner(
      `insert into check_comments ("companyId", id, "checkId", "authorProfileId", "authorRole", "authorName", audience, text, "createdAt")
        select $1, gen_random_uuid(), $2, $3, 'planner', 'P', 'PlannerDoctor', 'x', $4::timestamptz - n * interval '1 minute' from generate_series(1, $5::int) n`,
      [check.companyId, check.id, planner.profileId, clock.now(), COMMENTS.maxPerCheck - 20],
    );
    await owner('delete from auth.throttles');
    expect(await codeOf(checks.addComment(adminA, check.id, { audience: 'EmployerPlanner', text: 'A' }, key())), 'though HR sees 20').toBe(
      'comment.tooMany',
    );
  });

  inBothOrders('two at once: both are there, one after the other', database, async (race, first) => {
    const { adminA, planner } = fixtures.actors;
    const row = { sql: 'select from checks where id = $1 for update', values: [check.id] };
    const ends = await race(
      row,
      () => write(adminA, 'EmployerPlanner', 'a'),
      () => write(planner, 'EmployerPlanner', 'b'),
    );
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const seen = await read(planner);
    expect(seen.map(({ text }) => text)).toEqual(first === 'a' ? ['a', 'b'] : ['b', 'a']);
    expect(new Set(seen.map(({ createdAt }) => createdAt.getTime())).size, 'no moment in common').toBe(2);
  });

  inBothOrders('while the mission goes to another doctor', database, async (race, first) => {
    const { doctor } = fixtures.actors;
    const moved = `update checks set "doctorId" = $2, version = version + 1 where id = $1`;
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [check.id] },
      () => codeOf(checks.addComment(doctor, check.id, { audience: 'PlannerDoctor', text: 'Late.' }, key())),
      () => owner(moved, [check.id, fixtures.doctors.antwerp]),
    );
    expect(ends[0]).toMatchObject({ value: first === 'a' ? 'no error' : 'entity.notFound' });
  });
});

describe('a doctor whose mission was taken away', () => {
  test('reads and writes nothing more, and the next one reads what was meant for the doctor of the check', async () => {
    const { adminA, planner, doctor, otherDoctor } = fixtures.actors;
    await write(adminA, 'EmployerPlannerDoctor', 'HR to all');
    await write(planner, 'PlannerDoctor', 'to the first doctor');
    const id = await write(doctor, 'PlannerDoctor', 'of the first doctor');
    await owner('update checks set "doctorId" = $2 where id = $1', [check.id, fixtures.doctors.antwerp]);
    expect(await codeOf(checks.commentsOf(doctor, check.id))).toBe('entity.notFound');
    expect(await codeOf(checks.addComment(doctor, check.id, { audience: 'PlannerDoctor', text: 'A' }, key()))).toBe('entity.notFound');
    expect(await codeOf(checks.withdrawComment(doctor, check.id, id))).toBe('entity.notFound');
    expect(await textsOf(otherDoctor)).toEqual(['HR to all']);
  });
});

describe('a check that is over', () => {
  async function end(checkOccurence: string, archivedAt = clock.now()): Promise<void> {
    await owner(`update checks set status = 'Archived', "checkOccurence" = $2, "archivedAt" = $3 where id = $1`, [
      check.id,
      checkOccurence,
      archivedAt,
    ]);
  }

  test.each(['Cancelled', 'NoShow'])('takes comments for 30 days more (%s), and is read after them', async (occurence) => {
    const { adminA, planner, doctor } = fixtures.actors;
    await write(planner, 'EmployerPlannerDoctor', 'before');
    await end(occurence);
    clock.advance({ days: 30 });
    for (const author of [adminA, planner, doctor]) await write(author, 'EmployerPlannerDoctor', `of ${author.kind}`);
    clock.advance({ days: 1 });
    for (const author of [adminA, planner]) {
      expect((await checks.commentsOf(author, check.id)).audiences).toEqual([]);
      expect(await codeOf(checks.addComment(author, check.id, { audience: 'EmployerPlanner', text: 'A' }, key()))).toBe('comment.closed');
    }
    expect(await textsOf(adminA)).toEqual(['before', 'of employer', 'of planner']);
    // It may name the worker, whom the doctor sees no more.
    expect(await checks.commentsOf(doctor, check.id)).toEqual({ comments: [], audiences: [] });
  });

  test('as an error of administration takes none, and employers do not find it', async () => {
    const { adminA, planner } = fixtures.actors;
    await write(planner, 'EmployerPlanner');
    await end('Deleted');
    expect(await codeOf(checks.addComment(planner, check.id, { audience: 'EmployerPlanner', text: 'A' }, key()))).toBe('comment.closed');
    expect(await textsOf(planner)).toHaveLength(1);
    expect(await codeOf(checks.addComment(adminA, check.id, { audience: 'EmployerPlanner', text: 'A' }, key()))).not.toBe('no error');
  });

  test('leaves no comment when it goes', async () => {
    await write(fixtures.actors.planner, 'EmployerPlanner');
    await checks.markCommentsRead(fixtures.actors.planner, check.id, clock.now());
    await owner('delete from checks where id = $1', [check.id]);
    expect(await owner('select 1 from check_comments union all select 1 from check_comment_reads')).toEqual([]);
  });
});

test('a One Shot Check has nobody at HR who could read', async () => {
  const { planner } = fixtures.actors;
  const { id } = await insertCheck(db, fixtures, clock, { source: 'OneShot', workerExternalId: 'X-9' });
  expect((await checks.commentsOf(planner, id)).audiences).toEqual(['PlannerDoctor']);
});

describe('taking a comment back', () => {
  test('leaves that there was one, to everybody, and no text anywhere', async () => {
    const { adminA, planner, doctor } = fixtures.actors;
    const id = await write(adminA, 'EmployerPlannerDoctor', 'Depressed since the divorce.');
    clock.advance({ minutes: COMMENTS.withdrawMinutes });
    await checks.withdrawComment(adminA, check.id, id);
    await checks.withdrawComment(adminA, check.id, id);
    for (const reader of [adminA, planner, doctor])
      expect(await read(reader)).toMatchObject([{ text: '', withdrawnAt: clock.now(), isUnread: false, canWithdrawUntil: null }]);
    expect(await owner('select text from check_comments')).toEqual([{ text: '' }]);
  });

  test('is for its author, for ten minutes', async () => {
    const { adminA, adminAB, planner } = fixtures.actors;
    const id = await write(adminA, 'EmployerPlanner');
    expect(await read(adminA)).toMatchObject([{ canWithdrawUntil: new Date('2026-03-02T08:10:00Z') }]);
    expect(await read(adminAB)).toMatchObject([{ canWithdrawUntil: null, isOwn: false }]);
    for (const other of [adminAB, planner]) expect(await codeOf(checks.withdrawComment(other, check.id, id))).toBe('access.forbidden');
    clock.advance({ minutes: COMMENTS.withdrawMinutes, seconds: 1 });
    expect(await codeOf(checks.withdrawComment(adminA, check.id, id))).toBe('comment.notWithdrawable');
    expect(await read(adminA)).toMatchObject([{ canWithdrawUntil: null, text: 'Ring twice.' }]);
    await expect(
      db.as(adminA, (tx) => sql`update check_comments set text = '', "withdrawnAt" = "createdAt" + interval '601 seconds'`.execute(tx)),
      'the database agrees about the ten minutes',
    ).rejects.toThrow(/check_comments/);
  });
});

describe('what somebody has not read', () => {
  const unread = async (actor: Actor) => (await checks.unreadComments(actor, [check])).get(check.id) ?? 0;

  test('is counted for each person, without their own words and those of others', async () => {
    const { adminA, adminAB, planner, doctor } = fixtures.actors;
    await write(adminA, 'EmployerPlanner');
    clock.advance({ minutes: 1 });
    await write(planner, 'PlannerDoctor');
    await write(doctor, 'EmployerPlannerDoctor');
    expect(await Promise.all([adminA, adminAB, planner, doctor].map(unread))).toEqual([0, 1, 2, 1]);
    expect(await checks.markCommentsRead(planner, check.id, new Date('2026-03-02T08:00:30Z'))).toBe(1);
    expect(await checks.markCommentsRead(planner, check.id, new Date('2026-03-02T09:00:00Z'))).toBe(0);
    // An older window says what it saw: nothing becomes unread again.
    expect(await checks.markCommentsRead(planner, check.id, new Date('2026-03-02T08:00:00Z'))).toBe(0);
    expect(await Promise.all([adminAB, planner, doctor].map(unread))).toEqual([1, 0, 1]);
  });

  test('is nothing that was read ahead of its time', async () => {
    const { adminA, planner } = fixtures.actors;
    await checks.markCommentsRead(planner, check.id, new Date('2027-01-01T00:00:00Z'));
    await write(adminA, 'EmployerPlanner');
    expect(await unread(planner)).toBe(1);
  });
});

describe('mails', () => {
  test('tell those who have not looked, after two minutes, and nothing of what was written', async () => {
    const { adminA, planner, doctor } = fixtures.actors;
    await write(planner, 'EmployerPlannerDoctor', 'Depressed since the divorce.');
    expect(await told(), 'at once').toEqual([]);
    clock.advance({ minutes: COMMENTS.mailAfterMinutes });
    const sent = await mails();
    // The superior has an account too: basicA.
    expect(sent.map(({ recipient }) => recipient)).toEqual([adminA.email, fixtures.actors.basicA.email, doctor.email].toSorted());
    for (const { recipient, subject, plainText } of sent) {
      expect(`${subject} ${plainText}`).not.toMatch(/divorce|Peeters|Jan/);
      expect(plainText).toContain(`/${recipient === doctor.email ? 'missions' : 'checks'}/${check.id}`);
    }
    clock.advance({ hours: 1 });
    expect(await told(), 'once').toEqual([]);
  });

  test('tell nobody who has read it meanwhile, nor of what was taken back, nor who cannot read it', async () => {
    const { adminA, planner, doctor } = fixtures.actors;
    await write(planner, 'EmployerPlannerDoctor');
    for (const reader of [adminA, fixtures.actors.basicA]) await checks.markCommentsRead(reader, check.id, clock.now());
    const id = await write(doctor, 'EmployerPlannerDoctor');
    await checks.withdrawComment(doctor, check.id, id);
    clock.advance({ minutes: 2, seconds: 1 });
    expect(await told()).toEqual([doctor.email]);
    await write(doctor, 'EmployerPlannerDoctor');
    await checks.markCommentsRead(doctor, check.id, clock.now());
    clock.advance({ minutes: 2, seconds: 1 });
    expect(await told(), 'HR does not read it yet').toEqual([planner.email]);
  });

  test('come at most once in fifteen minutes about one check', async () => {
    const { adminA, planner } = fixtures.actors;
    await owner(
      'update checks set "superiorId" = null, "doctorId" = null, status = \'Planning\', "appointmentStart" = null, "appointmentEnd" = null',
    );
    await write(planner, 'EmployerPlanner', '1');
    clock.advance({ minutes: 2 });
    expect(await told()).toEqual([adminA.email]);
    for (const text of ['2', '3', '4']) {
      await write(planner, 'EmployerPlanner', text);
      clock.advance({ minutes: 3 });
      expect(await told(), text).toEqual([]);
    }
    clock.advance({ minutes: 6 });
    expect(await told(), 'fifteen minutes after the first').toEqual([adminA.email]);
    clock.advance({ hours: 2 });
    expect(await told()).toEqual([]);
  });

  test('wait for the morning', async () => {
    clock.set('2026-03-02T20:59:00+01:00');
    await write(fixtures.actors.adminA, 'EmployerPlannerDoctor');
    clock.advance({ minutes: 30 });
    expect(await told()).toEqual([]);
    clock.set('2026-03-03T07:00:00+01:00');
    expect(await told()).toContain(fixtures.actors.doctor.email);
  });

  test('can be switched off, and go to open accounts alone', async () => {
    const { adminA, basicA, planner, doctor } = fixtures.actors;
    await notifications.choose(adminA, check.companyId, { kind: 'CommentWritten', delivery: 'InApp' });
    await owner('update profiles set "disabledAt" = now() where id = $1', [doctor.profileId]);
    await write(planner, 'EmployerPlannerDoctor');
    clock.advance({ minutes: 2 });
    expect(await told()).toEqual([basicA.email]);
  });

  test('reach HR when a planner lets a doctor’s words through', async () => {
    const { adminA, basicA, planner, doctor } = fixtures.actors;
    const id = await write(doctor, 'EmployerPlannerDoctor');
    clock.advance({ hours: 1 });
    await mails();
    await checks.releaseCheckComment(planner, check.id, id);
    clock.advance({ minutes: 2 });
    expect(await told()).toEqual([adminA.email, basicA.email].toSorted());
  });
});

test('who read and who wrote is in the access log', async () => {
  const { adminA } = fixtures.actors;
  const id = await write(adminA, 'EmployerPlanner');
  await read(adminA);
  await checks.withdrawComment(adminA, check.id, id);
  const log = await owner<{ action: string }>(`select action from access_log where "subjectId" = $1 and "profileId" = $2 order by id`, [
    check.id,
    adminA.profileId,
  ]);
  expect(log.map(({ action }) => action)).toEqual(['comment.write', 'comment.read', 'comment.withdraw']);
});
