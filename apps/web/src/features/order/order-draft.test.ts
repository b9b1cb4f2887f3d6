import { describe, expect, it } from 'vitest';
import { settledLocation } from '../../lib/forms/check-draft.ts';
import {
  type DraftEmployee,
  type DraftParentCheck,
  emptyDraft,
  firstStepOf,
  forAnotherWorker,
  fulfilled,
  isBlank,
  issuesOfRefusal,
  newWorker,
  type OrderDraft,
  parseDraft,
  parseOrder,
  type RunningCertificate,
  stepOf,
  withCertificate,
  withoutCertificate,
  withParentCheck,
  withRunning,
  workerFrom,
} from './order-draft.ts';

const COMPANY = '01900000-0000-7000-8000-000000000001';
const EMPLOYEE = '01900000-0000-7000-8000-000000000002';
const CERTIFICATE = '01900000-0000-7000-8000-000000000003';
const DOCUMENT = { id: '01900000-0000-7000-8000-000000000004', fileName: 'attest.pdf', byteSize: 4000 };

const employee: DraftEmployee = {
  id: EMPLOYEE,
  employeeMatricule: '1042',
  employeeFirstName: 'Ann',
  employeeLastName: 'Peeters',
  employeeLanguage: 'NL',
  employeeGender: 'Female',
  employeePhoneNumber: '+32470123456',
  employeeAddress: 'Kerkstraat 1, 2000 Antwerpen',
  superiorId: null,
};

const empty = emptyDraft({ companyId: COMPANY, companyName: 'Bakkerij', origin: { certificateId: null, employeeId: null } });
const complete: OrderDraft = {
  ...empty,
  mode: 'employee',
  worker: workerFrom(employee),
  incapacity: {
    certificateId: null,
    documentId: null,
    startDate: '2026-11-16',
    endDate: '2026-11-27',
    incapacityType: 'Illness',
    certificateType: 'FirstCertificate',
    accidentDate: null,
    accidentTime: null,
    incapacityPercentage: null,
    authorizedExit: true,
    locationCheck: 'House',
    typeCheck: 'Optimized',
    providerComment: '',
    doctorComment: '',
  },
};

describe('a draft', () => {
  it('is blank until something was chosen or typed', () => {
    expect(isBlank(empty)).toBe(true);
    expect(isBlank({ ...empty, worker: newWorker(EMPLOYEE) })).toBe(true);
    expect(isBlank(complete)).toBe(false);
    expect(isBlank({ ...empty, incapacity: { ...empty.incapacity, providerComment: 'x' } })).toBe(false);
  });

  it('comes back from storage as it was', () => {
    expect(parseDraft(JSON.parse(JSON.stringify(complete)))).toEqual(complete);
    expect(parseDraft(JSON.parse(JSON.stringify({ ...complete, document: DOCUMENT })))).toEqual({ ...complete, document: DOCUMENT });
  });

  it.each([
    null,
    'text',
    [],
    {},
    { ...complete, shape: 0 },
    { ...complete, step: 'payment' },
    { ...complete, worker: null },
    { ...complete, done: {} },
  ])('of another shape is not offered (%#)', (raw) => {
    expect(parseDraft(raw)).toBeUndefined();
  });

  it('takes the GSM number from the telephone number only when that is a mobile', () => {
    expect(workerFrom(employee).phoneNumber).toBe('+32 470 12 34 56');
    expect(workerFrom({ ...employee, employeePhoneNumber: '+3232345678' }).phoneNumber).toBe('');
  });

  it('takes period, type and document from a certificate', () => {
    const draft = withCertificate(complete, {
      id: CERTIFICATE,
      startDate: '2026-11-18',
      endDate: '2026-11-20',
      incapacityReason: 'PrivateAccident',
      certifType: 'Relapse',
      entryType: 'MEDICAL_CERTIFICATE',
      authorizedExit: false,
      superiorId: EMPLOYEE,
      superior: { superiorFullName: 'Sofie Wouters', email: 'sofie@example.com' },
      document: DOCUMENT,
    });
    expect(draft.incapacity).toMatchObject({
      certificateId: CERTIFICATE,
      documentId: DOCUMENT.id,
      endDate: '2026-11-20',
      incapacityType: 'PrivateAccident',
    });
    expect(draft.worker.superiorId).toBe(EMPLOYEE);
    expect(draft.superiorName).toBe('Sofie Wouters');
    expect(parseOrder(draft).issues).toEqual([]);
  });

  it('asks for the image of a certificate that has none', () => {
    const certificate = {
      id: CERTIFICATE,
      startDate: '2026-11-18',
      endDate: '2026-11-20',
      incapacityReason: 'Illness',
      certifType: 'FirstCertificate',
      authorizedExit: true,
      superiorId: null,
      superior: null,
    } as const;
    const missing = (entryType: 'MEDICAL_CERTIFICATE' | 'ABSENCE_DECLARATION', document: typeof DOCUMENT | null) =>
      withCertificate(complete, { ...certificate, entryType, document }).imageMissing;
    expect(missing('MEDICAL_CERTIFICATE', null)).toBe(true);
    expect(missing('MEDICAL_CERTIFICATE', DOCUMENT)).toBe(false);
    expect(missing('ABSENCE_DECLARATION', null)).toBe(false);
    const waiting = withCertificate(complete, { ...certificate, entryType: 'MEDICAL_CERTIFICATE', document: null });
    expect(forAnotherWorker(waiting, workerFrom(employee)).imageMissing).toBe(false);
  });

  it('takes nothing of a person along to the next one', () => {
    const other = workerFrom({ ...employee, id: COMPANY, employeeLastName: 'Claes' });
    const uploaded = { ...complete, document: DOCUMENT, incapacity: { ...complete.incapacity, documentId: DOCUMENT.id } };
    expect(forAnotherWorker(uploaded, other)).toMatchObject({
      worker: other,
      document: null,
      incapacity: { documentId: null, startDate: '', endDate: '', incapacityType: '', authorizedExit: null, locationCheck: 'House' },
    });
    const certified = { ...uploaded, incapacity: { ...uploaded.incapacity, certificateId: CERTIFICATE } };
    expect(forAnotherWorker(certified, other).incapacity).toMatchObject({
      certificateId: null,
      documentId: null,
      startDate: '',
      incapacityType: '',
      typeCheck: 'Optimized',
    });
  });

  it('loses a location that needs a GSM number together with the number', () => {
    const without = { ...complete, worker: { ...complete.worker, phoneNumber: '' } };
    expect(settledLocation(without).incapacity.locationCheck).toBe('');
    expect(settledLocation(complete)).toBe(complete);
  });
});

