import { type CHECK_FIELDS, type CheckField, fieldsOf } from '@checkwell/domain/check/fields';
import { type Clock, dayOf } from '@checkwell/domain/clock';
import { definitionOf, type Figure, headlinesAmong, METRIC_NAMES, type Metric, metricsWith } from '@checkwell/domain/dashboard/definitions';
import { type Dashboard, dashboardOf, figuresOf } from '@checkwell/domain/dashboard/figures';
import { type DashboardFilter, dashboardFilterRule } from '@checkwell/domain/dashboard/filter';
import { daysOf, type Period, periodBefore, periodName, soFar } from '@checkwell/domain/dashboard/period';
import { dashboardSliceRule } from '@checkwell/domain/dashboard/slice';
import { AppError } from '@checkwell/domain/errors';
import type { EMPLOYERS } from '@checkwell/domain/fields';
import { pick } from '@checkwell/domain/pick';
import { type Actor, contextOf } from '@checkwell/domain/policy';
import { choice } from '@checkwell/domain/validation';
import { RequestCoalescer } from '../../platform/caching/request-coalescing.ts';
import type { Database, ReadTx } from '../../platform/db/database.ts';
import type { PageArguments } from '../../platform/db/keyset.ts';
import type { Page } from '../../platform/db/page.ts';
import { reachable } from '../../platform/guard.ts';
import { parseInput } from '../../platform/input.ts';
import * as repository from './dashboard.repository.ts';
import { type DashboardRowRecord, findRows } from './dashboard-rows.repository.ts';
import { type Scopes, scopesOf } from './dashboard-scopes.ts';

/** A dashboard with the days that it is about, and the figures of the equal period before (null for "all"). */
export interface DashboardView extends Dashboard {
  readonly period: Period;
  /** Name of the superior in the filter; null without one, and for one whom the actor may not see. */
  readonly superiorFullName: string | null;
  readonly before: { readonly period: Period; readonly figures: readonly Figure[] } | null;
}

/** The figures that the screen opens with: of this month until today, beside those of the same days of the month before. */
export interface ThisMonth {
  readonly period: Period;
  readonly figures: readonly Figure[];
  readonly before: NonNullable<DashboardView['before']>;
}

/** What the screen shows. */
export interface DashboardScreen extends DashboardView {
  readonly thisMonth: ThisMonth;
}

/** Fields of a check that every employer sees, regardless of their access. */
type EmployersField = {
  [Name in CheckField]: (typeof CHECK_FIELDS)[Name]['seenBy'] extends typeof EMPLOYERS ? Name : never;
}[CheckField];

const ROW_FIELDS = [
  'id',
  'companyId',
  'companyName',
  'superiorFullName',
  'status',
  'workerFullName',
  'workerExternalId',
  'creationDate',
  'reportDate',
  'incapacityStartDate',
  'incapacityEndDate',
  'newIncapacityEndDate',
  'checkOccurence',
  'nonOperableReason',
  'earlyReturn',
  'checkTiming',
  'checkLocation',
  'province',
] as const satisfies readonly (EmployersField & keyof DashboardRowRecord)[];

/** A check behind a figure, and what it adds to it (see `METRICS`). */
export interface DashboardRow extends Pick<DashboardRowRecord, (typeof ROW_FIELDS)[number]> {
  readonly amount: number;
  /** For a ratio: what the check adds to the denominator. */
  readonly per: number | null;
}

export interface RowsArguments extends PageArguments {
  readonly metric: Metric;
  /** Parsed here. */
  readonly filter?: unknown;
  /** One part of a chart; parsed here. */
  readonly slice?: unknown;
}

export interface DashboardService {
  /**
   * The figures of the checks that the actor reaches, without those that tell what the actor may not see. Those who ask the same at the same
   * time, with the same rights, get one answer.
   * @param filter parsed here
   */
  read(actor: Actor, filter: unknown): Promise<DashboardScreen>;
  /** The same without this month, inside a transaction of the actor, with a filter that was parsed. */
  readInTransaction(tx: ReadTx, actor: Actor, filter: DashboardFilter): Promise<DashboardView>;
  /** Exactly the checks behind a figure, the newest first. @throws {AppError} `access.forbidden` when the figure is withheld */
  listRows(actor: Actor, options: RowsArguments): Promise<Page<DashboardRow>>;
}

