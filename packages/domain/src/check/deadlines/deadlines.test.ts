import { describe, expect, it } from 'vitest';
import { instantAt } from '../../clock.ts';
import type { PastAbsence } from '../../law/certificate-type.ts';
import { DEADLINE_CODES, DEADLINE_READERS, DEADLINES, type DeadlineCheck, type DeadlineContext, deadlinesOf } from './deadlines.ts';

/** In progress: an illness from Monday 16 to Friday 27 November 2026. */
const open: DeadlineCheck = {
  status: 'Planning',
  checkLocation: 'House',
  checkOccurence: null,
  nonOperableReason: null,
  earlyReturn: false,
  checkDate: null,
  incapacityStartDate: '2026-11-16',
  incapacityEndDate: '2026-11-27',
  newIncapacityEndDate: null,
  incapacityType: 'Illness',
  certificateType: 'FirstCertificate',
  authorizedExit: true,
  workerDisagreement: false,
  arbitrationAskedOn: null,
  arbitrationRuling: null,
  appointmentStart: null,
  appointmentEnd: null,
  resultDueAt: null,
};
const planned: DeadlineCheck = {
  ...open,
  status: 'WaitingForCheck',
  checkDate: '2026-11-18',
  appointmentStart: instantAt('2026-11-18', '10:00'),
  appointmentEnd: instantAt('2026-11-18', '10:20'),
};
/** Examined on Friday 20 November, and considered fit from the 25th. */
const early: DeadlineCheck = {
  ...planned,
  status: 'Archived',
  checkOccurence: 'YesPatientHome',
  checkDate: '2026-11-20',
  earlyReturn: true,
  newIncapacityEndDate: '2026-11-24',
};
const confirmed: DeadlineCheck = { ...early, earlyReturn: false, newIncapacityEndDate: null };

const NOW = instantAt('2026-11-17', '09:00');
const known: DeadlineContext = {
  now: NOW,
  today: '2026-11-17',
  company: { staffCount: 200, noCertificateOptOut: false },
  duty: { availabilityDays: 3, availabilityFrom: '09:30', availabilityTo: '13:30', availabilityBasis: 'WorkRules' },
  history: [],
};
const codes = (reader: (typeof DEADLINE_READERS)[number], check: DeadlineCheck, context: Partial<DeadlineContext> = {}) =>
  deadlinesOf(reader, check, { ...known, ...context }).map(({ code }) => code);
const one = (reader: (typeof DEADLINE_READERS)[number], code: string, check: DeadlineCheck, context: Partial<DeadlineContext> = {}) =>
  deadlinesOf(reader, check, { ...known, ...context }).find((deadline) => deadline.code === code);
const past = (startDate: string, endDate: string, facts: Partial<PastAbsence> = {}): PastAbsence => ({
  startDate,
  endDate,
  entryType: 'MEDICAL_CERTIFICATE',
  certifType: 'FirstCertificate',
  incapacityReason: 'Illness',
  ...facts,
});

describe('who reads which deadline', () => {
  it('every deadline has a reader, and only its readers see it', () => {
    const every = [open, planned, early, { ...early, workerDisagreement: true }, { ...open, certificateType: 'NoCertif' } as const];
    for (const reader of DEADLINE_READERS)
      for (const check of every)
        for (const { code, reader: whom } of deadlinesOf(reader, check, known)) {
          expect(whom).toBe(reader);
          expect(DEADLINES[code]).toContain(reader);
        }
    for (const code of DEADLINE_CODES) expect(DEADLINES[code].length).toBeGreaterThan(0);
  });

  it('only employer and employee see what depends on earlier absences', () => {
    const history = [past('2026-10-26', '2026-10-30')];
    expect(codes('employer', open, { history })).toEqual(['relapse', 'payLeft']);
    expect(codes('employee', open, { history })).toEqual(['stayAtHome', 'relapse', 'payLeft']);
    expect(codes('planner', open, { history })).toEqual(['stayAtHome']);
    expect(codes('doctor', planned, { history })).toEqual(['findings', 'declaration']);
  });
});

describe('arbitration', () => {
  it('can be asked for until the end of the second working day, where the findings shorten the incapacity or the worker disagrees', () => {
    expect(one('employer', 'arbitration', early)).toMatchObject({ lastDay: '2026-11-23', params: { until: '2026-11-23' }, isOver: false });
    expect(codes('employer', confirmed)).not.toContain('arbitration');
    expect(codes('employer', { ...confirmed, workerDisagreement: true })).toEqual(['arbitration', 'arbitrationRuling', 'guaranteedPay']);
    expect(one('employee', 'arbitrationRuling', { ...early, workerDisagreement: true })).toMatchObject({ lastDay: '2026-11-26' });
    expect(codes('doctor', early)).toEqual(['arbitration']);
    // From the day on which the arbitrating doctor was asked; nothing more once it is decided.
    const asked = { ...early, workerDisagreement: true, arbitrationAskedOn: '2026-11-21' };
    expect(one('employee', 'rulingDue', asked)).toMatchObject({ lastDay: '2026-11-25', params: { until: '2026-11-25' } });
    expect(codes('employer', asked)).toEqual(['rulingDue']);
    expect(codes('employer', { ...asked, arbitrationRuling: 'ControlDoctor' })).toEqual([]);
  });

  it('ends at midnight after that day, and not a minute before', () => {
    const at = (time: string, day = '2026-11-23') => one('employer', 'arbitration', early, { now: instantAt(day, time) })?.isOver;
    expect(at('23:59')).toBe(false);
    expect(at('00:00', '2026-11-24')).toBe(true);
  });

  it('is impossible without an examination', () => {
    for (const checkOccurence of ['NoShow', 'NonOperable', 'Cancelled', 'Deleted'] as const)
      expect(codes('employer', { ...early, checkOccurence, workerDisagreement: true })).not.toContain('arbitration');
    expect(codes('employer', { ...early, checkDate: null })).not.toContain('arbitration');
  });
});

