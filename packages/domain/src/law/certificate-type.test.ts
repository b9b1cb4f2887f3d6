import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CERTIFICATE_TYPES, ENTRY_TYPES, INCAPACITY_TYPES } from '../certificate/enums.ts';
import { addDays } from '../clock.ts';
import { NO_CERTIFICATE_DAYS, RELAPSE_WINDOW_DAYS } from './absence-rules.ts';
import { CERTIF_TYPE_REASONS, type NewAbsence, type PastAbsence, suggestCertificateType } from './certificate-type.ts';

const COMPANY = { staffCount: 200, noCertificateOptOut: false };
const SMALL_OUT = { staffCount: 20, noCertificateOptOut: true };
const absence = (startDate: string, endDate: string, facts: Partial<NewAbsence> = {}): NewAbsence => ({
  startDate,
  endDate,
  entryType: 'MEDICAL_CERTIFICATE',
  incapacityReason: 'Illness',
  ...facts,
});
const past = (startDate: string, endDate: string, facts: Partial<PastAbsence> = {}): PastAbsence => ({
  startDate,
  endDate,
  entryType: 'MEDICAL_CERTIFICATE',
  certifType: 'FirstCertificate',
  incapacityReason: 'Illness',
  ...facts,
});
const suggest = (of: NewAbsence, history: readonly PastAbsence[], company = COMPANY) => suggestCertificateType(of, history, company);
const DECLARED = { entryType: 'ABSENCE_DECLARATION' } as const;
const noCertif = (day: string) => past(day, day, { certifType: 'NoCertif', ...DECLARED });

