import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../../platform/db/database.ts';

export type EvidencePack = Selectable<Tables['evidence_packs']>;

/** Packs of a check that say the same in the same language, the newest first. */
export async function findSame(
  tx: ReadTx,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  language: InterfaceLanguage,
  head: Buffer,
): Promise<readonly EvidencePack[]> {
  return tx
    .selectFrom('evidence_packs')
    .selectAll()
    .where('companyId', '=', companyId)
    .where('checkId', '=', id)
    .where('language', '=', language)
    .where('head', '=', head)
    .orderBy('issuedAt', 'desc')
    .execute();
}

export async function insertPack(tx: WriteTx, pack: Insertable<Tables['evidence_packs']>): Promise<void> {
  await tx
    .insertInto('evidence_packs')
    .values(pack)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}

/** The facts about a code that anybody may learn. */
export async function findByCode(
  tx: ReadTx,
  code: string,
): Promise<{ readonly withdrawn: boolean; readonly replaced: boolean; readonly fileHash: Buffer } | undefined> {
  const { rows } = await sql<{ withdrawn: boolean; replaced: boolean; fileHash: Buffer }>`
    select "checkId" is null as withdrawn, "fileHash", exists (select from check_events e where e."companyId" = p."companyId"
      and e."checkId" = p."checkId" and e.action in ('correctResult', 'recordRuling', 'excuseNoShow', 'withdrawExcuse') and e.at > p."issuedAt") as replaced
    from evidence_packs p where code = ${code}`.execute(tx);
  return rows[0];
}
