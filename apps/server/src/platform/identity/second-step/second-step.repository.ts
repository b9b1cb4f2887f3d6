import { MAX_PASSKEYS } from '@checkwell/domain/identity/second-step';
import type { Pool, PoolClient } from 'pg';
import { lockAccount, run, together } from '../issuer.repository.ts';

/** Second steps of accounts, and what waits for one; as `checkwell_auth`. Instants come in as parameters. */

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface Factors {
  readonly totpSince: Date | null;
  readonly recoveryCodes: number;
  /** Oldest first. */
  readonly passkeys: readonly Passkey[];
}

export async function findFactors(pool: Pool, subject: string): Promise<Factors> {
  const [row] = await run<{ totpSince: Date | null; recoveryCodes: number }>(
    pool,
    `select (select "createdAt" from auth.totp where "userId" = $1) as "totpSince",
            (select count(*)::int from auth.recovery_codes where "userId" = $1) as "recoveryCodes"`,
    [subject],
  );
  const passkeys = await run<Passkey & { [column: string]: unknown }>(
    pool,
    'select id, name, "createdAt", "lastUsedAt" from auth.passkeys where "userId" = $1 order by "createdAt", id',
    [subject],
  );
  return { totpSince: row?.totpSince ?? null, recoveryCodes: row?.recoveryCodes ?? 0, passkeys };
}

export async function findTotpSecret(pool: Pool, subject: string): Promise<Buffer | undefined> {
  return (await run<{ secret: Buffer }>(pool, 'select secret from auth.totp where "userId" = $1', [subject]))[0]?.secret;
}

/** @returns false when this code, or a newer one, was used before */
export async function useTotpStep(pool: Pool, subject: string, step: number): Promise<boolean> {
  return (
    (await run(pool, 'update auth.totp set "lastStep" = $2 where "userId" = $1 and "lastStep" < $2 returning "userId"', [subject, step]))
      .length > 0
  );
}

/** @returns whether there was such a code; it is gone now */
export async function spendRecoveryCode(pool: Pool, subject: string, codeHashes: readonly Buffer[]): Promise<boolean> {
  return (
    (
      await run(pool, 'delete from auth.recovery_codes where "userId" = $1 and "codeHash" = any ($2) returning "userId"', [
        subject,
        codeHashes,
      ])
    ).length > 0
  );
}

/** The one who sets up a second step has just proven it: the session here counts as such, every other one ends. */
export interface SettingUp {
  readonly subject: string;
  readonly sessionId: string;
  /** Hashes of new recovery codes, used only where the account has no second step yet. */
  readonly recoveryHashes: readonly Buffer[];
}

/** `first`: the recovery codes were kept; `unproven`: this session has not taken the second step that the account has; `taken`: not inserted. */
export type SetUpResult = 'first' | 'another' | 'unproven' | 'taken';

/** Thrown inside a transaction that is to leave nothing behind. */
class Undone<Reason extends string> extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

async function orUndone<Result, Reason extends string>(work: Promise<Result>): Promise<Result | Reason> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Undone) return error.reason as Reason;
    throw error;
  }
}

function setUp(
  pool: Pool,
  { subject, sessionId, recoveryHashes }: SettingUp,
  insert: (client: PoolClient) => Promise<boolean>,
): Promise<SetUpResult> {
  const work = async (client: PoolClient): Promise<'first' | 'another'> => {
    // One at a time: two first ones at the same moment would make two sets of codes.
    await lockAccount(client, subject);
    const [{ count } = { count: 0 }] = await run<{ count: number }>(
      client,
      `select (select count(*) from auth.totp where "userId" = $1)::int + (select count(*) from auth.passkeys where "userId" = $1)::int as count`,
      [subject],
    );
    const proven = await run(
      client,
      'update auth.sessions set "secondStep" = true where id = $1 and "userId" = $2 and ("secondStep" or $3) returning id',
      [sessionId, subject, count === 0],
    );
    if (proven.length === 0) throw new Undone('unproven');
    if (!(await insert(client))) throw new Undone('taken');
    await run(client, 'delete from auth.sessions where "userId" = $1 and id <> $2', [subject, sessionId]);
    await run(client, 'delete from auth.second_step_tickets where "userId" = $1', [subject]);
    if (count === 0) await replaceCodes(client, subject, recoveryHashes);
    return count === 0 ? 'first' : 'another';
  };
  return orUndone<'first' | 'another', 'unproven' | 'taken'>(together(pool, work));
}

async function replaceCodes(client: PoolClient, subject: string, hashes: readonly Buffer[]): Promise<void> {
  await run(client, 'delete from auth.recovery_codes where "userId" = $1', [subject]);
  await run(client, 'insert into auth.recovery_codes ("userId", "codeHash") select $1, unnest($2::bytea[])', [subject, [...hashes]]);
}

