import { describe, expect, it } from 'vitest';
import type { Actor } from '../../policy.ts';
import { CHECK_LOCATIONS, CHECK_STATUSES } from '../enums.ts';
import { type CheckField, seesCheckField } from '../fields.ts';
import { EVENT_NOTES, employerNotes } from '../notes.ts';
import { type AnnouncementFacts, employerPrecision } from './announcement.ts';

const END = new Date('2026-11-23T10:20:00Z');
const BEFORE = new Date(END.getTime() - 1);
const CHECK: AnnouncementFacts = { status: 'WaitingForCheck', checkLocation: 'House', checkOccurence: null, appointmentEnd: END };
const precision = (change: Partial<AnnouncementFacts>, now = BEFORE) => employerPrecision({ ...CHECK, ...change }, now);

describe('the precision with which an employer knows an appointment', () => {
  it('is the minute if the worker is told the time, and the day for a home visit or an unknown location', () => {
    const known = CHECK_LOCATIONS.filter((checkLocation) => precision({ checkLocation }) === 'minute');
    expect(known).toEqual(['Office', 'Telecheck']);
    // The doctor may be late: without a result the visit may still take place.
    expect(precision({}, new Date('2026-12-01T00:00:00Z'))).toBe('day');
  });

  it('is the day while a problem is open, because the location may have changed since the appointment was made', () => {
    for (const status of CHECK_STATUSES.filter((status) => status !== 'WaitingForCheck' && status !== 'Archived'))
      for (const checkLocation of CHECK_LOCATIONS) expect(precision({ status, checkLocation }, END)).toBe('day');
  });

  it('is the minute once the visit took place, or the time of a cancelled visit is over', () => {
    expect(precision({ status: 'Archived', checkOccurence: 'YesPatientHome' })).toBe('minute');
    expect(precision({ status: 'Archived', checkOccurence: 'NoShow' })).toBe('minute');
    for (const checkLocation of CHECK_LOCATIONS) {
      const cancelled = { status: 'Archived', checkOccurence: 'Cancelled', checkLocation } as const;
      expect(precision(cancelled)).toBe('day');
      expect(precision(cancelled, END)).toBe('minute');
      expect(precision({ ...cancelled, appointmentEnd: null }, END)).toBe('day');
    }
  });
});

describe('the minute of an appointment', () => {
  const FIELDS: readonly CheckField[] = ['appointmentStart', 'appointmentEnd', 'checkTime'];
  const doctor: Actor = { kind: 'doctor', profileId: 'p1', email: 'd@practice.be', doctorId: 'd1' };
  const planner: Actor = { kind: 'planner', profileId: 'p2', email: 'p@provider.be' };
  const employer = (accesType: 'admin' | 'basic'): Actor => ({
    kind: 'employer',
    profileId: 'p3',
    email: 'hr@company.be',
    memberships: [{ companyId: 'c1', accesType, superiorId: null }],
  });

  it('is visible to planners and the doctor, and to employers depending on the precision; the day is visible to all', () => {
    const sees = (actor: Actor, facts: Partial<AnnouncementFacts>) =>
      FIELDS.map((field) => seesCheckField(actor, field, { companyId: 'c1', ...facts }, BEFORE));
    for (const actor of [doctor, planner]) expect(sees(actor, CHECK)).toEqual([true, true, true]);
    for (const actor of [employer('admin'), employer('basic')]) {
      expect(sees(actor, CHECK)).toEqual([false, false, false]);
      expect(sees(actor, { ...CHECK, checkLocation: 'Office' })).toEqual([true, true, true]);
      // Without one of the facts that decide the precision, the fields are hidden.
      for (const missing of ['status', 'checkLocation', 'checkOccurence', 'appointmentEnd'] as const) {
        const { [missing]: _, ...facts } = { ...CHECK, checkLocation: 'Office' } as const;
        expect(sees(actor, facts), missing).toEqual([false, false, false]);
      }
      expect(seesCheckField(actor, 'checkDate', { companyId: 'c1', ...CHECK }, BEFORE)).toBe(true);
    }
  });

  it('is not revealed by the notes that employers read', () => {
    expect(EVENT_NOTES.filter((note) => !employerNotes(EVENT_NOTES).includes(note))).toEqual([
      'outsideAvailability',
      'outsideWorkerAvailability',
    ]);
  });
});
