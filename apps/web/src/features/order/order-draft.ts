import type { CertificateType, EntryType, IncapacityType } from '@checkwell/domain/certificate/enums';
import { needsImage } from '@checkwell/domain/certificate/rules';
import type { CheckLocation } from '@checkwell/domain/check/enums';
import { isPartialIncapacity } from '@checkwell/domain/check/incapacity-facts';
import {
  CHECK_TEXTS,
  type CheckText,
  checkTextFields,
  NO_CHECK_TEXTS,
  type OrderInput,
  orderIncapacityFields,
  orderIncapacityStep,
  orderRule,
  orderWorkerFields,
  orderWorkerStep,
} from '@checkwell/domain/check/rules';
import type { CalendarDay } from '@checkwell/domain/clock';
import type { ErrorCode, FieldIssue } from '@checkwell/domain/errors';
import type { Gender, WorkerLanguage } from '@checkwell/domain/people/enums';
import { isMobilePhone } from '@checkwell/domain/people/numbers/phone';
import { pick } from '@checkwell/domain/pick';
import { issuesOf } from '@checkwell/domain/validation';
import { type DraftOf, NO_INCAPACITY_DRAFT, NO_WORKER_DRAFT, settledLocation } from '../../lib/forms/check-draft.ts';
import { phoneInField } from '../../lib/forms/phone-field.ts';
import { resembles } from '../../lib/forms/resembles.ts';
import { superiorName } from '../../lib/records/superiors.ts';
import { STEPS, type StepId } from './order-search.ts';

export type WorkerValues = DraftOf<Pick<OrderInput, keyof typeof orderWorkerFields>>;
export type IncapacityValues = DraftOf<Pick<OrderInput, keyof typeof orderIncapacityFields | CheckText>>;

/** A stored document as the stepper shows it; the bytes are at the server already. */
export interface DraftDocument {
  readonly id: string;
  readonly fileName: string;
  readonly byteSize: number;
}

/** An order on its way through the stepper: values as typed, kept per tab until the order is sent. */
export interface OrderDraft {
  /** Drafts of another shape are not offered. */
  readonly shape: 1;
  readonly companyId: string | null;
  readonly companyName: string;
  /** The check after which this one is a second one. */
  readonly parentCheckId: string | null;
  /** What the page was opened for (`?certificateId=`, `?employeeId=`). */
  readonly origin: { readonly certificateId: string | null; readonly employeeId: string | null };
  readonly step: StepId;
  /** Completed steps. */
  readonly done: readonly StepId[];
  /** Whether the worker is chosen from the list or added by hand; null before either. */
  readonly mode: 'employee' | 'add' | null;
  readonly worker: WorkerValues;
  readonly superiorName: string;
  readonly incapacity: IncapacityValues;
  /** The employee whose running certificates were looked at; null before. */
  readonly offeredTo: string | null;
  readonly document: DraftDocument | null;
  /** Whether the certificate came without its image, which the order then brings. */
  readonly imageMissing: boolean;
}

export interface DraftEmployee {
  readonly id: string;
  readonly employeeMatricule: string;
  readonly employeeFirstName: string;
  readonly employeeLastName: string;
  readonly employeeLanguage: WorkerLanguage;
  readonly employeeGender: Gender;
  readonly employeePhoneNumber: string;
  readonly employeeAddress: string;
  readonly superiorId: string | null;
}

export interface DraftCertificate {
  readonly id: string;
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly incapacityReason: IncapacityType;
  readonly certifType: CertificateType;
  readonly entryType: EntryType;
  readonly authorizedExit: boolean;
  readonly superiorId: string | null;
  readonly superior: Parameters<typeof superiorName>[0] | null;
  readonly document: DraftDocument | null;
}

