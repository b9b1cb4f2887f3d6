import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantAt } from '../../clock.ts';
import { type QualityFacts, qualityFindings } from './quality.ts';
import { isHeld, QUALITY_RULE_NAMES, QUALITY_RULES, type QualityRule } from './quality-rules.ts';

const DAY = '2026-03-03';
const at = (time: string, day = DAY) => instantAt(day, time);
const BRUSSELS = { latitude: 50.8467, longitude: 4.3525 };
const LEUVEN = { latitude: 50.8798, longitude: 4.7005 };
const OSTEND = { latitude: 51.2287, longitude: 2.9271 };

interface Changes {
  readonly result?: Partial<QualityFacts['result']>;
  readonly check?: Partial<QualityFacts['check']>;
  readonly others?: QualityFacts['others'];
  readonly place?: QualityFacts['place'];
  readonly attemptProven?: boolean;
  readonly commentIsGated?: boolean;
}
const found = ({ result, check, others = [], place = BRUSSELS, attemptProven = true, commentIsGated = true }: Changes) =>
  qualityFindings({
    result: {
      checkOccurence: 'Yes',
      examinedFrom: at('10:00'),
      examinedTo: at('10:14'),
      newIncapacityEndDate: null,
      prolongationNeeded: false,
      archiveComment: '',
      ...result,
    },
    check: {
      checkLocation: 'Office',
      appointmentStart: at('10:00'),
      incapacityEndDate: '2026-03-11',
      employeeTold: 'InTime',
      arrivedAt: null,
      leftAt: null,
      ...check,
    },
    others,
    place,
    attemptProven,
    commentIsGated,
  });
const noShow = { checkOccurence: 'NoShow' } as const;
const stay = (from: string, to: string, place: QualityFacts['place'] = null) => ({ examinedFrom: at(from), examinedTo: at(to), place });

describe('findings about a result', () => {
  it('are none for a plausible result', () => {
    expect(found({})).toEqual([]);
    expect(found({ result: noShow })).toEqual([]);
    expect(found({ others: [stay('09:30', '10:00', BRUSSELS), stay('10:14', '10:30', BRUSSELS)] })).toEqual([]);
  });

  const cases: readonly (readonly [QualityRule, Changes, Changes])[] = [
    ['examinationShort', { result: { examinedTo: at('10:02') } }, { result: { examinedTo: at('10:03') } }],
    ['examinationLong', { result: { examinedTo: at('12:01') } }, { result: { examinedTo: at('12:00') } }],
    [
      'unusualHour',
      { result: { examinedFrom: at('06:59'), examinedTo: at('07:20') }, check: { appointmentStart: at('07:00') } },
      { result: { examinedFrom: at('20:40'), examinedTo: at('21:00') }, check: { appointmentStart: at('19:40') } },
    ],
    [
      'otherDay',
      { check: { appointmentStart: at('10:00', '2026-03-04') } },
      { result: { examinedFrom: at('23:59'), examinedTo: at('23:59') }, check: { appointmentStart: at('00:00') } },
    ],
    ['farFromAppointment', { check: { appointmentStart: at('12:01') } }, { check: { appointmentStart: at('12:00') } }],
    ['differsFromTaps', { check: { arrivedAt: at('10:16') } }, { check: { arrivedAt: at('10:15'), leftAt: at('10:00') } }],
    ['overlapsOtherCheck', { others: [stay('10:13', '10:30')] }, { others: [stay('10:14', '10:30')] }],
    ['travelImpossible', { others: [stay('10:30', '10:40', OSTEND)] }, { others: [stay('10:30', '10:40', LEUVEN)] }],
    [
      'prolongationWithReturn',
      { result: { prolongationNeeded: true, newIncapacityEndDate: '2026-03-10' } },
      { result: { prolongationNeeded: true, newIncapacityEndDate: '2026-03-11' } },
    ],
    [
      'attemptUnproven',
      { result: noShow, check: { checkLocation: 'House' }, attemptProven: false },
      { result: noShow, check: { checkLocation: 'House' } },
    ],
    ['waitedShort', { result: { ...noShow, examinedTo: at('10:09') } }, { result: { ...noShow, examinedTo: at('10:10') } }],
    ['tellingUnrecorded', { result: noShow, check: { employeeTold: 'Unrecorded' } }, { check: { employeeTold: 'Unrecorded' } }],
    ['medicalTerms', { result: { archiveComment: 'Griep.' } }, { result: { archiveComment: 'Poort gesloten.' } }],
    ['medicalTermsUnread', { result: { archiveComment: 'Griep.' }, commentIsGated: false }, { result: { archiveComment: 'Griep.' } }],
  ];

  it.each(cases)('include %s for an implausible result, and not for one at the limit', (rule, odd, usual) => {
    expect(found(odd)).toEqual([rule]);
    expect(found(usual)).not.toContain(rule);
  });

  it('has a case for each rule', () => {
    expect(cases.map(([rule]) => rule)).toEqual(QUALITY_RULE_NAMES);
  });

  it('hold the result only if their rule says so', () => {
    for (const rule of QUALITY_RULE_NAMES) expect(isHeld([rule])).toBe(QUALITY_RULES[rule] === 'hold');
    expect(isHeld([])).toBe(false);
  });

  it('are the same for both of two checks of a doctor', () => {
    const minute = fc.integer({ min: 0, max: 600 });
    const place = fc.constantFrom(BRUSSELS, LEUVEN, OSTEND);
    const time = (minutes: number) => new Date(at('08:00').getTime() + minutes * 60_000);
    const between: readonly QualityRule[] = ['overlapsOtherCheck', 'travelImpossible'];
    fc.assert(
      fc.property(minute, minute, place, place, (from, otherFrom, here, there) => {
        const one = { examinedFrom: time(from), examinedTo: time(from + 14), place: here };
        const other = { examinedFrom: time(otherFrom), examinedTo: time(otherFrom + 14), place: there };
        const seen = (mine: typeof one, theirs: typeof one) =>
          found({ result: mine, place: mine.place, others: [theirs] }).filter((rule) => between.includes(rule));
        expect(seen(one, other)).toEqual(seen(other, one));
        // Never both rules; no travel between two checks at the same place.
        expect(seen(one, other).length).toBeLessThan(2);
        if (here === there) expect(seen(one, other)).not.toContain('travelImpossible');
      }),
    );
  });
});
