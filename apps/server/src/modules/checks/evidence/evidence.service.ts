import { createHash } from 'node:crypto';
import { EVIDENCE_FORM, type EvidenceState, evidenceCode, readEvidenceCode } from '@checkwell/domain/check/evidence/evidence';
import { hasWorker, type WithWorker } from '@checkwell/domain/check/worker-visibility';
import { type Clock, dayOf } from '@checkwell/domain/clock';
import { DEFAULT_LANGUAGE, INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { downloadName } from '@checkwell/domain/file-name';
import type { Seller } from '@checkwell/domain/invoice/seller';
import { type Actor, can, reachOf } from '@checkwell/domain/policy';
import { choice } from '@checkwell/domain/validation';
import { getTranslator } from '@checkwell/messages/translator';
import * as z from 'zod/mini';
import type { SigningKey } from '../../../platform/crypto/signing-key.ts';
import { logAccess } from '../../../platform/db/access-log.ts';
import type { Database, WriteTx } from '../../../platform/db/database.ts';
import { reachable } from '../../../platform/guard.ts';
import type { Throttle } from '../../../platform/identity/throttle.ts';
import { newId } from '../../../platform/ids.ts';
import { parseInput } from '../../../platform/input.ts';
import type { Letterhead } from '../../../platform/pdf/document.ts';
import { renderPdf } from '../../../platform/pdf/pdf.ts';
import { type CheckRecord, findEvents } from '../checks.repository.ts';
import { type CheckView, showCheck, showEvents } from '../checks.view.ts';
import { findEmployeeMessages } from '../messages/checks-employee.repository.ts';
import { readAttempts } from '../steps/checks-attempts.ts';
import { getVisible } from '../steps/checks-steps.ts';
import { chainOf, type EvidenceFacts, entriesOf, statementOf, subjectOf } from './evidence.content.ts';
import { evidenceDocument } from './evidence.document.ts';
import * as repository from './evidence.repository.ts';

export interface EvidenceService {
  /**
   * The evidence pack of a check that has ended, as PDF: the same for every reader. Access is logged. As long as nothing changes, it is
   * the same file each time.
   * @param input `language` of the document, parsed here; English without one
   * @throws {AppError} `access.forbidden`; `entity.notFound`, also for a check in progress, deleted or out of reach
   */
  download(actor: Actor, id: string, input: unknown): Promise<EvidenceFile>;
  /** The same for the holder of the link in a message: the caller has checked the link, and holds the transaction that records who took it. */
  downloadOpened(
    open: (log: (tx: WriteTx, check: CheckRecord) => Promise<void>) => Promise<CheckRecord>,
    input: unknown,
  ): Promise<EvidenceFile>;
  /**
   * The state of a code; anybody may ask.
   * @param typed as somebody typed it
   * @param file held against the file that was issued, if there is one
   * @throws {AppError} `auth.tooManyAttempts`
   */
  verify(typed: string, file: Uint8Array | null, caller: { readonly ip: string }): Promise<Verified>;
  /** The public half of the key that signs. */
  readonly publicKey: string;
}

export interface EvidenceFile {
  readonly fileName: string;
  readonly bytes: Buffer;
}

export interface Verified {
  /** null: what was typed is no code. */
  readonly code: string | null;
  readonly state: EvidenceState;
  /** null: no file was given, or there is none to compare with. */
  readonly sameFile: boolean | null;
}

const rule = z.strictObject({ language: z._default(choice(INTERFACE_LANGUAGES, 'invalidChoice'), DEFAULT_LANGUAGE) });

const SYSTEM = { kind: 'system', name: 'evidence' } as const satisfies Actor;

export interface EvidenceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: SigningKey;
  readonly throttle: Pick<Throttle, 'verification'>;
  readonly publicUrl: string;
  readonly seller: Seller;
  readonly logo: Letterhead['logo'];
}

