import { type Correction, correctionsOf } from '@checkwell/domain/check/result/correction-lines';
import { currentMessages } from '@checkwell/domain/check/times/told';
import { hasWorker, type WithWorker } from '@checkwell/domain/check/worker-visibility';
import { type Clock, dayOf } from '@checkwell/domain/clock';
import { DEFAULT_LANGUAGE, INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { downloadName } from '@checkwell/domain/file-name';
import type { Seller } from '@checkwell/domain/invoice/seller';
import { isInami } from '@checkwell/domain/people/numbers/inami';
import { type Actor, isDeletedFor, reachOf } from '@checkwell/domain/policy';
import { choice } from '@checkwell/domain/validation';
import { getTranslator } from '@checkwell/messages/translator';
import * as z from 'zod/mini';
import { logAccess } from '../../../platform/db/access-log.ts';
import type { Database } from '../../../platform/db/database.ts';
import { reachable } from '../../../platform/guard.ts';
import { parseInput } from '../../../platform/input.ts';
import type { Letterhead, PdfDocument } from '../../../platform/pdf/document.ts';
import { renderPdf } from '../../../platform/pdf/pdf.ts';
import * as repository from '../checks.repository.ts';
import { type CheckView, showCheck, showEvents } from '../checks.view.ts';
import { type EmployeeMessage, findEmployeeMessages } from '../messages/checks-employee.repository.ts';
import { type AttemptView, readAttempts } from '../steps/checks-attempts.ts';
import { getVisible } from '../steps/checks-steps.ts';
import { type ReportEvidence, reportDocument } from './check-report.ts';
import { SAMPLE_EVIDENCE, SAMPLE_NOW, SAMPLE_READER, sampleCheck } from './check-sample.ts';

export interface CheckReportService {
  /**
   * The report of an archived check as PDF, as this reader may see it. Access is logged. Like the certificate's file it is
   * about the worker, and ends for the doctor when the worker is no longer shown.
   * @param input `language` of the document, parsed here; English without one
   * @throws {AppError} `entity.notFound`, also for a check in progress, deleted or out of reach
   */
  download(actor: Actor, id: string, input: unknown): Promise<{ readonly fileName: string; readonly bytes: Buffer }>;

  /**
   * The report of a check that never was, made like every other and marked as a sample on each page; always the same.
   * @param now what `renderPdf` takes as the file's date
   */
  sample(language: InterfaceLanguage): { readonly document: PdfDocument; readonly now: Date };
}

const reportRule = z.strictObject({ language: z._default(choice(INTERFACE_LANGUAGES, 'invalidChoice'), DEFAULT_LANGUAGE) });

export interface CheckReportDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Who answers for the report. */
  readonly seller: Seller;
  readonly logo: Letterhead['logo'];
}

export function createCheckReportService({ db, clock, seller, logo }: CheckReportDeps): CheckReportService {
  async function take(
    actor: Actor,
    id: string,
  ): Promise<{
    readonly check: WithWorker<CheckView>;
    readonly evidence: ReportEvidence | null;
    readonly employeeMessages: readonly EmployeeMessage[];
    readonly attempts: readonly AttemptView[];
    readonly corrections: readonly Correction<Date>[];
  }> {
    reachable(actor, 'check.read');
    const { check, doctorId, result, ...proofs } = await db.as(actor, async (tx) => {
      const check = await getVisible(tx, actor, id);
      if (check.status !== 'Archived' || isDeletedFor(actor, check)) throw new AppError('entity.notFound');
      const view = showCheck(actor, check, clock.now());
      if (!hasWorker(view)) throw new AppError('entity.notFound');
      await logAccess(tx, actor, 'check.report', 'checks', check.companyId, id);
      return {
        check: view,
        doctorId: check.doctorId,
        result: await repository.findResultEvidence(tx, check),
        employeeMessages: currentMessages(check, await findEmployeeMessages(tx, [check])),
        attempts: await readAttempts(tx, actor, [view], clock.now()),
        corrections: correctionsOf(
          showEvents(actor, await repository.findEvents(tx, reachOf(actor, 'check.read'), [check]), clock.now()),
          view,
        ),
      };
    });
    if (result === undefined) return { check, evidence: null, ...proofs };
    const inami = doctorId && (await db.system('licence on a report', (tx) => repository.findInamiNumber(tx, doctorId)));
    // Old records may hold a number that was never checked: none says more than a wrong one.
    return { check, ...proofs, evidence: { ...result, inamiNumber: inami && isInami(inami) ? inami : null } };
  }

  return {
    async download(actor, id, input) {
      const { language } = parseInput(reportRule, input);
      const { check, ...proofs } = await take(actor, id);
      const now = clock.now();
      const bytes = await renderPdf(reportDocument(check, { language, today: clock.today(), now, ...proofs, seller, logo }), now);
      const day = check.checkDate ?? dayOf(check.archivedAt ?? now);
      const what = `${getTranslator(language, 'reports')('pdf.fileName')} ${check.workerFullName}`;
      return { fileName: downloadName({ what, company: null, day, extension: 'pdf' }), bytes };
    },

    sample(language) {
      const t = getTranslator(language, 'publicPages');
      const check = showCheck(SAMPLE_READER, sampleCheck(t('sampleReport.company')), SAMPLE_NOW);
      if (!hasWorker(check)) throw new Error('An administrator of the employer sees the worker.');
      const frame = {
        language,
        today: dayOf(SAMPLE_NOW),
        now: SAMPLE_NOW,
        evidence: SAMPLE_EVIDENCE,
        employeeMessages: [],
        corrections: [],
        attempts: [],
        seller,
        logo,
      };
      const { blocks, ...document } = reportDocument(check, frame);
      const note = { kind: 'notice', tone: 'neutral', text: t('sampleReport.note') } as const;
      return { document: { ...document, mark: t('sampleReport.mark'), blocks: [note, ...blocks] }, now: SAMPLE_NOW };
    },
  };
}
