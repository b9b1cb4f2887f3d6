import { fieldsSeenBy } from '@checkwell/domain/check/fields';
import type { Clock } from '@checkwell/domain/clock';
import { DEFAULT_LANGUAGE } from '@checkwell/domain/constants';
import { METRICS, type Metric, metricsWith } from '@checkwell/domain/dashboard/definitions';
import { periodName } from '@checkwell/domain/dashboard/period';
import { dashboardExportRule, sendDashboardRule } from '@checkwell/domain/dashboard/report';
import { AppError } from '@checkwell/domain/errors';
import { searchRule } from '@checkwell/domain/lists/rules';
import { type Actor, can, roleIn, roleOfAccess, rolesOf } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database, ReadTx } from '../../platform/db/database.ts';
import { logExport } from '../../platform/db/export-log.ts';
import { permit, profileIdOf, reachable } from '../../platform/guard.ts';
import { isId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { FlagGuard } from '../feature-flags/feature-flags.service.ts';
import { type DashboardDocument, documentOf, type ReportSubject } from './dashboard.document.ts';
import { dashboardMail } from './dashboard.mails.ts';
import { type DashboardService, withMetrics } from './dashboard.service.ts';
import { type DashboardFile, FILE_FORMATS, type FileFormat, fileOf } from './dashboard-files.ts';
import type { DashboardReader } from './dashboard-readers.repository.ts';
import * as readers from './dashboard-readers.repository.ts';

/** The dashboard as a file, and by mail. Figures alone: no report names anybody whose absence was checked. */
export interface DashboardReportService {
  /** What the same filter shows on the screen. @param query parsed here: the filter, `language` */
  file(actor: Actor, format: FileFormat, query: unknown): Promise<DashboardFile>;
  /** Users and superiors of the company to whom a report may go: those whom the actor may know. @throws {AppError} `request.invalid` at `search` */
  findReaders(actor: Actor, companyId: string, search: string): Promise<readonly DashboardReader[]>;
  /**
   * Sends what the actor's dashboard shows to users and superiors of the company, each in their own language, and to each without
   * the figures that their own dashboard would not show.
   * @param input parsed here @returns how many mails leave
   * @throws {AppError} `feature.off` when the company does not have it; `request.invalid` at `recipients.<position>` for an address of nobody in the company
   */
  send(actor: Actor, input: unknown): Promise<number>;
}

export interface DashboardReportDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly dashboard: Pick<DashboardService, 'readInTransaction'>;
  readonly flags: FlagGuard;
}

/** What a reader looks for first; the rest is in the files. */
const MAIL_METRICS: readonly Metric[] = ['completedChecks', 'impactDays', 'impactProportion', 'operationalSuccessRate'];