export function createDashboardService({ db, clock }: { readonly db: Database; readonly clock: Clock }): DashboardService {
  const coalescer = new RequestCoalescer<DashboardScreen>();

  async function view(tx: ReadTx, actor: Actor, filter: DashboardFilter): Promise<DashboardView> {
    const superiorId = filter.superiorId ?? null;
    const scopes = scopesFor(actor, filter);
    const today = clock.today();
    const period = daysOf(filter, today);
    const earlier = periodBefore(filter, today);
    const [, tally, before, superiorFullName] = await Promise.all([
      repository.keepPlans(tx, scopes),
      repository.tallyChecks(tx, { scopes, superiorId, ...period }),
      earlier === null ? null : repository.tallyFigures(tx, { scopes, superiorId, ...earlier }),
      superiorId === null ? null : repository.findSuperiorName(tx, superiorId),
    ]);
    return withMetrics(
      {
        ...dashboardOf(tally, period, today),
        period,
        superiorFullName,
        before: earlier === null || before === null ? null : { period: earlier, figures: figuresOf(before) },
      },
      metricsWith(fieldsOf(actor, filter.companyId)),
    );
  }

  /** @param shown of the same filter: where it is this month, nothing is counted twice */
  async function thisMonthOf(tx: ReadTx, actor: Actor, filter: DashboardFilter, shown: DashboardView): Promise<ThisMonth> {
    const today = clock.today();
    const month = { period: 'month' } as const;
    const metrics = headlinesAmong(shown.figures.map(({ metric }) => metric));
    const [period, before] = [daysOf(month, today), periodBefore(month, today)];
    if (before === null) throw new Error('A month has one before it.');
    const headlines = (all: readonly Figure[]) => all.filter(({ metric }) => metrics.includes(metric));
    const count = async (days: Period) =>
      headlines(
        figuresOf(
          await repository.tallyHeadlines(tx, { scopes: scopesFor(actor, filter), superiorId: filter.superiorId ?? null, ...days }),
        ),
      );
    const [figures, ofBefore] =
      periodName(filter) === 'month' && shown.before
        ? [headlines(shown.figures), headlines(shown.before.figures)]
        : await Promise.all([count(period), count(before)]);
    return { period: soFar(period, today), figures, before: { period: before, figures: ofBefore } };
  }

  return {
    readInTransaction: view,

    async read(actor, filter) {
      reachable(actor, 'dashboard.read');
      const parsed = parseInput(dashboardFilterRule, filter ?? {});
      return coalescer.get(questionOf(actor, parsed), () =>
        db.as(
          actor,
          async (tx) => {
            const shown = await view(tx, actor, parsed);
            return { ...shown, thisMonth: await thisMonthOf(tx, actor, parsed, shown) };
          },
          { readonly: true, replica: true },
        ),
      );
    },

    async listRows(actor, { metric: wanted, filter, slice, first, after }) {
      reachable(actor, 'dashboard.read');
      const metric = parseInput(metricRule, wanted);
      const { companyId, superiorId, ...choice } = parseInput(dashboardFilterRule, filter ?? {});
      if (!metricsWith(fieldsOf(actor, companyId)).includes(metric)) throw new AppError('access.forbidden');
      const query = {
        reach: reachable(actor, 'dashboard.read', companyId),
        superiorId: superiorId ?? null,
        metric,
        slice: parseInput(dashboardSliceRule, slice ?? {}),
        args: { first, after },
        ...daysOf(choice, clock.today()),
      };
      const { rows, pageInfo, count } = await db.as(actor, (tx) => findRows(tx, query), { readonly: true, replica: true });
      return { nodes: rows.map((row) => withAmount(metric, row)), pageInfo, ...count };
    },
  };
}

/**
 * Everything that the figures depend on. Of who asks that is what row-level security lets them see of checks, sums and superiors, which is the
 * same for everybody of the same companies; whose checks are counted, which names those who count only their own; and which figures they see.
 */
function questionOf(actor: Actor, filter: DashboardFilter): string {
  const { profileId: _, ...seen } = contextOf(actor);
  return JSON.stringify([seen, scopesFor(actor, filter), metricsWith(fieldsOf(actor, filter.companyId)), filter]);
}

/** Whose checks a dashboard with this filter counts for the actor. */
const scopesFor = (actor: Actor, { companyId, superiorId = null }: DashboardFilter): Scopes =>
  scopesOf(reachable(actor, 'dashboard.read', companyId), superiorId);

/** The dashboard with these figures alone. */
export function withMetrics(view: DashboardView, metrics: readonly Metric[]): DashboardView {
  const shown = (figures: readonly Figure[]) => figures.filter(({ metric }) => metrics.includes(metric));
  const { figures, before } = view;
  return { ...view, figures: shown(figures), before: before && { ...before, figures: shown(before.figures) } };
}

const metricRule = choice(METRIC_NAMES, 'invalidChoice');

function withAmount(metric: Metric, row: DashboardRowRecord): DashboardRow {
  const { amount, per } = definitionOf(metric);
  const check = { ...row, creationDay: dayOf(row.creationDate), doctorFound: row.doctorFoundAt !== null };
  return { ...pick(row, ROW_FIELDS), amount: amount(check), per: per ? per(check) : null };
}