export function putTotp(pool: Pool, setting: SettingUp, totp: { secret: Buffer; step: number; now: Date }) {
  return setUp(pool, setting, async (client) => {
    await run(
      client,
      `insert into auth.totp as t ("userId", secret, "lastStep", "createdAt") values ($1, $2, $3, $4)
         on conflict ("userId") do update set secret = $2, "lastStep" = greatest(t."lastStep", $3), "createdAt" = $4`,
      [setting.subject, totp.secret, totp.step, totp.now],
    );
    return true;
  });
}

export interface NewPasskey {
  readonly id: string;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
}

/** `taken` also beyond the most passkeys that an account may have. */
export function insertPasskey(pool: Pool, setting: SettingUp, passkey: NewPasskey) {
  return setUp(pool, setting, async (client) => {
    const rows = await run(
      client,
      `insert into auth.passkeys (id, "userId", "credentialId", "publicKey", counter, transports, name, "createdAt")
         select $1, $2, $3, $4, $5, $6, $7, $8 where (select count(*) from auth.passkeys where "userId" = $2) < $9
         on conflict ("credentialId") do nothing returning id`,
      [
        passkey.id,
        setting.subject,
        passkey.credentialId,
        Buffer.from(passkey.publicKey),
        passkey.counter,
        [...passkey.transports],
        passkey.name,
        passkey.createdAt,
        MAX_PASSKEYS,
      ],
    );
    return rows.length > 0;
  });
}

export async function renamePasskey(pool: Pool, subject: string, id: string, name: string): Promise<boolean> {
  return (
    (await run(pool, 'update auth.passkeys set name = $3 where "userId" = $1 and id = $2 returning id', [subject, id, name])).length > 0
  );
}

/**
 * Removes the authenticator app or a passkey; with the last one go the recovery codes.
 * @param keepOne the account must keep a second step
 */
export async function removeFactor(
  pool: Pool,
  { subject, passkeyId, keepOne }: { subject: string; passkeyId: string | null; keepOne: boolean },
): Promise<'removed' | 'unknown' | 'kept'> {
  const work = async (client: PoolClient): Promise<'removed'> => {
    await lockAccount(client, subject);
    const removed =
      passkeyId === null
        ? await run(client, 'delete from auth.totp where "userId" = $1 returning "userId"', [subject])
        : await run(client, 'delete from auth.passkeys where "userId" = $1 and id = $2 returning id', [subject, passkeyId]);
    if (removed.length === 0) throw new Undone('unknown');
    const left = await run(
      client,
      `select 1 where exists (select from auth.totp where "userId" = $1) or exists (select from auth.passkeys where "userId" = $1)`,
      [subject],
    );
    if (left.length === 0 && keepOne) throw new Undone('kept');
    if (left.length === 0) await run(client, 'delete from auth.recovery_codes where "userId" = $1', [subject]);
    return 'removed';
  };
  return orUndone<'removed', 'unknown' | 'kept'>(together(pool, work));
}

/** The ones of these accounts that have an authenticator app or a passkey. */
export async function findProtected(pool: Pool, subjects: readonly string[]): Promise<readonly string[]> {
  const rows = await run<{ subject: string }>(
    pool,
    `select u.id as subject from auth.users u where u.id = any ($1::uuid[])
       and (exists (select from auth.totp t where t."userId" = u.id) or exists (select from auth.passkeys p where p."userId" = u.id))`,
    [[...subjects]],
  );
  return rows.map(({ subject }) => subject);
}

/** New recovery codes in place of the old ones. @returns false for an account without second step */
export async function renewRecoveryCodes(pool: Pool, subject: string, hashes: readonly Buffer[]): Promise<boolean> {
  return together(pool, async (client) => {
    await lockAccount(client, subject);
    const rows = await run(
      client,
      `select 1 where exists (select from auth.totp where "userId" = $1) or exists (select from auth.passkeys where "userId" = $1)`,
      [subject],
    );
    if (rows.length === 0) return false;
    await replaceCodes(client, subject, hashes);
    return true;
  });
}

