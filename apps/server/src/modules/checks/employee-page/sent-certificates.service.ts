import {
  PUT_ASIDE_REASONS,
  putAsideRule,
  type SentCertificateState,
  type SentPeriod,
  sendingState,
} from '@checkwell/domain/employee-page/certificate';
import type { EmployeePage } from '@checkwell/domain/employee-page/contract';
import { AppError } from '@checkwell/domain/errors';
import { type Actor, can } from '@checkwell/domain/policy';
import { logAccess } from '../../../platform/db/access-log.ts';
import type { Database, ReadTx, WriteTx } from '../../../platform/db/database.ts';
import type { RecordKey } from '../../../platform/db/fragments.ts';
import { lockRow, lockRows, updateRow } from '../../../platform/db/locked.ts';
import { profileIdOf, reachable } from '../../../platform/guard.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { parseInput } from '../../../platform/input.ts';
import type { DocumentService, ReceivedFile } from '../../documents/documents.service.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { type CheckView, showCheck } from '../checks.view.ts';
import { getVisible, notifyScreens } from '../steps/checks-steps.ts';
import { isSameContact } from './employee-page-links.ts';
import type { PageNotice } from './page-notices.jobs.ts';
import * as repository from './sent-certificates.repository.ts';

/** A certificate that an employee sent, as the employer's HR reads it. */
export interface SentCertificate extends SentPeriod {
  readonly id: string;
  readonly sentAt: Date;
  readonly state: SentCertificateState;
  /** null: put aside, and deleted. */
  readonly documentId: string | null;
  /** The certificate under which it was registered; null: it was not. */
  readonly certificateId: string | null;
}

/** Certificates that employees sent by the link of a message (docs/decisions/0076). */
export interface SentCertificates {
  /** Sent certificates by id of the check, oldest first; none for actors outside the employer. */
  findSentCertificates(actor: Actor, checks: readonly RecordKey[]): Promise<ReadonlyMap<string, readonly SentCertificate[]>>;
  /**
   * HR puts one aside that waits: its file is deleted, and the employee reads why. Idempotent.
   * @param input parsed here
   * @throws {AppError} `entity.notFound`, also for those out of reach; `entity.changedMeanwhile`: somebody else has decided about it
   */
  putAsideSentCertificate(actor: Actor, id: string, input: unknown): Promise<CheckView>;
}

interface Deps {
  readonly db: Database;
  readonly clock: { now(): Date };
  readonly documents: Pick<DocumentService, 'removeFile'>;
}

type State = Pick<repository.SentCertificateRow, 'putAside' | 'certificateId' | 'isInfected'>;
/** The constraint of the table knows the same reasons. */
const stateOf = ({ putAside, certificateId, isInfected }: State): SentCertificateState =>
  PUT_ASIDE_REASONS.find((reason) => reason === putAside) ?? (isInfected ? 'Infected' : certificateId === null ? 'Waiting' : 'Registered');
/** Number of sent certificates that count against the maximum of a check. */
const keptOf = (rows: readonly State[]): number => rows.filter(({ putAside, isInfected }) => putAside === null && !isInfected).length;

/** What the employee reads of them. */
export async function readSent(tx: ReadTx, check: CheckRecord): Promise<EmployeePage['certificates']> {
  const rows = await repository.findSent(tx, [check]);
  return {
    sending: sendingState(check, keptOf(rows)),
    sent: rows.map((row) => ({ sentAt: row.sentAt.toISOString(), startDate: row.startDate, endDate: row.endDate, state: stateOf(row) })),
  };
}

/** @throws {AppError} `check.actionNotAllowed`: nobody would look at it. Whether it is one too many is checked on the locked check. */
export function refuseSending(check: CheckRecord): void {
  if (sendingState(check, 0) === 'Closed') throw new AppError('check.actionNotAllowed');
}

