import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type CalendarDay, daysBetween } from '../clock.ts';
import { CERTIFICATE_TERM_WORKING_DAYS, NO_CERTIFICATE_DAYS } from '../law/absence-rules.ts';
import { isIncapacity } from '../law/certificate-type.ts';
import { type CertificateCompany, certificateAdvice } from './advice.ts';
import { CERTIFICATE_TYPES, ENTRY_TYPES, INCAPACITY_TYPES } from './enums.ts';
import { sharedDays } from './period-remarks.ts';
import { type AdvisedCertificate, CERTIFICATE_REMARKS, type KnownCertificate } from './remarks.ts';

/** A Monday. */
const TODAY = '2026-11-16';
const COMPANY: CertificateCompany = { staffCount: 200, noCertificateOptOut: false, certificateTermDays: null };
const SMALL_OUT: CertificateCompany = { staffCount: 20, noCertificateOptOut: true, certificateTermDays: null };

const advised = (startDate: CalendarDay, endDate: CalendarDay, values: Partial<AdvisedCertificate> = {}): AdvisedCertificate => ({
  id: null,
  employeeId: 'worker',
  startDate,
  endDate,
  entryType: 'MEDICAL_CERTIFICATE',
  incapacityReason: 'Illness',
  certifType: null,
  documentHash: null,
  enteredOn: startDate,
  receivedOn: startDate,
  ...values,
});
let made = 0;
const known = (startDate: CalendarDay, endDate: CalendarDay, values: Partial<KnownCertificate> = {}): KnownCertificate => {
  made += 1;
  return {
    id: `known-${made}`,
    employeeId: 'worker',
    startDate,
    endDate,
    entryType: 'MEDICAL_CERTIFICATE',
    certifType: 'FirstCertificate',
    incapacityReason: 'Illness',
    documentHash: null,
    ...values,
  };
};
const DECLARED = { entryType: 'ABSENCE_DECLARATION' } as const;
const noCertif = (day: CalendarDay) => known(day, day, { certifType: 'NoCertif', ...DECLARED });
const remarksOn = (of: AdvisedCertificate, history: readonly KnownCertificate[] = [], company = COMPANY, today = TODAY) =>
  certificateAdvice(of, history, company, today).remarks;
const codesOn = (...args: Parameters<typeof remarksOn>) => remarksOn(...args).map(({ code }) => code);