export interface DraftParentCheck {
  readonly id: string;
  readonly workerAddress: string;
  readonly workerPhoneNumber: string;
  readonly phoneNumber: string;
  readonly workerEmail: string;
  readonly workerLanguage: WorkerLanguage;
  readonly incapacityStartDate: CalendarDay;
  readonly incapacityEndDate: CalendarDay;
  readonly incapacityType: IncapacityType;
  readonly certificateType: CertificateType;
  readonly incapacityPercentage: number;
  readonly authorizedExit: boolean;
  readonly accidentDate: CalendarDay | null;
  readonly accidentTime: string | null;
  readonly checkLocation: CheckLocation;
}

const NO_WORKER: WorkerValues = { employeeId: null, ...NO_WORKER_DRAFT, employeeMatricule: '', superiorId: null, workerEmail: '' };
const NO_INCAPACITY: IncapacityValues = {
  certificateId: null,
  documentId: null,
  ...NO_INCAPACITY_DRAFT,
  ...NO_CHECK_TEXTS,
};

export function emptyDraft(start: Pick<OrderDraft, 'companyId' | 'companyName' | 'origin'>): OrderDraft {
  return {
    shape: 1,
    parentCheckId: null,
    ...start,
    step: 'worker',
    done: [],
    mode: null,
    worker: NO_WORKER,
    superiorName: '',
    incapacity: NO_INCAPACITY,
    offeredTo: null,
    document: null,
    imageMissing: false,
  };
}

/** The worker as the company knows the employee; the GSM number is the telephone number when that is a mobile. */
export function workerFrom(employee: DraftEmployee): WorkerValues {
  return {
    employeeId: employee.id,
    workerFirstName: employee.employeeFirstName,
    workerLastName: employee.employeeLastName,
    workerAddress: employee.employeeAddress,
    workerPhoneNumber: phoneInField(employee.employeePhoneNumber),
    workerGender: employee.employeeGender,
    workerLanguage: employee.employeeLanguage,
    employeeMatricule: employee.employeeMatricule,
    superiorId: employee.superiorId,
    phoneNumber: isMobilePhone(employee.employeePhoneNumber) ? phoneInField(employee.employeePhoneNumber) : '',
    workerEmail: '',
  };
}

/** The empty fields of a worker who is added by hand. */
export function newWorker(superiorId: string | null): WorkerValues {
  return { ...NO_WORKER, superiorId };
}

/** An employee with what only an order for them needs to know. */
export interface StartEmployee extends DraftEmployee {
  readonly companyId: string;
  readonly employeeCompanyName: string;
  readonly superior: Parameters<typeof superiorName>[0] | null;
}

/** The order filled in from what it starts from. */
export function startFrom(
  draft: OrderDraft,
  start: {
    readonly certificate: DraftCertificate | undefined;
    readonly employee: StartEmployee | undefined;
    readonly parent: DraftParentCheck | undefined;
  },
): OrderDraft {
  const { certificate, employee, parent } = start;
  if (!employee) return draft;
  const superior = certificate?.superior ?? employee.superior;
  const filled: OrderDraft = {
    ...draft,
    companyId: employee.companyId,
    companyName: employee.employeeCompanyName,
    mode: 'employee',
    step: 'incapacity',
    done: ['worker'],
    worker: workerFrom(employee),
    superiorName: superior ? superiorName(superior) : '',
  };
  const declared = certificate ? withCertificate(filled, certificate) : filled;
  return parent ? withParentCheck(declared, parent) : declared;
}

/** The wishes of an order that do not depend on the incapacity: place, time and comments. */
const wishesOf = (values: IncapacityValues) => pick(values, ['locationCheck', 'typeCheck', ...CHECK_TEXTS]);

/** The draft with the period, type and document of a certificate, which replace those of another incapacity. */
export function withCertificate(draft: OrderDraft, certificate: DraftCertificate): OrderDraft {
  return {
    ...draft,
    worker: { ...draft.worker, superiorId: certificate.superiorId ?? draft.worker.superiorId },
    superiorName: certificate.superior ? superiorName(certificate.superior) : draft.superiorName,
    incapacity: {
      ...NO_INCAPACITY,
      ...wishesOf(draft.incapacity),
      certificateId: certificate.id,
      documentId: certificate.document?.id ?? null,
      startDate: certificate.startDate,
      endDate: certificate.endDate,
      incapacityType: certificate.incapacityReason,
      certificateType: certificate.certifType,
      authorizedExit: certificate.authorizedExit,
    },
    document: certificate.document,
    imageMissing: needsImage({ entryType: certificate.entryType, documentId: certificate.document?.id ?? null }),
  };
}

