import { readFileSync } from 'node:fs';
import { certificateAdvice } from '@checkwell/domain/certificate/advice';
import { type AdvisedCertificate, CERTIFICATE_REMARKS, type KnownCertificate } from '@checkwell/domain/certificate/remarks';
import { IDENTITY_PROMISE_MINUTES } from '@checkwell/domain/constants';
import { AppError, ERRORS, type ErrorCode } from '@checkwell/domain/errors';
import { type NewAbsence, type PastAbsence, suggestCertificateType } from '@checkwell/domain/law/certificate-type';
import { fieldIssue, VALIDATION_KEYS, type ValidationKey } from '@checkwell/domain/validation';
import { describe, expect, it } from 'vitest';
import { getTranslator } from './translator.ts';

type Texts = { readonly [key: string]: string | Texts };

function read(language: string, namespace: string): Texts {
  return JSON.parse(readFileSync(new URL(`../locales/${language}/${namespace}.json`, import.meta.url), 'utf8'));
}

function sentence(texts: Texts, path: string): string {
  const text = path.split('.').reduce<string | Texts | undefined>((node, key) => (typeof node === 'object' ? node[key] : undefined), texts);
  if (typeof text !== 'string') throw new Error(`no text for ${path}`);
  return text;
}

const placeholdersIn = (text: string): readonly string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '');

describe.each(['en', 'fr', 'nl'])('catalogues in %s', (language) => {
  it('have a value for every placeholder in the sentence of an error', () => {
    const texts = read(language, 'errors');
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      expect(Object.keys(new AppError(code).params), code).toEqual(expect.arrayContaining([...placeholdersIn(sentence(texts, code))]));
    }
  });

  it('have a value for every placeholder in the sentence of a validation issue; `tooLong` gets its `max` from the field', () => {
    const texts = read(language, 'validation');
    for (const key of VALIDATION_KEYS) {
      const given = key === 'tooLong' ? ['max'] : Object.keys(fieldIssue('field', key).params ?? {});
      expect(given, key).toEqual(expect.arrayContaining([...placeholdersIn(sentence(texts, key))]));
    }
  });

  it('have a value for every placeholder in the reason for a suggested certificate type', () => {
    const texts = read(language, 'enums');
    for (const { reason, params } of SUGGESTIONS) {
      expect(Object.keys(params), reason).toEqual(
        expect.arrayContaining([...placeholdersIn(sentence(texts, `certifTypeReason.${reason}`))]),
      );
    }
  });

  it('have a value for every placeholder in a remark on a certificate; `period` is built from `start` and `end`', () => {
    const texts = read(language, 'enums');
    expect([...new Set(REMARKS.map(({ code }) => code))].sort()).toEqual([...CERTIFICATE_REMARKS].sort());
    for (const { code, params } of REMARKS) {
      const given = 'start' in params && 'end' in params ? [...Object.keys(params), 'period'] : Object.keys(params);
      expect(given, code).toEqual(expect.arrayContaining([...placeholdersIn(sentence(texts, `certificateRemark.${code}`))]));
    }
  });
});

