import type { AccountLinkPurpose } from '@checkwell/domain/identity/account-link';
import { sql } from 'kysely';
import type { WriteTx } from '../db/database.ts';

/**
 * What happens to an account in the transaction that writes its profile: functions of the database, because the API's role sees nothing of
 * the schema `auth` (migration 0041). Instants come in as parameters.
 */

/** @param email lower case */
export async function findAccount(tx: WriteTx, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ subject: string | null }>`select app.find_account(${email}) as subject`.execute(tx);
  return rows[0]?.subject ?? undefined;
}

/** Fails with `users_email_key` when another account has the address. */
export async function insertAccount(
  tx: WriteTx,
  account: {
    readonly subject: string;
    /** Lower case. */
    readonly email: string;
    readonly credentialId: string;
    readonly passwordHash: string | null;
    readonly passwordResetRequired: boolean;
    readonly createdAt: Date;
  },
): Promise<void> {
  const { subject, email, credentialId, passwordHash, passwordResetRequired, createdAt } = account;
  await sql`select app.create_account(${subject}, ${email}, ${credentialId}, ${passwordHash}, ${passwordResetRequired}, ${createdAt})`.execute(
    tx,
  );
}

/** Whether nobody can sign in to the account yet; it stays so until this transaction ends. */
export async function isUnused(tx: WriteTx, subject: string): Promise<boolean> {
  const { rows } = await sql<{ unused: boolean }>`select app.is_account_unused(${subject}) as unused`.execute(tx);
  return rows[0]?.unused ?? false;
}

export async function endSessions(tx: WriteTx, subject: string): Promise<void> {
  await sql`select app.end_account_sessions(${subject})`.execute(tx);
}

/** Ends sessions and links by mail. Fails with `users_email_key` when another account has the address. @param email lower case */
export async function changeEmail(tx: WriteTx, subject: string, email: string, now: Date): Promise<void> {
  await sql`select app.change_account_email(${subject}, ${email}, ${now})`.execute(tx);
}

/** A link by mail. @returns whether there is such an account */
export async function insertLink(
  tx: WriteTx,
  link: { tokenHash: Buffer; subject: string; purpose: AccountLinkPurpose; createdAt: Date; expiresAt: Date },
): Promise<boolean> {
  const { tokenHash, subject, purpose, createdAt, expiresAt } = link;
  const { rows } = await sql<{ made: boolean }>`
    select app.create_account_link(${subject}, ${tokenHash}, ${purpose}, ${createdAt}, ${expiresAt}) as made`.execute(tx);
  return rows[0]?.made ?? false;
}

/**
 * Removes second steps, sessions, links by mail and pending sign-ins; a password must be renewed.
 * @returns false for an account without second step
 */
export async function removeSecondSteps(tx: WriteTx, subject: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ removed: boolean }>`select app.remove_second_steps(${subject}, ${now}) as removed`.execute(tx);
  return rows[0]?.removed ?? false;
}

/** Deletes an account with its password, sessions, links and second steps. */
export async function deleteAccount(tx: WriteTx, subject: string): Promise<void> {
  await sql`select app.delete_account(${subject})`.execute(tx);
}
