import { isDeepStrictEqual } from 'node:util';
import { inamiOf } from '@checkwell/domain/people/numbers/inami';
import type { Actor } from '@checkwell/domain/policy';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { notifyLive } from '../../platform/live/notify.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures } from '../../test/fixtures.ts';
import { type Browser, makeUser } from '../../test/servers/identity-app.ts';
import { serverApp } from '../../test/servers/server-app.ts';
import { KEEP_ALIVE_MS, type LivePrincipal, type LiveSubscription } from './live.service.ts';

/**
 * How a process learns that the reader of a live stream may have lost something: by a notification of the database, whoever made the change;
 * an idle stream asks for nothing. Nothing here is swept but by hand.
 */
const database = await testDatabase();
const app = await serverApp(database, { liveSweepMs: 3_600_000 });
const { live, identity } = app.services;
const fixtures = await createFixtures(database.db, app.clock);

interface Watched {
  readonly subscription: LiveSubscription;
  /** How often the database was asked who reads. */
  asked(): number;
  /** How many of these questions have been answered. */
  answered(): number;
  hasEnded(): boolean;
  /** How many events were sent. */
  sent(): number;
  /** How often something was sent that says nothing. */
  keptAlive(): number;
  /** Who reads, as it was last answered. */
  actor(): Actor;
}

/** @param authenticate who the reader is; for somebody whom nothing changes by default */
function watch(
  opened: Actor,
  subject: string,
  authenticate = async (): Promise<LivePrincipal> => ({ actor: opened, subject, endsAt: new Date(app.clock.now().getTime() + 60_000) }),
): Watched {
  let asked = 0;
  let answered = 0;
  let ended = false;
  let sent = 0;
  let keptAlive = 0;
  let actor = opened;
  const subscription = live.open(opened, {
    send: () => {
      sent += 1;
    },
    keepAlive: () => {
      keptAlive += 1;
    },
    end: () => {
      ended = true;
      subscription.close();
    },
    authenticate: async () => {
      asked += 1;
      try {
        const principal = await authenticate();
        actor = principal.actor;
        return principal;
      } finally {
        answered += 1;
      }
    },
  });
  return {
    subscription,
    asked: () => asked,
    answered: () => answered,
    hasEnded: () => ended,
    sent: () => sent,
    keptAlive: () => keptAlive,
    actor: () => actor,
  };
}

/** What was told on the channel, in the order in which the live service, which listens for longer, has heard it. */
const told: (string | undefined)[] = [];
let listening = false;

/** Until everything that was told before has been heard: making the people of a test tells of them too. */
async function atRest(...watched: readonly Watched[]): Promise<void> {
  if (!listening) database.db.listen('standing', (payload) => told.push(payload));
  listening = true;
  await expect.poll(() => database.db.isListening() && told.includes(undefined)).toBe(true);
  const last = `subject ${newId()}`; // nobody's
  await database.owner("select pg_notify('standing', $1)", [last]);
  await expect.poll(() => told).toContain(last);
  await expect.poll(() => watched.every(({ asked, answered }) => asked() > 0 && answered() === asked())).toBe(true);
}

const employer = async () => {
  const { profileId, subject, email, companyId } = await makeUser(database, identity);
  const actor: Actor = { kind: 'employer', profileId, email, memberships: [{ companyId, accesType: 'admin', superiorId: null }] };
  return { actor, profileId, subject, companyId };
};

