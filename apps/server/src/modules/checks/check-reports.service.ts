import { type Clock, dayOf } from '@checkwell/domain/clock';
import { DEFAULT_LANGUAGE, INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import type { Actor } from '@checkwell/domain/policy';
import { choice } from '@checkwell/domain/validation';
import { getTranslator } from '@checkwell/messages/translator';
import * as z from 'zod/mini';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database } from '../../platform/db/database.ts';
import { reachable } from '../../platform/guard.ts';
import { parseInput } from '../../platform/input.ts';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import { reportDocument } from './check-report.ts';
import { getVisible } from './checks.steps.ts';
import { type CheckView, showCheck } from './checks.view.ts';

export interface CheckReportService {
  /**
   * The report of an archived check as PDF, as this reader may see it. Who took it is written down.
   * @param input `language` of the document, parsed here; English without one
   * @throws {AppError} `entity.notFound`, also for a check in progress or out of reach
   */
  download(actor: Actor, id: string, input: unknown): Promise<{ readonly fileName: string; readonly bytes: Buffer }>;
}

const reportRule = z.strictObject({ language: z._default(choice(INTERFACE_LANGUAGES, 'invalidChoice'), DEFAULT_LANGUAGE) });

export interface CheckReportDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export function createCheckReportService({ db, clock }: CheckReportDeps): CheckReportService {
  async function take(actor: Actor, id: string): Promise<CheckView> {
    reachable(actor, 'check.read');
    return db.as(actor, async (tx) => {
      const check = await getVisible(tx, actor, id);
      if (check.status !== 'Archived') throw new AppError('entity.notFound');
      await logAccess(tx, actor, 'check.report', 'checks', check.companyId, id);
      return showCheck(actor, check, clock.now());
    });
  }

  return {
    async download(actor, id, input) {
      const { language } = parseInput(reportRule, input);
      const check = await take(actor, id);
      const now = clock.now();
      const bytes = await renderPdf(reportDocument(check, language, clock.today(), now), now);
      const day = check.checkDate ?? dayOf(check.archivedAt ?? now);
      const fileName = [getTranslator(language, 'reports')('pdf.fileName'), day, check.workerFullName].filter(Boolean).join('-');
      return { fileName: `${fileName.replace(/[^\p{L}\p{N}.-]+/gu, '-')}.pdf`, bytes };
    },
  };
}
