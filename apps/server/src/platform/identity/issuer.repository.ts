import { createHash } from 'node:crypto';
import { AppError } from '@checkwell/domain/errors';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { isUnavailable, statementName } from '../db/pool.ts';
import { type Continued, type IssuerSession, PREVIOUS_TOKEN_MS, type SESSION_LIMITS, type SessionStatus } from './issuer.ts';

/**
 * What the issuer keeps beside better-auth's own reads and writes: everything whose time is the injected clock's, and
 * everything that must be one atomic statement. Runs as `checkwell_auth`; instants come in as parameters.
 */

type Queryable = Pool | PoolClient;

export async function run<Row extends QueryResultRow>(on: Queryable, text: string, values: readonly unknown[]): Promise<Row[]> {
  try {
    const { rows } = await on.query<Row>({ name: statementName(text), text, values: [...values] });
    return rows;
  } catch (error) {
    throw unavailableOr(error);
  }
}

/** 503 for a store that is away; every other error as it is. */
export function unavailableOr(error: unknown): unknown {
  return isUnavailable(error) ? new AppError('auth.unavailable', {}, { cause: error }) : error;
}

/** Several statements that happen together or not at all. */
export async function together<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw unavailableOr(error);
  });
  let broken = false;
  try {
    await run(client, 'begin', []);
    const result = await work(client);
    await run(client, 'commit', []);
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

export interface AccountRow {
  readonly subject: string;
  readonly passwordHash: string | null;
  readonly providers: readonly string[];
  readonly passwordResetRequired: boolean;
  readonly disabledAt: Date | null;
}

const ACCOUNT = `select u.id as subject, u."passwordResetRequired", u."disabledAt",
    (select a.password from auth.accounts a where a."userId" = u.id and a."providerId" = 'credential') as "passwordHash",
    array(select a."providerId" from auth.accounts a where a."userId" = u.id and (a."providerId" <> 'credential' or a.password is not null)
      union select 'passkey' from auth.passkeys p where p."userId" = u.id order by 1) as providers
  from auth.users u`;

/** @param email lower case */
export async function findAccountByEmail(pool: Pool, email: string): Promise<AccountRow | undefined> {
  return (await run<AccountRow>(pool, `${ACCOUNT} where u.email = $1`, [email]))[0];
}

export async function findAccount(pool: Pool, subject: string): Promise<AccountRow | undefined> {
  return (await run<AccountRow>(pool, `${ACCOUNT} where u.id = $1`, [subject]))[0];
}

/** Whatever writes about an account holds its row first: nobody waits in a circle. @returns whether there is such an account */
export async function lockAccount(client: PoolClient, subject: string): Promise<boolean> {
  return (await run(client, 'select id from auth.users where id = $1 for update', [subject])).length > 0;
}

/** The password of an account; null: no sign-in by password. */
export async function putCredential(
  client: PoolClient,
  subject: string,
  passwordHash: string | null,
  id: string,
  now: Date,
): Promise<void> {
  await run(
    client,
    `insert into auth.accounts (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
     values ($1, $2::uuid::text, 'credential', $2::uuid, $3, $4, $4)
     on conflict ("providerId", "accountId") do update set password = $3, "updatedAt" = $4`,
    [id, subject, passwordHash, now],
  );
}

/**
 * New password: the duty to reset ends, and so do the sessions but one, and every link by mail.
 * @param password `replaces`: the hash that the account must still have; null: whatever it has
 * @returns false when the account is gone, or has another password by now
 */
export async function replacePassword(
  pool: Pool,
  password: {
    readonly subject: string;
    readonly passwordHash: string;
    readonly replaces: string | null;
    readonly keepSession: string | null;
    readonly credentialId: string;
  },
  now: Date,
): Promise<boolean> {
  const { subject, passwordHash, replaces, keepSession, credentialId } = password;
  return together(pool, async (client) => {
    if (!(await lockAccount(client, subject))) return false;
    const stands = await run(
      client,
      `select 1 where $2::text is null or exists (
         select from auth.accounts where "userId" = $1 and "providerId" = 'credential' and password = $2)`,
      [subject, replaces],
    );
    if (stands.length === 0) return false;
    await putCredential(client, subject, passwordHash, credentialId, now);
    await run(client, 'update auth.users set "passwordResetRequired" = false, "updatedAt" = $2 where id = $1', [subject, now]);
    await run(client, 'delete from auth.sessions where "userId" = $1 and id is distinct from $2::uuid', [subject, keepSession]);
    await run(client, 'delete from auth.account_links where "userId" = $1', [subject]);
    await run(client, 'delete from auth.second_step_tickets where "userId" = $1', [subject]);
    return true;
  });
}

/** A stronger hash of the same password; nothing happens when another one was stored in between. */
export async function strengthenHash(pool: Pool, subject: string, from: string, to: string): Promise<void> {
  await run(pool, `update auth.accounts set password = $3 where "userId" = $1 and "providerId" = 'credential' and password = $2`, [
    subject,
    from,
    to,
  ]);
}

const SESSION = `s.id, s."userId" as subject, s.provider, s."createdAt", s."updatedAt" as "lastSeenAt", s."expiresAt",
  coalesce(s."ipAddress", '') as "ipAddress", coalesce(s."userAgent", '') as "userAgent"`;

/** Condition of an open session of an account that may sign in; $1 is the session, $2 now. */
const IS_OPEN = `s.id = $1 and u.id = s."userId" and s."expiresAt" > $2 and u."disabledAt" is null and not u."passwordResetRequired"`;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

interface Moment {
  readonly now: Date;
  readonly limits: typeof SESSION_LIMITS;
}

/** Uses the session, and gives it a token. One statement: a session that is being ended at the same moment stays ended. */
async function prolongSession(
  on: Queryable,
  id: string,
  { secret, previousHash }: { readonly secret: string; readonly previousHash: string | null },
  { now, limits: { idleMs, absoluteMs } }: Moment,
): Promise<IssuerSession | undefined> {
  const [row] = await run<IssuerSession & QueryResultRow>(
    on,
    `update auth.sessions s set token = $5, "previousToken" = coalesce($6, s."previousToken"),
       "rotatedAt" = case when $6::text is null then s."rotatedAt" else $2::timestamptz end, "updatedAt" = $2::timestamptz,
       "expiresAt" = least($2::timestamptz + $3 * interval '1 millisecond', s."createdAt" + $4 * interval '1 millisecond')
     from auth.users u
     where ${IS_OPEN} and s."createdAt" + $4 * interval '1 millisecond' > $2
     returning ${SESSION}`,
    [id, now, idleMs, absoluteMs, hashOf(secret), previousHash],
  );
  return row;
}

/**
 * Whether a session that was just written may stay: its account is open, and the password or the Microsoft account that it was opened with is still the
 * account's. A sign-in that links one was proven by the password.
 * Ending the account's sessions locks the account, which the new session refers to: it either ends this session too, or has already ended
 * what is checked here.
 */
export async function isFirstStepValid(
  pool: Pool,
  sessionId: string,
  { subject, provider, passwordHash }: { readonly subject: string; readonly provider: string; readonly passwordHash: string | null },
): Promise<boolean> {
  const byLink = provider === 'microsoft' && passwordHash === null;
  const rows = await run(
    pool,
    `select 1 from auth.sessions s join auth.users u on u.id = s."userId"
     where s.id = $1 and u.id = $2 and u."disabledAt" is null and not u."passwordResetRequired" and ($3::text is null or exists (
       select from auth.accounts a where a."userId" = u.id and a."providerId" = 'credential' and a.password = $3))
       and (not $4 or exists (select from auth.accounts a where a."userId" = u.id and a."providerId" = $5))`,
    [sessionId, subject, passwordHash, byLink, provider],
  );
  return rows.length > 0;
}

/** Gives a session that was just made its first token. */
export const startSession = (pool: Pool, id: string, secret: string, moment: Moment): Promise<IssuerSession | undefined> =>
  prolongSession(pool, id, { secret, previousHash: null }, moment);

interface Tokens {
  readonly id: string;
  readonly subject: string;
  readonly current: string;
  readonly previous: string | null;
  readonly rotatedAt: Date | null;
}

/** Whether the secret is that of the token in force, or of the one before it for as long as that is good too. */
function matchToken(secret: string, { current, previous, rotatedAt }: Tokens, now: Date): 'current' | 'previous' | undefined {
  const hash = hashOf(secret);
  if (hash === current) return 'current';
  return hash === previous && rotatedAt !== null && now.getTime() - rotatedAt.getTime() <= PREVIOUS_TOKEN_MS ? 'previous' : undefined;
}

const TOKENS = `select s.id, s."userId" as subject, s.token as current, s."previousToken" as previous, s."rotatedAt"
  from auth.sessions s, auth.users u where ${IS_OPEN}`;

/**
 * Uses a session by its token, and replaces that; checked on the row that is held, so that two who come at once get one successor.
 * A token that was replaced ends the session.
 * @param token from a cookie that this server signed: a secret that does not fit is an old one
 * @param successor of a secret; the same for all who ask
 */
export async function continueSession(
  pool: Pool,
  { id, secret }: { readonly id: string; readonly secret: string },
  successor: string,
  moment: Moment,
): Promise<{ readonly kind: 'open'; readonly session: IssuerSession } | Exclude<Continued, { readonly kind: 'open' }>> {
  return together(pool, async (client) => {
    const [tokens] = await run<Tokens & QueryResultRow>(client, `${TOKENS} for update of s`, [id, moment.now]);
    if (!tokens) return { kind: 'ended' };
    const matched = matchToken(secret, tokens, moment.now);
    if (matched === undefined) {
      await run(client, 'delete from auth.sessions where id = $1', [id]);
      return { kind: 'reused', id, subject: tokens.subject };
    }
    const session = await prolongSession(
      client,
      id,
      { secret: successor, previousHash: matched === 'current' ? hashOf(secret) : null },
      moment,
    );
    return session ? { kind: 'open', session } : { kind: 'ended' };
  });
}

/** Whose session the token would continue. */
export async function findSession(
  pool: Pool,
  { id, secret }: { readonly id: string; readonly secret: string },
  now: Date,
): Promise<{ readonly id: string; readonly subject: string } | undefined> {
  const [tokens] = await run<Tokens & QueryResultRow>(pool, TOKENS, [id, now]);
  return tokens && matchToken(secret, tokens, now) ? { id, subject: tokens.subject } : undefined;
}

export async function findSessionStatus(pool: Pool, sessionId: string, subject: string, now: Date): Promise<SessionStatus | undefined> {
  const [row] = await run<SessionStatus & QueryResultRow>(
    pool,
    `select s."secondStep", exists (select from auth.totp t where t."userId" = u.id)
         or exists (select from auth.passkeys p where p."userId" = u.id) as "hasSecondStep"
     from auth.sessions s join auth.users u on u.id = s."userId"
     where s.id = $1 and s."userId" = $2 and s."expiresAt" > $3 and u."disabledAt" is null and not u."passwordResetRequired"`,
    [sessionId, subject, now],
  );
  return row;
}

/** Newest first. */
export async function listSessions(pool: Pool, subject: string, now: Date): Promise<IssuerSession[]> {
  return run<IssuerSession & QueryResultRow>(
    pool,
    `select ${SESSION} from auth.sessions s where s."userId" = $1 and s."expiresAt" > $2 order by s."updatedAt" desc, s.id desc`,
    [subject, now],
  );
}

/** Ends a session of which only the id is known. */
export async function endSessionById(pool: Pool, id: string): Promise<{ id: string; subject: string } | undefined> {
  return (
    await run<{ id: string; subject: string }>(pool, 'delete from auth.sessions where id = $1 returning id, "userId" as subject', [id])
  )[0];
}

export async function endSession(pool: Pool, subject: string, sessionId: string): Promise<boolean> {
  return (await run(pool, 'delete from auth.sessions where "userId" = $1 and id = $2 returning id', [subject, sessionId])).length > 0;
}

export async function endSessions(pool: Pool, subject: string, except: string | null): Promise<void> {
  await run(pool, 'delete from auth.sessions where "userId" = $1 and id is distinct from $2::uuid', [subject, except]);
}

/**
 * Ends all but the newest sessions of an account.
 * @param kept stays in any case: after a clock was set back, sessions from before it seem to be newer
 */
export async function capSessions(
  pool: Pool,
  subject: string,
  { max, kept }: { readonly max: number; readonly kept: string },
): Promise<void> {
  await run(
    pool,
    `delete from auth.sessions where id in (
       select id from auth.sessions where "userId" = $1 and id <> $3 order by "createdAt" desc, id desc offset $2)`,
    [subject, max - 1, kept],
  );
}

/** Keys that cannot be read any more (APP_SECRET was changed) sign nothing from now on; what they signed stays verifiable. */
export async function retireKeys(pool: Pool): Promise<void> {
  await run(pool, 'update auth.signing_keys set "expiresAt" = now() where "expiresAt" is null or "expiresAt" > now()', []);
}

/** @returns false when the token had been spent before */
export async function spendToken(pool: Pool, tokenId: string, expiresAt: Date): Promise<boolean> {
  return (
    (
      await run(pool, 'insert into auth.spent_tokens ("tokenId", "expiresAt") values ($1, $2) on conflict do nothing returning "tokenId"', [
        tokenId,
        expiresAt,
      ])
    ).length > 0
  );
}

export async function purgeExpired(pool: Pool, now: Date): Promise<void> {
  for (const [table, column] of [
    ['sessions', 'expiresAt'],
    ['verifications', 'expiresAt'],
    ['spent_tokens', 'expiresAt'],
    ['account_links', 'expiresAt'],
    ['microsoft_flows', 'expiresAt'],
    ['microsoft_tickets', 'expiresAt'],
    ['passkey_challenges', 'expiresAt'],
    ['second_step_tickets', 'expiresAt'],
    ['throttles', 'usedUntil'],
  ]) {
    await run(pool, `delete from auth.${table} where "${column}" < $1`, [now]);
  }
}
