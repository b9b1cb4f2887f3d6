import type { CertificateSource, CertificateType, IncapacityType } from '@checkwell/domain/certificate/enums';
import { isCheckable } from '@checkwell/domain/certificate/rules';
import { addDays, type CalendarDay, dayOf, instantAt, isoWeekday } from '@checkwell/domain/clock';
import type { CertificateFacts } from './certificate-pdf.ts';
import type { HistoryContext, HistoryRows, Period, Row, SeedDocument, SeedEmployee } from './history-types.ts';
import { addChecks, orderedOftenAs } from './orders.ts';
import type { Random } from './random.ts';
import { earliest, workTime } from './times.ts';

/** Length of the generated history, in days. */
export const HISTORY_DAYS = 730;

const MONTH_WEIGHT = [1.15, 1.25, 1.1, 0.95, 0.95, 0.95, 0.75, 0.75, 1, 1.2, 1.1, 0.9];
const WEEKDAY_WEIGHT = [0, 1.35, 1.1, 1, 1, 0.85, 0.3, 0.2];
const HEAVIEST_DAY = 1.25 * 1.35;
const SPELLS_PER_DAY = 0.11 / 30.44 / 1.18;

/** Shares of certificates by length in days; days without a certificate and maternity leave have their own lengths. */
const LENGTHS = { one: 17.4, few: 29.3, week: 28.3, fortnight: 13, month: 7.6, long: 2.7 };
const LENGTH_BOUNDS = { one: [1, 1], few: [2, 3], week: [4, 7], fortnight: [8, 14], month: [15, 30], long: [31, 120] } as const;
const INCAPACITY = {
  Illness: 83,
  PrivateAccident: 5,
  WorkAccident: 3.5,
  SurgicalIntervention: 3,
  Hospitalization: 1.5,
  MaternityLeave: 1.5,
  OccupationalIllness: 0.4,
  AccidentOnTheWayToWork: 0.6,
  PartialIncapacityToWork: 0.5,
  SickLeave: 0.5,
  SeriousIllness: 0.3,
  Unknown: 0.2,
} as const satisfies Partial<Record<IncapacityType, number>>;

/**
 * Adds two years of absences of one employee to `rows`: certificates, and the checks on them with their events.
 * Shares and lengths are those of domain.md 3.2, which is based on public Belgian figures.
 */
export function addHistory(context: HistoryContext, employee: SeedEmployee, rows: HistoryRows): void {
  const { random, now } = context;
  const today = dayOf(now);
  let spells = poisson(random, SPELLS_PER_DAY * HISTORY_DAYS);
  let freeFrom = addDays(today, -HISTORY_DAYS);
  for (const startDate of spellStarts(random, today, spells)) {
    spells -= 1;
    if (startDate < freeFrom) continue;
    let period = firstPeriod(context, startDate);
    for (;;) {
      const launched = isCheckable(period.incapacity) && random.chance(context.company.control * orderedOftenAs(period));
      const checks = launched ? addChecks(context, employee, period, rows) : 0;
      const certificate = certificateRow(context, employee, period, { launched: checks > 0, documents: rows.documents });
      // A cancelled or deleted order resets the mark of its certificate, as in the product.
      const hasOrder = rows.checks.slice(-checks || rows.checks.length).some(({ checkOccurence }) => !isWithdrawn(checkOccurence));
      rows.certificates.push({ ...certificate, isCheckRequestLaunched: checks > 0 && hasOrder });
      freeFrom = addDays(period.endDate, 3);
      if (period.type === 'NoCertif' || !random.chance(0.193)) break;
      const next = prolongationOf(context, period);
      if (next.startDate > today) break;
      period = next;
    }
  }
}

function poisson(random: Random, mean: number): number {
  let count = 0;
  for (let product = random.next(); product > Math.exp(-mean); product *= random.next()) count += 1;
  return count;
}

function spellStarts(random: Random, today: CalendarDay, count: number): readonly CalendarDay[] {
  const starts: CalendarDay[] = [];
  while (starts.length < count) {
    const day = addDays(today, -random.int(0, HISTORY_DAYS));
    const weight = (MONTH_WEIGHT[Number(day.slice(5, 7)) - 1] ?? 1) * (WEEKDAY_WEIGHT[isoWeekday(day)] ?? 1);
    if (random.next() * HEAVIEST_DAY < weight) starts.push(day);
  }
  return starts.sort();
}

function lengthOf(random: Random, type: CertificateType): number {
  if (type === 'NoCertif') return 1;
  const [from, to] = LENGTH_BOUNDS[random.weighted(LENGTHS)];
  return random.int(from, to);
}