export function createEvidenceService({ db, clock, key, throttle, publicUrl, seller, logo }: EvidenceDeps): EvidenceService {
  /** What an administrator of the employer reads of the check: nobody's pack says more. */
  async function gather(record: CheckRecord): Promise<EvidenceFacts & { readonly check: WithWorker<CheckView> }> {
    const now = clock.now();
    const reader: Actor = {
      kind: 'employer',
      profileId: record.id,
      email: '',
      memberships: [{ companyId: record.companyId, accesType: 'admin', superiorId: null }],
    };
    const check = showCheck(reader, record, now);
    if (!hasWorker(check)) throw new Error('An administrator of the employer sees the worker.');
    return db.system('evidence', async (tx) => {
      const eventRecords = await findEvents(tx, reachOf(SYSTEM, 'check.read'), [record]);
      return {
        record,
        check,
        now,
        eventRecords,
        events: showEvents(reader, eventRecords, now),
        employeeMessages: await findEmployeeMessages(tx, [record]),
        attempts: await readAttempts(tx, reader, [check], now),
      };
    });
  }

  async function issue(record: CheckRecord, language: InterfaceLanguage): Promise<EvidenceFile> {
    const facts = await gather(record);
    const subject = subjectOf(facts);
    const chain = chainOf(subject, entriesOf(facts));

    async function render(issuedAt: Date): Promise<{ readonly code: string; readonly bytes: Buffer; readonly fileHash: Buffer }> {
      const statement = statementOf(record.id, language, issuedAt, chain.head);
      const code = evidenceCode(sha256(statement));
      const signature = key.sign(statement).toString('base64');
      const data = {
        form: EVIDENCE_FORM,
        check: record.id,
        language,
        issuedAt: issuedAt.toISOString(),
        subject,
        entries: chain.entries,
        head: chain.head,
        statement,
        signature,
        publicKey: key.publicPem,
      };
      const document = evidenceDocument({
        check: facts.check,
        subject,
        chain,
        language,
        issuedAt,
        code,
        signature,
        keyId: key.id,
        data: { name: 'evidence.json', mediaType: 'application/json', content: Buffer.from(JSON.stringify(data, null, 1)) },
        publicUrl,
        seller,
        logo,
      });
      const bytes = await renderPdf(document, issuedAt);
      return { code, bytes, fileHash: sha256(bytes) };
    }

    const head = Buffer.from(chain.head, 'hex');
    const [former] = await db.system('evidence', (tx) => repository.findSame(tx, record, language, head));
    const again = former && (await render(former.issuedAt));
    // A newer version of the product, or another letterhead, makes another file of the same facts: that one is a pack of its own.
    if (again?.fileHash.equals(former?.fileHash ?? Buffer.alloc(0))) return named(again.bytes, facts.check, language);
    const issuedAt = clock.now();
    const made = await render(issuedAt);
    await db.system('evidence', (tx) =>
      repository.insertPack(tx, {
        companyId: record.companyId,
        id: newId(),
        checkId: record.id,
        language,
        code: made.code,
        head,
        fileHash: made.fileHash,
        issuedAt,
      }),
    );
    return named(made.bytes, facts.check, language);
  }

  function named(bytes: Buffer, check: WithWorker<CheckView>, language: InterfaceLanguage): EvidenceFile {
    const day = check.checkDate ?? dayOf(check.archivedAt ?? clock.now());
    const what = `${getTranslator(language, 'reports')('evidencePack.fileName')} ${check.workerFullName}`;
    return { fileName: downloadName({ what, company: null, day, extension: 'pdf' }), bytes };
  }

  return {
    async download(actor, id, input) {
      reachable(actor, 'check.evidence');
      const { language } = parseInput(rule, input);
      const record = await db.as(actor, async (tx) => {
        const check = await getVisible(tx, actor, id);
        if (!can(actor, 'check.evidence', check)) throw new AppError('entity.notFound');
        refuseUnended(check);
        await logAccess(tx, actor, 'check.evidence', 'checks', check.companyId, id);
        return check;
      });
      return issue(record, language);
    },

    async downloadOpened(open, input) {
      const { language } = parseInput(rule, input);
      const record = await open(async (tx, check) => {
        refuseUnended(check);
        // A visit that was cancelled is not announced afterwards either.
        if (check.checkOccurence === 'Cancelled') throw new AppError('entity.notFound');
        await logAccess(tx, { kind: 'system', name: 'employee' }, 'check.evidence', 'checks', check.companyId, check.id);
      });
      return issue(record, language);
    },

    async verify(typed, file, { ip }) {
      await throttle.verification(ip);
      const code = readEvidenceCode(typed);
      if (code === undefined) return { code: null, state: 'unknown', sameFile: null };
      const pack = await db.system('verification', (tx) => repository.findByCode(tx, code));
      if (!pack) return { code, state: 'unknown', sameFile: null };
      if (pack.withdrawn) return { code, state: 'withdrawn', sameFile: null };
      return { code, state: pack.replaced ? 'replaced' : 'valid', sameFile: file && sha256(file).equals(pack.fileHash) };
    },

    publicKey: key.publicPem,
  };
}

const sha256 = (content: string | Uint8Array): Buffer => createHash('sha256').update(content).digest();

/** Nothing is proven of what goes on, and nothing of what was an error. */
function refuseUnended({ status, checkOccurence }: CheckRecord): void {
  if (status !== 'Archived' || checkOccurence === 'Deleted') throw new AppError('entity.notFound');
}
