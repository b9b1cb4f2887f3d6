import { type CertificateAdvice, type CertificateCompany, certificateAdvice } from '@checkwell/domain/certificate/advice';
import type { AdvisedCertificate } from '@checkwell/domain/certificate/remarks';
import { type CertificateAdviceInput, certificateAdviceRule } from '@checkwell/domain/certificate/rules';
import { type Clock, dayOf } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { type Actor, can } from '@checkwell/domain/policy';
import type { Database, ReadTx } from '../../platform/db/database.ts';
import { fieldErrorAt, getPermitted, permit, profileIdOf, reachable } from '../../platform/guard.ts';
import { isId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { CompanyService } from '../companies/companies.service.ts';
import type { EmployeeService } from '../employees/employees.service.ts';
import * as repository from './certificates-advice.repository.ts';

export interface AdviceService {
  /**
   * What is worth a look about a certificate that is being entered or changed. Nothing is kept.
   * @param input parsed here
   * @throws {AppError} `entity.notFound` for a company, or a certificate to change, that is not the actor's; an error at `employeeId`
   *   for a worker out of reach
   */
  advise(actor: Actor, companyId: string, input: unknown): Promise<CertificateAdvice>;
  /** The same of saved certificates, by id; those out of reach are not among them. */
  adviseMany(actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, CertificateAdvice>>;
}

export interface AdviceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly companies: Pick<CompanyService, 'get' | 'findMany'>;
  readonly employees: Pick<EmployeeService, 'get'>;
}

/**
 * Advice looks at all certificates of the worker, beyond the caller's reach: otherwise a superior who takes over a worker would miss earlier
 * ones when counting days without certificate, relapses and overlaps. So anyone who may see the worker learns days, and how often; never
 * which certificate it is, its cause, its doctor or its document. That another worker's certificate already holds a file is only told to
 * those who may see that certificate.
 */
export function createCertificateAdvice({ db, clock, companies, employees }: AdviceDeps): AdviceService {
  const sees = (actor: Actor, row: repository.HistoryRow): boolean =>
    can(actor, 'certificate.read', { ...row, orderedByProfileId: row.createdByProfileId });

  /** What each of these is told, in their order: two queries, however many they are. */
  async function look(
    tx: ReadTx,
    actor: Actor,
    asked: readonly { readonly company: CertificateCompany & { readonly id: string }; readonly of: AdvisedCertificate }[],
  ): Promise<CertificateAdvice[]> {
    const workers = asked.map(({ company, of }) => ({ companyId: company.id, employeeId: of.employeeId }));
    const files = asked.flatMap(({ company, of: { documentHash } }) =>
      documentHash === null ? [] : [{ companyId: company.id, documentHash }],
    );
    const [histories, holders] = await Promise.all([repository.findHistories(tx, workers), repository.findHolders(tx, files)]);
    const byWorker = Map.groupBy(histories, ({ companyId, employeeId }) => `${companyId}/${employeeId}`);
    const byFile = Map.groupBy(holders, ({ companyId, documentHash }) => `${companyId}/${documentHash}`);
    return asked.map(({ company, of }) => {
      const foreign = (of.documentHash === null ? [] : (byFile.get(`${company.id}/${of.documentHash}`) ?? [])).filter(
        (row) => row.employeeId !== of.employeeId && sees(actor, row),
      );
      const known = [...(byWorker.get(`${company.id}/${of.employeeId}`) ?? []), ...foreign];
      const visible = new Set(known.filter((row) => sees(actor, row)).map(({ id }) => id));
      const advice = certificateAdvice(of, known, company, clock.today());
      const remarks = advice.remarks.map((remark) =>
        remark.certificateId === null || visible.has(remark.certificateId) ? remark : { ...remark, certificateId: null },
      );
      return { ...advice, remarks };
    });
  }

  /** The document that is to come with it, unless the actor could not attach it either. */
  async function documentOf(
    tx: ReadTx,
    actor: Actor,
    companyId: string,
    input: CertificateAdviceInput,
    before: repository.HistoryRow | null,
  ) {
    const { documentId } = input;
    if (!documentId) return null;
    if (before && before.documentId === documentId && before.documentHash !== null && before.documentCreatedAt !== null) {
      return { hash: before.documentHash, createdAt: before.documentCreatedAt };
    }
    const document = await repository.findDocument(tx, companyId, documentId);
    const mine = document && can(actor, 'document.read', { companyId, orderedByProfileId: document.uploadedByProfileId });
    return mine ? document : null;
  }

  return {
    async advise(actor, companyId, input) {
      permit(actor, 'certificate.write', { companyId, orderedByProfileId: profileIdOf(actor) });
      const asked = parseInput(certificateAdviceRule, input);
      // Asked at once, and told in this order: of two errors, the company's.
      const [company, employee] = await Promise.allSettled([
        companies.get(actor, companyId),
        refuseStranger(actor, companyId, asked.employeeId),
      ]);
      if (company.status === 'rejected') throw company.reason;
      if (employee.status === 'rejected') throw employee.reason;
      return db.as(
        actor,
        async (tx) => {
          const before = asked.certificateId ? await getOwn(tx, actor, companyId, asked.certificateId) : null;
          const document = await documentOf(tx, actor, companyId, asked, before);
          const enteredOn = before ? dayOf(before.createdAt) : clock.today();
          const of = {
            ...asked,
            id: before?.id ?? null,
            certifType: asked.certifType ?? null,
            documentHash: document?.hash ?? null,
            enteredOn,
            receivedOn: document ? dayOf(document.createdAt) : enteredOn,
          };
          const [advice] = await look(tx, actor, [{ company: company.value, of }]);
          if (!advice) throw new Error('No advice on a certificate.');
          return advice;
        },
        { readonly: true },
      );
    },

    async adviseMany(actor, ids) {
      reachable(actor, 'certificate.read');
      const wanted = [...new Set(ids)].filter(isId);
      if (wanted.length === 0) return new Map();
      const rows = await db.as(actor, (tx) => repository.findAdvised(tx, wanted), { readonly: true });
      const shown = rows.filter((row) => sees(actor, row));
      const known = await companies.findMany(
        actor,
        shown.map(({ companyId }) => companyId),
      );
      const asked = shown.flatMap((row) => {
        const company = known.get(row.companyId);
        const enteredOn = dayOf(row.createdAt);
        const receivedOn = row.documentCreatedAt ? dayOf(row.documentCreatedAt) : enteredOn;
        return company ? [{ company, of: { ...row, enteredOn, receivedOn } }] : [];
      });
      const advice = await db.as(actor, (tx) => look(tx, actor, asked), { readonly: true });
      return new Map(asked.flatMap(({ of }, index) => (advice[index] ? [[of.id, advice[index]] as const] : [])));
    },
  };

  /** A worker out of reach is no choice, and nothing is said about them. */
  async function refuseStranger(actor: Actor, companyId: string, employeeId: string): Promise<void> {
    try {
      const employee = await employees.get(actor, employeeId);
      if (employee.companyId === companyId) return;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'entity.notFound') throw error;
    }
    throw fieldErrorAt('employeeId', 'employeeRequired');
  }

  async function getOwn(tx: ReadTx, actor: Actor, companyId: string, id: string): Promise<repository.HistoryRow> {
    const [row] = isId(id) ? await repository.findAdvised(tx, [id]) : [];
    return getPermitted(actor, row?.companyId === companyId ? row : undefined, 'certificate.read');
  }
}
