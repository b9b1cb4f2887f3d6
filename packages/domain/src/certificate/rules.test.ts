import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addDays } from '../clock.ts';
import { MAX_PERIOD_DAYS } from '../constants.ts';
import { issuesOf } from '../validation.ts';
import { CERTIFICATE_TYPES, ENTRY_TYPES, INCAPACITY_TYPES } from './enums.ts';
import {
  type CertificateInput,
  type CertificateWorkerInput,
  certificateAdviceRule,
  certificateRule,
  isCheckable,
  NOT_CHECKABLE_TYPES,
  needsImage,
  workerErrors,
} from './rules.ts';

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
const WORKER: CertificateWorkerInput = {
  version: null,
  employeeMatricule: '',
  employeeFirstName: 'Zoé',
  employeeLastName: 'Müller',
  employeeLanguage: 'DE',
  employeeGender: 'Female',
  employeePhoneNumber: '+32470123456',
  employeeAddress: 'Kerkstraat 1, 4700 Eupen',
  function: '',
};
const fieldErrors = (value: object): Record<string, string> => {
  const result = z.safeParse(certificateRule, value);
  return result.success ? {} : Object.fromEntries(issuesOf(result.error).map(({ path, message }) => [path, message]));
};

describe('certificate', () => {
  it('accepts the example in every type', () => {
    for (const certifType of CERTIFICATE_TYPES) expect(fieldErrors({ ...CERTIFICATE, certifType })).toEqual({});
    for (const incapacityReason of INCAPACITY_TYPES) expect(fieldErrors({ ...CERTIFICATE, incapacityReason })).toEqual({});
  });

  it.each([
    ['employeeId', null, 'employeeRequired'],
    ['employeeId', undefined, 'employeeRequired'],
    ['employeeId', 'x', 'invalidChoice'],
    ['superiorId', '', 'superiorRequired'],
    ['incapacityReason', 'Flu', 'invalidChoice'],
    ['entryType', undefined, 'entryTypeRequired'],
    ['certifType', 'First', 'invalidChoice'],
    ['authorizedExit', undefined, 'authorizedExitRequired'],
    ['authorizedExit', 'true', 'invalidChoice'],
    ['startDate', '', 'startDateRequired'],
    ['startDate', '2026-02-29', 'dateInvalid'],
    ['endDate', undefined, 'endDateRequired'],
    ['endDate', '9999-12-31', 'dateInvalid'],
    ['endDate', '2026-11-15', 'endBeforeStart'],
    ['endDate', '2036-11-27', 'periodTooLong'],
    ['doctorName', 'Dr.\nMaes', 'invalidCharacters'],
    ['documentId', 'x', 'invalidChoice'],
    ['documentId', null, 'certificateRequired'],
    ['isCheckRequestLaunched', true, 'unknownField'],
    ['companyId', ID, 'unknownField'],
  ])('refuses %s %j with %s', (field, value, key) => {
    expect(fieldErrors({ ...CERTIFICATE, [field]: value })).toEqual({ [field]: key });
  });

  it.each([
    ['superiorId', 'superiorRequired'],
    ['incapacityReason', 'incapacityTypeRequired'],
    ['entryType', 'entryTypeRequired'],
    ['certifType', 'certificateTypeRequired'],
    ['authorizedExit', 'authorizedExitRequired'],
    ['startDate', 'startDateRequired'],
    ['endDate', 'endDateRequired'],
  ])('cannot leave %s out', (field, key) => {
    for (const nothing of [undefined, null]) expect(fieldErrors({ ...CERTIFICATE, [field]: nothing })).toEqual({ [field]: key });
  });

  it.each([
    ['employeeFirstName', 'firstNameRequired'],
    ['employeeLastName', 'lastNameRequired'],
    ['employeeGender', 'genderRequired'],
    ['employeePhoneNumber', 'phoneRequired'],
    ['employeeAddress', 'addressRequired'],
  ])('cannot leave the %s of a new employee out', (field, key) => {
    for (const nothing of [undefined, null])
      expect(fieldErrors({ ...CERTIFICATE, employeeId: null, employee: { ...WORKER, [field]: nothing } })).toEqual({
        [`employee.${field}`]: key,
      });
  });

  it('needs its image before a check, exactly if it is a medical certificate without one', () => {
    const waits = ENTRY_TYPES.flatMap((entryType) =>
      [null, ID].map((documentId) => [entryType, documentId, needsImage({ entryType, documentId })]),
    );
    expect(waits.filter(([, , needed]) => needed)).toEqual([['MEDICAL_CERTIFICATE', null, true]]);
  });

  it('needs a document exactly when it is a medical certificate', () => {
    for (const entryType of ENTRY_TYPES) {
      expect(fieldErrors({ ...CERTIFICATE, entryType, documentId: null })).toEqual(
        entryType === 'MEDICAL_CERTIFICATE' ? { documentId: 'certificateRequired' } : {},
      );
      expect(fieldErrors({ ...CERTIFICATE, entryType })).toEqual({});
    }
  });

  it('requires the document even while other fields are empty', () => {
    expect(fieldErrors({ entryType: 'MEDICAL_CERTIFICATE', documentId: null })).toMatchObject({
      documentId: 'certificateRequired',
      startDate: 'startDateRequired',
    });
  });

  it('may cover one day, a leap day, a change of year, and no more than the longest period', () => {
    expect(fieldErrors({ ...CERTIFICATE, startDate: '2028-02-29', endDate: '2028-02-29' })).toEqual({});
    expect(fieldErrors({ ...CERTIFICATE, startDate: '2026-12-31', endDate: '2027-01-01' })).toEqual({});
    fc.assert(
      fc.property(fc.integer({ min: -30, max: 1500 }), (days) => {
        const endDate = addDays(CERTIFICATE.startDate, days);
        const expected = days < 0 ? { endDate: 'endBeforeStart' } : days + 1 > MAX_PERIOD_DAYS ? { endDate: 'periodTooLong' } : {};
        expect(fieldErrors({ ...CERTIFICATE, endDate })).toEqual(expected);
      }),
    );
  });
});