describe('the certificates that run', () => {
  const certificate: RunningCertificate = {
    id: CERTIFICATE,
    startDate: '2026-11-18',
    endDate: '2026-11-20',
    incapacityReason: 'Illness',
    certifType: 'Prolongation',
    entryType: 'MEDICAL_CERTIFICATE',
    authorizedExit: true,
    superiorId: null,
    superior: null,
    document: DOCUMENT,
    isCheckRequestLaunched: false,
    check: null,
  };
  const older: RunningCertificate = { ...certificate, id: COMPANY, startDate: '2026-11-02' };
  const chosen: OrderDraft = { ...empty, mode: 'employee', worker: workerFrom(employee) };
  const launched = { isCheckRequestLaunched: true, check: { status: 'Planning' } };

  it('fill the order of their employee in, the newest first', () => {
    const draft = withRunning(chosen, EMPLOYEE, [certificate, older]);
    expect(draft).toMatchObject({
      offeredTo: EMPLOYEE,
      document: DOCUMENT,
      incapacity: { certificateId: CERTIFICATE, startDate: '2026-11-18' },
    });
    expect(withRunning(chosen, COMPANY, [certificate]), 'somebody else’s').toBe(chosen);
  });

  it('are left to the person where a check is under way, and used again once it has ended', () => {
    expect(withRunning(chosen, EMPLOYEE, [{ ...certificate, ...launched }, older]).incapacity.certificateId).toBe(older.id);
    expect(withRunning(chosen, EMPLOYEE, [{ ...certificate, ...launched }]).incapacity).toEqual(chosen.incapacity);
    const ended = { ...certificate, isCheckRequestLaunched: true, check: { status: 'Archived' } };
    expect(withRunning(chosen, EMPLOYEE, [ended]).incapacity.certificateId).toBe(CERTIFICATE);
  });

  it('take nothing away that was filled in, and keep the wishes of the order', () => {
    const typed = { ...chosen, incapacity: { ...chosen.incapacity, startDate: '2026-11-16' as const } };
    expect(withRunning(typed, EMPLOYEE, [certificate]).incapacity).toEqual(typed.incapacity);
    const wishes = { ...chosen, incapacity: { ...chosen.incapacity, locationCheck: 'House' as const, doctorComment: 'Second bell' } };
    expect(withRunning(wishes, EMPLOYEE, [certificate]).incapacity).toMatchObject({
      certificateId: CERTIFICATE,
      locationCheck: 'House',
      doctorComment: 'Second bell',
    });
  });

  it('are offered once: another choice stays', () => {
    const other = withoutCertificate(withRunning(chosen, EMPLOYEE, [certificate]));
    expect(other.incapacity.certificateId).toBeNull();
    expect(other.incapacity.startDate).toBe('');
    expect(withRunning(other, EMPLOYEE, [certificate])).toBe(other);
    expect(forAnotherWorker(other, workerFrom({ ...employee, id: COMPANY })).offeredTo).toBeNull();
  });
});

