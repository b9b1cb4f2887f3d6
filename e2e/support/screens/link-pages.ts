import { addDays, dayOf } from '@checkwell/domain/clock';
import type { EmployeeDeadline, EmployeePage } from '@checkwell/domain/employee-page/contract';
import { EMPLOYMENT_CONTRACTS_ADDRESS } from '@checkwell/domain/law/dated';
import type { OfferView } from '@checkwell/domain/offers/contract';

/** Data of the pages behind links, for the sweep and the screenshots: long names, and every part filled. */

const TODAY = dayOf(new Date());

/** A token with the length of those of offers. */
export const TOKEN = 'x'.repeat(43);

/** An offer to a doctor. */
export const OFFER: OfferView = {
  state: 'Open',
  doctorFullName: 'Maximiliane Vandenbroucke-Van Cauwenberghe',
  language: 'nl',
  appointmentStart: `${addDays(TODAY, 2)}T10:00:00.000Z`,
  appointmentEnd: `${addDays(TODAY, 2)}T10:20:00.000Z`,
  answerableUntil: `${addDays(TODAY, 2)}T07:00:00.000Z`,
  checkLocation: 'House',
  workerLanguage: 'FR',
  place: '1348 Ottignies-Louvain-la-Neuve',
  distanceKm: 23.4,
  travelMinutes: 31,
  fee: 102_50,
  proposedStart: null,
  checkId: null,
  hasAccount: true,
};
const SOURCE = { act: 'employmentContracts', article: 'art. 31, § 5', address: EMPLOYMENT_CONTRACTS_ADDRESS } as const;
/** A legal deadline on the page. */
export const term = (
  code: EmployeeDeadline['code'],
  params: EmployeeDeadline['params'],
  lastDay: string | null = null,
): EmployeeDeadline => ({
  code,
  params,
  lastDay,
  isOver: lastDay !== null && lastDay < TODAY,
  source: SOURCE,
});
/** Without the employee's language, so that the page uses the interface's, which the sweep changes. */
export const EMPLOYEE_PAGE: Omit<EmployeePage, 'language'> = {
  state: 'Expected',
  companyName: 'Belgian Society of Wholesale and Distribution nv',
  provider: { name: 'Checkwell BV', address: 'Kunstlaan 1\n1000 Brussel', phoneNumber: '+3222000000', email: 'info@checkwell.example' },
  appointment: {
    start: `${addDays(TODAY, 2)}T10:00:00.000Z`,
    end: `${addDays(TODAY, 2)}T10:20:00.000Z`,
    checkLocation: 'Office',
    doctorFullName: 'Maximiliane Vandenbroucke-Van Cauwenberghe',
    address: 'Avenue de la Couronne 250\n1348 Ottignies-Louvain-la-Neuve',
  },
  confirmedAt: null,
  reported: null,
  move: { state: 'Open', slots: [`${addDays(TODAY, 2)}T13:00:00.000Z`, `${addDays(TODAY, 3)}T09:00:00.000Z`] },
  addressSaidAt: null,
  certificates: { sending: 'Open', sent: [] },
  travel: null,
  findings: null,
  excuse: null,
  deadlines: [
    term('findings', {}),
    term(
      'stayAtHome',
      { from: '09:30', to: '13:30', start: addDays(TODAY, -5), end: addDays(TODAY, -3), basis: 'WorkRules' },
      addDays(TODAY, -3),
    ),
    term('relapse', { from: addDays(TODAY, -5), end: addDays(TODAY, -20), days: 56, lastDay: addDays(TODAY, 36) }),
    term('payLeft', { left: 12, until: addDays(TODAY, 7), otherwise: addDays(TODAY, 25) }, addDays(TODAY, 7)),
  ],
  readers: [
    { day: TODAY, reader: 'provider' },
    { day: addDays(TODAY, -1), reader: 'employer' },
  ],
};
