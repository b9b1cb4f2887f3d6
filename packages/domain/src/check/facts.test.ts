import { describe, expect, it } from 'vitest';
import { FACT_FIELDS, factsOf, type ReportedCheck, reportFacts } from './facts.ts';

/** An early return after an accident, so that nearly every fact has a value. */
const check: ReportedCheck = {
  workerFullName: 'Jan Peeters',
  workerGender: 'Male',
  workerLanguage: 'NL',
  workerAddress: 'Nieuwstraat 5, 1000 Brussel',
  workerPhoneNumber: '+3221234567',
  phoneNumber: '+32470123456',
  workerEmail: 'noor@example.be',
  workerExternalId: '1001',
  subEmployee: 'Transport',
  companyName: 'Alfa',
  incapacityStartDate: '2026-11-16',
  incapacityEndDate: '2026-11-30',
  incapacityType: 'WorkAccident',
  certificateType: 'FirstCertificate',
  incapacityPercentage: 100,
  authorizedExit: true,
  accidentDate: '2026-11-15',
  accidentTime: '10:30',
  injuryDifference: false,
  checkPlausibility: 'Probably',
  checkTiming: 'Optimized',
  checkLocation: 'Office',
  creationDate: '2026-11-17T08:00:00Z',
  modificationDate: '2026-11-20T10:00:00Z',
  source: 'Web',
  isRandom: false,
  doctorFullName: 'Eline Cools',
  appointmentStart: '2026-11-20T09:00:00Z',
  checkDate: '2026-11-20',
  checkTime: '10:05',
  examinationMinutes: 14,
  onMyWayAt: '2026-11-20T08:40:00Z',
  arrivedAt: '2026-11-20T09:05:00Z',
  leftAt: '2026-11-20T09:19:00Z',
  distanceToCheck: 7.2,
  timeToCheck: 16,
  checkOccurence: 'Yes',
  nonOperableReason: null,
  newIncapacityEndDate: '2026-11-24',
  earlyReturn: true,
  secondCheckNeeded: false,
  prolongationNeeded: false,
  workerDisagreement: false,
  noShowExcuse: null,
  noShowExcusedOn: null,
  arbitrationAskedBy: null,
  arbitrationAskedOn: null,
  arbiterName: '',
  arbitrationRuling: null,
  arbitrationRuledOn: null,
  archiveComment: 'Sent.',
  archivedAt: '2026-11-20T10:00:00Z',
  resultSentBy: 'system',
  companyTotalPrice: 100_00,
  visitCharged: false,
  doctorTotalPrice: 55_00,
  doctorTravelCosts: 0,
  doctorExtraCosts: 1,
  doctorReactivity: 12,
  doctorEfficiency: 100,
  superiorFullName: 'An Claes',
  superiorEmail: 'an@alfa.example',
  superiorLg: 'nl',
  providerComment: 'Ring twice.',
  doctorComment: 'Works at heights.',
};

/** Another value for each field of the specification's check / report, except the national number, which is shown elsewhere. */
const OTHER: { readonly [Field in keyof ReportedCheck]?: ReportedCheck[Field] } = {
  workerFullName: 'X',
  workerGender: 'Female',
  companyName: 'X',
  incapacityStartDate: '2026-11-01',
  incapacityEndDate: '2026-12-31',
  checkTiming: 'Immediate',
  checkLocation: 'House',
  creationDate: '2020-01-01T00:00:00Z',
  workerLanguage: 'DE',
  doctorFullName: 'X',
  checkDate: '2020-01-01',
  checkTime: '23:59',
  distanceToCheck: 99,
  timeToCheck: 99,
  checkOccurence: 'YesSecondCheck',
  newIncapacityEndDate: '2026-11-20',
  companyTotalPrice: 1,
  doctorTotalPrice: 1,
  doctorTravelCosts: 9,
  doctorExtraCosts: 9,
  resultSentBy: 'X',
  archiveComment: 'X',
  superiorFullName: 'X',
  superiorEmail: 'x@x.example',
  superiorLg: 'fr',
  source: 'Phone',
  doctorReactivity: 1,
  doctorEfficiency: 1,
  nonOperableReason: 'Other',
  workerExternalId: 'X',
  incapacityType: 'Illness',
  certificateType: 'Relapse',
  incapacityPercentage: 50,
  accidentDate: '2020-01-01',
  accidentTime: '23:59',
  injuryDifference: true,
  secondCheckNeeded: true,
  prolongationNeeded: true,
  workerDisagreement: true,
  isRandom: true,
  modificationDate: '2020-01-01T00:00:00Z',
  earlyReturn: false,
  subEmployee: 'X',
};

const keysOf = (report: ReportedCheck): string[] => reportFacts(report).flatMap(({ facts }) => facts.map(({ key }) => key));
const textOf = (report: ReportedCheck): string => JSON.stringify(reportFacts(report));