/** The draft without its certificate: the incapacity is to be filled in, and its document added. */
export function withoutCertificate(draft: OrderDraft): OrderDraft {
  return { ...draft, document: null, imageMissing: false, incapacity: { ...NO_INCAPACITY, ...wishesOf(draft.incapacity) } };
}

/** A certificate that is valid today, with the check that was ordered on it. */
export interface RunningCertificate extends DraftCertificate {
  readonly isCheckRequestLaunched: boolean;
  /** null: none, or one that the viewer may not see. */
  readonly check: { readonly status: string } | null;
}

/** Whether a check can be ordered on the certificate: it can have one check at a time. */
export const isFree = ({ isCheckRequestLaunched, check }: Pick<RunningCertificate, 'isCheckRequestLaunched' | 'check'>): boolean =>
  !isCheckRequestLaunched || check?.status === 'Archived';

/**
 * The draft after the employee's certificates of today are loaded: it uses the newest free one, unless something was filled in already.
 * Once per employee, so that a later choice of another certificate stays.
 */
export function withRunning(draft: OrderDraft, employeeId: string, running: readonly RunningCertificate[]): OrderDraft {
  if (draft.worker.employeeId !== employeeId || draft.offeredTo === employeeId) return draft;
  const offered = { ...draft, offeredTo: employeeId };
  const free = running.find(isFree);
  const isUntouched = sameContent(withoutCertificate(draft), draft);
  return free && isUntouched ? withCertificate(offered, free) : offered;
}

/**
 * The draft of a second check, with the address, the incapacity and the place of the first; values of a certificate stay. Time and comments
 * stay empty.
 */
export function withParentCheck(draft: OrderDraft, check: DraftParentCheck): OrderDraft {
  const { workerAddress, workerEmail, workerLanguage, checkLocation } = check;
  const numbers = { workerPhoneNumber: phoneInField(check.workerPhoneNumber), phoneNumber: phoneInField(check.phoneNumber) };
  const declared = draft.incapacity.certificateId !== null;
  return settledLocation({
    ...draft,
    parentCheckId: check.id,
    worker: { ...draft.worker, workerAddress, ...numbers, workerEmail, workerLanguage },
    incapacity: {
      ...draft.incapacity,
      ...(!declared && {
        startDate: check.incapacityStartDate,
        endDate: check.incapacityEndDate,
        incapacityType: check.incapacityType,
        certificateType: check.certificateType,
        authorizedExit: check.authorizedExit,
      }),
      accidentDate: check.accidentDate,
      accidentTime: check.accidentTime,
      incapacityPercentage: isPartialIncapacity(check.incapacityType) ? check.incapacityPercentage : null,
      locationCheck: checkLocation === 'Unknown' ? '' : checkLocation,
    },
  });
}

/**
 * The draft for another worker or company: certificate, document and incapacity are removed, also typed ones; location, check type and
 * comments stay.
 */
export function forAnotherWorker(draft: OrderDraft, worker: WorkerValues): OrderDraft {
  return {
    ...draft,
    worker,
    parentCheckId: null,
    superiorName: '',
    document: null,
    imageMissing: false,
    offeredTo: null,
    incapacity: { ...NO_INCAPACITY, ...wishesOf(draft.incapacity) },
  };
}

/** Whether the draft holds nothing that the person typed or chose. */
export function isBlank(draft: OrderDraft): boolean {
  const fresh = emptyDraft(draft);
  // Nobody typed the origin of the draft and the proposed superior.
  const worker = { ...draft.worker, superiorId: null };
  return JSON.stringify([worker, draft.incapacity]) === JSON.stringify([fresh.worker, fresh.incapacity]);
}