test('an idle stream asks the database for nothing', async () => {
  const { actor, subject } = await employer();
  const stream = watch(actor, subject);
  await atRest(stream);
  const before = stream.asked();
  for (let round = 0; round < 100; round += 1) {
    live.sweep();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(stream.asked()).toBe(before);
  stream.subscription.close();
});

test('a stream on which nothing was sent for long is kept alive, once', async () => {
  const { actor, subject } = await employer();
  const endsAt = new Date(app.clock.now().getTime() + 3_600_000);
  const stream = watch(actor, subject, async () => ({ actor, subject, endsAt }));
  await atRest(stream);
  app.clock.advance({ seconds: KEEP_ALIVE_MS / 1000 - 1 });
  live.sweep();
  expect(stream.keptAlive()).toBe(0);
  app.clock.advance({ seconds: 1 });
  live.sweep();
  live.sweep();
  expect(stream.keptAlive()).toBe(1);

  // What is told is a sign of life too.
  app.clock.advance({ seconds: KEEP_ALIVE_MS / 1000 - 1 });
  const before = stream.sent();
  await database.db.system('test', (tx) => notifyLive(tx, { topic: 'flag', companyId: null, id: 'telecheck', version: 1 }));
  await expect.poll(stream.sent).toBe(before + 1);
  app.clock.advance({ seconds: KEEP_ALIVE_MS / 1000 - 1 });
  live.sweep();
  expect(stream.keptAlive()).toBe(1);
  stream.subscription.close();
});

test('what has expired ends, without a question', async () => {
  const { actor, subject } = await employer();
  const stream = watch(actor, subject);
  await atRest(stream);
  const before = stream.asked();
  live.sweep();
  expect(stream.hasEnded()).toBe(false);
  app.clock.advance({ minutes: 1 });
  live.sweep();
  expect([stream.hasEnded(), stream.asked()]).toEqual([true, before]);
});

/** Somebody with an open stream, as the change meets them: by what their requests are checked. */
interface Reader {
  readonly headers: Readonly<Record<string, string>>;
  readonly actor: Actor;
  readonly profileId: string;
  readonly subject: string;
  readonly email: string;
  readonly companyId: string;
}

const headersOf = ({ token, cookies }: Browser) => ({
  authorization: `Bearer ${token}`,
  cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
});

async function person(who: Parameters<typeof makeUser>[2] = {}): Promise<Reader> {
  const { browser, profileId, email, companyId } = await app.signedIn(who);
  const headers = headersOf(browser);
  const { actor, subject } = await identity.authenticateAnew({ headers });
  return { headers, actor, subject, profileId, email, companyId };
}

async function program(): Promise<Reader> {
  const owner = await person();
  const { token } = await app.services.apiTokens.create(owner.actor, owner.companyId, {
    name: 'Payroll',
    accesType: 'admin',
    expiresInDays: 30,
  });
  const headers = { authorization: `Bearer ${token}` };
  const { actor, subject } = await identity.authenticateAnew({ headers });
  if (actor.kind !== 'employer') throw new Error('expected a program of a company');
  return { headers, actor, subject, profileId: actor.profileId, email: '', companyId: owner.companyId };
}

let doctors = 500_000;

async function doctor(): Promise<Reader> {
  doctors += 1;
  const doctorId = newId();
  await database.owner(
    `insert into doctors (id, "firstName", "lastName", email, "phoneNumber", languages, "inamiNumber", "practiceAddress", latitude, longitude, "geoPrecision", locations)
     values ($1, 'Lien', 'Maes', $2, '+3221234567', '{NL}', $3, 'Meir 1, 2000 Antwerpen', 51.2, 4.4, 'street', '{House}')`,
    [doctorId, `doctor-${doctorId}@example.be`, inamiOf(doctors)],
  );
  return person({ kind: 'doctor', doctorId });
}

const addTotp = 'insert into auth.totp ("userId", secret, "lastStep", "createdAt") values ($1, \'x\', 0, now())';

const addSuperior = `insert into superiors ("companyId", id, email, "createdAt")
  select u."companyId", gen_random_uuid(), p."userName", now() from profiles p join company_users u on u."profileId" = p.id where p."userName" = $1`;

interface Change {
  /** @default person */
  readonly of?: () => Promise<Reader>;
  /** How it was before. */
  readonly before?: string;
  readonly sql: string;
  /** What $1 stands for, in both. @default 'subject' */
  readonly by?: 'subject' | 'profileId' | 'companyId' | 'email';
}

/** Of each trigger `notify_standing` each event: a change of what a request is checked by. */
const CHANGES: Readonly<Record<string, Change>> = {
  'auth.sessions: delete': { sql: 'delete from auth.sessions where "userId" = $1' },
  'auth.sessions: update of secondStep': {
    before: `update auth.sessions set "secondStep" = true where "userId" = $1; ${addTotp}`,
    sql: 'update auth.sessions set "secondStep" = false where "userId" = $1',
  },
  'auth.users: update of disabledAt': { sql: 'update auth.users set "disabledAt" = now() where id = $1' },
  'auth.users: update of passwordResetRequired': { sql: 'update auth.users set "passwordResetRequired" = true where id = $1' },
  'auth.totp: insert': { sql: addTotp },
  'auth.passkeys: insert': {
    sql: `insert into auth.passkeys (id, "userId", "credentialId", "publicKey", counter, transports, name, "createdAt")
      values (gen_random_uuid(), $1, gen_random_uuid()::text, '\\x00', 0, '{}', 'Key', now())`,
  },
  'profiles: update': { sql: 'update profiles set "sessionVersion" = "sessionVersion" + 1 where id = $1', by: 'profileId' },
  'profiles: delete': { of: () => person({ kind: 'planner' }), sql: 'delete from profiles where id = $1', by: 'profileId' },
  'company_users: insert': {
    sql: `insert into company_users ("companyId", "profileId", "accesType", languages)
      select '${fixtures.a.id}', $1, 'basic', '{nl}'`,
    by: 'profileId',
  },
  'company_users: update': { sql: 'update company_users set "accesType" = \'basic\' where "profileId" = $1', by: 'profileId' },
  'company_users: delete': { sql: 'delete from company_users where "profileId" = $1', by: 'profileId' },
  'api_tokens: update of revokedAt': {
    of: program,
    sql: 'update api_tokens set "revokedAt" = now() where "profileId" = $1',
    by: 'profileId',
  },
  'api_tokens: update of expiresAt': {
    of: program,
    sql: 'update api_tokens set "expiresAt" = "createdAt" + interval \'1 microsecond\' where "profileId" = $1',
    by: 'profileId',
  },
  'api_tokens: delete': { of: program, sql: 'delete from api_tokens where "profileId" = $1', by: 'profileId' },
  'companies: update of secondStepRequired': { sql: 'update companies set "secondStepRequired" = true where id = $1', by: 'companyId' },
  'superiors: insert': { sql: addSuperior, by: 'email' },
  'superiors: update of email': {
    before: addSuperior,
    sql: "update superiors set email = gen_random_uuid() || '@example.be' where email = $1",
    by: 'email',
  },
  'superiors: delete': { before: addSuperior, sql: 'delete from superiors where email = $1', by: 'email' },
  'doctors: update of active': {
    of: doctor,
    sql: 'update doctors set active = false where id = (select "doctorId" from profiles where subject = $1)',
  },
};

test('every event of every trigger has its change below', async () => {
  const rows = await database.owner<{ event: string }>(`
    select format('%s: %s', t.tgrelid::regclass, e.name) || case when a.attname is null then '' else ' of ' || a.attname end as event
    from pg_trigger t
    join (values (4, 'insert'), (8, 'delete'), (16, 'update')) e (bit, name) on t.tgtype & e.bit > 0
    left join pg_attribute a on e.name = 'update' and a.attrelid = t.tgrelid and a.attnum = any (t.tgattr::int2[])
    where t.tgname = 'notify_standing'`);
  expect(rows.map(({ event }) => event).sort()).toEqual(Object.keys(CHANGES).sort());
});

test.each(Object.entries(CHANGES))('%s is checked at once, for those whom it concerns alone', async (_event, change) => {
  const { of = person, before = '', sql, by = 'subject' } = change;
  const [reader, bystander] = [await of(), await employer()];
  for (const statement of before.split('; ').filter(Boolean)) await database.owner(statement, [reader[by]]);
  const { actor } = await identity.authenticateAnew(reader);
  const [stream, others] = [
    watch(actor, reader.subject, () => identity.authenticateAnew(reader)),
    watch(bystander.actor, bystander.subject),
  ];
  await atRest(stream, others);
  expect([stream.hasEnded(), stream.actor()]).toEqual([false, actor]);
  const othersBefore = others.asked();

  await database.owner(sql, [reader[by]]);
  await expect.poll(() => stream.hasEnded() || !isDeepStrictEqual(stream.actor(), actor)).toBe(true);
  expect(others.asked()).toBe(othersBefore);
  stream.subscription.close();
  others.subscription.close();
});

test('a doctor whose mission has changed is asked about: with the last one the account of a doctor who has left ends', async () => {
  const { actor, subject } = await doctor();
  if (actor.kind !== 'doctor') throw new Error('expected a doctor');
  const stream = watch(actor, subject);
  await atRest(stream);
  const before = stream.asked();
  const event = { topic: 'check', companyId: fixtures.a.id, id: newId(), version: 2, status: 'Archived', doctorId: actor.doctorId };
  await database.owner("select pg_notify('live', $1)", [JSON.stringify({ ...event, superiorId: null, orderedByProfileId: null })]);
  await expect.poll(stream.asked).toBeGreaterThan(before);
  stream.subscription.close();
});

test('while nothing can be heard everybody is asked about, and once more when it can be again', async () => {
  const { actor, subject } = await employer();
  const stream = watch(actor, subject);
  await atRest(stream);
  const before = stream.asked();
  await database.owner(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'checkwell listener' and datname = current_database()",
  );
  await expect.poll(stream.asked).toBeGreaterThan(before);
  stream.subscription.close();
});
