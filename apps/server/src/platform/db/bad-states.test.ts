import type { CheckOccurence } from '@checkwell/domain/check/enums';
import { addDays, instantAt } from '@checkwell/domain/clock';
import type { Insertable } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, insertCheck } from '../../test/fixtures.ts';
import { newId } from '../ids.ts';
import type { Tables } from './database.ts';

/** Rows that the constraints refuse. No service writes them, but another program, an import or a person at a console could. */

const { db, owner } = await testDatabase();
const clock = testClock();
const fixtures = await createFixtures(db, clock);
const today = clock.today();
const at = (time: string, day = today) => instantAt(day, time);

type Check = Partial<Insertable<Tables['checks']>>;

const examined: Check = {
  status: 'Archived',
  checkOccurence: 'Yes',
  archivedAt: clock.now(),
  doctorId: fixtures.doctors.brussels,
  doctorFullName: 'Dokter',
  doctorFoundAt: clock.now(),
  examinedFrom: at('10:00'),
  examinedTo: at('10:15'),
};
const HELD: Check = { legalHoldAt: clock.now(), legalHoldReason: 'Dispute 7' };
const EMPTIED: Check = {
  erasedAt: clock.now(),
  workerFirstName: '–',
  workerLastName: '–',
  searchText: '',
  latitude: null,
  longitude: null,
  geoPrecision: null,
};
const ERASED: Check = { ...examined, ...EMPTIED };
const archivedAs = (checkOccurence: CheckOccurence, values: Check = {}): Check => ({ ...examined, checkOccurence, ...values });
const waiting = (values: Check = {}): Check => ({
  status: 'WaitingForCheck',
  // A doctor without other appointments, because overlaps have their own case.
  doctorId: fixtures.doctors.antwerp,
  appointmentStart: at('08:00', addDays(today, 5)),
  appointmentEnd: at('08:20', addDays(today, 5)),
  ...values,
});

const certificateOfAnother = newId();
await db.system('test certificate', (tx) =>
  tx
    .insertInto('certificates')
    .values({
      companyId: fixtures.a.id,
      id: certificateOfAnother,
      employeeId: fixtures.a.employees[1],
      startDate: today,
      endDate: addDays(today, 9),
      incapacityReason: 'Illness',
      authorizedExit: true,
      entryType: 'MEDICAL_CERTIFICATE',
      certifType: 'FirstCertificate',
      searchText: 'x',
    })
    .execute(),
);
const own = await insertCheck(db, fixtures, clock);
await insertCheck(db, fixtures, clock, {
  status: 'WaitingForCheck',
  appointmentStart: at('14:00', addDays(today, 2)),
  appointmentEnd: at('14:20', addDays(today, 2)),
});