describe('suggested type of certificate', () => {
  it('is a first certificate without history', () => {
    expect(suggest(absence('2026-11-16', '2026-11-20'), [])).toMatchObject({
      certifType: 'FirstCertificate',
      reason: 'noEarlierAbsence',
      params: {},
    });
  });

  it('is a prolongation if it starts by the day after the end of the last one', () => {
    const history = [past('2026-11-09', '2026-11-15'), past('2026-01-05', '2026-01-09')];
    for (const start of ['2026-11-16', '2026-11-15', '2026-11-12']) {
      expect(suggest(absence(start, '2026-11-20'), history)).toMatchObject({
        certifType: 'Prolongation',
        reason: 'followsPrevious',
        params: { end: '2026-11-15' },
      });
    }
  });

  it('is a relapse within the window, and a first certificate after it', () => {
    const history = [past('2026-08-31', '2026-09-04')];
    expect(suggest(absence('2026-09-06', '2026-09-11'), history)).toMatchObject({
      certifType: 'Relapse',
      reason: 'withinRelapseWindow',
      params: { days: 56, end: '2026-09-04' },
    });
    expect(suggest(absence('2026-10-30', '2026-11-02'), history)).toMatchObject({ certifType: 'Relapse' });
    expect(suggest(absence('2026-10-31', '2026-11-02'), history)).toMatchObject({
      certifType: 'FirstCertificate',
      reason: 'afterRelapseWindow',
      params: { days: 56, end: '2026-09-04' },
    });
  });

  it('uses the shorter window for incapacities that began before 2026, including their prolongations', () => {
    const history = [past('2026-01-05', '2026-01-09', { certifType: 'Prolongation' }), past('2025-12-22', '2026-01-04')];
    expect(suggest(absence('2026-01-23', '2026-01-30'), history)).toMatchObject({
      certifType: 'Relapse',
      params: { days: 14, end: '2026-01-09' },
    });
    expect(suggest(absence('2026-01-24', '2026-01-30'), history)).toMatchObject({
      certifType: 'FirstCertificate',
      reason: 'afterRelapseWindow',
    });
    expect(suggest(absence('2026-01-24', '2026-01-30'), [past('2026-01-05', '2026-01-09')])).toMatchObject({
      certifType: 'Relapse',
      params: { days: 56, end: '2026-01-09' },
    });
  });

  it('is a first certificate for another cause', () => {
    const history = [past('2026-11-02', '2026-11-13', { incapacityReason: 'PrivateAccident' })];
    expect(suggest(absence('2026-11-16', '2026-11-20'), history)).toMatchObject({
      certifType: 'FirstCertificate',
      reason: 'otherCause',
      params: { end: '2026-11-13' },
    });
    expect(suggest(absence('2026-11-14', '2026-11-20', { incapacityReason: 'SurgicalIntervention' }), history)).toMatchObject({
      certifType: 'Prolongation',
    });
    expect(suggest(absence('2026-11-16', '2026-11-20', { incapacityReason: 'Unknown' }), history)).toMatchObject({ certifType: 'Relapse' });
  });

  it('ignores leaves, later absences and the absence itself', () => {
    const history = [
      past('2026-11-02', '2026-11-15', { incapacityReason: 'MaternityLeave' }),
      past('2026-11-23', '2026-11-27'),
      past('2026-11-16', '2026-11-18'),
    ];
    expect(suggest(absence('2026-11-16', '2026-11-20'), history)).toMatchObject({ reason: 'noEarlierAbsence' });
  });

  it('counts days without certificate by calendar year', () => {
    const day = (date: string, history: readonly PastAbsence[]) => suggest(absence(date, date, DECLARED), history);
    expect(day('2026-03-02', [noCertif('2025-05-05')])).toMatchObject({
      certifType: 'NoCertif',
      reason: 'dayWithoutCertificate',
      params: { number: 1, quota: 2, year: '2026' },
    });
    expect(day('2026-11-16', [noCertif('2026-02-02')])).toMatchObject({
      certifType: 'NoCertif',
      params: { number: 2, quota: 2, year: '2026' },
    });
    expect(day('2026-11-16', [noCertif('2026-02-02'), noCertif('2026-04-13')])).toMatchObject({
      certifType: 'FirstCertificate',
      reason: 'quotaUsed',
      params: { quota: 2, year: '2026' },
    });
    expect(day('2025-11-17', [noCertif('2025-02-03'), noCertif('2025-04-14')])).toMatchObject({
      certifType: 'NoCertif',
      params: { number: 3, quota: 3 },
    });
    expect(day('2026-02-02', [noCertif('2026-02-02')])).toMatchObject({ params: { number: 1 } });
  });

  it('requires a certificate if the company opted out, or for more than a day', () => {
    expect(suggest(absence('2026-11-16', '2026-11-16', DECLARED), [], SMALL_OUT)).toMatchObject({
      certifType: 'FirstCertificate',
      reason: 'noExemption',
      params: {},
    });
    expect(suggest(absence('2026-11-16', '2026-11-17', DECLARED), [])).toMatchObject({
      certifType: 'FirstCertificate',
      reason: 'noEarlierAbsence',
    });
    expect(suggest(absence('2026-11-16', '2026-11-16'), [])).toMatchObject({ certifType: 'FirstCertificate' });
  });

  it('exempts the first day of an incapacity only', () => {
    expect(suggest(absence('2026-11-16', '2026-11-16', DECLARED), [past('2026-11-09', '2026-11-15')])).toMatchObject({
      certifType: 'Prolongation',
    });
  });

  it('is the first certificate after a day without one', () => {
    expect(suggest(absence('2026-11-17', '2026-11-20'), [noCertif('2026-11-16')])).toMatchObject({
      certifType: 'FirstCertificate',
      reason: 'afterDayWithoutCertificate',
      params: { end: '2026-11-16' },
    });
  });

  it('is a first certificate after a mere declaration, and a prolongation if there was a certificate before', () => {
    const declared = past('2026-11-16', '2026-11-20', DECLARED);
    expect(suggest(absence('2026-11-18', '2026-11-20'), [declared])).toMatchObject({
      certifType: 'FirstCertificate',
      reason: 'afterDeclaration',
      params: { start: '2026-11-16' },
    });
    expect(suggest(absence('2026-11-18', '2026-11-20'), [declared, past('2026-11-09', '2026-11-15')])).toMatchObject({
      certifType: 'Prolongation',
      params: { end: '2026-11-20' },
    });
    expect(suggest(absence('2026-11-17', '2026-11-20'), [noCertif('2026-11-16'), past('2026-11-09', '2026-11-15')])).toMatchObject({
      certifType: 'Prolongation',
    });
  });

  it('gives the legal rule on which it is based, in force on the day', () => {
    const sourceOf = (...args: Parameters<typeof suggest>) => suggest(...args).source;
    expect(sourceOf(absence('2026-10-30', '2026-11-02'), [past('2026-08-31', '2026-09-04')])).toBe(RELAPSE_WINDOW_DAYS[1]?.source);
    expect(sourceOf(absence('2025-10-30', '2025-11-02'), [past('2025-08-31', '2025-09-04')])).toBe(RELAPSE_WINDOW_DAYS[0]?.source);
    expect(sourceOf(absence('2026-11-16', '2026-11-16', DECLARED), [])).toBe(NO_CERTIFICATE_DAYS[1]?.source);
    expect(sourceOf(absence('2025-12-31', '2025-12-31', DECLARED), [], SMALL_OUT)).toBe(NO_CERTIFICATE_DAYS[0]?.source);
    expect(sourceOf(absence('2026-11-16', '2026-11-20'), [])).toBeNull();
    expect(sourceOf(absence('2026-11-16', '2026-11-20'), [past('2026-11-09', '2026-11-15')])).toBeNull();
  });

  it('does not depend on the order of the history, and always has a reason', () => {
    const day = fc.integer({ min: 0, max: 700 }).map((days) => addDays('2025-06-01', days));
    const row = fc
      .tuple(
        day,
        fc.integer({ min: 0, max: 40 }),
        fc.constantFrom(...ENTRY_TYPES),
        fc.constantFrom(...CERTIFICATE_TYPES),
        fc.constantFrom(...INCAPACITY_TYPES),
      )
      .map(
        ([startDate, length, entryType, certifType, incapacityReason]): PastAbsence => ({
          startDate,
          endDate: addDays(startDate, length),
          entryType,
          certifType,
          incapacityReason,
        }),
      );
    const candidate = fc
      .tuple(day, fc.integer({ min: 0, max: 10 }), fc.constantFrom(...ENTRY_TYPES), fc.constantFrom(...INCAPACITY_TYPES))
      .map(
        ([startDate, length, entryType, incapacityReason]): NewAbsence => ({
          startDate,
          endDate: addDays(startDate, length),
          entryType,
          incapacityReason,
        }),
      );
    const histories = fc.array(row, { maxLength: 8 });
    fc.assert(
      fc.property(candidate, histories, (of, history) => {
        const suggestion = suggest(of, history);
        expect(CERTIF_TYPE_REASONS).toContain(suggestion.reason);
        expect(suggest(of, [...history].reverse())).toEqual(suggestion);
        if (suggestion.certifType === 'NoCertif') expect([of.startDate, of.entryType]).toEqual([of.endDate, 'ABSENCE_DECLARATION']);
        if (suggestion.certifType === 'Relapse' || suggestion.certifType === 'Prolongation') expect(history).not.toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});