describe('the worker of a certificate', () => {
  it('is an employee, somebody new, or an employee with changes', () => {
    expect(fieldErrors({ ...CERTIFICATE, employee: null })).toEqual({});
    expect(fieldErrors({ ...CERTIFICATE, employeeId: null, employee: WORKER })).toEqual({});
    expect(fieldErrors({ ...CERTIFICATE, employee: { ...WORKER, version: 3, employeePhoneNumber: '0470 12 34 56' } })).toEqual({});
  });

  it.each([
    ['employeeFirstName', ' ', 'firstNameRequired'],
    ['employeeLastName', '', 'lastNameRequired'],
    ['employeePhoneNumber', '', 'phoneRequired'],
    ['employeePhoneNumber', '12', 'phoneFormat'],
    ['employeeGender', undefined, 'genderRequired'],
    ['employeeAddress', '', 'addressRequired'],
    ['employeeLanguage', '', 'languageRequired'],
    ['workerNISS', '85073003328', 'unknownField'],
  ])('refuses %s %j with %s', (field, value, key) => {
    expect(fieldErrors({ ...CERTIFICATE, employee: { ...WORKER, [field]: value } })).toEqual({ [`employee.${field}`]: key });
  });

  it('is complete before a certificate is saved, as stored', () => {
    const stored = { ...WORKER, id: ID, version: 4 };
    expect(workerErrors(stored)).toEqual([]);
    expect(workerErrors({ ...stored, employeePhoneNumber: '', employeeAddress: '' })).toEqual([
      { path: 'employeePhoneNumber', message: 'phoneRequired' },
      { path: 'employeeAddress', message: 'addressRequired' },
    ]);
  });
});

describe('advice on a certificate that is being entered', () => {
  const asked = (values: object) => {
    const { employeeId, startDate, endDate, entryType, incapacityReason } = CERTIFICATE;
    const result = z.safeParse(certificateAdviceRule, { employeeId, startDate, endDate, entryType, incapacityReason, ...values });
    return result.success ? [] : issuesOf(result.error).map(({ path }) => path);
  };

  it('needs the worker, the period and what it is, and nothing else', () => {
    expect(asked({})).toEqual([]);
    expect(asked({ certifType: null, documentId: null, certificateId: null })).toEqual([]);
    expect(asked({ employeeId: null })).toEqual(['employeeId']);
    expect(asked({ endDate: '2026-11-15' })).toEqual(['endDate']);
    expect(asked({ companyId: ID })).toEqual(['companyId']);
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
