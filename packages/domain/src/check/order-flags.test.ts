import { describe, expect, it } from 'vitest';
import { instantAt } from '../clock.ts';
import { type OrderContext, type OrderFacts, type OtherCheck, orderFlags } from './order-flags.ts';

const TODAY = '2026-11-18';
const MOMENT = instantAt('2026-11-19', '09:00');
const ORDER: OrderFacts = {
  startDate: '2026-11-16',
  endDate: '2026-11-27',
  incapacityType: 'Illness',
  certificateType: 'FirstCertificate',
  authorizedExit: true,
  locationCheck: 'Office',
  typeCheck: 'Optimized',
  phoneNumber: '+32470123456',
  certificateId: 'certificate',
  documentId: null,
};
const OTHER: OtherCheck = {
  id: 'other',
  certificateId: null,
  incapacityStartDate: '2026-11-16',
  incapacityEndDate: '2026-11-27',
  checkOccurence: null,
  checkDate: null,
};
/** A company without rules of its own, and a worker without recorded absences. */
const KNOWN: Omit<OrderContext, 'moment'> = {
  today: TODAY,
  proposedDay: '2026-11-19',
  proposed: null,
  company: { staffCount: 200, noCertificateOptOut: false },
  duty: null,
  history: [],
};
const flagsOf = (change: Partial<OrderFacts>, others: readonly OtherCheck[] = [], moment: Date | null | undefined = MOMENT) =>
  orderFlags({ ...ORDER, ...change }, others, { ...KNOWN, moment });
const codesOf = (...args: Parameters<typeof flagsOf>) => flagsOf(...args).map(({ code, severity }) => `${code}: ${severity}`);

describe('remarks on an order', () => {
  it('do not appear on an ordinary one', () => {
    expect(flagsOf({})).toEqual([]);
  });

  it.each<[Partial<OrderFacts>, string[]]>([
    [{ incapacityType: 'MaternityLeave' }, ['typeNotCheckable: blocks']],
    [{ certificateId: null }, ['noCertificate: attention']],
    [{ certificateId: null, documentId: 'document' }, []],
    [{ authorizedExit: false }, ['exitNotAuthorized: attention']],
    [{ authorizedExit: false, locationCheck: 'House' }, []],
    [{ endDate: '2026-11-17' }, ['periodEnded: blocks', 'shortPeriod: info']],
    [{ endDate: '2026-11-19' }, ['fewDaysLeft: attention']],
    [{ endDate: '2026-11-20' }, []],
    [{ startDate: '2026-11-18', endDate: '2026-11-20' }, ['shortPeriod: info']],
    [{ startDate: '2026-11-18', endDate: '2026-11-20', typeCheck: 'Immediate' }, []],
    [{ phoneNumber: '' }, ['withoutGsm: info']],
    [{ startDate: '2026-10-20' }, []],
    [{ startDate: '2026-10-19' }, ['afterGuaranteedSalary: info']],
  ])('%j: %j', (change, codes) => {
    expect(codesOf(change)).toEqual(codes);
  });

  it('name a check in progress, or an earlier examination, only if its period overlaps', () => {
    expect(flagsOf({}, [OTHER])).toMatchObject([{ code: 'duplicateOpen', checkId: 'other' }]);
    const examined = { ...OTHER, checkOccurence: 'Yes', checkDate: '2026-11-17' } as const;
    expect(flagsOf({}, [examined])).toMatchObject([{ code: 'alreadyChecked', checkId: 'other', params: { checkDate: '2026-11-17' } }]);
    expect(
      flagsOf({}, [
        { ...OTHER, checkOccurence: 'NoShow' },
        { ...OTHER, checkOccurence: 'Cancelled' },
      ]),
    ).toEqual([]);
    expect(flagsOf({}, [{ ...OTHER, incapacityStartDate: '2026-11-28', incapacityEndDate: '2026-12-04' }])).toEqual([]);
    expect(flagsOf({}, [{ ...OTHER, incapacityStartDate: '2026-11-02', incapacityEndDate: '2026-11-15' }])).toEqual([]);
  });

  it('block a second check on a certificate while the first one is in progress, with one remark', () => {
    const same = { ...OTHER, certificateId: ORDER.certificateId };
    expect(flagsOf({}, [same])).toMatchObject([{ code: 'certificateLaunched', severity: 'blocks', checkId: 'other' }]);
    expect(codesOf({}, [{ ...same, incapacityStartDate: '2026-12-01', incapacityEndDate: '2026-12-04' }])).toEqual([
      'certificateLaunched: blocks',
    ]);
    expect(codesOf({}, [{ ...same, checkOccurence: 'Cancelled' }])).toEqual([]);
    expect(codesOf({}, [same, { ...OTHER, id: 'third' }])).toEqual(['certificateLaunched: blocks', 'duplicateOpen: attention']);
  });

  it('warn if no doctor is free, unless that is unknown or the period is over', () => {
    expect(codesOf({}, [], null)).toEqual(['noMoment: attention']);
    expect(codesOf({ endDate: '2026-11-17', typeCheck: 'Immediate' }, [], null)).toEqual(['periodEnded: blocks']);
    expect(orderFlags(ORDER, [], { ...KNOWN, moment: undefined })).toEqual([]);
  });

  it('name the law on which they are based', () => {
    const [salary] = flagsOf({ startDate: '2026-10-19' });
    expect(salary).toMatchObject({ params: { days: 30, lastDay: '2026-11-17' }, source: { article: 'art. 52, 70' } });
    expect(flagsOf({ certificateId: null })[0]?.source?.law).toMatch(/3 July 1978/);
  });
});

