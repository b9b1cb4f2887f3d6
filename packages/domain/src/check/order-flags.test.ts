import { describe, expect, it } from 'vitest';
import { instantAt } from '../clock.ts';
import { type OrderFacts, type OtherCheck, orderFlags } from './order-flags.ts';

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
const flagsOf = (change: Partial<OrderFacts>, others: readonly OtherCheck[] = [], moment: Date | null | undefined = MOMENT) =>
  orderFlags({ ...ORDER, ...change }, others, { today: TODAY, moment });
const codesOf = (...args: Parameters<typeof flagsOf>) => flagsOf(...args).map(({ code, severity }) => `${code}: ${severity}`);

describe('remarks on an order', () => {
  it('are none on an ordinary one', () => {
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

  it('name the check in progress, and the one that examined the period, only where they overlap', () => {
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

  it('refuse a second check on a certificate while the first one is in progress, and name it once', () => {
    const same = { ...OTHER, certificateId: ORDER.certificateId };
    expect(flagsOf({}, [same])).toMatchObject([{ code: 'certificateLaunched', severity: 'blocks', checkId: 'other' }]);
    expect(codesOf({}, [{ ...same, incapacityStartDate: '2026-12-01', incapacityEndDate: '2026-12-04' }])).toEqual([
      'certificateLaunched: blocks',
    ]);
    expect(codesOf({}, [{ ...same, checkOccurence: 'Cancelled' }])).toEqual([]);
    expect(codesOf({}, [same, { ...OTHER, id: 'third' }])).toEqual(['certificateLaunched: blocks', 'duplicateOpen: attention']);
  });

  it('say when no doctor is free, unless that is not known or the period is over', () => {
    expect(codesOf({}, [], null)).toEqual(['noMoment: attention']);
    expect(codesOf({ endDate: '2026-11-17', typeCheck: 'Immediate' }, [], null)).toEqual(['periodEnded: blocks']);
    expect(orderFlags(ORDER, [], { today: TODAY, moment: undefined })).toEqual([]);
  });

  it('name their source where the law is one', () => {
    const [salary] = flagsOf({ startDate: '2026-10-19' });
    expect(salary).toMatchObject({ params: { days: 30, lastDay: '2026-11-17' }, source: { article: 'art. 52, 70' } });
    expect(flagsOf({ certificateId: null })[0]?.source?.law).toMatch(/3 July 1978/);
  });
});