describe('remarks on a certificate', () => {
  it('do not appear on an ordinary certificate', () => {
    expect(codesOn(advised(TODAY, '2026-11-20'))).toEqual([]);
    expect(codesOn(advised(TODAY, '2026-11-20', { certifType: 'Prolongation' }), [known('2026-11-09', '2026-11-15')])).toEqual([]);
  });

  it('ignore the certificate itself', () => {
    const own = known(TODAY, '2026-11-20', { documentHash: 'scan' });
    expect(codesOn(advised(TODAY, '2026-11-20', { id: own.id, documentHash: 'scan' }), [own])).toEqual([]);
  });

  it('name the days that two certificates share', () => {
    const other = known('2026-11-09', '2026-11-17');
    expect(remarksOn(advised(TODAY, '2026-11-20'), [other])).toEqual([
      {
        code: 'overlap',
        severity: 'attention',
        params: { start: '2026-11-16', end: '2026-11-17', days: 2 },
        source: null,
        certificateId: other.id,
      },
    ]);
    // One day that the certificates have in common is how many doctors prolong.
    expect(remarksOn(advised('2026-11-17', '2026-11-20'), [other])).toMatchObject([
      { code: 'overlap', severity: 'info', params: { days: 1 } },
    ]);
    expect(codesOn(advised('2026-11-18', '2026-11-20'), [other])).toEqual([]);
    // One day in the middle of a longer one is not.
    expect(remarksOn(advised('2026-11-12', '2026-11-12', { receivedOn: '2026-11-12' }), [other])).toMatchObject([
      { severity: 'attention' },
    ]);
  });

  it('distinguish a duplicate from a certificate that confirms a declaration', () => {
    const period = [TODAY, '2026-11-20'] as const;
    expect(codesOn(advised(...period), [known(...period)])).toEqual(['duplicatePeriod']);
    expect(codesOn(advised(...period), [known(...period, DECLARED)])).toEqual(['coversDeclaration']);
    expect(codesOn(advised(...period, DECLARED), [known(...period)])).toEqual(['declarationCovered']);
    expect(codesOn(advised(...period, DECLARED), [known(...period, DECLARED)])).toEqual(['duplicatePeriod', 'certificateDue']);
  });

  it('find a document that is attached already, to this worker or to another', () => {
    const period = [TODAY, '2026-11-20'] as const;
    const before = known('2026-10-01', '2026-10-02', { documentHash: 'scan' });
    const foreign = known(...period, { documentHash: 'scan', employeeId: 'somebody else' });
    expect(remarksOn(advised(...period, { documentHash: 'scan' }), [foreign, before])).toMatchObject([
      { code: 'sameDocument', severity: 'attention', certificateId: before.id, params: { start: '2026-10-01', end: '2026-10-02' } },
      { code: 'sameDocumentOtherWorker', severity: 'attention', certificateId: foreign.id },
    ]);
    expect(codesOn(advised(...period, { documentHash: 'other' }), [before, foreign])).toEqual([]);
    expect(codesOn(advised(...period), [{ ...before, documentHash: null }])).toEqual([]);
  });

  it('report uncovered days before and after a prolongation', () => {
    const before = known('2026-11-02', '2026-11-10');
    expect(remarksOn(advised('2026-11-13', '2026-11-20', { certifType: 'Prolongation' }), [before])).toMatchObject([
      { code: 'gapBefore', severity: 'attention', params: { start: '2026-11-11', end: '2026-11-12', days: 2 }, certificateId: before.id },
    ]);
    expect(codesOn(advised('2026-11-11', '2026-11-20', { certifType: 'Prolongation' }), [before])).toEqual([]);
    expect(codesOn(advised('2026-11-13', '2026-11-20', { certifType: 'Relapse' }), [before])).toEqual([]);
    const after = known('2026-11-23', '2026-11-27', { certifType: 'Prolongation' });
    expect(remarksOn(advised(TODAY, '2026-11-20'), [after])).toMatchObject([
      { code: 'gapAfter', params: { start: '2026-11-21', end: '2026-11-22', days: 2 }, certificateId: after.id },
    ]);
    expect(codesOn(advised(TODAY, '2026-11-22'), [after])).toEqual([]);
    // It prolongs another one, which ends later.
    expect(
      codesOn(advised('2026-11-02', '2026-11-06', { certifType: 'FirstCertificate' }), [known('2026-11-12', '2026-11-22'), after]),
    ).toEqual([]);
    expect(codesOn(advised(TODAY, '2026-11-20'), [{ ...after, certifType: 'Relapse' }])).toEqual([]);
    expect(codesOn(advised(TODAY, '2026-11-20', { incapacityReason: 'PaternityLeave' }), [after])).toEqual(['typeNotCheckable']);
  });

  it('ask whether the worker came back when only days off lie between', () => {
    const friday = known('2026-11-09', '2026-11-13');
    expect(remarksOn(advised(TODAY, '2026-11-20'), [friday])).toMatchObject([
      { code: 'restDaysBetween', severity: 'info', params: { start: '2026-11-14', end: '2026-11-15', days: 2 } },
    ]);
    expect(codesOn(advised('2026-11-17', '2026-11-20'), [friday])).toEqual([]);
    // 11 November is a holiday.
    expect(codesOn(advised('2026-11-12', '2026-11-13'), [known('2026-11-09', '2026-11-10')])).toEqual(['restDaysBetween']);
  });

  it('count the days without certificate of the year, under the rule in force on the day', () => {
    const day = (date: CalendarDay, history: readonly KnownCertificate[], company = COMPANY) =>
      remarksOn(advised(date, date, { ...DECLARED, certifType: 'NoCertif' }), history, company);
    expect(day('2026-03-02', [])).toEqual([]);
    expect(day('2026-03-02', [noCertif('2026-01-05')])).toMatchObject([
      { code: 'quotaLast', severity: 'info', params: { quota: 2, year: '2026' }, source: NO_CERTIFICATE_DAYS[1]?.source },
    ]);
    expect(day('2026-03-02', [noCertif('2026-01-05'), noCertif('2026-02-02')])).toMatchObject([
      { code: 'quotaExceeded', severity: 'attention', params: { used: 2, quota: 2, year: '2026' }, source: NO_CERTIFICATE_DAYS[1]?.source },
    ]);
    const three = [noCertif('2025-01-06'), noCertif('2025-06-02'), noCertif('2025-12-01')];
    expect(day('2025-12-31', three)).toMatchObject([{ code: 'quotaExceeded', params: { used: 3, quota: 3, year: '2025' } }]);
    expect(day('2026-01-01', three)).toEqual([]);
    expect(day('2026-03-02', [], SMALL_OUT)).toMatchObject([{ code: 'noExemption', severity: 'attention' }]);
    expect(day('2022-11-27', [])).toMatchObject([{ code: 'noExemption' }]);
  });

  it('limit the exemption to the first day and to days without certificate', () => {
    const typed = { certifType: 'NoCertif', ...DECLARED } as const;
    expect(codesOn(advised(TODAY, '2026-11-17', typed))).toEqual(['exemptionFirstDay']);
    expect(codesOn(advised(TODAY, TODAY, typed), [known('2026-11-09', '2026-11-15')])).toEqual(['exemptionFirstDay']);
    expect(codesOn(advised(TODAY, TODAY, typed), [known('2026-11-09', '2026-11-14')])).toEqual(['restDaysBetween']);
    expect(codesOn(advised(TODAY, TODAY, { certifType: 'NoCertif' }))).toEqual(['exemptionWithCertificate']);
  });

  it.each([
    ['on the second working day', '2026-11-18', null, false],
    ['a day later', '2026-11-19', null, true],
    ['within a longer term of the company', '2026-11-20', 4, false],
    ['after a shorter one', '2026-11-18', 1, true],
  ])('report a late certificate, such as one that came %s', (_, receivedOn, certificateTermDays, late) => {
    const remarks = remarksOn(advised(TODAY, '2026-11-20', { receivedOn }), [], { ...COMPANY, certificateTermDays });
    expect(remarks.map(({ code }) => code)).toEqual(late ? ['certificateLate'] : []);
    if (late) {
      expect(remarks[0]).toMatchObject({
        severity: 'attention',
        params: { days: certificateTermDays ?? 2, deadline: certificateTermDays === 1 ? '2026-11-17' : '2026-11-18' },
        source: CERTIFICATE_TERM_WORKING_DAYS[0]?.source,
      });
    }
  });

  it('say until when a certificate may come, unless there is one', () => {
    const declaration = advised('2026-11-13', '2026-11-20', { ...DECLARED, certifType: 'FirstCertificate' });
    expect(remarksOn(declaration, [], COMPANY, '2026-11-16')).toMatchObject([
      { code: 'certificateDue', severity: 'info', params: { deadline: '2026-11-16', days: 2 } },
    ]);
    expect(remarksOn(declaration, [], COMPANY, '2026-11-17')).toMatchObject([{ code: 'certificateOverdue', severity: 'attention' }]);
    expect(codesOn(declaration, [known('2026-11-13', '2026-11-20')], COMPANY, '2026-11-17')).toEqual(['declarationCovered']);
    expect(codesOn(advised(TODAY, TODAY, DECLARED))).toEqual([]); // most likely a day without certificate
    expect(codesOn(advised(TODAY, '2026-11-20', { ...DECLARED, incapacityReason: 'BirthLeave' }))).toEqual(['typeNotCheckable']);
  });

  it('report entries outside the period, and implausibly long periods', () => {
    const on = (enteredOn: CalendarDay) => codesOn(advised(TODAY, '2026-11-20', { enteredOn }));
    expect(['2026-11-15', TODAY, '2026-11-20', '2026-11-21'].map(on)).toEqual([['beforePeriod'], [], [], ['afterPeriod']]);
    const until = (days: number) => codesOn(advised(TODAY, addDays(TODAY, days)));
    expect([91, 92, 93].map(until)).toEqual([[], ['longPeriod'], ['endFarAhead']]);
  });

  it('are sorted, the most serious first', () => {
    const period = [TODAY, addDays(TODAY, 200)] as const;
    const remarks = remarksOn(
      advised(...period, {
        certifType: 'Prolongation',
        documentHash: 'scan',
        receivedOn: '2026-12-01',
        incapacityReason: 'Hospitalization',
      }),
      [known(...period, { documentHash: 'scan' }), known('2026-11-02', '2026-11-10'), known('2026-11-18', '2026-11-18')],
    );
    expect(remarks.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'attention duplicatePeriod',
      'attention sameDocument',
      'attention overlap',
      'attention gapBefore',
      'attention certificateLate',
      'info endFarAhead',
      'info typeNotCheckable',
    ]);
  });
});