describe('a report', () => {
  it.each(Object.entries(OTHER))('shows the value of %s', (field, value) => {
    expect(textOf({ ...check, [field]: value })).not.toBe(textOf(check));
  });

  it('has each fact once, and uses every label', () => {
    const arbitration = {
      arbitrationAskedBy: 'Employee',
      arbitrationAskedOn: '2026-11-21',
      arbiterName: 'X',
      arbitrationRuling: 'TreatingDoctor',
      arbitrationRuledOn: '2026-11-24',
    };
    const all = [
      ...keysOf(check),
      ...keysOf({ ...check, ...arbitration }),
      ...keysOf({ ...check, checkOccurence: 'NoShow', noShowExcuse: 'Hospital', noShowExcusedOn: '2026-11-21' }),
      ...keysOf({
        ...check,
        visitCharged: true,
        isRandom: true,
        workerDisagreement: true,
        secondCheckNeeded: true,
        prolongationNeeded: true,
      }),
      ...keysOf({ ...check, checkOccurence: 'NonOperable', nonOperableReason: 'Other', newIncapacityEndDate: null, earlyReturn: false }),
    ];
    expect(new Set(keysOf(check)).size).toBe(keysOf(check).length);
    const together = ['incapacityStartDate', 'incapacityEndDate', 'accidentDate', 'accidentTime'];
    const lines = ['period', 'accident', 'daysSaved', 'vat', 'total'];
    expect([...new Set(all)].toSorted()).toEqual([...FACT_FIELDS.filter((field) => !together.includes(field)), ...lines].toSorted());
  });

  it('leaves out values hidden from the reader, which are null', () => {
    const employer = {
      ...check,
      doctorTotalPrice: null,
      doctorTravelCosts: null,
      doctorExtraCosts: null,
      doctorReactivity: null,
      doctorEfficiency: null,
    };
    expect(keysOf(employer).filter((key) => /^doctor(Total|Travel|Extra|React|Effic)/.test(key))).toEqual([]);
    expect(keysOf(employer)).toEqual(expect.arrayContaining(['companyTotalPrice', 'vat', 'total']));
    const doctor = { ...check, companyTotalPrice: null, providerComment: null };
    expect(keysOf(doctor)).not.toEqual(expect.arrayContaining(['vat']));
    expect(keysOf(doctor)).not.toContain('providerComment');
  });

  it('gives the appointment of a check that did not take place', () => {
    const cancelled: ReportedCheck = { ...check, checkOccurence: 'Cancelled', earlyReturn: false, newIncapacityEndDate: null };
    expect(keysOf(cancelled)).toContain('appointmentStart');
    expect(keysOf(cancelled)).not.toContain('checkDate');
    expect(keysOf(cancelled)).not.toContain('workerDisagreement');
    expect(keysOf({ ...cancelled, appointmentStart: null })).not.toContain('appointmentStart');
  });

  it('says how many days a result saved, also of a day without certificate that is not confirmed', () => {
    const denied = { checkOccurence: 'NoCertifDenied', certificateType: 'NoCertif', newIncapacityEndDate: null } as const;
    const saved = reportFacts({ ...check, ...denied }).flatMap(({ facts }) => facts.filter(({ key }) => key === 'daysSaved'));
    expect(saved).toEqual([{ key: 'daysSaved', kind: 'days', value: 1 }]);
  });

  it('has no line for an empty value, nor for a No that is the usual answer', () => {
    const plain: ReportedCheck = {
      ...check,
      earlyReturn: false,
      newIncapacityEndDate: null,
      distanceToCheck: null,
      workerExternalId: '',
      phoneNumber: '',
      superiorEmail: null,
      authorizedExit: false,
    };
    const facts = reportFacts(plain).flatMap((part) => part.facts);
    expect(facts.filter(({ value }) => value === null || value === '')).toEqual([]);
    const answers = facts.flatMap(({ key, kind, value }) => (kind === 'yesNo' && !value ? [key] : []));
    expect(answers).toEqual(['authorizedExit', 'injuryDifference']);
  });

  it('says that the price is that of a home visit only where the location does not', () => {
    const cost = (checkLocation: string) => factsOf({ ...check, checkLocation, visitCharged: true }, 'cost').map(({ key }) => key);
    expect(cost('Office')).toContain('visitCharged');
    expect(cost('House')).not.toContain('visitCharged');
  });

  it('says that an examination was by video', () => {
    const result = (checkLocation: string) => factsOf({ ...check, checkLocation }, 'result').find(({ key }) => key === 'checkOccurence');
    expect(result('Telecheck')).toMatchObject({ label: 'videoOccurence', value: 'Yes' });
    expect(result('Office')).toMatchObject({ label: 'checkOccurence', value: 'Yes' });
  });

  it('shows one phone number once', () => {
    const keys = reportFacts({ ...check, workerPhoneNumber: check.phoneNumber }).flatMap(({ facts }) => facts.map(({ key }) => key));
    expect(keys).toContain('phoneNumber');
    expect(keys).not.toContain('workerPhoneNumber');
  });

  it('mentions plausibility only for accidents', () => {
    const illness: ReportedCheck = {
      ...check,
      accidentDate: null,
      accidentTime: null,
      injuryDifference: null,
      checkPlausibility: 'Unknown',
    };
    expect(keysOf(illness).filter((key) => ['accident', 'injuryDifference', 'checkPlausibility'].includes(key))).toEqual([]);
  });
});
