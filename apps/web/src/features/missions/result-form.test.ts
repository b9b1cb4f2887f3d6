import { TEXT } from '@checkwell/domain/constants';
import { paramsOf } from '@checkwell/domain/validation';
import { describe, expect, it } from 'vitest';
import { emptyResult, JUDGED_PLAUSIBILITIES, type ResultForm, resultFormRule } from './result-form.ts';

const now = new Date('2026-11-21T10:30:00Z');
const tapped = { arrivedAt: new Date('2026-11-21T10:15:40Z'), leftAt: now };
const complete: ResultForm = {
  ...emptyResult(now, ['Yes', 'NoShow'], tapped),
  verdict: 'confirmed',
  independenceDeclared: true,
  findingsHandedOver: true,
};
const fieldErrors = (form: ResultForm) =>
  resultFormRule.safeParse(form).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('the report of a doctor', () => {
  it('starts with the only possible outcome and the times that were tapped, in Belgian time; it makes none up', () => {
    expect(emptyResult(now, ['Yes'], { arrivedAt: null, leftAt: null })).toMatchObject({
      examinedDay: '2026-11-21',
      examinedFrom: '',
      examinedTo: '',
    });
    expect(emptyResult(new Date('2026-11-22T10:00:00Z'), ['Yes', 'NoShow'], tapped)).toMatchObject({
      checkOccurence: 'Yes',
      examinedDay: '2026-11-21',
      examinedFrom: '11:15',
      examinedTo: '11:30',
    });
    expect(emptyResult(now, ['NoCertifConfirmed', 'NoCertifDenied', 'NoShow'], tapped).checkOccurence).toBe('');
  });

  it('becomes instants and a confirmed period', () => {
    expect(resultFormRule.safeParse(complete).data).toMatchObject({
      checkOccurence: 'Yes',
      examinedFrom: new Date('2026-11-21T10:15:00Z'),
      examinedTo: new Date('2026-11-21T10:30:00Z'),
      newIncapacityEndDate: null,
      injuryDifference: null,
    });
  });

  it('leaves the link with an accident open until it is checked', () => {
    expect(resultFormRule.safeParse(complete).data?.checkPlausibility).toBeNull();
    for (const checkPlausibility of JUDGED_PLAUSIBILITIES)
      expect(resultFormRule.safeParse({ ...complete, checkPlausibility }).data?.checkPlausibility).toBe(checkPlausibility);
  });

  it('asks for a verdict, and for the date of a shortened period', () => {
    expect(fieldErrors({ ...complete, verdict: '' })).toContain('verdict: verdictRequired');
    expect(fieldErrors({ ...complete, verdict: 'shortened' })).toContain('newIncapacityEndDate: newEndRequired');
    expect(
      resultFormRule.safeParse({ ...complete, verdict: 'shortened', newIncapacityEndDate: '2026-11-22' }).data?.newIncapacityEndDate,
    ).toBe('2026-11-22');
  });

  it('asks no verdict and no findings of a no-show, and drops a date typed before', () => {
    const missed: ResultForm = {
      ...complete,
      checkOccurence: 'NoShow',
      verdict: 'shortened',
      newIncapacityEndDate: '2026-11-22',
      findingsHandedOver: false,
    };
    expect(resultFormRule.safeParse(missed).data).toMatchObject({ checkOccurence: 'NoShow', newIncapacityEndDate: null });
  });

  it('sends no answer that the form no longer asks for, after another outcome was chosen', () => {
    const ticked: ResultForm = {
      ...complete,
      workerDisagreement: true,
      prolongationNeeded: true,
      secondCheckNeeded: true,
      injuryDifference: 'yes',
      checkPlausibility: 'Excluded',
    };
    const sent = (change: Partial<ResultForm>) => resultFormRule.safeParse({ ...ticked, ...change }).data;
    expect(sent({})).toMatchObject({ workerDisagreement: true, prolongationNeeded: true, secondCheckNeeded: false });
    expect(sent({ verdict: 'shortened', newIncapacityEndDate: '2026-11-22' })).toMatchObject({
      workerDisagreement: true,
      prolongationNeeded: false,
    });
    expect(sent({ checkOccurence: 'NoShow' })).toMatchObject({
      workerDisagreement: false,
      prolongationNeeded: false,
      secondCheckNeeded: true,
      injuryDifference: null,
      checkPlausibility: null,
    });
    expect(sent({ checkOccurence: 'NoCertifDenied' })).toMatchObject({
      workerDisagreement: true,
      prolongationNeeded: false,
      injuryDifference: null,
      checkPlausibility: null,
    });
  });

  it('says everything that is missing at once', () => {
    expect(fieldErrors({ ...complete, verdict: '', examinedFrom: '', independenceDeclared: false })).toEqual([
      'verdict: verdictRequired',
      'examinedFrom: examinationRequired',
      'independenceDeclared: declarationRequired',
    ]);
  });

  it('keeps the limit that a sentence shows', () => {
    const { error } = resultFormRule.safeParse({ ...complete, archiveComment: 'x'.repeat(TEXT.comment + 1) });
    expect(error?.issues.map(paramsOf)).toEqual([{ max: TEXT.comment }]);
  });

  it('names the field of a day or a time that is missing', () => {
    expect(fieldErrors({ ...complete, examinedDay: '' })).toEqual(['examinedDay: examinationRequired']);
    expect(fieldErrors({ ...complete, examinedTo: '' }).some((fieldError) => fieldError.startsWith('examinedTo:'))).toBe(true);
  });
});
