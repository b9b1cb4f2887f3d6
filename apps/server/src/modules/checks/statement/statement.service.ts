import type { Clock } from '@checkwell/domain/clock';
import { dayOf } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { downloadName } from '@checkwell/domain/file-name';
import type { Seller } from '@checkwell/domain/invoice/seller';
import { statementPeriod, statementRule } from '@checkwell/domain/people/statement';
import type { Actor } from '@checkwell/domain/policy';
import { getTranslator } from '@checkwell/messages/translator';
import type { Database } from '../../../platform/db/database.ts';
import { fieldErrorAt, reachable } from '../../../platform/guard.ts';
import { parseInput } from '../../../platform/input.ts';
import type { Letterhead } from '../../../platform/pdf/document.ts';
import { renderPdf } from '../../../platform/pdf/pdf.ts';
import { statementDocument } from './statement.document.ts';
import * as repository from './statement.repository.ts';

export interface StatementService {
  /**
   * The doctor's own fees and kilometres of a month, as PDF.
   * @param input `statementRule`, parsed here
   * @throws {AppError} `access.forbidden` for everybody who is no doctor; `validation.failed`, also for a month to come
   */
  download(actor: Actor, input: unknown): Promise<{ readonly fileName: string; readonly bytes: Buffer }>;
}

export interface StatementDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly seller: Seller;
  readonly logo: Letterhead['logo'];
}

export function createStatementService({ db, clock, seller, logo }: StatementDeps): StatementService {
  return {
    async download(actor, input) {
      const reach = reachable(actor, 'check.read');
      if (reach.kind !== 'doctor') throw new AppError('access.forbidden');
      const { month, language } = parseInput(statementRule, input);
      const period = statementPeriod(month);
      const now = clock.now();
      if (period.from > now) throw fieldErrorAt('month', 'invalidChoice');
      const { doctor, rows } = await db.as(
        actor,
        async (tx) => ({
          doctor: await repository.findStatementDoctor(tx, reach.doctorId),
          rows: await repository.findPaidChecks(tx, reach.doctorId, period),
        }),
        { readonly: true },
      );
      if (!doctor) throw new AppError('entity.notFound');
      const bytes = await renderPdf(statementDocument({ doctor, month, rows, language, now, seller, logo }), now);
      const what = getTranslator(language, 'missions')('statement.fileName');
      return { fileName: downloadName({ what, company: null, day: dayOf(period.from), extension: 'pdf' }), bytes };
    },
  };
}