describe('for any input', () => {
  const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2025-01-01', days));
  const fields = {
    start: day,
    length: fc.integer({ min: 0, max: 40 }),
    entryType: fc.constantFrom(...ENTRY_TYPES),
    incapacityReason: fc.constantFrom('Illness', 'Illness', ...INCAPACITY_TYPES),
    documentHash: fc.constantFrom(null, 'scan', 'photo'),
  } as const;
  const certificate = fc
    .record({ ...fields, certifType: fc.option(fc.constantFrom(...CERTIFICATE_TYPES)), late: fc.integer({ min: -10, max: 60 }) })
    .map(({ start, length, late, ...rest }) =>
      advised(start, addDays(start, length), { ...rest, id: 'own', enteredOn: addDays(start, late), receivedOn: addDays(start, late) }),
    );
  const row = fc
    .record({ ...fields, certifType: fc.constantFrom('NoCertif', ...CERTIFICATE_TYPES) })
    .map(({ start, length, ...rest }) => known(start, addDays(start, length), rest));
  const history = fc.array(row, { maxLength: 10 });
  const company = fc.record({
    staffCount: fc.constantFrom(20, 49, 50, 300),
    noCertificateOptOut: fc.boolean(),
    certificateTermDays: fc.constantFrom(null, 1, 2, 5),
  });
  const runs = { numRuns: 500 };

  it('unrelated certificates of other workers change nothing, nor does the order', () => {
    fc.assert(
      fc.property(certificate, history, history, company, day, (of, own, foreign, facts, today) => {
        const strangers = foreign.map((other) => ({
          ...other,
          employeeId: 'somebody else',
          documentHash: other.documentHash && `theirs ${other.documentHash}`,
        }));
        const advice = certificateAdvice(of, own, facts, today);
        expect(certificateAdvice(of, [...strangers, ...own], facts, today)).toEqual(advice);
        expect(certificateAdvice(of, own.toReversed(), facts, today)).toEqual(advice);
      }),
      runs,
    );
  });

  it('an overlap is the same for both certificates, with the same days', () => {
    fc.assert(
      fc.property(row, row, (one, other) => {
        expect(sharedDays(one, other)).toEqual(sharedDays(other, one));
        const naive = Array.from({ length: daysBetween(one.startDate, one.endDate) + 1 }, (_, index) =>
          addDays(one.startDate, index),
        ).filter((each) => each >= other.startDate && each <= other.endDate);
        expect(sharedDays(one, other)?.days ?? 0).toBe(naive.length);
        const seen = (from: KnownCertificate, to: KnownCertificate) =>
          remarksOn({ ...from, enteredOn: TODAY, receivedOn: TODAY }, [to]).filter(
            ({ code }) => code === 'overlap' || code === 'duplicatePeriod',
          );
        const strip = (remarks: ReturnType<typeof seen>) => remarks.map(({ code, severity, params }) => ({ code, severity, params }));
        expect(strip(seen(one, other))).toEqual(strip(seen(other, one)));
      }),
      runs,
    );
  });

  it('the days without certificate count in the calendar year in which they begin', () => {
    fc.assert(
      fc.property(certificate, history, company, (of, own, facts) => {
        const { used, quota, year } = certificateAdvice(of, own, facts, TODAY).noCertificateDays;
        const days = new Set<CalendarDay>();
        for (const { certifType, startDate, incapacityReason } of own) {
          if (certifType !== 'NoCertif' || !isIncapacity(incapacityReason) || startDate === of.startDate) continue;
          if (startDate >= `${year}-01-01` && startDate <= `${year}-12-31`) days.add(startDate);
        }
        const naive = days.size;
        expect([used, of.startDate.startsWith(year)]).toEqual([naive, true]);
        const optedOut = facts.noCertificateOptOut && facts.staffCount < 50;
        expect(quota).toBe(optedOut ? 0 : year === '2025' ? 3 : 2);
        const codes = codesOn({ ...of, certifType: 'NoCertif' }, own, facts);
        expect(codes.includes('quotaExceeded')).toBe(quota > 0 && naive >= quota);
        expect(codes.includes('quotaLast')).toBe(naive + 1 === quota);
        expect(codes.includes('noExemption')).toBe(quota === 0);
      }),
      runs,
    );
  });

  it('each remark is known, about a certificate of the register, and named once per certificate', () => {
    fc.assert(
      fc.property(certificate, history, company, day, (of, own, facts, today) => {
        const { remarks } = certificateAdvice(of, own, facts, today);
        for (const { code, certificateId, severity } of remarks) {
          expect(CERTIFICATE_REMARKS).toContain(code);
          if (certificateId !== null) expect(own.map(({ id }) => id)).toContain(certificateId);
          expect(['attention', 'info']).toContain(severity);
        }
        const keys = remarks.map(({ code, certificateId }) => `${code} ${certificateId}`);
        expect(new Set(keys).size).toBe(keys.length);
        expect(remarks.map(({ severity }) => severity)).toEqual(remarks.map(({ severity }) => severity).toSorted());
      }),
      runs,
    );
  });
});