/** Whether two drafts hold the same order, whatever step of the stepper is shown. */
export function sameContent(one: OrderDraft, other: OrderDraft): boolean {
  const content = ({ companyId, parentCheckId, worker, incapacity }: OrderDraft): string =>
    JSON.stringify([companyId, parentCheckId, worker, incapacity]);
  return content(one) === content(other);
}

/** A stored draft if it has today's shape, else undefined. */
export function parseDraft(raw: unknown): OrderDraft | undefined {
  const sample = emptyDraft({ companyId: null, companyName: '', origin: { certificateId: null, employeeId: null } });
  if (!resembles(raw, sample)) return undefined;
  // `resembles` has just compared it, field by field, with a draft of today.
  const draft = raw as OrderDraft;
  return draft.shape === 1 && STEPS.includes(draft.step) ? draft : undefined;
}

/** The whole order as it would be sent: a field that the steps forget does not compile. */
function inputOf(draft: OrderDraft): DraftOf<Omit<OrderInput, 'companyId' | 'isRandom'>> & Pick<OrderDraft, 'companyId'> {
  return { companyId: draft.companyId, parentCheckId: draft.parentCheckId, ...draft.worker, ...draft.incapacity };
}

export type ParsedOrder =
  | { readonly input: OrderInput; readonly issues: readonly [] }
  | { readonly input: null; readonly issues: readonly FieldIssue[] };

/** The order under the rule that the server applies too. */
export function parseOrder(draft: OrderDraft): ParsedOrder {
  const result = orderRule.safeParse(inputOf(draft));
  return result.success ? { input: result.data, issues: [] } : { input: null, issues: issuesOf(result.error) };
}

const STEP_RULES = { worker: orderWorkerStep, incapacity: orderIncapacityStep } as const;

/** Steps whose own rule the draft fulfils. */
export function fulfilled(draft: OrderDraft, step: StepId): boolean {
  return STEP_RULES[step].safeParse(draft[step]).success;
}

const STEP_FIELDS: readonly (readonly [StepId, object])[] = [
  ['worker', { companyId: null, ...orderWorkerFields }],
  ['incapacity', { ...orderIncapacityFields, ...checkTextFields }],
];

/** The step with a field of the order; undefined for what no step asks. */
export function stepOf(path: string): StepId | undefined {
  const [name = ''] = path.split('.');
  return STEP_FIELDS.find(([, fields]) => name in fields)?.[0];
}

/** Which errors of the whole order belong to a step: the order's fields bear the same names there. */
export const fieldsOn =
  (step: StepId) =>
  (path: string): string | undefined =>
    stepOf(path) === step ? path : undefined;

/** The first step with an error; the last step for errors that belong to none. */
export function firstStepOf(issues: readonly FieldIssue[]): StepId {
  return STEPS.find((step) => issues.some(({ path }) => stepOf(path) === step)) ?? 'incapacity';
}

/** The server's refusals that are about one field, as an error of that field; text of the namespace `errors`. */
const FIELD_OF_REFUSAL: Partial<Record<ErrorCode, string>> = {
  'check.typeNotCheckable': 'incapacityType',
  'check.periodEnded': 'endDate',
  'employee.duplicateMatricule': 'employeeMatricule',
};

/** Errors by field of a refused order: the server's issues, or the one field that its code is about. */
export function issuesOfRefusal(error: {
  readonly code: string;
  readonly issues: readonly FieldIssue[];
  readonly params: Readonly<Record<string, unknown>>;
}): readonly FieldIssue[] {
  if (error.issues.length > 0) return error.issues;
  const path = FIELD_OF_REFUSAL[error.code as ErrorCode];
  if (!path) return [];
  const params = Object.fromEntries(
    Object.entries(error.params).filter((entry): entry is [string, string | number] => ['string', 'number'].includes(typeof entry[1])),
  );
  return [{ path, message: `errors:${error.code}`, params }];
}
