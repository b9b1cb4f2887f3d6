import { type CheckSort, checkFilterRule } from '@checkwell/domain/check/list';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { type Actor, FIELD_POLICY, fieldsOf, rolesOf } from '@checkwell/domain/policy';
import type { Crypto } from '../../platform/crypto/crypto.ts';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database } from '../../platform/db/database.ts';
import { logExport } from '../../platform/db/export-log.ts';
import type { PageArguments } from '../../platform/db/keyset.ts';
import { mapRows, type Page } from '../../platform/db/page.ts';
import { reachable } from '../../platform/guard.ts';
import { parseInput } from '../../platform/input.ts';
import { type CheckChanging, type CheckChangingDeps, createCheckChanging } from './checks.changes.ts';
import { type CheckOrdering, type CheckOrderingDeps, createCheckOrdering } from './checks.order.ts';
import { type CheckPlanning, type CheckPlanningDeps, createCheckPlanning } from './checks.planning.ts';
import type { CheckList } from './checks.repository.ts';
import * as repository from './checks.repository.ts';
import { type CheckResults, createCheckResults } from './checks.results.ts';
import { createSteps, getVisible } from './checks.steps.ts';
import { type CheckEvent, type CheckView, showCheck, showEvents } from './checks.view.ts';

export { ONE_SHOT_NEWS, type OneShotNews } from './checks.jobs.ts';
export { type CheckNotice, NOTICE_MAILS } from './checks.mails.ts';
export type { CheckEvent, CheckView } from './checks.view.ts';

export interface CheckListArguments extends PageArguments {
  /** Parsed here. */
  readonly filter?: unknown;
  readonly sort?: CheckSort | null | undefined;
}

interface CheckReading {
  /** Checks in progress; for a doctor the missions that wait. */
  listOpen(actor: Actor, options: CheckListArguments): Promise<Page<CheckView>>;
  /** Archived checks. */
  listReports(actor: Actor, options: CheckListArguments): Promise<Page<CheckView>>;
  /**
   * All archived checks of a filter, of one moment, read while they are taken. Who takes them is written down.
   * @throws {AppError} `export.tooMany`; with the first row `export.tooLarge`
   */
  exportReports(actor: Actor, options: Pick<CheckListArguments, 'filter' | 'sort'>): Promise<AsyncIterable<CheckView>>;
  /** Who read it is written down. @throws {AppError} `entity.notFound`, also for those out of reach */
  get(actor: Actor, id: string): Promise<CheckView>;
  /** The check that was asked for on each certificate, as far as the actor reaches it, by certificate. */
  findOfCertificates(
    actor: Actor,
    certificates: readonly { readonly companyId: string; readonly id: string }[],
  ): Promise<ReadonlyMap<string, CheckView>>;
  /** Histories of several checks that the actor sees, by check, oldest first. */
  findEvents(actor: Actor, checks: readonly Pick<CheckView, 'companyId' | 'id'>[]): Promise<ReadonlyMap<string, readonly CheckEvent[]>>;
}

/** Inputs are parsed here, by the rules of domain/check/rules.ts. Each change needs the version that the actor saw. */
export interface CheckService extends CheckReading, CheckOrdering, CheckChanging, CheckPlanning, CheckResults {}

export type CheckDeps = CheckOrderingDeps & Omit<CheckChangingDeps & CheckPlanningDeps, 'take'> & { readonly crypto: Crypto };

export function createCheckService(deps: CheckDeps): CheckService {
  const take = createSteps(deps);
  return {
    ...createCheckReading(deps),
    ...createCheckOrdering(deps),
    ...createCheckChanging({ ...deps, take }),
    ...createCheckPlanning({ ...deps, take }),
    ...createCheckResults({ ...deps, take }),
  };
}

function createCheckReading({ db, clock }: { readonly db: Database; readonly clock: Clock }): CheckReading {
  /** What a list asks the database. */
  function queryOf(
    actor: Actor,
    ability: 'check.read' | 'check.export',
    kind: CheckList,
    { filter, sort, ...args }: CheckListArguments,
  ): repository.CheckQuery {
    reachable(actor, ability);
    const parsed = parseInput(checkFilterRule, filter ?? {});
    // What is hidden is not found out by asking for it either.
    if (parsed.commentReview && !rolesOf(actor).some((role) => FIELD_POLICY.commentReview[role])) throw new AppError('access.forbidden');
    const reach = reachable(actor, ability, parsed.companyId);
    const priced = sort?.field === 'companyTotalPrice';
    if (priced && !fieldsOf(actor, parsed.companyId).includes(sort.field)) throw new AppError('access.forbidden');
    const order: CheckSort = sort ?? { field: kind === 'archived' ? 'archivedAt' : 'creationDate', direction: 'desc' };
    return { kind, reach, filter: parsed, sort: order, args, now: clock.now() };
  }

  async function list(actor: Actor, kind: CheckList, options: CheckListArguments): Promise<Page<CheckView>> {
    const query = queryOf(actor, 'check.read', kind, options);
    const { rows, pageInfo, count } = await db.as(actor, (tx) => repository.findPage(tx, query), { readonly: true });
    return { nodes: rows.map((row) => showCheck(actor, row, query.now)), pageInfo, ...count };
  }

  return {
    listOpen: (actor, options) => list(actor, actor.kind === 'doctor' ? 'missions' : 'open', options),
    listReports: (actor, options) => list(actor, 'archived', options),

    async exportReports(actor, options) {
      const query = queryOf(actor, 'check.export', 'archived', options);
      await logExport(db, actor, 'check.export', query.reach);
      return mapRows(
        db.snapshot(actor, (tx) => repository.everyCheck(tx, query)),
        (row) => showCheck(actor, row, query.now),
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
      const checks = await db.as(actor, (tx) => repository.findOfCertificates(tx, reach, certificates), { readonly: true });
      return new Map(
        checks.flatMap((check) => (check.certificateId === null ? [] : [[check.certificateId, showCheck(actor, check, clock.now())]])),
      );
    },

    async findEvents(actor, checks) {
      if (checks.length === 0) return new Map();
      const events = await db.as(actor, (tx) => repository.findEvents(tx, checks), { readonly: true });
      return Map.groupBy(showEvents(actor, events), ({ checkId }) => checkId);
    },
  };
}