/** Absences that yield one suggestion for each reason. */
const absence: NewAbsence = {
  startDate: '2026-11-16',
  endDate: '2026-11-16',
  entryType: 'MEDICAL_CERTIFICATE',
  incapacityReason: 'Illness',
};
const declared: NewAbsence = { ...absence, entryType: 'ABSENCE_DECLARATION' };
const past = (startDate: string, endDate: string, certifType: PastAbsence['certifType'] = 'FirstCertificate'): PastAbsence => ({
  startDate,
  endDate,
  entryType: certifType === 'NoCertif' ? 'ABSENCE_DECLARATION' : 'MEDICAL_CERTIFICATE',
  certifType,
  incapacityReason: 'Illness',
});
const company = { staffCount: 200, noCertificateOptOut: false };
const SUGGESTIONS = [
  suggestCertificateType(absence, [], company),
  suggestCertificateType(absence, [past('2026-11-09', '2026-11-15')], company),
  suggestCertificateType(absence, [past('2026-11-02', '2026-11-06')], company),
  suggestCertificateType(absence, [past('2026-01-05', '2026-01-09')], company),
  suggestCertificateType(absence, [{ ...past('2026-11-02', '2026-11-06'), incapacityReason: 'WorkAccident' }], company),
  suggestCertificateType(absence, [past('2026-11-15', '2026-11-15', 'NoCertif')], company),
  suggestCertificateType(absence, [{ ...past('2026-11-09', '2026-11-20'), entryType: 'ABSENCE_DECLARATION' }], company),
  suggestCertificateType(declared, [], company),
  suggestCertificateType(declared, [past('2026-02-02', '2026-02-02', 'NoCertif'), past('2026-05-04', '2026-05-04', 'NoCertif')], company),
  suggestCertificateType(declared, [], { staffCount: 20, noCertificateOptOut: true }),
];

/** Certificates that yield every remark at least once. */
const entered = (startDate: string, endDate: string, values: Partial<AdvisedCertificate> = {}): AdvisedCertificate => ({
  ...absence,
  id: null,
  employeeId: 'worker',
  certifType: 'Prolongation',
  documentHash: 'scan',
  enteredOn: '2026-11-20',
  receivedOn: '2026-11-20',
  startDate,
  endDate,
  ...values,
});
const registered = (startDate: string, endDate: string, values: Partial<KnownCertificate> = {}): KnownCertificate => ({
  ...past(startDate, endDate),
  id: startDate,
  employeeId: 'worker',
  documentHash: null,
  ...values,
});
const DECLARATION = { entryType: 'ABSENCE_DECLARATION', certifType: 'FirstCertificate', documentHash: null } as const;
const EXEMPT = { entryType: 'ABSENCE_DECLARATION', certifType: 'NoCertif', documentHash: null } as const;
const days = (...starts: string[]) => starts.map((day) => registered(day, day, EXEMPT));
const REMARKS = (
  [
    [
      entered('2026-11-16', '2026-11-18', { incapacityReason: 'Hospitalization' }),
      [
        registered('2026-11-16', '2026-11-18', { documentHash: 'scan' }),
        registered('2026-11-17', '2026-11-19', { documentHash: 'scan', employeeId: 'another' }),
        registered('2026-11-02', '2026-11-10'),
        registered('2026-11-18', '2026-11-18', DECLARATION),
        registered('2026-11-17', '2026-11-17'),
      ],
    ],
    [
      entered('2026-11-23', '2026-11-24', { certifType: 'FirstCertificate' }),
      [registered('2026-12-01', '2026-12-04', { certifType: 'Prolongation' })],
    ],
    [entered('2026-11-16', '2027-11-18', { certifType: 'Relapse' }), [registered('2026-11-09', '2026-11-13')]],
    [entered('2026-01-01', '2026-06-01'), []],
    [entered('2026-11-16', '2026-11-18', DECLARATION), [registered('2026-11-16', '2026-11-16')]],
    [entered('2026-11-16', '2026-11-18', DECLARATION), []],
    [entered('2026-11-20', '2026-11-23', DECLARATION), []],
    [entered('2026-11-16', '2026-11-17', { ...EXEMPT, entryType: 'MEDICAL_CERTIFICATE' }), days('2026-01-05', '2026-02-02')],
    [entered('2026-11-16', '2026-11-16', EXEMPT), days('2026-01-05')],
    [entered('2022-01-03', '2022-01-03', EXEMPT), []],
  ] as const
).flatMap(([of, known]) => certificateAdvice(of, known, { ...company, certificateTermDays: null }, '2026-11-20').remarks);