describe('findings and declaration', () => {
  it('are shown to the doctor before the examination, under the decree in force on its day', () => {
    expect(deadlinesOf('doctor', planned, known)).toMatchObject([
      { code: 'findings', lastDay: null, source: { article: 'art. 31, § 4' } },
      { code: 'declaration', params: { copies: 2 }, source: { act: 'controlDoctors2021' } },
    ]);
    expect(one('doctor', 'declaration', { ...planned, checkDate: '2021-07-31' })?.source.act).toBe('controlDoctors2001');
  });

  it('are not shown once the report was sent, or before there is an appointment', () => {
    expect(codes('doctor', { ...planned, resultDueAt: NOW })).toEqual([]);
    expect(codes('doctor', open)).toEqual([]);
  });
});

describe('the hours at home', () => {
  it('are shown to the planner while the duty lasts, and if the appointment is within it', () => {
    expect(one('planner', 'stayAtHome', open)).toMatchObject({
      params: { from: '09:30', to: '13:30', start: '2026-11-16', end: '2026-11-18', basis: 'WorkRules' },
      lastDay: '2026-11-18',
    });
    expect(codes('planner', open, { today: '2026-11-18' })).toEqual(['stayAtHome']);
    expect(codes('planner', open, { today: '2026-11-19' })).toEqual([]);
    expect(codes('planner', planned)).toEqual(['stayAtHome']);
  });

  it('warn of an appointment at home outside these hours, and on a later day', () => {
    const late = { appointmentStart: instantAt('2026-11-18', '13:20'), appointmentEnd: instantAt('2026-11-18', '13:40') };
    expect(codes('planner', { ...planned, ...late })).toEqual(['outsideStayAtHome', 'stayAtHome']);
    expect(codes('planner', { ...planned, ...late, checkLocation: 'Office' })).toEqual(['stayAtHome']);
    const after = { ...planned, checkDate: '2026-11-19' };
    expect(codes('planner', after)).toEqual(['stayAtHomeOver']);
    expect(codes('planner', { ...after, authorizedExit: false })).toEqual([]);
  });

  it('are not shown without such a duty, for a prolongation, or once the check is over', () => {
    expect(codes('planner', open, { duty: null })).toEqual([]);
    expect(codes('planner', { ...open, certificateType: 'Prolongation' })).toEqual([]);
    expect(codes('planner', early)).toEqual([]);
  });
});

describe('guaranteed pay and relapse', () => {
  it('are shown unless the absence is disputed', () => {
    expect(one('employer', 'guaranteedPay', open)).toMatchObject({
      params: { from: '2026-11-16', until: '2026-12-15', days: 30 },
      lastDay: '2026-12-15',
    });
    expect(codes('employer', confirmed)).toEqual(['guaranteedPay']);
    expect(codes('employer', early)).toEqual(['arbitration']);
    expect(codes('employer', { ...early, checkOccurence: 'NoShow', earlyReturn: false })).toEqual([]);
  });

  it('give the balance, or say that it is used up or unknown', () => {
    expect(one('employer', 'payLeft', open, { history: [past('2026-10-26', '2026-10-30')] })?.params).toEqual({
      left: 25,
      until: '2026-12-10',
      otherwise: '2026-12-15',
    });
    expect(one('employer', 'relapse', open, { history: [past('2026-10-26', '2026-10-30')] })?.params).toEqual({
      from: '2026-11-16',
      end: '2026-10-30',
      days: 56,
      lastDay: '2026-12-25',
    });
    expect(codes('employer', open, { history: [past('2026-10-01', '2026-11-01')] })).toEqual(['relapse', 'payUsedUp']);
    expect(codes('employer', open, { history: [past('2026-09-01', '2026-09-05'), past('2026-10-05', '2026-10-09')] })).toEqual([
      'relapse',
      'payLeftUnknown',
    ]);
  });

  it('are not shown to a reader who does not know the worker’s absences, nor for other types', () => {
    expect(codes('employer', open, { history: null })).toEqual([]);
    expect(codes('employer', { ...open, incapacityType: 'WorkAccident' })).toEqual([]);
    expect(codes('employer', { ...open, certificateType: 'Prolongation' })).toEqual([]);
  });
});

describe('days without certificate', () => {
  const day: DeadlineCheck = { ...open, certificateType: 'NoCertif', incapacityEndDate: '2026-11-16' };
  const used = (startDate: string) => past(startDate, startDate, { certifType: 'NoCertif', entryType: 'ABSENCE_DECLARATION' });

  it('are numbered within the year; the day of the check counts once, although it is a certificate too', () => {
    const history = [used('2026-02-02'), used('2026-11-16')];
    expect(one('employer', 'noCertificateDay', day, { history })?.params).toEqual({ number: 2, quota: 2, year: '2026' });
  });

  it('say that the quota is used up, or that a small company always requires a certificate', () => {
    expect(codes('employer', day, { history: [used('2026-02-02'), used('2026-05-04')] })).toContain('noCertificateUsedUp');
    const company = { staffCount: 49, noCertificateOptOut: true };
    expect(one('employer', 'certificateFromFirstDay', day, { company })?.params).toEqual({ staff: 50 });
    expect(codes('employer', day, { company: { ...company, staffCount: 50 } })).toContain('noCertificateDay');
  });

  it('are not mentioned if there is a certificate, or the company is not known', () => {
    expect(codes('employer', open)).toEqual(['guaranteedPay']);
    expect(codes('employer', day, { company: null })).toEqual(['guaranteedPay']);
  });
});