describe('a second check', () => {
  const parent: DraftParentCheck = {
    id: '01900000-0000-7000-8000-000000000005',
    workerAddress: 'Zeedijk 5, 8400 Oostende',
    workerPhoneNumber: '+3259112233',
    phoneNumber: '+32470112233',
    workerEmail: 'noor@example.be',
    workerLanguage: 'FR',
    incapacityStartDate: '2026-11-16',
    incapacityEndDate: '2026-11-27',
    incapacityType: 'Illness',
    certificateType: 'FirstCertificate',
    incapacityPercentage: 100,
    authorizedExit: false,
    accidentDate: null,
    accidentTime: null,
    checkLocation: 'House',
  };
  const chosen: OrderDraft = { ...empty, mode: 'employee', worker: workerFrom(employee) };

  it('is filled in from the first one, but for its moment', () => {
    const second = withParentCheck(chosen, parent);
    expect(second.parentCheckId).toBe(parent.id);
    expect(second.worker).toMatchObject({
      employeeId: EMPLOYEE,
      workerAddress: parent.workerAddress,
      phoneNumber: '+32 470 11 22 33',
      workerEmail: 'noor@example.be',
    });
    expect(second.incapacity).toMatchObject({ startDate: '2026-11-16', authorizedExit: false, locationCheck: 'House', typeCheck: '' });
    const input = parseOrder({ ...second, incapacity: { ...second.incapacity, typeCheck: 'Immediate' } }).input;
    expect(input).toMatchObject({ parentCheckId: parent.id, incapacityPercentage: null });
  });

  it('leaves what the certificate says, and a place that cannot be ordered, to the person', () => {
    const certified: OrderDraft = {
      ...chosen,
      incapacity: { ...chosen.incapacity, certificateId: CERTIFICATE, startDate: '2026-11-17', endDate: '2026-11-30' },
    };
    expect(withParentCheck(certified, parent).incapacity).toMatchObject({ startDate: '2026-11-17', endDate: '2026-11-30' });
    expect(withParentCheck(chosen, { ...parent, checkLocation: 'Unknown' }).incapacity.locationCheck).toBe('');
    expect(withParentCheck(chosen, { ...parent, phoneNumber: '' }).incapacity.locationCheck).toBe('');
  });

  it('is none any more for another worker', () => {
    expect(forAnotherWorker(withParentCheck(chosen, parent), newWorker(null)).parentCheckId).toBeNull();
  });
});

describe('the rules of the steps', () => {
  it('are the rule of the order, step by step', () => {
    expect(parseOrder(complete)).toMatchObject({ issues: [], input: { companyId: COMPANY, locationCheck: 'House' } });
    expect((['worker', 'incapacity'] as const).every((step) => fulfilled(complete, step))).toBe(true);
    expect(fulfilled(empty, 'worker')).toBe(false);
    expect(fulfilled(empty, 'incapacity')).toBe(false);
  });

  it('name every missing field of an empty order', () => {
    const { issues } = parseOrder(empty);
    const paths = issues.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'workerFirstName',
        'workerLastName',
        'workerAddress',
        'workerPhoneNumber',
        'workerGender',
        'workerLanguage',
        'startDate',
        'endDate',
        'locationCheck',
        'typeCheck',
        'authorizedExit',
      ]),
    );
    expect(firstStepOf(issues)).toBe('worker');
  });
});

describe('errors find their step', () => {
  it.each([
    ['companyId', 'worker'],
    ['phoneNumber', 'worker'],
    ['endDate', 'incapacity'],
    ['documentId', 'incapacity'],
    ['doctorComment', 'incapacity'],
    ['somethingElse', undefined],
  ])('%s stands on %s', (path, step) => {
    expect(stepOf(path)).toBe(step);
  });

  it('the first step with an error comes first', () => {
    expect(
      firstStepOf([
        { path: 'typeCheck', message: 'checkTypeRequired' },
        { path: 'phoneNumber', message: 'gsmForLocation' },
      ]),
    ).toBe('worker');
    // The order is sent from the last step.
    expect(firstStepOf([])).toBe('incapacity');
  });

  it('a refusal about one field becomes an error of that field', () => {
    expect(issuesOfRefusal({ code: 'check.typeNotCheckable', issues: [], params: {} })).toEqual([
      { path: 'incapacityType', message: 'errors:check.typeNotCheckable', params: {} },
    ]);
    expect(issuesOfRefusal({ code: 'server.overloaded', issues: [], params: {} })).toEqual([]);
    const issues = [{ path: 'endDate', message: 'endNotAfterStart' }];
    expect(issuesOfRefusal({ code: 'request.invalid', issues, params: {} })).toBe(issues);
  });
});