function firstPeriod({ random, now }: HistoryContext, startDate: CalendarDay): Period {
  const incapacity = random.weighted(INCAPACITY);
  const type =
    incapacity === 'Illness' ? random.weighted({ FirstCertificate: 80.5, NoCertif: 12, Relapse: 4.5, Unknown: 3 }) : 'FirstCertificate';
  const days = incapacity === 'MaternityLeave' ? 105 : lengthOf(random, type);
  const createdAt = earliest(now, instantAt(addDays(startDate, random.chance(0.7) ? 0 : random.int(1, 2)), workTime(random)));
  return {
    id: random.uuid(createdAt),
    startDate,
    endDate: addDays(startDate, days - 1),
    type,
    incapacity,
    authorizedExit: random.chance(0.82),
    createdAt,
  };
}

function prolongationOf({ random, now }: HistoryContext, previous: Period): Period {
  const startDate = addDays(previous.endDate, 1);
  const createdAt = earliest(now, instantAt(startDate, workTime(random)));
  return {
    id: random.uuid(createdAt),
    startDate,
    endDate: addDays(startDate, lengthOf(random, 'Prolongation') - 1),
    type: 'Prolongation',
    incapacity: previous.incapacity,
    authorizedExit: previous.authorizedExit,
    createdAt,
  };
}

/** Nearly all certificates of so many last days have an image. Older ones came from the payroll system, which sends none. */
const IMAGE_DAYS = 30;

const isWithdrawn = (occurence: unknown): boolean => occurence === 'Cancelled' || occurence === 'Deleted';

function certificateRow(
  context: HistoryContext,
  employee: SeedEmployee,
  period: Period,
  { launched, documents }: { readonly launched: boolean; readonly documents: SeedDocument[] },
): Row {
  const { random, company, now } = context;
  const declared = period.type === 'NoCertif' || random.chance(0.06);
  const doctorName = declared ? '' : `Dr. ${random.pick(DOCTOR_NAMES)}`;
  const createdByProfileId = random.pick(company.ordererIds);
  const recent = period.endDate >= addDays(dayOf(now), -IMAGE_DAYS);
  // A few came from the payroll system before their image; no check is ordered on them.
  const isAwaited = !launched && random.chance(0.08);
  const documentId = recent && !declared && !isAwaited && context.documents.left > 0 ? random.uuid(period.createdAt) : null;
  if (documentId !== null) {
    context.documents.left -= 1;
    documents.push({
      companyId: employee.companyId,
      id: documentId,
      facts: factsOf(employee, period, doctorName),
      uploadedByProfileId: createdByProfileId,
      createdAt: period.createdAt,
    });
  }
  return {
    companyId: employee.companyId,
    id: period.id,
    employeeId: employee.id,
    superiorId: employee.superiorId,
    startDate: period.startDate,
    endDate: period.endDate,
    incapacityReason: period.incapacity,
    authorizedExit: period.authorizedExit,
    doctorName,
    entryType: declared ? 'ABSENCE_DECLARATION' : 'MEDICAL_CERTIFICATE',
    certifType: period.type,
    isCheckRequestLaunched: launched,
    documentId,
    source: sourceOf(random, recent && (declared || documentId !== null)),
    createdByProfileId,
    createdAt: period.createdAt.toISOString(),
    searchText: employee.searchText,
  };
}

/** Entered by the provider's team or by the employer, or imported from the payroll system. */
const sourceOf = (random: Random, entered: boolean): CertificateSource =>
  !entered ? 'api' : random.chance(0.08) ? 'provider' : 'employer';

/** What the treating doctor wrote, and signed on the first day of the incapacity. */
function factsOf(employee: SeedEmployee, period: Period, doctorName: string): CertificateFacts {
  return {
    firstName: employee.firstName,
    lastName: employee.lastName,
    address: employee.address,
    language: employee.language,
    startDate: period.startDate,
    endDate: period.endDate,
    signedOn: period.startDate,
    incapacity: period.incapacity,
    isProlongation: period.type === 'Prolongation',
    authorizedExit: period.authorizedExit,
    doctorName,
  };
}

const DOCTOR_NAMES = [
  'Vermeersch',
  'Lefèvre',
  'De Rycke',
  'Paquet',
  'Van Acker',
  'Dumoulin',
  'Sterckx',
  'Hanssens',
  'Colson',
  'Goffin',
  'Raes',
  'Toussaint',
];