/** By constraint: rows that it refuses, each with a similar row that it accepts. */
const REFUSED: Readonly<Record<string, readonly (readonly [description: string, refused: Check, accepted: Check])[]>> = {
  checks_period: [['an end before the start', { incapacityEndDate: addDays(today, -1) }, { incapacityEndDate: today }]],
  checks_new_end: [
    [
      'a longer incapacity',
      archivedAs('Yes', { newIncapacityEndDate: addDays(today, 10) }),
      archivedAs('Yes', { newIncapacityEndDate: addDays(today, 9) }),
    ],
  ],
  checks_new_end_examined: [
    [
      'a new end after a no-show',
      archivedAs('NoShow', { newIncapacityEndDate: addDays(today, 2), earlyReturn: true }),
      archivedAs('Yes', { newIncapacityEndDate: addDays(today, 2), earlyReturn: true }),
    ],
    ['a new end of an open check', { newIncapacityEndDate: addDays(today, 9) }, {}],
    [
      'a new end long before the start',
      archivedAs('Yes', { newIncapacityEndDate: addDays(today, -2), earlyReturn: true }),
      archivedAs('Yes', { newIncapacityEndDate: addDays(today, -1), earlyReturn: true }),
    ],
  ],
  checks_early_return: [
    [
      'an early return without an earlier end',
      archivedAs('Yes', { earlyReturn: true }),
      archivedAs('NoCertifDenied', { certificateType: 'NoCertif', earlyReturn: true }),
    ],
  ],
  checks_employee_told: [
    [
      'an office appointment without whether the employee was informed',
      waiting({ checkLocation: 'Office', employeeTold: null }),
      waiting({ checkLocation: 'House', employeeTold: null }),
    ],
  ],
  checks_archived: [
    ['an outcome of an open check', { checkOccurence: 'NoShow' }, {}],
    ['an archived check without archivedAt', archivedAs('NoShow', { archivedAt: null }), archivedAs('NoShow')],
  ],
  checks_problem: [
    ['a reason of a problem without that status', { problemReason: 'AddressUnclear' }, { status: 'ModificationProblem' }],
    ['a problem without a reason', { status: 'ModificationProblem', problemReason: null }, { status: 'ModificationProblem' }],
  ],
  checks_non_operable: [
    [
      'a non-operable check without a reason',
      archivedAs('NonOperable'),
      archivedAs('NonOperable', { nonOperableReason: 'AddressNotFound' }),
    ],
    ['a non-operable reason of a check that took place', archivedAs('Yes', { nonOperableReason: 'AddressNotFound' }), archivedAs('Yes')],
  ],
  checks_waiting: [['an appointment without a doctor', waiting({ doctorId: null }), waiting()]],
  checks_result_due: [
    ['a due time of a result before the appointment', { resultDueAt: at('07:00', today) }, waiting({ resultDueAt: at('07:00', today) })],
  ],
  checks_result_held: [
    [
      'a held result without a due time',
      waiting({ resultHeldAt: at('07:00', today) }),
      waiting({ resultDueAt: at('07:00', today), resultHeldAt: at('07:00', today) }),
    ],
  ],
  checks_result_asked: [
    [
      'a question about a result that is not held back',
      waiting({ resultDueAt: at('07:00', today), resultAskedAt: at('08:00', today) }),
      waiting({ resultDueAt: at('07:00', today), resultHeldAt: at('07:00', today), resultAskedAt: at('08:00', today) }),
    ],
  ],
  checks_appointment_location: [
    ['the location of no appointment', { appointmentLocation: 'House' }, waiting({ appointmentLocation: 'House' })],
  ],
  checks_visit: [
    ['a doctor on the way without an appointment', { onMyWayAt: at('07:00', today) }, waiting({ onMyWayAt: at('07:00', today) })],
    [
      'a departure without an arrival',
      waiting({ leftAt: at('07:00', today) }),
      waiting({ arrivedAt: at('07:00', today), leftAt: at('07:00', today) }),
    ],
  ],
  checks_doctor_found: [['a doctor without a name', waiting({ doctorFullName: '' }), waiting()]],
  checks_appointment: [
    ['an appointment that ends before it begins', waiting({ appointmentEnd: at('07:00', addDays(today, 5)) }), waiting()],
  ],
  checks_examined: [['an examination without an end', archivedAs('Yes', { examinedTo: null }), archivedAs('Yes')]],
  checks_with_result: [['a result without an examination', archivedAs('Yes', { examinedFrom: null, examinedTo: null }), archivedAs('Yes')]],
  checks_outcome_place: [
    [
      'an examination at the office of a check at home',
      archivedAs('Yes', { checkLocation: 'House' }),
      archivedAs('YesPatientHome', { checkLocation: 'House' }),
    ],
    ['an examination at home of a check at the office', archivedAs('YesPatientHome'), archivedAs('Yes')],
  ],
  checks_outcome_certificate: [
    [
      'an outcome for a day without certificate, with a certificate',
      archivedAs('NoCertifConfirmed'),
      archivedAs('NoCertifConfirmed', { certificateType: 'NoCertif' }),
    ],
    ['an outcome about a certificate where there is none', archivedAs('Yes', { certificateType: 'NoCertif' }), archivedAs('Yes')],
  ],
  checks_second_round: [
    ['a second check without a first one', archivedAs('YesSecondCheck'), archivedAs('YesSecondCheck', { parentCheckId: own.id })],
  ],
  checks_arbitration: [
    [
      'arbitration of a no-show',
      archivedAs('NoShow', { arbitrationAskedBy: 'Employee', arbitrationAskedOn: today, arbiterName: 'Dr. Claes' }),
      archivedAs('Yes', { arbitrationAskedBy: 'Employee', arbitrationAskedOn: today, arbiterName: 'Dr. Claes' }),
    ],
    [
      'an arbitrating doctor without a name',
      archivedAs('Yes', { arbitrationAskedBy: 'Employer', arbitrationAskedOn: today }),
      archivedAs('Yes', { arbitrationAskedBy: 'Employer', arbitrationAskedOn: today, arbiterName: 'Dr. Claes' }),
    ],
  ],
  checks_ruling: [
    [
      'a ruling without arbitration',
      archivedAs('Yes', { arbitrationRuling: 'ControlDoctor', arbitrationRuledOn: today }),
      archivedAs('Yes', {
        arbitrationAskedBy: 'Employee',
        arbitrationAskedOn: today,
        arbiterName: 'Dr. Claes',
        arbitrationRuling: 'ControlDoctor',
        arbitrationRuledOn: today,
      }),
    ],
  ],
  checks_excuse: [
    [
      'an excuse for a no-show of an examined employee',
      archivedAs('Yes', { noShowExcuse: 'Hospital', noShowExcusedOn: today }),
      archivedAs('NoShow', { noShowExcuse: 'Hospital', noShowExcusedOn: today }),
    ],
  ],
  checks_disagreement: [
    [
      'a disagreement with a cancelled check',
      archivedAs('Cancelled', { workerDisagreement: true }),
      archivedAs('Yes', { workerDisagreement: true }),
    ],
  ],
  checks_gsm: [
    ['a visit without a mobile number', { checkLocation: 'House', phoneNumber: '' }, { checkLocation: 'Office', phoneNumber: '' }],
    ['a video call without a mobile number', { checkLocation: 'Telecheck', phoneNumber: '' }, { checkLocation: 'Telecheck' }],
  ],
  checks_geo: [['a longitude without a latitude', { latitude: null }, { latitude: null, longitude: null, geoPrecision: null }]],
  checks_accident: [
    [
      'an accident with a time but no date',
      { incapacityType: 'WorkAccident', accidentTime: '10:00' },
      { incapacityType: 'WorkAccident', accidentTime: '10:00', accidentDate: today },
    ],
    ['an accident date of an illness', { accidentDate: today }, { incapacityType: 'WorkAccident', accidentDate: today }],
    [
      'an accident after the start of the incapacity',
      { incapacityType: 'WorkAccident', accidentDate: addDays(today, 1) },
      { incapacityType: 'WorkAccident', accidentDate: today },
    ],
  ],
  checks_injury: [
    ['a different injury of an illness', { injuryDifference: true }, { incapacityType: 'WorkAccident', injuryDifference: true }],
  ],
  checks_percentage: [
    ['a percentage of an illness', { incapacityPercentage: 50 }, { incapacityType: 'PartialIncapacityToWork', incapacityPercentage: 50 }],
  ],
  checks_doctor_price: [
    [
      'a total price below the sum of its parts',
      { doctorTotalPrice: 40_00, doctorTravelCosts: 30_00, doctorExtraCosts: 10_01 },
      { doctorTotalPrice: 40_01, doctorTravelCosts: 30_00, doctorExtraCosts: 10_01 },
    ],
  ],
  checks_legal_hold: [
    ['a legal hold without a reason', { ...examined, legalHoldAt: clock.now() }, { ...examined, ...HELD }],
    ['a reason without a legal hold', { ...examined, legalHoldReason: 'Dispute 7' }, examined],
    ['a legal hold on an open check', HELD, {}],
  ],
  checks_erased: [
    ['an open check that is erased', EMPTIED, ERASED],
    ['a name in an erased check', { ...ERASED, workerLastName: 'Peeters' }, ERASED],
    ['coordinates in an erased check', { ...ERASED, latitude: 50.8, longitude: 4.3, geoPrecision: 'street' }, ERASED],
    ['a search text in an erased check', { ...ERASED, searchText: 'peeters' }, ERASED],
    ['an erased check with a legal hold', { ...ERASED, ...HELD }, { ...examined, ...HELD }],
    ['a certificate in an erased check', { ...ERASED, certificateId: certificateOfAnother, employeeId: fixtures.a.employees[1] }, ERASED],
  ],
  checks_worker: [['a worker without a name', { workerLastName: ' ' }, {}]],
  checks_version: [['version 0', { version: 0 }, { version: 1 }]],
  checks_comment_review: [
    [
      'a comment under review of an open check',
      { commentReview: 'Waiting' },
      archivedAs('Yes', { commentReview: 'Waiting', archiveComment: 'x' }),
    ],
  ],
  checks_doctor_overlap: [
    [
      'overlapping appointments of one doctor',
      { status: 'WaitingForCheck', appointmentStart: at('14:19', addDays(today, 2)), appointmentEnd: at('14:40', addDays(today, 2)) },
      { status: 'WaitingForCheck', appointmentStart: at('14:20', addDays(today, 2)), appointmentEnd: at('14:40', addDays(today, 2)) },
    ],
  ],
  checks_certificate_of_worker: [
    [
      "another worker's certificate",
      { certificateId: certificateOfAnother },
      { certificateId: certificateOfAnother, employeeId: fixtures.a.employees[1] },
    ],
  ],
  checks_companyId_employeeId_fkey: [
    ["another company's worker", { employeeId: fixtures.b.employees[0] }, { employeeId: fixtures.a.employees[1] }],
  ],
  checks_companyId_superiorId_fkey: [["another company's superior", { superiorId: fixtures.b.superiors[0] }, { superiorId: null }]],
  checks_companyId_parentCheckId_fkey: [['a parent check that does not exist', { parentCheckId: newId() }, { parentCheckId: own.id }]],
};

/** @returns the constraint that refused, or undefined */
const refusedBy = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: { constraint?: string }) => {
      if (error.constraint === undefined) throw error;
      return error.constraint;
    },
  );

describe.each(Object.entries(REFUSED))('%s', (constraint, lines) => {
  test.each(lines)('%s', async (_description, refused, accepted) => {
    expect(await refusedBy(insertCheck(db, fixtures, clock, refused))).toBe(constraint);
    const inserted = await insertCheck(db, fixtures, clock, accepted);
    // So that it does not conflict with the next case.
    await owner('delete from check_events where "checkId" = $1', [inserted.id]);
    await owner('delete from checks where id = $1', [inserted.id]);
  });
});

test('a check cannot be its own parent', async () => {
  expect(await refusedBy(owner('update checks set "parentCheckId" = id where id = $1', [own.id]))).toBe('checks_parent');
});

test('every named constraint of the table checks has a case above', async () => {
  const rows = await owner<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = 'checks'::regclass and contype in ('c', 'x') and conname not like '%\\_check'`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(
    [...Object.keys(REFUSED).filter((name) => !/fkey$|_of_worker$/.test(name)), 'checks_parent'].sort(),
  );
});
