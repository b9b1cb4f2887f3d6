import type { AccountLinkPurpose } from '@checkwell/domain/identity/account-link';
import type { Pool } from 'pg';
import { lockAccount, putCredential, run, together } from './issuer.repository.ts';

/** Links by mail, as `checkwell_auth`. A link lives as long as its row; instants come in as parameters. */

export interface AccountLinkRow {
  readonly subject: string;
  readonly purpose: AccountLinkPurpose;
}

/** A link that still opens something. */
export async function findLink(pool: Pool, tokenHash: Buffer, now: Date): Promise<AccountLinkRow | undefined> {
  const [row] = await run<{ subject: string; purpose: AccountLinkPurpose }>(
    pool,
    `select l."userId" as subject, l.purpose from auth.account_links l join auth.users u on u.id = l."userId"
     where l."tokenHash" = $1 and l."expiresAt" > $2 and u."disabledAt" is null`,
    [tokenHash, now],
  );
  return row;
}

/**
 * Spends a link for a new password, in one transaction: of many at the same moment one deletes the row, and only that one goes on.
 * Every other link of the account goes with it, and so do its sessions and the duty to reset.
 * @returns the link; undefined when it opens nothing (any more)
 */
export async function spendLink(
  pool: Pool,
  { tokenHash, passwordHash, credentialId }: { tokenHash: Buffer; passwordHash: string; credentialId: string },
  now: Date,
): Promise<AccountLinkRow | undefined> {
  return together(pool, async (client) => {
    const [owner] = await run<{ subject: string }>(client, 'select "userId" as subject from auth.account_links where "tokenHash" = $1', [
      tokenHash,
    ]);
    if (!owner || !(await lockAccount(client, owner.subject))) return undefined;
    const [link] = await run<{ subject: string; purpose: AccountLinkPurpose }>(
      client,
      `delete from auth.account_links l using auth.users u
       where l."tokenHash" = $1 and l."expiresAt" > $2 and u.id = l."userId" and u."disabledAt" is null
       returning l."userId" as subject, l.purpose`,
      [tokenHash, now],
    );
    if (!link) return undefined;
    await putCredential(client, link.subject, passwordHash, credentialId, now);
    // Who reads the account's mail has just proven it.
    await run(client, `update auth.users set "passwordResetRequired" = false, "emailVerified" = true, "updatedAt" = $2 where id = $1`, [
      link.subject,
      now,
    ]);
    await run(client, 'delete from auth.account_links where "userId" = $1', [link.subject]);
    await run(client, 'delete from auth.sessions where "userId" = $1', [link.subject]);
    await run(client, 'delete from auth.second_step_tickets where "userId" = $1', [link.subject]);
    return link;
  });
}

/** The ones of these accounts that nobody can sign in to yet (no password, and no other way), so that they need an invitation. */
export async function findUnused(pool: Pool, issuer: string, subjects: readonly string[]): Promise<string[]> {
  const rows = await run<{ subject: string }>(pool, 'select subject from unnest($1::text[]) subject where app.is_invited($2, subject)', [
    subjects,
    issuer,
  ]);
  return rows.map(({ subject }) => subject);
}
