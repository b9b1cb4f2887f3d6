import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addDays } from '../clock.ts';
import { LONGEST_PERIOD_DAYS } from '../constants.ts';
import { issuesOf } from '../validation.ts';
import { CERTIFICATE_TYPES, ENTRY_TYPES, INCAPACITY_TYPES } from './enums.ts';
import { type CertificateInput, certificateRule, isCheckable, NOT_CHECKABLE_TYPES } from './rules.ts';

const ID = '0193a5e4-7f00-7abc-8def-0123456789ab';
const CERTIFICATE: CertificateInput = {
  employeeId: ID,
  superiorId: ID,
  incapacityReason: 'Illness',
  entryType: 'MEDICAL_CERTIFICATE',
  certifType: 'FirstCertificate',
  authorizedExit: true,
  startDate: '2026-11-16',
  endDate: '2026-11-27',
  doctorName: 'Dr. A. Maes',
  documentId: ID,
};
const faults = (value: object): Record<string, string> => {
  const result = z.safeParse(certificateRule, value);
  return result.success ? {} : Object.fromEntries(issuesOf(result.error).map(({ path, message }) => [path, message]));
};

describe('certificate', () => {
  it('accepts the example in every type', () => {
    for (const certifType of CERTIFICATE_TYPES) expect(faults({ ...CERTIFICATE, certifType })).toEqual({});
    for (const incapacityReason of INCAPACITY_TYPES) expect(faults({ ...CERTIFICATE, incapacityReason })).toEqual({});
  });

  it.each([
    ['employeeId', null, 'employeeRequired'],
    ['superiorId', '', 'superiorRequired'],
    ['incapacityReason', 'Flu', 'incapacityTypeRequired'],
    ['entryType', undefined, 'entryTypeRequired'],
    ['certifType', 'First', 'certificateTypeRequired'],
    ['authorizedExit', undefined, 'authorizedExitRequired'],
    ['authorizedExit', 'true', 'authorizedExitRequired'],
    ['startDate', '', 'startDateRequired'],
    ['startDate', '2026-02-29', 'dateInvalid'],
    ['endDate', undefined, 'endDateRequired'],
    ['endDate', '9999-12-31', 'dateInvalid'],
    ['endDate', '2026-11-15', 'endBeforeStart'],
    ['endDate', '2036-11-27', 'periodTooLong'],
    ['doctorName', 'Dr.\nMaes', 'invalidCharacters'],
    ['documentId', 'x', 'certificateRequired'],
    ['documentId', null, 'certificateRequired'],
    ['isCheckRequestLaunched', true, 'unknownField'],
    ['companyId', ID, 'unknownField'],
  ])('%s: %j is answered by %s', (field, value, key) => {
    expect(faults({ ...CERTIFICATE, [field]: value })).toEqual({ [field]: key });
  });

  it('needs a document exactly when it is a medical certificate', () => {
    for (const entryType of ENTRY_TYPES) {
      expect(faults({ ...CERTIFICATE, entryType, documentId: null })).toEqual(
        entryType === 'MEDICAL_CERTIFICATE' ? { documentId: 'certificateRequired' } : {},
      );
      expect(faults({ ...CERTIFICATE, entryType })).toEqual({});
    }
  });

  it('asks for the document although other fields are still empty', () => {
    expect(faults({ entryType: 'MEDICAL_CERTIFICATE', documentId: null })).toMatchObject({
      documentId: 'certificateRequired',
      startDate: 'startDateRequired',
    });
  });

  it('may cover one day, a leap day, a change of year, and no more than the longest period', () => {
    expect(faults({ ...CERTIFICATE, startDate: '2028-02-29', endDate: '2028-02-29' })).toEqual({});
    expect(faults({ ...CERTIFICATE, startDate: '2026-12-31', endDate: '2027-01-01' })).toEqual({});
    fc.assert(
      fc.property(fc.integer({ min: -30, max: 1500 }), (days) => {
        const endDate = addDays(CERTIFICATE.startDate, days);
        const expected = days < 0 ? { endDate: 'endBeforeStart' } : days + 1 > LONGEST_PERIOD_DAYS ? { endDate: 'periodTooLong' } : {};
        expect(faults({ ...CERTIFICATE, endDate })).toEqual(expected);
      }),
    );
  });
});

describe('types that can be checked', () => {
  it('are all but leaves, examinations, stays in hospital and the end of a career', () => {
    expect(INCAPACITY_TYPES.filter((type) => !isCheckable(type)).sort()).toEqual(Object.keys(NOT_CHECKABLE_TYPES).sort());
    expect(INCAPACITY_TYPES.filter(isCheckable)).toEqual([
      'Illness',
      'WorkAccident',
      'PrivateAccident',
      'OccupationalIllness',
      'SurgicalIntervention',
      'Quarantine',
      'AccidentOnTheWayToWork',
      'SickLeave',
      'PartialIncapacityToWork',
      'QuarantineOther',
      'SeriousIllness',
      'Unknown',
    ]);
  });
});