describe('guaranteed pay', () => {
  it('causes no remark about the end of the 30 days for an accident at work, which has other rules', () => {
    expect(codesOf({ startDate: '2026-10-19', incapacityType: 'WorkAccident' })).toEqual([]);
  });
});

describe('the hours at home', () => {
  const duty = { availabilityDays: 3, availabilityFrom: '09:30', availabilityTo: '13:30' };
  const at = (day: string, time: string) => ({ start: instantAt(day, time), end: new Date(instantAt(day, time).getTime() + 20 * 60_000) });
  const about = (change: Partial<OrderFacts>, known: Partial<OrderContext>) =>
    orderFlags({ ...ORDER, locationCheck: 'House', ...change }, [], { ...KNOWN, duty, moment: MOMENT, ...known })
      .filter(({ code }) => code.endsWith('StayAtHome') || code === 'stayAtHome')
      .map(({ code, severity }) => `${code}: ${severity}`);

  it('are mentioned for a visit on one of the first days', () => {
    expect(about({}, { proposedDay: '2026-11-18' })).toEqual(['stayAtHome: info']);
    expect(about({}, { proposedDay: '2026-11-18', proposed: at('2026-11-18', '10:00') })).toEqual(['stayAtHome: info']);
  });

  it('cause a warning for a visit on a later day, unless the worker may not leave home', () => {
    expect(about({}, { proposedDay: '2026-11-19' })).toEqual(['afterStayAtHome: attention']);
    expect(about({ authorizedExit: false }, { proposedDay: '2026-11-19' })).toEqual([]);
  });

  it('cause a warning for a visit outside these hours, only for users who may know the time', () => {
    for (const time of ['15:00', '13:15', '09:15'])
      expect(about({}, { proposedDay: '2026-11-18', proposed: at('2026-11-18', time) }), time).toEqual(['outsideStayAtHome: attention']);
    expect(about({}, { proposedDay: '2026-11-18', proposed: null })).toEqual(['stayAtHome: info']);
  });

  it('are not mentioned for a check at a practice, without such a duty, without a day, or for a prolongation', () => {
    expect(about({ locationCheck: 'Office' }, { proposedDay: '2026-11-18' })).toEqual([]);
    expect(about({}, { proposedDay: '2026-11-18', duty: null })).toEqual([]);
    expect(about({}, { proposedDay: null })).toEqual([]);
    expect(about({ certificateType: 'Prolongation' }, { proposedDay: '2026-11-18' })).toEqual([]);
  });
});

describe('a day that may need no certificate', () => {
  const oneDay: Partial<OrderFacts> = {
    startDate: TODAY,
    endDate: TODAY,
    certificateId: null,
    certificateType: 'NoCertif',
    typeCheck: 'Immediate',
  };
  const used = (startDate: string) =>
    ({ startDate, endDate: startDate, entryType: 'ABSENCE_DECLARATION', certifType: 'NoCertif', incapacityReason: 'Illness' }) as const;
  const about = (change: Partial<OrderFacts>, known: Partial<OrderContext> = {}) =>
    orderFlags({ ...ORDER, ...oneDay, ...change }, [], { ...KNOWN, moment: MOMENT, ...known }).filter(({ code }) =>
      ['noCertificateNeeded', 'noCertificateUsedUp', 'certificateFromFirstDay'].includes(code),
    );

  it('is numbered within the year', () => {
    expect(about({})).toMatchObject([
      { code: 'noCertificateNeeded', severity: 'attention', params: { number: 1, quota: 2, year: '2026' } },
    ]);
    expect(about({}, { history: [used('2026-02-02')] })).toMatchObject([{ code: 'noCertificateNeeded', params: { number: 2 } }]);
  });

  it('needs one if the quota is used up, or in a small company that always requires one', () => {
    expect(about({}, { history: [used('2026-02-02'), used('2026-06-01')] })).toMatchObject([{ code: 'noCertificateUsedUp' }]);
    expect(about({}, { company: { staffCount: 49, noCertificateOptOut: true } })).toMatchObject([
      { code: 'certificateFromFirstDay', source: { article: 'art. 31, § 2/1' } },
    ]);
  });

  it('is not mentioned for longer absences, a leave, or an order with a certificate', () => {
    expect(about({ endDate: '2026-11-19' })).toEqual([]);
    expect(about({ incapacityType: 'MaternityLeave' })).toEqual([]);
    expect(about({ certificateId: 'certificate' })).toEqual([]);
    expect(about({ documentId: 'document' })).toEqual([]);
  });
});
