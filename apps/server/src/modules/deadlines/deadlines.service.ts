import {
  asEmployeeKnows,
  DEADLINE_FACTS,
  type Deadline,
  type DeadlineCheck,
  type DeadlineContext,
  deadlinesOf,
} from '@checkwell/domain/check/deadlines/deadlines';
import { hasWorker, WORKER_FACTS } from '@checkwell/domain/check/worker-visibility';
import type { Clock } from '@checkwell/domain/clock';
import type { PastAbsence } from '@checkwell/domain/law/certificate-type';
import type { StayAtHomeDuty } from '@checkwell/domain/law/deadlines/availability-window';
import type { AvailabilityBasis } from '@checkwell/domain/people/work-rules';
import { type Actor, roleIn } from '@checkwell/domain/policy';
import { sideOf } from '@checkwell/domain/roles';
import type { Database } from '../../platform/db/database.ts';
import type { CheckView } from '../checks/checks.service.ts';
import type { Company, CompanyService } from '../companies/companies.service.ts';
import * as repository from './deadlines.repository.ts';

interface Worker {
  readonly companyId: string;
  readonly employeeId: string;
}

/** Fields of a check of which its deadlines are made, and who reads them. */
export const DEADLINES_READ = ['id', 'companyId', 'employeeId', 'erasedAt', ...WORKER_FACTS, ...DEADLINE_FACTS] as const;

export interface DeadlineService {
  /**
   * The deadlines of law that concern the actor, by check. They follow from what the actor sees of each check; of the worker's other absences
   * only days are told, and to those alone who reach the employee.
   */
  find(actor: Actor, checks: readonly CheckView[]): Promise<ReadonlyMap<string, readonly Deadline[]>>;
  /** What the employee of the check reads by the link of a message (docs/decisions/0066); days of other absences, never their cause. */
  findForEmployee(
    check: DeadlineCheck & { readonly id: string; readonly companyId: string; readonly employeeId: string | null },
  ): Promise<readonly Deadline[]>;
  /** All absences of the worker that the product knows. The caller has made sure that the actor reaches the employee. */
  absencesOf(actor: Actor, worker: Worker): Promise<readonly PastAbsence[]>;
}

export interface DeadlineDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly companies: Pick<CompanyService, 'findMany'>;
}

/** The holder of the link to the employee's page; the product asks on their behalf. */
const EMPLOYEE: Actor = { kind: 'system', name: 'employee' };

/**
 * Counts go beyond the caller's reach: otherwise a superior who takes over an employee would get wrong ones, without the earlier absences
 * (as in certificates-advice.ts). So anyone who may see the employee learns days, and never which certificate it is, nor its cause.
 */
export function createDeadlineService({ db, clock, companies }: DeadlineDeps): DeadlineService {
  /** Absences by company and employee. */
  async function absences(actor: Actor, workers: readonly Worker[]): Promise<ReadonlyMap<string, readonly repository.AbsenceRow[]>> {
    if (workers.length === 0) return new Map();
    const rows = await db.as(actor, (tx) => repository.findAbsences(tx, workers), { readonly: true });
    return Map.groupBy(rows, keyOf);
  }

  return {
    async find(actor, checks) {
      const shown = checks.flatMap((check) => {
        const reader = sideOf(roleIn(actor, check.companyId));
        return reader !== null && hasWorker(check) ? [{ reader, check }] : [];
      });
      // All erased checks of a company refer to one row of employees, which is nobody's.
      const workers = shown.flatMap(({ reader, check: { companyId, employeeId, erasedAt } }) =>
        reader === 'employer' && employeeId !== null && erasedAt === null ? [{ companyId, employeeId }] : [],
      );
      const withCompany = shown.filter(({ reader }) => reader !== 'doctor');
      const [known, rules] = await Promise.all([
        absences(actor, workers),
        withCompany.length === 0
          ? new Map<string, Company>()
          : companies.findMany(
              actor,
              withCompany.map(({ check }) => check.companyId),
            ),
      ]);
      const now = clock.now();
      return new Map(
        shown.map(({ reader, check }) => {
          const company = rules.get(check.companyId) ?? null;
          const { companyId, employeeId, erasedAt } = check;
          const context: DeadlineContext = {
            now,
            today: clock.today(),
            company,
            duty: company && dutyOf(company),
            history:
              reader === 'employer' && employeeId !== null && erasedAt === null
                ? (known.get(keyOf({ companyId, employeeId })) ?? []).filter(({ checkId }) => checkId !== check.id)
                : null,
          };
          return [check.id, deadlinesOf(reader, check satisfies DeadlineCheck, context)] as const;
        }),
      );
    },

    async findForEmployee(check) {
      const { companyId, employeeId } = check;
      const [known, rules] = await Promise.all([
        employeeId === null ? null : db.system('employee', (tx) => repository.findAbsences(tx, [{ companyId, employeeId }])),
        companies.findMany(EMPLOYEE, [companyId]),
      ]);
      const company = rules.get(companyId) ?? null;
      return deadlinesOf('employee', asEmployeeKnows(check), {
        now: clock.now(),
        today: clock.today(),
        company,
        duty: company && dutyOf(company),
        history: known?.filter(({ checkId }) => checkId !== check.id) ?? null,
      });
    },

    absencesOf: async (actor, worker) => (await absences(actor, [worker])).get(keyOf(worker)) ?? [],
  };
}

const keyOf = ({ companyId, employeeId }: Worker): string => `${companyId}/${employeeId}`;

/** The hours at which the company's workers stay at home for a control doctor; null without such a duty. */
export function dutyOf({
  availabilityDays,
  availabilityFrom,
  availabilityTo,
  availabilityBasis,
}: Pick<Company, 'availabilityDays' | 'availabilityFrom' | 'availabilityTo' | 'availabilityBasis'>):
  | (StayAtHomeDuty & { readonly availabilityBasis: AvailabilityBasis })
  | null {
  return availabilityDays === null || availabilityFrom === null || availabilityTo === null || availabilityBasis === null
    ? null
    : { availabilityDays, availabilityFrom, availabilityTo, availabilityBasis };
}
