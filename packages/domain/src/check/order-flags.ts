import type { CertificateType, IncapacityType } from '../certificate/enums.ts';
import { isCheckable } from '../certificate/rules.ts';
import { addDays, type CalendarDay, daysBetween } from '../clock.ts';
import { type CompanyFacts, GUARANTEED_SALARY_DAYS } from '../law/absence-rules.ts';
import { availabilityLimits } from '../law/availability.ts';
import { isIncapacity, type PastAbsence, suggestCertificateType } from '../law/certificate-type.ts';
import { EMPLOYMENT_CONTRACTS_ACT, EMPLOYMENT_CONTRACTS_ADDRESS, findRule, type LawSource } from '../law/dated.ts';
import { dutyDays, holds, type StayAtHomeDuty, windowOn } from '../law/deadlines/availability-window.ts';
import { hasGuaranteedPay } from '../law/deadlines/guaranteed-pay.ts';
import { noCertificateDays } from '../law/deadlines/no-certificate.ts';
import { MOMENT } from '../planning/moment.ts';
import type { CheckLocation, CheckOccurence, CheckTiming } from './enums.ts';
import { isExamined } from './result/result.ts';
import { timingOf } from './times/timing.ts';

/**
 * Remarks for the employer before a check is ordered. Those of severity `blocks` are reasons for which the order would be refused
 * (`checkableType`, `check.periodEnded`, `certificate.checkAlreadyLaunched`).
 * The texts of the codes are in the namespace `enums` (`orderFlag`).
 */
export const ORDER_FLAGS = [
  'typeNotCheckable',
  'periodEnded',
  'certificateLaunched',
  'duplicateOpen',
  'noMoment',
  'noCertificate',
  'exitNotAuthorized',
  'fewDaysLeft',
  'shortPeriod',
  'alreadyChecked',
  'withoutGsm',
  'afterGuaranteedSalary',
  'outsideStayAtHome',
  'afterStayAtHome',
  'stayAtHome',
  'noCertificateNeeded',
  'noCertificateUsedUp',
  'certificateFromFirstDay',
] as const;
export type OrderFlagCode = (typeof ORDER_FLAGS)[number];

export interface OrderFlag {
  readonly code: OrderFlagCode;
  /** blocks: the order is refused. attention: probably a mistake or a disadvantage. info: good to know. */
  readonly severity: 'blocks' | 'attention' | 'info';
  /** Values of its message; days are calendar days. */
  readonly params: Readonly<Record<string, string | number>>;
  readonly source: LawSource | null;
  /** The check that the flag is about. */
  readonly checkId: string | null;
}

/** The order being prepared. */
export interface OrderFacts {
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly incapacityType: IncapacityType;
  readonly certificateType: CertificateType;
  readonly authorizedExit: boolean;
  readonly locationCheck: CheckLocation;
  readonly typeCheck: CheckTiming;
  /** Mobile number; empty without one. */
  readonly phoneNumber: string;
  /** The certificate of the order, from the register. */
  readonly certificateId: string | null;
  /** A document uploaded with the order. */
  readonly documentId: string | null;
}

/** Another check of the same worker. */
export interface OtherCheck {
  readonly id: string;
  readonly certificateId: string | null;
  readonly incapacityStartDate: CalendarDay;
  readonly incapacityEndDate: CalendarDay;
  /** null while the check is in progress. */
  readonly checkOccurence: CheckOccurence | null;
  readonly checkDate: CalendarDay | null;
}

/** Before a certificate exists, a control doctor can only judge the day of the visit (domain.md 2.1). */
const CONTROL_MEDICINE: LawSource = {
  act: 'employmentContracts',
  law: EMPLOYMENT_CONTRACTS_ACT,
  article: 'art. 31',
  address: EMPLOYMENT_CONTRACTS_ADDRESS,
  commentary: 'https://ordomedic.be/fr/faq/medecine-de-controle',
};

const flag = (
  code: OrderFlagCode,
  severity: OrderFlag['severity'],
  { params = {}, source = null, checkId = null }: Partial<Pick<OrderFlag, 'params' | 'source' | 'checkId'>> = {},
): OrderFlag => ({ code, severity, params, source, checkId });

/** Facts beyond the order. */
export interface OrderContext {
  readonly today: CalendarDay;
  /** The first moment at which a doctor is free; null: none; undefined: not known. */
  readonly moment: Date | null | undefined;
  /** The day of the proposed appointment; null: none. */
  readonly proposedDay: CalendarDay | null;
  /** The proposed appointment; null: none, or its time is hidden from the user (a remark on the hour would reveal an unannounced visit). */
  readonly proposed: { readonly start: Date; readonly end: Date } | null;
  readonly company: CompanyFacts;
  /** null: the company has none. */
  readonly duty: StayAtHomeDuty | null;
  /** The worker's recorded absences. */
  readonly history: readonly PastAbsence[];
}

