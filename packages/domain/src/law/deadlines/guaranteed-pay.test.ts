import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INCAPACITY_TYPES } from '../../certificate/enums.ts';
import { addDays } from '../../clock.ts';
import type { PastAbsence } from '../certificate-type.ts';
import { guaranteedPay, hasGuaranteedPay } from './guaranteed-pay.ts';

const absence = (startDate: string, endDate: string, facts: Partial<PastAbsence> = {}): PastAbsence => ({
  startDate,
  endDate,
  entryType: 'MEDICAL_CERTIFICATE',
  certifType: 'FirstCertificate',
  incapacityReason: 'Illness',
  ...facts,
});
const PROLONGATION = { certifType: 'Prolongation' } as const;
const RELAPSE = { certifType: 'Relapse' } as const;

describe('guaranteed pay of a first absence', () => {
  it.each([
    ['2026-11-16', '2026-12-15'],
    ['2026-01-31', '2026-03-01'],
    ['2028-02-01', '2028-03-01'],
    ['2028-02-29', '2028-03-29'],
    ['2026-12-15', '2027-01-13'],
    ['2026-03-29', '2026-04-27'],
    // Weekends and holidays count.
    ['2026-12-25', '2027-01-23'],
  ])('from %s: 30 calendar days, until %s', (startDate, until) => {
    expect(guaranteedPay(absence(startDate, startDate), [])).toMatchObject({ kind: 'full', from: startDate, until, days: 30 });
  });

  it('counts from the beginning of a continuous incapacity', () => {
    const first = absence('2026-11-02', '2026-11-08');
    const gapless = absence('2026-11-09', '2026-11-20', PROLONGATION);
    const overlapping = absence('2026-11-08', '2026-11-20', PROLONGATION);
    for (const next of [gapless, overlapping]) {
      expect(guaranteedPay(next, [first])).toMatchObject({ kind: 'full', from: '2026-11-02', until: '2026-12-01' });
    }
    // The same period recorded twice, as certificate and as check.
    expect(guaranteedPay(absence('2026-11-02', '2026-11-08'), [first])).toMatchObject({ kind: 'full', from: '2026-11-02' });
  });
});

describe('guaranteed pay of a relapse', () => {
  it('is the balance of the 30 days, or all of them if a certificate gives another cause', () => {
    expect(guaranteedPay(absence('2026-11-16', '2026-11-27', RELAPSE), [absence('2026-10-26', '2026-10-30')])).toMatchObject({
      kind: 'relapse',
      window: { previousEnd: '2026-10-30', days: 56, lastDay: '2026-12-25' },
      daysLeft: 25,
      until: '2026-12-10',
      otherwiseUntil: '2026-12-15',
    });
  });

  it.each([
    ['last day of eight weeks', '2026-09-21', '2026-09-25', '2026-11-20', 'relapse'],
    ['the day after', '2026-09-21', '2026-09-25', '2026-11-21', 'full'],
    ['last day of 14 after an incapacity of 2025', '2025-12-22', '2025-12-26', '2026-01-09', 'relapse'],
    ['the day after', '2025-12-22', '2025-12-26', '2026-01-10', 'full'],
    ['began in 2025, ended in 2026', '2025-12-29', '2026-01-09', '2026-01-24', 'full'],
    ['began in 2026', '2026-01-01', '2026-01-09', '2026-01-24', 'relapse'],
    ['over a leap day', '2028-01-03', '2028-01-07', '2028-03-03', 'relapse'],
    ['one day too late, over a leap day', '2028-01-03', '2028-01-07', '2028-03-04', 'full'],
  ])('%s (%s to %s, then %s): %s', (_, startDate, endDate, next, kind) => {
    expect(guaranteedPay(absence(next, next), [absence(startDate, endDate)])?.kind).toBe(kind);
  });

  it('is nothing after 30 days or more', () => {
    const of = (end: string) => guaranteedPay(absence('2026-11-16', '2026-11-27'), [absence('2026-10-01', end)]);
    expect(of('2026-10-29')).toMatchObject({ daysLeft: 1, until: '2026-11-16' });
    expect(of('2026-10-30')).toMatchObject({ daysLeft: 0, until: null });
    expect(of('2026-11-10')).toMatchObject({ daysLeft: 0, until: null });
  });

  it('has no computed balance after a chain of relapses', () => {
    const history = [absence('2026-09-01', '2026-09-05'), absence('2026-10-05', '2026-10-09', RELAPSE)];
    expect(guaranteedPay(absence('2026-11-16', '2026-11-20', RELAPSE), history)).toMatchObject({
      kind: 'relapse',
      daysLeft: null,
      until: null,
    });
  });

  it('is not presumed between an illness and an accident', () => {
    const accident = { incapacityReason: 'PrivateAccident' } as const;
    expect(guaranteedPay(absence('2026-11-16', '2026-11-20'), [absence('2026-11-02', '2026-11-06', accident)])?.kind).toBe('full');
    expect(
      guaranteedPay(absence('2026-11-16', '2026-11-20', { incapacityReason: 'SurgicalIntervention' }), [
        absence('2026-11-02', '2026-11-06', accident),
      ])?.kind,
    ).toBe('relapse');
  });
});