export interface StoredPasskey {
  readonly id: string;
  readonly subject: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

const PASSKEY = 'select id, "userId" as subject, "credentialId", "publicKey", counter::float8 as counter, transports from auth.passkeys';
type PasskeyRow = StoredPasskey & { [column: string]: unknown };

export async function findPasskey(pool: Pool, credentialId: string): Promise<StoredPasskey | undefined> {
  return (await run<PasskeyRow>(pool, `${PASSKEY} where "credentialId" = $1`, [credentialId]))[0];
}

export async function listPasskeys(pool: Pool, subject: string): Promise<readonly StoredPasskey[]> {
  return run<PasskeyRow>(pool, `${PASSKEY} where "userId" = $1 order by "createdAt", id`, [subject]);
}

/** @returns false when its counter did not move on: a copy of the passkey was used, or this answer twice at once */
export async function usePasskey(pool: Pool, id: string, counter: number, now: Date): Promise<boolean> {
  const rows = await run(
    pool,
    `update auth.passkeys set counter = $2, "lastUsedAt" = $3 where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
    [id, counter, now],
  );
  return rows.length > 0;
}

export type ChallengePurpose = 'add' | 'signIn' | 'secondStep';

export async function insertChallenge(
  pool: Pool,
  challenge: { challengeHash: Buffer; purpose: ChallengePurpose; subject: string | null; expiresAt: Date },
): Promise<void> {
  await run(pool, 'insert into auth.passkey_challenges ("challengeHash", purpose, "userId", "expiresAt") values ($1, $2, $3, $4)', [
    challenge.challengeHash,
    challenge.purpose,
    challenge.subject,
    challenge.expiresAt,
  ]);
}

/** @returns whether it was asked for this purpose and account; of many at the same moment one gets it */
export async function takeChallenge(
  pool: Pool,
  { challengeHash, purpose, subject, now }: { challengeHash: Buffer; purpose: ChallengePurpose; subject: string | null; now: Date },
): Promise<boolean> {
  const rows = await run(
    pool,
    `delete from auth.passkey_challenges
     where "challengeHash" = $1 and purpose = $2 and "userId" is not distinct from $3::uuid and "expiresAt" > $4 returning "challengeHash"`,
    [challengeHash, purpose, subject, now],
  );
  return rows.length > 0;
}

/**
 * A first step that waits for the second. `passwordHash`: of the password that was given; null: it was another first step. `link`: the
 * Microsoft account that is linked afterwards.
 */
export interface WaitingSignIn {
  readonly subject: string;
  readonly provider: string;
  readonly passwordHash: string | null;
  readonly link: { readonly ticketHash: Buffer; readonly browserHash: Buffer } | null;
}

export async function insertTicket(
  pool: Pool,
  ticketHash: Buffer,
  { subject, provider, passwordHash, link }: WaitingSignIn,
  expiresAt: Date,
) {
  await run(
    pool,
    `insert into auth.second_step_tickets ("ticketHash", "userId", provider, "passwordHash", "linkTicketHash", "linkBrowserHash", "expiresAt")
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [ticketHash, subject, provider, passwordHash, link?.ticketHash ?? null, link?.browserHash ?? null, expiresAt],
  );
}

/** Counts one attempt. @returns whose sign-in it is; undefined when the ticket opens nothing (any more) */
export async function tryTicket(
  pool: Pool,
  ticketHash: Buffer,
  maxAttempts: number,
  now: Date,
): Promise<{ subject: string; email: string } | undefined> {
  const [row] = await run<{ subject: string; email: string }>(
    pool,
    `update auth.second_step_tickets t set attempts = attempts + 1 from auth.users u
     where t."ticketHash" = $1 and t."expiresAt" > $2 and t.attempts < $3 and u.id = t."userId"
     returning t."userId" as subject, u.email`,
    [ticketHash, now, maxAttempts],
  );
  return row;
}

/** @returns whose sign-in it is, without counting an attempt */
export async function findTicket(pool: Pool, ticketHash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await run<{ subject: string }>(
    pool,
    'select "userId" as subject from auth.second_step_tickets where "ticketHash" = $1 and "expiresAt" > $2',
    [ticketHash, now],
  );
  return row?.subject;
}

/** Spends a ticket; of many at the same moment one gets it. */
export async function takeTicket(pool: Pool, ticketHash: Buffer, now: Date): Promise<WaitingSignIn | undefined> {
  const [row] = await run<{
    subject: string;
    provider: string;
    passwordHash: string | null;
    linkTicketHash: Buffer | null;
    linkBrowserHash: Buffer | null;
  }>(
    pool,
    `delete from auth.second_step_tickets where "ticketHash" = $1 and "expiresAt" > $2
     returning "userId" as subject, provider, "passwordHash", "linkTicketHash", "linkBrowserHash"`,
    [ticketHash, now],
  );
  if (!row) return undefined;
  const { subject, provider, passwordHash, linkTicketHash: ticket, linkBrowserHash: browserHash } = row;
  return { subject, provider, passwordHash, link: ticket && browserHash && { ticketHash: ticket, browserHash } };
}