export function createDashboardReportService({ db, clock, mailer, dashboard, flags }: DashboardReportDeps): DashboardReportService {
  async function subjectOf(tx: ReadTx, actor: Actor, companyId: string | null | undefined): Promise<ReportSubject> {
    const roles = companyId ? [roleIn(actor, companyId)] : rolesOf(actor);
    return {
      companyName: companyId ? await readers.findCompanyName(tx, companyId) : null,
      ownScope: !roles.includes('employerAdmin') && actor.kind === 'employer',
      now: clock.now(),
    };
  }

  return {
    async file(actor, format, query) {
      reachable(actor, 'dashboard.export');
      const { language = DEFAULT_LANGUAGE, ...filter } = parseInput(dashboardExportRule, query);
      const reach = reachable(actor, 'dashboard.export', filter.companyId);
      await logExport(db, actor, 'dashboard.export', reach);
      const [view, subject] = await db.as(
        actor,
        (tx) => Promise.all([dashboard.readInTransaction(tx, actor, filter), subjectOf(tx, actor, filter.companyId)]),
        { readonly: true },
      );
      return fileOf(format, view, subject, language, clock.today());
    },

    async findReaders(actor, companyId, search) {
      permit(actor, 'dashboard.export', ownIn(actor, companyId));
      const words = parseInput(searchRule, { search }).search ?? '';
      const withUsers = can(actor, 'user.read', { companyId });
      return db.as(actor, (tx) => readers.searchReaders(tx, companyId, words, withUsers), { readonly: true });
    },

    async send(actor, input) {
      reachable(actor, 'dashboard.export');
      const { recipients, ...filter } = parseInput(sendDashboardRule, input);
      permit(actor, 'dashboard.export', ownIn(actor, filter.companyId));
      if (!(await flags.isOnFor('dashboardMail', filter.companyId))) throw new AppError('feature.off');
      await logExport(db, actor, 'dashboard.export', reachable(actor, 'dashboard.export', filter.companyId));
      const wanted = [...new Set(recipients)];
      const { view, found, sender, ...read } = await db.as(
        actor,
        async (tx) => ({
          view: await dashboard.readInTransaction(tx, actor, filter),
          subject: await subjectOf(tx, actor, filter.companyId),
          found: await readers.findReaders(tx, filter.companyId, wanted),
          sender: await readers.findSenderName(tx, profileIdOf(actor) ?? ''),
        }),
        { readonly: true },
      );
      refuseStrangers(recipients, found);
      const subject = { ...read.subject, ...(sender !== null && { sender }) };
      // Made before the transaction that sends them, so that it holds nothing up.
      const reports = new Map<string, { readonly document: DashboardDocument; readonly files: readonly DashboardFile[] }>();
      for (const { language, accesType, kind } of found.map((reader) => ({ ...reader, kind: kindOf(reader) }))) {
        if (reports.has(kind)) continue;
        const shown = withMetrics(view, metricsWith(fieldsSeenBy([roleOfAccess(accesType)])));
        const files = await Promise.all(FILE_FORMATS.map((format) => fileOf(format, shown, subject, language, clock.today())));
        reports.set(kind, { document: documentOf(shown, subject, language), files });
      }
      await db.as(actor, async (tx) => {
        for (const reader of found) {
          const { email, language, hasAccount } = reader;
          const report = reports.get(kindOf(reader));
          if (report === undefined) continue;
          await mailer.enqueue(tx, {
            companyId: filter.companyId,
            to: email,
            language,
            template: dashboardMail,
            params: {
              sender: sender ?? '',
              facts: report.document.facts,
              figures: mainFigures(report.document),
              filter: {
                companyId: filter.companyId,
                superiorId: filter.superiorId ?? null,
                // "This week" is another week when the mail is read.
                period: periodName(filter) === 'all' ? 'all' : 'dates',
                ...view.period,
              },
              hasAccount,
            },
            attachments: report.files,
          });
        }
        await logAccess(tx, actor, 'dashboard.send', 'checks', filter.companyId, null);
      });
      return found.length;
    },
  };
}

/** Readers of a kind get the same report. */
const kindOf = ({ language, accesType }: DashboardReader): string => `${language} ${accesType}`;

/** Users who reach only their own checks of a company may send the figures of these. */
const ownIn = (actor: Actor, companyId: string) => ({ companyId: isId(companyId) ? companyId : '', profileId: profileIdOf(actor) });

function refuseStrangers(recipients: readonly string[], found: readonly DashboardReader[]): void {
  const known = new Set(found.map(({ email }) => email));
  const issues = recipients.flatMap((email, index) => (known.has(email) ? [] : [fieldIssue(`recipients.${index}`, 'recipientUnknown')]));
  if (issues.length > 0) throw new AppError('request.invalid', {}, { issues });
}

const mainFigures = ({ sections }: DashboardDocument): readonly (readonly [string, string])[] =>
  sections
    .flatMap(({ figures }) => figures)
    .filter(({ metric }) => metric in METRICS && MAIL_METRICS.includes(metric))
    .map(({ name, text }) => [name, text]);