describe('sentences of the specification', () => {
  it('include one suggestion for each reason', () => {
    const reasons = Object.keys(read('en', 'enums').certifTypeReason as Texts);
    expect(SUGGESTIONS.map(({ reason }) => reason).sort()).toEqual(reasons.sort());
  });

  it.each([
    ['en', 'emailRequired', 'Please provide an email address.'],
    ['en', 'emailInvalid', 'Please provide a valid email address.'],
    ['en', 'passwordRequired', 'Invalid password. If you forgot your password, click on Forgot your password to reset it.'],
    ['en', 'passwordConfirmLink', 'Please enter your password'],
    ['en', 'emailFormat', 'The email address format is incorrect.'],
    ['en', 'phoneFormat', 'The phone number format is incorrect.'],
    ['en', 'passwordMismatch', 'Passwords do not match...'],
    ['en', 'certificateRequired', 'Please provide a certificate'],
    ['en', 'gsmNeeded', 'Please go back and enter your GSM number to select this option.'],
    ['en', 'filterStartRequired', 'Please select a start date.'],
    ['en', 'companyRequired', 'Select a company!'],
    ['nl', 'checkTypeRequired', 'Gelieve een type check te selecteren'],
    ['nl', 'endDateRequired', 'Gelieve een einddatum te selecteren'],
    ['nl', 'endNotAfterStart', 'De einddatum moet later zijn dan de startdatum'],
  ] satisfies [string, ValidationKey, string][])('%s %s is verbatim', (language, key, text) => {
    expect(sentence(read(language, 'validation'), key)).toBe(text);
  });

  it.each([
    [
      'auth.invalidCredentials',
      'The login information you provided is incorrect. Please check your email address and password and try again.',
    ],
    ['server.unexpected', 'An error occurred. Please try again later. If the problem persists, contact us.'],
  ] satisfies [ErrorCode, string][])('%s is verbatim', (code, text) => {
    expect(sentence(read('en', 'errors'), code)).toBe(text);
  });

  it.each([
    ['certificates', 'form.notModified', 'The information could not be modified.'],
    ['certificates', 'form.notCreated', 'An error occurred'],
    ['certificates', 'list.launched', 'Check request in progress'],
    ['certificates', 'list.launch', 'Launch a check'],
    ['dashboard', 'send.sent', 'The report has been sent!'],
    ['auth', 'unknownEmail', 'This email address does not seem to be known by our system!'],
    ['common', 'genericError', 'An error occurred. Please try again later. If the problem persists, contact us.'],
  ])('%s:%s is verbatim', (namespace, path, text) => {
    expect(sentence(read('en', namespace), path)).toBe(text);
  });

  it('say within how many minutes an identity is usually confirmed', () => {
    const text = getTranslator('en', 'account')('signUp.sentText', { minutes: IDENTITY_PROMISE_MINUTES, email: 'a@b.be' });
    expect(text).toContain('usually confirmed within 15 minutes');
  });

  it('name the statuses, timings and locations as the specification does', () => {
    const enums = read('en', 'enums');
    const lower = (path: string) => sentence(enums, path).toLowerCase();
    expect(
      ['Planning', 'ModificationProblem', 'Reception', 'WaitingForCheck', 'Archived'].map((status) => lower(`checkStatus.${status}`)),
    ).toEqual(['planning', 'modification/problem', 'reception', 'waiting for check', 'archived']);
    expect(['Optimized', 'Immediate'].map((timing) => lower(`checkTiming.${timing}`))).toEqual(['optimised check', 'immediate check']);
    expect(['Office', 'House'].map((location) => lower(`checkLocation.${location}`))).toEqual(['at the doctor', 'at the employee']);
    expect(lower('certifType.NoCertif')).toBe('day without certificate');
    expect(lower('certificateSource.provider')).toBe('uploaded by the provider team');
  });

  it('never order a worker back to work or accuse them of fraud', () => {
    const everything = ['errors', 'validation', 'enums'].map((namespace) => JSON.stringify(read('en', namespace))).join();
    expect(everything).not.toMatch(/must (return|resume|work)|fraud|unjustified/i);
  });
});
