import type { MICROSOFT_WAIT_MS } from '@checkwell/domain/identity/microsoft';
import type { Pool, PoolClient } from 'pg';
import { newId } from '../../ids.ts';
import { lockAccount, run, together } from '../issuer.repository.ts';
import type { MicrosoftIdentity } from './id-token.ts';

/** What a Microsoft sign-in keeps while it waits, and its lasting links; as `checkwell_auth`. Instants come in as parameters. */

const PROVIDER = 'microsoft';

/** The account key (iss, oid) in the one column that better-auth has for it. An issuer is an address, so it holds no `#` itself. */
const accountIdOf = ({ issuer, objectId }: Pick<MicrosoftIdentity, 'issuer' | 'objectId'>): string => `${issuer}#${objectId}`;

export async function insertFlow(pool: Pool, flow: { stateHash: Buffer; browserHash: Buffer; expiresAt: Date }): Promise<void> {
  await run(pool, 'insert into auth.microsoft_flows ("stateHash", "browserHash", "expiresAt") values ($1, $2, $3)', [
    flow.stateHash,
    flow.browserHash,
    flow.expiresAt,
  ]);
}

/** @returns whether the flow was there for this browser; of many at the same moment one gets it */
export async function takeFlow(pool: Pool, { stateHash, browserHash, now }: { stateHash: Buffer; browserHash: Buffer; now: Date }) {
  const rows = await run(
    pool,
    'delete from auth.microsoft_flows where "stateHash" = $1 and "browserHash" = $2 and "expiresAt" > $3 returning "stateHash"',
    [stateHash, browserHash, now],
  );
  return rows.length > 0;
}

/** The account that this Microsoft account opens. */
export async function findLinkedSubject(pool: Pool, identity: MicrosoftIdentity): Promise<string | undefined> {
  const [row] = await run<{ subject: string }>(
    pool,
    'select "userId" as subject from auth.accounts where "providerId" = $1 and "accountId" = $2',
    [PROVIDER, accountIdOf(identity)],
  );
  return row?.subject;
}

export type TicketPurpose = Exclude<keyof typeof MICROSOFT_WAIT_MS, 'flow'>;

export interface NewTicket {
  readonly ticketHash: Buffer;
  readonly browserHash: Buffer;
  readonly purpose: TicketPurpose;
  readonly identity: MicrosoftIdentity;
  /** Whose password is to be confirmed; null for a request for an account. */
  readonly subject: string | null;
  readonly expiresAt: Date;
}

export async function insertTicket(pool: Pool, { identity, ...ticket }: NewTicket): Promise<void> {
  await run(
    pool,
    `insert into auth.microsoft_tickets ("ticketHash", "browserHash", purpose, issuer, "objectId", email, "firstName", "lastName", "userId", "expiresAt")
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ticket.ticketHash,
      ticket.browserHash,
      ticket.purpose,
      identity.issuer,
      identity.objectId,
      identity.email,
      identity.firstName,
      identity.lastName,
      ticket.subject,
      ticket.expiresAt,
    ],
  );
}

/** A ticket in the hands of the browser that got it. */
export interface TicketKey {
  readonly ticketHash: Buffer;
  readonly browserHash: Buffer;
}

const HELD = '"ticketHash" = $1 and "browserHash" = $2 and "expiresAt" > $3';

/** Counts one attempt with a ticket for a link. @returns the account's address; undefined when the ticket opens nothing (any more) */
export async function tryTicket(pool: Pool, key: TicketKey, maxAttempts: number, now: Date): Promise<{ email: string } | undefined> {
  const [row] = await run<{ email: string }>(
    pool,
    `update auth.microsoft_tickets t set attempts = attempts + 1 from auth.users u
     where t."ticketHash" = $1 and t."browserHash" = $2 and t."expiresAt" > $3 and t.purpose = 'link' and t.attempts < $4 and u.id = t."userId"
     returning u.email`,
    [key.ticketHash, key.browserHash, now, maxAttempts],
  );
  return row;
}

/**
 * Spends a ticket for the link that it is for, in one transaction.
 * @returns `gone`: it opens nothing (any more); `taken`: the Microsoft account belongs to another account
 */
export async function spendTicketForLink(pool: Pool, key: TicketKey, subject: string, now: Date): Promise<'linked' | 'gone' | 'taken'> {
  return together(pool, async (client) => {
    await lockAccount(client, subject);
    const [ticket] = await run<{ issuer: string; objectId: string }>(
      client,
      `delete from auth.microsoft_tickets where ${HELD} and purpose = 'link' and "userId" = $4 returning issuer, "objectId"`,
      [key.ticketHash, key.browserHash, now, subject],
    );
    if (!ticket) return 'gone';
    return (await putLink(client, ticket, subject, now)) === subject ? 'linked' : 'taken';
  });
}

/** Makes a link whose right was proven elsewhere. @returns whose it is afterwards: another account's stays theirs */
export async function putLink(
  on: Pool | PoolClient,
  identity: Pick<MicrosoftIdentity, 'issuer' | 'objectId'>,
  subject: string,
  now: Date,
): Promise<string | undefined> {
  const [link] = await run<{ subject: string }>(
    on,
    `insert into auth.accounts (id, "accountId", "providerId", "userId", "createdAt", "updatedAt") values ($1, $2, $3, $4, $5, $5)
     on conflict ("providerId", "accountId") do update set "updatedAt" = $5 returning "userId" as subject`,
    [newId(), accountIdOf(identity), PROVIDER, subject, now],
  );
  return link?.subject;
}

/** Since when the account has a link; null: it has none. */
export async function findLinkSince(pool: Pool, subject: string): Promise<Date | null> {
  const [row] = await run<{ since: Date | null }>(
    pool,
    'select min("createdAt") as since from auth.accounts where "userId" = $1 and "providerId" = $2',
    [subject, PROVIDER],
  );
  return row?.since ?? null;
}

/**
 * Everything that Microsoft opened ends with the link: sessions, and sign-ins that wait for their second step.
 * @param keepSession which removes it, and was confirmed
 * @returns whether there was a link
 */
export async function deleteLinks(pool: Pool, subject: string, keepSession: string): Promise<boolean> {
  return together(pool, async (client) => {
    await lockAccount(client, subject);
    const rows = await run(client, 'delete from auth.accounts where "userId" = $1 and "providerId" = $2 returning id', [subject, PROVIDER]);
    await run(client, 'delete from auth.second_step_tickets where "userId" = $1 and provider = $2', [subject, PROVIDER]);
    await run(client, 'delete from auth.sessions where "userId" = $1 and provider = $2 and id <> $3', [subject, PROVIDER, keepSession]);
    return rows.length > 0;
  });
}

type TicketIdentity = MicrosoftIdentity & { [column: string]: unknown };

/** Who a ticket for a request for an account is about. */
export async function findSignUpTicket(pool: Pool, key: TicketKey, now: Date): Promise<MicrosoftIdentity | undefined> {
  const [row] = await run<TicketIdentity>(
    pool,
    `select issuer, "objectId", email, "firstName", "lastName" from auth.microsoft_tickets where ${HELD} and purpose = 'signUp'`,
    [key.ticketHash, key.browserHash, now],
  );
  return row;
}

/** The same, once. */
export async function spendSignUpTicket(pool: Pool, key: TicketKey, now: Date): Promise<MicrosoftIdentity | undefined> {
  const [row] = await run<TicketIdentity>(
    pool,
    `delete from auth.microsoft_tickets where ${HELD} and purpose = 'signUp' returning issuer, "objectId", email, "firstName", "lastName"`,
    [key.ticketHash, key.browserHash, now],
  );
  return row;
}