/**
 * Keeps what the employee sent, and tells HR. The same file again is the same certificate: as long as it waits, the days that are said with it
 * count. The check keeps its version. The caller is the product.
 * @param check as the link was checked on it
 * @throws {AppError} `check.actionNotAllowed`, also for one too many; `entity.notFound`: the link's number was corrected meanwhile
 */
export async function writeSentCertificate(
  tx: WriteTx,
  actor: Actor,
  check: CheckRecord,
  { startDate, endDate }: SentPeriod,
  file: ReceivedFile,
  { clock, notice }: { readonly clock: { now(): Date }; readonly notice: PageNotice },
): Promise<void> {
  const { companyId, id: checkId } = check;
  const held = await lockRow(tx, 'checks', { companyId, id: checkId });
  if (!held || !isSameContact(held, check)) throw new AppError('entity.notFound');
  const sent = await lockRows(tx, 'sent_certificates', { companyId, checkId });
  const sameId = await repository.findSameFile(tx, check, file.sha256);
  const same = sent.find(({ id }) => id === sameId);
  if (same) {
    if (same.certificateId !== null || (same.startDate === startDate && same.endDate === endDate)) return;
    await updateRow(tx, same, { startDate, endDate });
    await logAccess(tx, actor, 'sentCertificate.correct', 'sent_certificates', companyId, same.id);
  } else {
    // The rows are held; of which malware was found is only read with them, and lets one more in at most a moment later.
    if (sendingState(held, keptOf(await repository.findSent(tx, [check]))) !== 'Open') throw new AppError('check.actionNotAllowed');
    const { id: documentId } = await file.insert(tx);
    const id = newId();
    await repository.insertSent(tx, { companyId, id, checkId, documentId, startDate, endDate, sentAt: clock.now() });
    await logAccess(tx, actor, 'sentCertificate.send', 'sent_certificates', companyId, id);
    await notice.notify(tx, check);
  }
  await notifyScreens(tx, check, null);
}

export function createSentCertificates({ db, clock, documents }: Deps): SentCertificates {
  return {
    async findSentCertificates(actor, checks) {
      if (checks.length === 0) return new Map();
      const rows = await db.as(actor, (tx) => repository.findSent(tx, checks), { readonly: true });
      const readable = rows.filter((row) => can(actor, 'sentCertificate.read', row));
      return Map.groupBy(
        readable.map((row) => ({ ...row, state: stateOf(row) })),
        ({ checkId }) => checkId,
      );
    },

    async putAsideSentCertificate(actor, id, input) {
      reachable(actor, 'sentCertificate.putAside');
      const { reason } = parseInput(putAsideRule, input);
      const { view, storageKey } = await db.as(actor, async (tx) => {
        const key = isId(id) ? await repository.findSentKey(tx, id) : undefined;
        if (!key) throw new AppError('entity.notFound');
        const { companyId, checkId } = key;
        const check = await getVisible(tx, actor, checkId);
        if (!can(actor, 'sentCertificate.putAside', check)) throw new AppError('access.forbidden');
        await lockRow(tx, 'checks', { companyId, id: checkId });
        const held = await lockRow(tx, 'sent_certificates', { companyId, id });
        if (!held) throw new AppError('entity.notFound');
        const show = async (file?: string) => ({
          view: showCheck(actor, await getVisible(tx, actor, checkId), clock.now()),
          storageKey: file,
        });
        if (held.putAside === reason) return show();
        if (held.settledAt !== null || held.documentId === null) throw new AppError('entity.changedMeanwhile');
        const file = await repository.findStorageKey(tx, companyId, held.documentId);
        const settled = { settledAt: clock.now(), settledByProfileId: profileIdOf(actor) };
        // A trigger deletes the document with it: the API deletes none.
        await updateRow(tx, held, { ...settled, documentId: null, putAside: reason });
        await logAccess(tx, actor, 'sentCertificate.putAside', 'sent_certificates', companyId, id, reason);
        await notifyScreens(tx, check, null);
        return show(file);
      });
      if (storageKey) await documents.removeFile(storageKey);
      return view;
    },
  };
}
