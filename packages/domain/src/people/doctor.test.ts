import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOCTOR_KM } from '../constants.ts';
import { issuesOf } from '../validation.ts';
import { availabilitiesRule, type DoctorInput, doctorFilterRule, doctorRule } from './doctor.ts';

const doctor: DoctorInput = {
  firstName: 'Léa',
  lastName: 'Claes',
  email: 'lea@practice.example.be',
  phoneNumber: '+32470123456',
  languages: ['FR', 'NL'],
  inamiNumber: '11234578004',
  practiceAddress: '4700 Eupen',
  locations: ['Office'],
  maxKm: 30,
  active: true,
  availabilities: [],
};
const fieldErrors = (input: unknown): string[] => {
  const { error } = doctorRule.safeParse(input);
  return error ? issuesOf(error).map(({ path, message }) => `${path}: ${message}`) : [];
};

describe('doctor', () => {
  it('is valid, and its licence number is stored as digits', () => {
    expect(doctorRule.parse({ ...doctor, inamiNumber: ' 1-12345-78-004 ', email: ' LEA@Practice.example.be' })).toEqual(doctor);
  });

  it.each<[Partial<Record<keyof DoctorInput, unknown>>, string]>([
    [{ inamiNumber: '' }, 'inamiNumber: inamiFormat'],
    [{ inamiNumber: '1123457800' }, 'inamiNumber: inamiFormat'],
    [{ inamiNumber: '1123457800A' }, 'inamiNumber: inamiFormat'],
    [{ languages: [] }, 'languages: required'],
    [{ languages: ['FR', 'FR'] }, 'languages: invalidChoice'],
    [{ languages: ['fr'] }, 'languages.0: invalidChoice'],
    [{ locations: ['Unknown'] }, 'locations.0: invalidChoice'],
    [{ maxKm: DOCTOR_KM.max + 1 }, 'maxKm: kmRange'],
    [{ maxKm: 0 }, 'maxKm: kmRange'],
    [{ maxKm: 12.5 }, 'maxKm: kmRange'],
    [{ practiceAddress: '  ' }, 'practiceAddress: addressRequired'],
    [{ active: 'yes' }, 'active: required'],
  ])('%j is refused: %s', (change, fieldError) => {
    expect(fieldErrors({ ...doctor, ...change })).toEqual([fieldError]);
  });

  it('accept any combination of filters', () => {
    expect(doctorFilterRule.parse({})).toEqual({});
    expect(doctorFilterRule.parse({ language: null, location: 'House', active: false, search: ' an ' })).toEqual({
      language: null,
      location: 'House',
      active: false,
      search: 'an',
    });
    expect(doctorFilterRule.safeParse({ latitude: 1 }).success).toBe(false);
  });
});

describe('weekly hours', () => {
  const hours = (weekday: number, fromTime: string, toTime: string) => ({ weekday, fromTime, toTime });

  it('may adjoin, and may be on different days', () => {
    const all = [hours(1, '08:00', '12:00'), hours(1, '12:00', '13:00'), hours(2, '09:00', '11:00'), hours(7, '00:00', '23:59')];
    expect(availabilitiesRule.parse(all)).toEqual(all);
  });

  it.each([
    [[hours(1, '08:00', '12:00'), hours(1, '11:59', '13:00')], 'availabilityOverlap'],
    [[hours(1, '08:00', '12:00'), hours(1, '08:00', '12:00')], 'availabilityOverlap'],
    [[hours(1, '12:00', '08:00')], 'availabilityOrder'],
    [[hours(1, '12:00', '12:00')], 'availabilityOrder'],
    [[hours(0, '08:00', '12:00')], 'invalidChoice'],
    [[hours(8, '08:00', '12:00')], 'invalidChoice'],
    [[hours(1, '8:00', '12:00')], 'required'],
    [[hours(1, '08:00', '24:00')], 'required'],
  ])('%j: %s', (all, message) => {
    expect(availabilitiesRule.safeParse(all).error?.issues.map((issue) => issue.message)).toContain(message);
  });

  it('overlap exactly if a minute belongs to two of them', () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    const text = (minutes: number): string =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    const stretch = fc.tuple(fc.integer({ min: 1, max: 2 }), minute, minute).filter(([, from, to]) => from < to);
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 5 }), (all) => {
        const taken = new Set<string>();
        let twice = false;
        for (const [weekday, from, to] of all) {
          for (let at = from; at < to; at += 1) {
            const key = `${weekday} ${at}`;
            twice ||= taken.has(key);
            taken.add(key);
          }
        }
        expect(availabilitiesRule.safeParse(all.map(([weekday, from, to]) => hours(weekday, text(from), text(to)))).success).toBe(!twice);
      }),
    );
  });
});
