import { type Clock, dayOf } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { downloadName } from '@checkwell/domain/file-name';
import type { Seller } from '@checkwell/domain/invoice/seller';
import { type Actor, can } from '@checkwell/domain/policy';
import type { MessageLanguage } from '@checkwell/messages';
import { getTranslator } from '@checkwell/messages/translator';
import { logAccess } from '../../../platform/db/access-log.ts';
import type { Database } from '../../../platform/db/database.ts';
import { lockRow } from '../../../platform/db/locked.ts';
import { reachable } from '../../../platform/guard.ts';
import type { Letterhead } from '../../../platform/pdf/document.ts';
import { renderPdf } from '../../../platform/pdf/pdf.ts';
import type { EmployeeLinks } from '../employee-page/employee-page-links.ts';
import { getVisible } from '../steps/checks-steps.ts';
import { findEmployeeMessages, findPracticeAddress } from './checks-employee.repository.ts';
import { employeeLetterDocument } from './checks-letter.document.ts';
import { aboutOf } from './checks-told.ts';

/** Letters to employees about their appointments and about decisions, for planners to print and to post (docs/decisions/0090). */
export interface EmployeeLetterService {
  /**
   * The letter about the current appointment, or about the last decision on a check that is over, in the language of the employee, as PDF. Access is logged; that it was posted is
   * recorded by `recordLetter`.
   * @throws {AppError} `entity.notFound`, `access.forbidden`; `check.actionNotAllowed`: there is nothing of this check to tell
   */
  download(actor: Actor, id: string): Promise<{ readonly fileName: string; readonly bytes: Buffer }>;
}

export interface EmployeeLetterDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly employeeLinks: Pick<EmployeeLinks, 'employeeLink'>;
  /** Where the product is reached, without a slash at the end. */
  readonly publicUrl: string;
  readonly seller: Seller;
  readonly logo: Letterhead['logo'];
}

export function createEmployeeLetterService({
  db,
  clock,
  employeeLinks,
  publicUrl,
  seller,
  logo,
}: EmployeeLetterDeps): EmployeeLetterService {
  return {
    async download(actor, id) {
      reachable(actor, 'check.notifyEmployee');
      const seen = await db.as(actor, async (tx) => {
        const check = await getVisible(tx, actor, id);
        if (!can(actor, 'check.notifyEmployee', check)) throw new AppError('access.forbidden');
        aboutOf(check, await findEmployeeMessages(tx, [check]));
        await logAccess(tx, actor, 'check.letter', 'checks', check.companyId, id);
        return check;
      });
      const { check, about, link, practiceAddress } = await db.system('letter to the employee', async (tx) => {
        if (!(await lockRow(tx, 'checks', { companyId: seen.companyId, id }))) throw new AppError('entity.notFound');
        // Read again under the lock: the letter must be about the present appointment.
        const held = await getVisible(tx, SYSTEM, id);
        return {
          check: held,
          about: aboutOf(held, await findEmployeeMessages(tx, [held])),
          link: publicUrl + (await employeeLinks.employeeLink(tx, held)),
          practiceAddress: held.doctorId === null ? '' : await findPracticeAddress(tx, held.doctorId),
        };
      });
      const now = clock.now();
      const language = check.workerLanguage.toLowerCase() as MessageLanguage;
      const document = employeeLetterDocument({
        language,
        checkId: id,
        employeeName: check.workerFullName,
        employeeAddress: check.workerAddress,
        companyName: check.companyName,
        checkLocation: check.checkLocation,
        news: about.news,
        appointmentStart: about.appointmentStart,
        doctorName: check.doctorFullName,
        practiceAddress,
        link,
        writtenAt: now,
        seller,
        logo,
      });
      const what = `${getTranslator(language, 'employeeLetter')('fileName')} ${check.workerFullName}`;
      return { fileName: downloadName({ what, company: null, day: dayOf(now), extension: 'pdf' }), bytes: await renderPdf(document, now) };
    },
  };
}

const SYSTEM = { kind: 'system', name: 'letter to the employee' } as const satisfies Actor;
