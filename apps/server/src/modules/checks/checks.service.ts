import { type CheckField, checkVisibility } from '@checkwell/domain/check/fields';
import { type CheckFilter, checkFilterRule } from '@checkwell/domain/check/list';
import type { CheckSort, ReportSort } from '@checkwell/domain/check/sorts';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { LISTS } from '@checkwell/domain/lists/lists';
import { type Actor, roleIn, rolesOf, seesDeleted } from '@checkwell/domain/policy';
import type { Role } from '@checkwell/domain/roles';
import type { Crypto } from '../../platform/crypto/crypto.ts';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database } from '../../platform/db/database.ts';
import { logExport } from '../../platform/db/export-log.ts';
import type { PageArguments } from '../../platform/db/keyset.ts';
import { mapRows, type Page } from '../../platform/db/page.ts';
import { reachable } from '../../platform/guard.ts';
import { parseInput } from '../../platform/input.ts';
import type { Outbox } from '../../platform/jobs/outbox.ts';
import type { DocumentService } from '../documents/documents.service.ts';
import type { NotificationService } from '../notifications/notifications.service.ts';
import * as repository from './checks.repository.ts';
import { type CheckEvent, type CheckView, readFor, showCheck, showEvents, showRow } from './checks.view.ts';
import type { CheckList } from './checks-lists.repository.ts';
import * as lists from './checks-lists.repository.ts';
import { type CommentDeps, type CommentService, createCommentService } from './comments/comments.service.ts';
import { createEmployeeAddresses, type EmployeeAddresses } from './employee-page/employee-address.service.ts';
import { createEmployeePageService, type EmployeePageDeps, type EmployeePageService } from './employee-page/employee-page.service.ts';
import { createSentCertificates, type SentCertificates } from './employee-page/sent-certificates.service.ts';
import { createTravelClaims, type TravelClaims } from './employee-page/travel-claims.service.ts';
import { createEmployeeTold, type EmployeeTold } from './messages/checks-told.ts';
import { createUndelivered, type UndeliveredMessages } from './messages/checks-undelivered.ts';
import { createOfferService, type OfferService, type OfferServiceDeps } from './offers/offers.service.ts';
import { createOfferEnds } from './offers/offers-ends.ts';
import { type CheckOrdering, type CheckOrderingDeps, createCheckOrdering } from './order/checks-order.ts';
import { type CheckAttempts, type CheckAttemptsDeps, createCheckAttempts } from './steps/checks-attempts.ts';
import { type CheckChanging, type CheckChangingDeps, createCheckChanging } from './steps/checks-changes.ts';
import { type CheckDisputes, createCheckDisputes } from './steps/checks-disputes.ts';
import { createHeldAlarm } from './steps/checks-held.jobs.ts';
import { createHeldResults, type HeldResults } from './steps/checks-held.ts';
import { type CheckPlanning, type CheckPlanningDeps, createCheckPlanning } from './steps/checks-planning.ts';
import { type CheckResults, createCheckResults } from './steps/checks-results.ts';
import { createSteps, type EmployeeNotifier, getVisible, linksOf, type StepDeps } from './steps/checks-steps.ts';
import { type CheckVisits, createCheckVisits } from './steps/checks-visits.ts';
import { createWaitingResults, type WaitingResults } from './steps/checks-waiting.ts';

export { ONE_SHOT_NEWS, type OneShotNews } from './checks.jobs.ts';
export type { CheckEvent, CheckView } from './checks.view.ts';
export { type CheckNotice, NOTICE_MAILS } from './messages/checks.mails.ts';

interface ListArguments<Sort> extends PageArguments {
  /** Parsed here. */
  readonly filter?: unknown;
  /** What will be read of each row; the values of others may be missing. null: everything. */
  readonly fields?: readonly CheckField[] | null | undefined;
  readonly sort?: Sort | null | undefined;
}
export type CheckListArguments = ListArguments<CheckSort>;
export type ReportListArguments = ListArguments<ReportSort>;

