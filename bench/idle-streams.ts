import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_PASSWORD, demoAccounts } from '../apps/server/src/seed/accounts.ts';
import { COMPANIES } from '../apps/server/src/seed/names.ts';
import { runAs } from '../apps/server/src/test/sql.ts';
import { startBeside, startServer } from '../e2e/support/server.ts';
import { postmasterOf, used } from './processor-time.ts';

const STREAMS = 5000;
/** What one person may have open. */
const PER_PERSON = 10;
const AT_ONCE = 20;
/** Of one sign-in that is told to come back. */
const MOST_TRIES = 30;
const SETTLE_MS = 10_000;
const MEASURE_MS = 60_000;
/** Of one core, server and database together. */
const PROMISE = 0.01;

/**
 * `npm run bench -- idle-streams`: what 5,000 open live streams cost while nothing happens: processor time of the server and of all
 * processes of PostgreSQL over a minute, less that of a minute before without streams. Linux, with PostgreSQL on this machine.
 * @throws {Error} when they cost more than 1 % of a core, or one of them was lost
 */
export async function idleStreams(): Promise<void> {
  const shared = await startServer();
  try {
    // The demo was made by the first server; the one that is measured does nothing but answer.
    const server = await startBeside(shared, () => ({ ROLES: 'web', LOG_LEVEL: 'warn' }));
    const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
    const streams: ClientRequest[] = [];
    let ended = 0;
    try {
      const emails = await makePeople(shared.databaseUrl, STREAMS / PER_PERSON);
      const people = await inParts(emails, (email, index) => signIn(server.baseURL, email, `10.1.${index >> 8}.${index & 255}`));
      await sleep(SETTLE_MS);
      const postmaster = await postmasterOf(shared.databaseUrl);
      const idle = await measure(server.baseURL, postmaster);
      const all = people.flatMap((headers) => Array.from({ length: PER_PERSON }, () => headers));
      await inParts(all, async (headers) => {
        const stream = await open(server.baseURL, headers, agent);
        stream.once('close', () => {
          ended += 1;
        });
        streams.push(stream);
      });
      await sleep(SETTLE_MS);
      const loaded = await measure(server.baseURL, postmaster);
      const [inServer, inDatabase] = [loaded.server - idle.server, loaded.database - idle.database];
      const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
      process.stdout.write(
        `${streams.length} idle streams, ${ended} lost: ${percent(inServer)} of a core in the server, ${percent(inDatabase)} in the database\n`,
      );
      if (ended > 0) throw new Error(`${ended} streams were lost.`);
      if (inServer + inDatabase > PROMISE) throw new Error(`${percent(PROMISE)} is promised.`);
    } finally {
      for (const stream of streams) stream.destroy();
      agent.destroy();
      await server.stop();
    }
  } finally {
    await shared.stop();
  }
}

async function inParts<Item, Result>(items: readonly Item[], work: (item: Item, index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, item] of queue) results[index] = await work(item, index);
    }),
  );
  return results;
}

/** Basic users of the company of the demo's administrator, with the same password. @returns their addresses */
async function makePeople(databaseUrl: string, count: number): Promise<readonly string[]> {
  const model = demoAccounts(COMPANIES).find(({ email }) => email.startsWith('admin@'))?.email;
  await runAs(
    databaseUrl,
    `select app.create_account(md5('stream ' || n)::uuid, 'stream-' || n || '@demo.checkwell.example', gen_random_uuid(), a.password, false, now())
     from generate_series(1, $1::int) n, auth.accounts a join auth.users u on u.id = a."userId" where u.email = $2 and a.password is not null`,
    [count, model],
  );
  await runAs(
    databaseUrl,
    `insert into profiles (id, "userName", "firstName", "lastName", kind, "companyId", issuer, subject)
     select gen_random_uuid(), 'stream-' || n || '@demo.checkwell.example', 'An', 'Peeters', kind, "companyId", issuer, md5('stream ' || n)::uuid
     from generate_series(1, $1::int) n, profiles where "userName" = $2`,
    [count, model],
  );
  const made = await runAs<{ email: string }>(
    databaseUrl,
    `with made as (
       insert into company_users ("companyId", "profileId", "accesType", languages)
       select "companyId", id, 'basic', '{nl}' from profiles where "userName" like 'stream-%' returning "profileId")
     select p."userName" as email from made join profiles p on p.id = made."profileId"`,
  );
  return made.map(({ email }) => email);
}

async function signIn(address: string, email: string, from: string): Promise<Readonly<Record<string, string>>> {
  const ask = (): Promise<Response> =>
    fetch(`${address}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    });
  let answer = await ask();
  // A machine with other work to do lets in fewer at once: whoever is told to wait does.
  for (let tries = 1; answer.status === 503 && tries < MOST_TRIES; tries += 1) {
    await sleep(1000 * Number(answer.headers.get('retry-after') ?? 1));
    answer = await ask();
  }
  if (!answer.ok) throw new Error(`Sign-in of ${email}: ${answer.status} ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('__Host-accessToken='))?.slice('__Host-accessToken='.length) ?? '';
  return { authorization: `Bearer ${decodeURIComponent(token)}`, cookie: cookies.join('; '), 'x-forwarded-for': from };
}

function open(address: string, headers: Readonly<Record<string, string>>, agent: Agent): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const stream = request(`${address}/v1/api/live`, { headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A stream was answered with ${response.statusCode}.`));
      response.once('data', () => resolve(stream)).on('error', () => undefined);
    });
    stream.on('error', reject).end();
  });
}

interface Measured {
  /** Share of a core. */
  readonly server: number;
  readonly database: number;
}

async function measure(address: string, postmaster: number): Promise<Measured> {
  const before = await used(address, postmaster);
  await sleep(MEASURE_MS);
  const after = await used(address, postmaster);
  const seconds = (after.at - before.at) / 1000;
  return {
    server: (after.server - before.server) / seconds,
    database: (after.database - before.database) / seconds,
  };
}