describe('guaranteed pay of an accident the day after an illness', () => {
  const illness = absence('2026-11-02', '2026-11-08');
  const accident = absence('2026-11-09', '2026-11-20', { incapacityReason: 'PrivateAccident' });

  it('begins anew, of both', () => {
    expect(guaranteedPay(accident, [illness])).toMatchObject({ kind: 'full', from: '2026-11-09', until: '2026-12-08' });
    expect(guaranteedPay(illness, [accident])).toMatchObject({ kind: 'full', from: '2026-11-02', until: '2026-12-01' });
  });

  it('goes on where it overlaps, where the cause may be the same, and where a doctor prolongs', () => {
    for (const facts of [{ startDate: '2026-11-08' }, { incapacityReason: 'SurgicalIntervention' }, PROLONGATION] as const)
      expect(guaranteedPay({ ...accident, ...facts }, [illness])).toMatchObject({ kind: 'full', from: '2026-11-02' });
  });

  it('does not hide that a later illness is a relapse of the first', () => {
    expect(guaranteedPay(absence('2026-11-23', '2026-11-27'), [illness, accident])).toMatchObject({
      kind: 'relapse',
      window: { previousEnd: '2026-11-08' },
      daysLeft: 23,
    });
  });
});

describe('guaranteed pay with incomplete facts', () => {
  it('is not computed for a prolongation or a relapse without a recorded earlier absence', () => {
    expect(guaranteedPay(absence('2026-11-16', '2026-11-20', PROLONGATION), [])).toBeNull();
    expect(guaranteedPay(absence('2026-11-16', '2026-11-20', RELAPSE), [])).toBeNull();
    // An absence a year ago is outside the window.
    expect(guaranteedPay(absence('2026-11-16', '2026-11-20', RELAPSE), [absence('2025-11-03', '2025-11-07')])).toBeNull();
  });

  it('is not computed after an absence whose beginning is not known', () => {
    expect(guaranteedPay(absence('2026-11-16', '2026-11-20'), [absence('2026-11-02', '2026-11-06', PROLONGATION)])).toBeNull();
  });

  it('has no computed balance after an earlier absence of unknown type', () => {
    const unknown = absence('2026-11-02', '2026-11-06', { incapacityReason: 'Unknown' });
    expect(guaranteedPay(absence('2026-11-16', '2026-11-20'), [unknown])).toMatchObject({ kind: 'relapse', daysLeft: null });
  });

  it('is not computed for accidents at work, occupational diseases, partial resumption and leaves', () => {
    const silent = INCAPACITY_TYPES.filter((type) => !hasGuaranteedPay(type));
    expect(silent).toEqual(
      expect.arrayContaining([
        'WorkAccident',
        'OccupationalIllness',
        'AccidentOnTheWayToWork',
        'PartialIncapacityToWork',
        'MaternityLeave',
        'Unknown',
      ]),
    );
    for (const incapacityReason of silent) expect(guaranteedPay(absence('2026-11-16', '2026-11-20', { incapacityReason }), [])).toBeNull();
  });
});

it('guaranteed pay is never more than 30 days, and does not depend on the order of absences', () => {
  const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2025-10-01', days));
  const one = fc
    .tuple(
      day,
      fc.integer({ min: 0, max: 45 }),
      fc.constantFrom('FirstCertificate', 'Prolongation', 'Relapse'),
      fc.constantFrom('Illness', 'PrivateAccident', 'Unknown'),
    )
    .map(([startDate, length, certifType, incapacityReason]) =>
      absence(startDate, addDays(startDate, length), { certifType, incapacityReason } as Partial<PastAbsence>),
    );
  fc.assert(
    fc.property(one, fc.array(one, { maxLength: 6 }), (asked, history) => {
      const due = guaranteedPay(asked, history);
      expect(guaranteedPay(asked, history.toReversed())).toEqual(due);
      if (due === null) return;
      expect(due.from <= asked.startDate).toBe(true);
      const last = due.kind === 'full' ? due.until : due.otherwiseUntil;
      expect(last).toBe(addDays(due.from, 29));
      if (due.kind === 'relapse' && due.until !== null) expect(due.until <= last).toBe(true);
    }),
  );
});
