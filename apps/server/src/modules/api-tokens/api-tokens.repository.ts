import type { AccessType } from '@checkwell/domain/people/enums';
import { sql } from 'kysely';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';

export interface ApiTokenRow {
  readonly companyId: string;
  readonly id: string;
  /** The profile that the token acts as. */
  readonly profileId: string;
  readonly name: string;
  /** The beginning of the token, to tell it apart. */
  readonly prefix: string;
  readonly accesType: AccessType;
  /** Empty when its creator is no longer known. */
  readonly createdByFullName: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Written at most once a minute. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** More than a company uses; lists of tokens are not paged. */
const MAX_TOKENS = 500;

const selectTokens = (tx: ReadTx, companyId: string) =>
  tx
    .selectFrom('api_tokens as t')
    .innerJoin('company_users as u', (join) => join.onRef('u.companyId', '=', 't.companyId').onRef('u.profileId', '=', 't.profileId'))
    .leftJoin('profiles as p', 'p.id', 't.createdByProfileId')
    .select([
      't.companyId',
      't.id',
      't.profileId',
      't.name',
      't.prefix',
      'u.accesType',
      't.createdAt',
      't.expiresAt',
      't.lastUsedAt',
      't.revokedAt',
      sql<string>`coalesce(trim(p."firstName" || ' ' || p."lastName"), '')`.as('createdByFullName'),
    ])
    .where('t.companyId', '=', companyId);

/** Valid tokens first, then the newest. */
export function listTokens(tx: ReadTx, companyId: string, now: Date): Promise<ApiTokenRow[]> {
  return selectTokens(tx, companyId)
    .orderBy(sql`t."revokedAt" is null and t."expiresAt" > ${now}`, 'desc')
    .orderBy('t.createdAt', 'desc')
    .orderBy('t.id', 'desc')
    .limit(MAX_TOKENS)
    .execute();
}

export function findToken(tx: ReadTx, companyId: string, id: string): Promise<ApiTokenRow | undefined> {
  return selectTokens(tx, companyId).where('t.id', '=', id).executeTakeFirst();
}

export interface NewApiToken {
  readonly companyId: string;
  readonly id: string;
  readonly profileId: string;
  readonly name: string;
  readonly prefix: string;
  readonly tokenHash: Buffer;
  readonly createdByProfileId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertToken(tx: WriteTx, token: NewApiToken): Promise<void> {
  await tx.insertInto('api_tokens').values(token).execute();
}
