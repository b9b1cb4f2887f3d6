import { expect, it } from 'vitest';
import { changedMeanwhile, type ModifiableCheck, modifyValuesOf } from './modify-values.ts';

const check: ModifiableCheck = {
  workerAddress: 'Kerkstraat 1, 2000 Antwerpen',
  workerPhoneNumber: '+3232345678',
  phoneNumber: '+32470123456',
  workerEmail: '',
  incapacityStartDate: '2026-11-16',
  incapacityEndDate: '2026-11-27',
  checkLocation: 'Office',
  checkTiming: 'Optimized',
  authorizedExit: true,
  providerComment: null,
  doctorComment: 'Speaks French too',
};

it('fills the form with the check, hidden comments as empty', () => {
  expect(modifyValuesOf(check)).toEqual({
    workerAddress: 'Kerkstraat 1, 2000 Antwerpen',
    workerPhoneNumber: '+32 3 234 56 78',
    phoneNumber: '+32 470 12 34 56',
    workerEmail: '',
    startDate: '2026-11-16',
    endDate: '2026-11-27',
    locationCheck: 'Office',
    typeCheck: 'Optimized',
    authorizedExit: true,
    providerComment: '',
    doctorComment: 'Speaks French too',
  });
});

it('asks for a location when the check has none that can be ordered', () => {
  expect(modifyValuesOf({ ...check, checkLocation: 'Unknown' }).locationCheck).toBeUndefined();
});

it('names what somebody else changed, and nothing else', () => {
  expect(changedMeanwhile(check, check)).toEqual([]);
  expect(changedMeanwhile(check, { ...check, incapacityEndDate: '2026-12-04', checkLocation: 'House' })).toEqual([
    { field: 'endDate', before: '2026-11-27', after: '2026-12-04' },
    { field: 'locationCheck', before: 'Office', after: 'House' },
  ]);
});