/** The remarks on an order, the most serious first. */
export function orderFlags(order: OrderFacts, others: readonly OtherCheck[], context: OrderContext): readonly OrderFlag[] {
  const { today, moment } = context;
  const overlapping = others.filter(
    ({ incapacityStartDate, incapacityEndDate }) => incapacityStartDate <= order.endDate && order.startDate <= incapacityEndDate,
  );
  // A certificate has at most one check in progress, even if the period was changed since.
  const launched = others.find(
    ({ certificateId, checkOccurence }) => checkOccurence === null && certificateId !== null && certificateId === order.certificateId,
  );
  const open = overlapping.find(({ id, checkOccurence }) => checkOccurence === null && id !== launched?.id);
  const examined = overlapping.find(({ checkOccurence }) => checkOccurence !== null && isExamined(checkOccurence));
  const ended = order.endDate < today;
  const daysLeft = daysBetween(today, order.endDate);
  const salary = findRule(GUARANTEED_SALARY_DAYS, order.startDate);
  const lastPaidDay = salary && addDays(order.startDate, salary.value - 1);
  const { fellBack } = timingOf(order.typeCheck, order);

  const flags: (OrderFlag | false)[] = [
    !isCheckable(order.incapacityType) && flag('typeNotCheckable', 'blocks'),
    ended && flag('periodEnded', 'blocks', { params: { endDate: order.endDate } }),
    launched !== undefined && flag('certificateLaunched', 'blocks', { checkId: launched.id }),
    open !== undefined && flag('duplicateOpen', 'attention', { checkId: open.id }),
    !ended && moment === null && flag('noMoment', 'attention'),
    order.certificateId === null && order.documentId === null && flag('noCertificate', 'attention', { source: CONTROL_MEDICINE }),
    ...certificateFlags(order, context),
    ...stayAtHomeFlags(order, context),
    order.locationCheck === 'Office' && !order.authorizedExit && flag('exitNotAuthorized', 'attention'),
    !ended && daysLeft < MOMENT.daysLeft && flag('fewDaysLeft', 'attention', { params: { endDate: order.endDate } }),
    fellBack && flag('shortPeriod', 'info'),
    examined !== undefined &&
      flag('alreadyChecked', 'info', {
        checkId: examined.id,
        params: { checkDate: examined.checkDate ?? '' },
      }),
    order.phoneNumber === '' && flag('withoutGsm', 'info'),
    hasGuaranteedPay(order.incapacityType) &&
      lastPaidDay !== undefined &&
      salary !== undefined &&
      today > lastPaidDay &&
      flag('afterGuaranteedSalary', 'info', { params: { days: salary.value, lastDay: lastPaidDay }, source: salary.source }),
  ];
  return flags.filter((found) => found !== false);
}

/** Remarks on an order of one day without certificate: whether the day needs one (domain.md 2.3, 4.4). */
function certificateFlags(order: OrderFacts, { company, history }: OrderContext): readonly OrderFlag[] {
  const { certificateId, documentId, startDate, endDate, incapacityType } = order;
  if (certificateId !== null || documentId !== null || startDate !== endDate || !isIncapacity(incapacityType)) return [];
  const absence = { startDate, endDate, incapacityReason: incapacityType, entryType: 'ABSENCE_DECLARATION' } as const;
  const { reason, params, source } = suggestCertificateType(absence, history, company);
  switch (reason) {
    case 'dayWithoutCertificate':
      return [flag('noCertificateNeeded', 'attention', { params, source })];
    case 'quotaUsed':
      return [flag('noCertificateUsedUp', 'attention', { params, source })];
    case 'noExemption':
      return noCertificateDays(startDate, history, company).optedOutBelow !== null
        ? [flag('certificateFromFirstDay', 'attention', { source })]
        : [];
    default:
      return [];
  }
}

/** Remarks on the hours at home and the proposed visit. Not for a prolongation, which begins later than its absence. */
function stayAtHomeFlags(order: OrderFacts, { duty, proposedDay, proposed }: OrderContext): readonly OrderFlag[] {
  const { locationCheck, certificateType, startDate, authorizedExit } = order;
  const source = availabilityLimits(startDate)?.source;
  if (duty === null || proposedDay === null || source === undefined || locationCheck !== 'House') return [];
  if (certificateType === 'Prolongation' || certificateType === 'Unknown') return [];
  const { lastDay } = dutyDays(duty, startDate);
  const params = { day: proposedDay, from: duty.availabilityFrom, to: duty.availabilityTo, lastDay };
  const window = windowOn(duty, startDate, proposedDay);
  // A worker who may not leave home is there even after the last day of the duty.
  if (window === null) return authorizedExit && proposedDay > lastDay ? [flag('afterStayAtHome', 'attention', { params, source })] : [];
  return proposed !== null && !holds(window, proposed.start, proposed.end)
    ? [flag('outsideStayAtHome', 'attention', { params, source })]
    : [flag('stayAtHome', 'info', { params, source })];
}
