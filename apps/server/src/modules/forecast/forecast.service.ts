import { type OrderFlag, type OtherCheck, orderFlags } from '@checkwell/domain/check/order-flags';
import { dayOfPrice } from '@checkwell/domain/check/price/price';
import { type PriceParts, pricePartsOf } from '@checkwell/domain/check/price/price-parts';
import { type OrderInput, orderRule } from '@checkwell/domain/check/rules';
import { type AppointmentPrecision, isAnnounced } from '@checkwell/domain/check/times/announcement';
import { timingOf } from '@checkwell/domain/check/times/timing';
import { hasWorker } from '@checkwell/domain/check/worker-visibility';
import { type CalendarDay, type Clock, dayOf } from '@checkwell/domain/clock';
import { APPOINTMENT_MINUTES } from '@checkwell/domain/constants';
import type { MomentReason } from '@checkwell/domain/planning/moment';
import type { Actor } from '@checkwell/domain/policy';
import type { Geocoder, Located } from '../../platform/geo/geocoder.ts';
import { permit, profileIdOf } from '../../platform/guard.ts';
import { parseInput } from '../../platform/input.ts';
import type { CheckService } from '../checks/checks.service.ts';
import type { CompanyService } from '../companies/companies.service.ts';
import { type DeadlineService, dutyOf } from '../deadlines/deadlines.service.ts';
import type { EmployeeService } from '../employees/employees.service.ts';
import type { Forecastable, PlanningService } from '../planning/planning.service.ts';

/** What an order would mean, before it is sent (issue: one panel). Amounts in cents. */
export interface OrderForecast {
  /** null for those who see no prices. */
  readonly price: PriceParts | null;
  /** The day of the first appointment that any doctor has free in the period; null: none. */
  readonly earliestDay: CalendarDay | null;
  /** The appointment itself; null also for readers who would know only its day. */
  readonly earliest: Date | null;
  /** The day of the appointment that fits the wished timing best; null: none. */
  readonly proposedDay: CalendarDay | null;
  /** The proposed appointment; null for employers when the visit is not announced, as for `earliest`. */
  readonly proposed: Date | null;
  /** Why that one. */
  readonly reason: MomentReason | null;
  /** Doctors who are free on the proposed day. */
  readonly doctors: number;
  /** How exactly the worker's address is known; null: not at all, and every doctor counts. */
  readonly precision: Located['precision'] | null;
  readonly flags: readonly OrderFlag[];
}

export interface ForecastService {
  /** Nothing is kept. @param input an order, parsed here as the order itself is */
  forecast(actor: Actor, input: unknown): Promise<OrderForecast>;
}

export interface ForecastDeps {
  readonly clock: Clock;
  readonly geocoder: Geocoder;
  readonly checks: CheckService;
  readonly companies: CompanyService;
  readonly employees: EmployeeService;
  readonly planning: PlanningService;
  readonly deadlines: Pick<DeadlineService, 'absencesOf'>;
}

/** More checks of one worker around one period than anybody orders. */
const MAX_OTHERS = 50;

export function createForecastService({
  clock,
  geocoder,
  checks,
  companies,
  employees,
  planning,
  deadlines,
}: ForecastDeps): ForecastService {
  async function othersOf(actor: Actor, { companyId, employeeId, startDate }: OrderInput): Promise<readonly OtherCheck[]> {
    if (employeeId === null) return [];
    const filter = { companyId, employeeId };
    const [open, reports] = await Promise.all([
      checks.listOpen(actor, { filter, first: MAX_OTHERS }),
      // A check of a period that ends after this day was reported after it.
      checks.listReports(actor, { filter: { ...filter, from: startDate }, first: MAX_OTHERS }),
    ]);
    return [...open.nodes, ...reports.nodes].filter(hasWorker);
  }

  return {
    async forecast(actor, input) {
      const order = parseInput(orderRule, input);
      permit(actor, 'check.order', { companyId: order.companyId, orderedByProfileId: profileIdOf(actor) });
      // An employee out of reach is refused as the order would be, before anything is looked up for them.
      if (order.employeeId !== null) await employees.get(actor, order.employeeId);
      const today = clock.today();
      const period = { startDate: order.startDate, endDate: order.endDate };
      const { companyId, employeeId } = order;
      const [company, located, others, history] = await Promise.all([
        companies.get(actor, order.companyId),
        geocoder.locate(order.workerAddress),
        othersOf(actor, order),
        employeeId === null ? [] : deadlines.absencesOf(actor, { companyId, employeeId }),
      ]);
      const { checkTiming } = timingOf(order.typeCheck, order);
      const { days: _, ...moment } = await planning.forecast(forecastableOf(order, located), checkTiming === 'Optimized');
      const proposedDay = moment.proposed && dayOf(moment.proposed);
      const toTheMinute = precisionFor(actor, order) === 'minute';
      return {
        reason: moment.reason,
        doctors: moment.doctors,
        earliestDay: moment.earliest && dayOf(moment.earliest),
        earliest: toTheMinute ? moment.earliest : null,
        proposedDay,
        proposed: toTheMinute ? moment.proposed : null,
        precision: located?.precision ?? null,
        price:
          company.checkPrice === null
            ? null
            : pricePartsOf({
                contractPrice: company.checkPrice,
                checkLocation: order.locationCheck,
                checkDate: dayOfPrice(proposedDay, period, today),
              }),
        flags: orderFlags(order, others, {
          today,
          moment: moment.earliest,
          proposedDay,
          proposed: toTheMinute && moment.proposed ? appointmentFrom(moment.proposed) : null,
          company,
          duty: dutyOf(company),
          history,
        }),
      };
    },
  };
}

/** An appointment of the length that planners get by default. */
const appointmentFrom = (start: Date) => ({ start, end: new Date(start.getTime() + APPOINTMENT_MINUTES.default * 60_000) });

/** A forecast says no more than the appointment will. */
const precisionFor = (actor: Actor, { locationCheck }: OrderInput): AppointmentPrecision =>
  actor.kind === 'planner' || isAnnounced(locationCheck) ? 'minute' : 'day';

const forecastableOf = (order: OrderInput, located: Located | null): Forecastable => ({
  checkLocation: order.locationCheck,
  workerLanguage: order.workerLanguage,
  authorizedExit: order.authorizedExit,
  latitude: located?.latitude ?? null,
  longitude: located?.longitude ?? null,
  incapacityStartDate: order.startDate,
  incapacityEndDate: order.endDate,
  incapacityType: order.incapacityType,
  certificateType: order.certificateType,
});