interface CheckReading {
  /** Checks in progress; for a doctor the missions that wait. */
  listOpen(actor: Actor, options: CheckListArguments): Promise<Page<CheckView>>;
  /** Archived checks. */
  listReports(actor: Actor, options: ReportListArguments): Promise<Page<CheckView>>;
  /**
   * All archived checks of a filter, of one moment, read while they are taken. Access is logged.
   * @throws {AppError} `export.tooMany`; with the first row `export.tooLarge`
   */
  exportReports(
    actor: Actor,
    options: Pick<ReportListArguments, 'filter' | 'sort' | 'fields'>,
  ): Promise<AsyncIterable<readonly CheckView[]>>;
  /** Access is logged. @throws {AppError} `entity.notFound`, also for those out of reach */
  get(actor: Actor, id: string): Promise<CheckView>;
  /** The check that was asked for on each certificate, as far as the actor reaches it, by certificate. */
  findOfCertificates(
    actor: Actor,
    certificates: readonly { readonly companyId: string; readonly id: string }[],
  ): Promise<ReadonlyMap<string, CheckView>>;
  /** The checks after these of the same incapacity, as far as the actor reaches them, by the check before; the first ordered first. */
  findLater(actor: Actor, checks: readonly Pick<CheckView, 'companyId' | 'id'>[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Histories of several checks that the actor sees, by check, oldest first. */
  findEvents(actor: Actor, checks: readonly Pick<CheckView, 'companyId' | 'id'>[]): Promise<ReadonlyMap<string, readonly CheckEvent[]>>;
}

/** Inputs are parsed here, by the rules of domain/check/rules.ts. Each change needs the version that the actor saw. */
export interface CheckService
  extends CheckReading,
    CheckOrdering,
    CheckChanging,
    CheckPlanning,
    Omit<CheckResults, 'checkResult'>,
    CheckDisputes,
    OfferService,
    WaitingResults,
    HeldResults,
    CheckVisits,
    CheckAttempts,
    CommentService,
    EmployeePageService,
    EmployeeAddresses,
    SentCertificates,
    TravelClaims,
    EmployeeTold,
    UndeliveredMessages {}

export type CheckDeps = CheckOrderingDeps &
  CommentDeps &
  Omit<CheckChangingDeps & CheckPlanningDeps & CheckAttemptsDeps & OfferServiceDeps & EmployeePageDeps, 'take'> &
  Pick<StepDeps, 'missions'> & {
    readonly documents: Pick<DocumentService, 'receive' | 'removeFile'>;
    readonly employee: EmployeeNotifier;
    readonly notifications: Pick<NotificationService, 'notify' | 'chosenBy'>;
    readonly crypto: Crypto;
    readonly outbox: Outbox;
  };

export function createCheckService(deps: CheckDeps): CheckService {
  const take = createSteps({ ...deps, offers: createOfferEnds(deps) });
  const { checkResult, ...results } = createCheckResults({ ...deps, take });
  const alarm = createHeldAlarm(deps);
  const { settle, putSettle, encryptResult, open, ...waiting } = createWaitingResults({
    ...deps,
    alarm,
    results: { ...results, checkResult },
  });
  return {
    ...createCheckReading(deps),
    ...createCheckOrdering(deps),
    ...createCheckChanging({ ...deps, take }),
    ...createCheckPlanning({ ...deps, take }),
    ...createOfferService({ ...deps, take }),
    ...createEmployeePageService({ ...deps, take }),
    ...results,
    ...createCheckDisputes({ take }),
    ...createCheckVisits(deps),
    ...createCheckAttempts({ ...deps, take }),
    ...createCommentService(deps),
    ...createEmployeeTold(deps),
    ...createUndelivered(deps),
    ...createEmployeeAddresses(deps),
    ...createSentCertificates(deps),
    ...createTravelClaims(deps),
    ...waiting,
    ...createHeldResults({ ...deps, take, alarm, waiting: { settle, putSettle, encryptResult, open }, results: { checkResult } }),
  };
}

function createCheckReading({ db, clock }: { readonly db: Database; readonly clock: Clock }): CheckReading {
  /** What a list asks the database, without its order. */
  function narrowed(
    actor: Actor,
    ability: 'check.read' | 'check.export',
    kind: CheckList,
    { filter, sort, fields = null, ...args }: CheckListArguments | ReportListArguments,
  ) {
    reachable(actor, ability);
    const parsed = parseInput(checkFilterRule, filter ?? {});
    const reach = reachable(actor, ability, parsed.companyId);
    // In a company that is not the actor's there is nothing to find.
    if (reach.kind !== 'none') refuseHidden(actor, kind, parsed, sort ?? null);
    const appointments = seesMinutes(actor, parsed) ? ('minute' as const) : ('day' as const);
    return {
      reach,
      appointments,
      seesDeleted: seesDeleted(actor),
      links: linksOf(actor),
      fields: readFor(fields),
      filter: parsed,
      args,
      now: clock.now(),
    };
  }

  function reportQuery(actor: Actor, ability: 'check.read' | 'check.export', options: ReportListArguments): lists.CheckQuery {
    const sort = options.sort ?? { field: 'archivedAt', direction: 'desc' };
    return { kind: 'archived', sort, ...narrowed(actor, ability, 'archived', options) };
  }

  async function list(actor: Actor, query: lists.CheckQuery, fields: readonly CheckField[] | null = null): Promise<Page<CheckView>> {
    const { rows, pageInfo, count } = await db.as(actor, (tx) => lists.findPage(tx, query), { readonly: true, replica: true });
    return { nodes: rows.map((row) => showRow(actor, row, query.now, fields)), pageInfo, ...count };
  }

  return {
    async listOpen(actor, options) {
      const kind = actor.kind === 'doctor' ? 'missions' : 'open';
      const sort = options.sort ?? LISTS.checks.first;
      return list(actor, { kind, sort, ...narrowed(actor, 'check.read', kind, options) }, options.fields);
    },
    listReports: async (actor, options) => list(actor, reportQuery(actor, 'check.read', options), options.fields),

    async exportReports(actor, options) {
      const query = reportQuery(actor, 'check.export', options);
      await logExport(db, actor, 'check.export', query.reach);
      return mapRows(
        db.snapshot(actor, (tx) => lists.everyCheck(tx, query)),
        (row) => showRow(actor, row, query.now, options.fields ?? null),
      );
    },

    async get(actor, id) {
      reachable(actor, 'check.read');
      return db.as(actor, async (tx) => {
        const check = await getVisible(tx, actor, id);
        await logAccess(tx, actor, 'check.read', 'checks', check.companyId, id);
        return showCheck(actor, check, clock.now());
      });
    },

    async findOfCertificates(actor, certificates) {
      const reach = reachable(actor, 'check.read');
      const checks = await db.as(actor, (tx) => repository.findOfCertificates(tx, reach, certificates, linksOf(actor)), { readonly: true });
      return new Map(
        checks.flatMap((check) => (check.certificateId === null ? [] : [[check.certificateId, showCheck(actor, check, clock.now())]])),
      );
    },

    async findLater(actor, checks) {
      if (checks.length === 0) return new Map();
      const reach = reachable(actor, 'check.read');
      const later = await db.as(actor, (tx) => repository.findLater(tx, reach, checks), { readonly: true });
      const byParent = Map.groupBy(later, ({ parentCheckId }) => parentCheckId);
      return new Map([...byParent].map(([parentId, rows]) => [parentId, rows.map(({ id }) => id)]));
    },

    async findEvents(actor, checks) {
      if (checks.length === 0) return new Map();
      const reach = reachable(actor, 'check.read');
      const events = await db.as(actor, (tx) => repository.findEvents(tx, reach, checks), { readonly: true });
      return Map.groupBy(showEvents(actor, events, clock.now()), ({ checkId }) => checkId);
    },
  };
}

/** What each filter looks at. */
const FILTERED = {
  companyId: 'companyId',
  superiorId: 'superiorId',
  status: 'status',
  checkTiming: 'checkTiming',
  checkLocation: 'checkLocation',
  checkOccurence: 'checkOccurence',
  commentReview: 'commentReview',
  // Seen by planners alone, as the search is.
  doctorSearch: 'doctorReactivity',
  employeeNotTold: 'employeeTold',
  // Visible to the same roles as the search for a doctor.
  otherAddress: 'doctorReactivity',
  resultHeld: 'doctorReactivity',
  from: 'creationDate',
  to: 'creationDate',
  employeeId: 'employeeId',
  certificateId: 'certificateId',
  doctorId: 'doctorId',
  // A doctor does not find workers of missions that are over (checks-lists.repository.ts).
  search: 'workerFullName',
} as const satisfies Record<keyof CheckFilter, CheckField>;

/** Whether the actor knows every appointment of the list to the minute. */
const seesMinutes = (actor: Actor, filter: CheckFilter): boolean =>
  rolesIn(actor, filter).every((role) => checkVisibility('appointmentStart', role) === true);

const rolesIn = (actor: Actor, { companyId }: CheckFilter): readonly Role[] => (companyId ? [roleIn(actor, companyId)] : rolesOf(actor));

/** Lists are put in order by as much of these as their reader knows (checks-lists.repository.ts). */
const SORTED_AS_SEEN: readonly CheckField[] = ['appointmentStart'];

/**
 * What is hidden is not found out by asking for it either: nobody narrows a list by a field that they never see, nor puts it in an
 * order by one that they do not see of every row.
 * @throws {AppError} `access.forbidden`
 */
function refuseHidden(actor: Actor, kind: CheckList, filter: CheckFilter, sort: CheckSort | ReportSort | null): void {
  const roles = rolesIn(actor, filter);
  const asked = (Object.keys(FILTERED) as (keyof CheckFilter)[]).filter((name) => filter[name]);
  const isFound = (name: keyof CheckFilter) => roles.some((role) => checkVisibility(FILTERED[name], role) !== false);
  // The doctor sees the worker of a mission that is not over.
  const isWhole = (field: CheckField) =>
    roles.every((role) => [true, ...(kind === 'archived' ? [] : ['whileDoctorSeesWorker'])].includes(checkVisibility(field, role)));
  if (!asked.every(isFound) || (sort !== null && !SORTED_AS_SEEN.includes(sort.field) && !isWhole(sort.field)))
    throw new AppError('access.forbidden');
}
