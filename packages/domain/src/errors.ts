import { COMMENTS, DOCUMENT, EXPORT, PASSWORD } from './constants.ts';

/**
 * The catalogue of all errors that the server returns.
 * Each code has its HTTP status and log level. Its text is in the namespace `errors` of packages/messages, where a missing text does not compile.
 *
 * 401 is used only for missing or bad credentials, because clients then end the session (specification, section 4).
 */
export const ERRORS = {
  'access.unauthenticated': { status: 401, log: 'info' },
  'access.forbidden': { status: 403, log: 'warn' },
  'auth.tokenInvalid': { status: 401, log: 'info' },
  'auth.sessionEnded': { status: 401, log: 'info' },
  'auth.invalidCredentials': { status: 422, log: 'info' },
  'auth.tooManyAttempts': { status: 429, log: 'warn' },
  'auth.passwordResetRequired': { status: 409, log: 'info' },
  'auth.accountDisabled': { status: 409, log: 'info' },
  'auth.doctorAccountClosed': { status: 409, log: 'info' },
  'auth.noCompany': { status: 409, log: 'info' },
  'auth.passwordRule': { status: 422, log: 'info' },
  'auth.passwordBreached': { status: 422, log: 'info' },
  'auth.handoffInvalid': { status: 422, log: 'warn' },
  'auth.linkInvalid': { status: 422, log: 'info' },
  'auth.originRefused': { status: 403, log: 'warn' },
  'auth.microsoftFailed': { status: 422, log: 'warn' },
  'auth.microsoftLinkFailed': { status: 422, log: 'warn' },
  'auth.accountsLinkFailed': { status: 409, log: 'warn' },
  'auth.microsoftUnavailable': { status: 503, log: 'warn' },
  'auth.codeInvalid': { status: 422, log: 'info' },
  'auth.secondStepExpired': { status: 422, log: 'info' },
  'auth.secondStepRequired': { status: 403, log: 'info' },
  'auth.secondStepKept': { status: 409, log: 'info' },
  'auth.passkeyInvalid': { status: 422, log: 'info' },
  'auth.passkeyTooMany': { status: 409, log: 'info' },
  'auth.signInAgain': { status: 409, log: 'info' },
  'auth.proofNeeded': { status: 409, log: 'info' },
  'auth.ownSecondStepMissing': { status: 409, log: 'info' },
  'auth.lastWayIn': { status: 409, log: 'info' },
  'auth.unavailable': { status: 503, log: 'error' },
  'request.invalid': { status: 422, log: 'info' },
  'request.malformed': { status: 400, log: 'info' },
  'request.notFound': { status: 404, log: 'info' },
  'request.methodNotAllowed': { status: 405, log: 'info' },
  'request.tooLarge': { status: 413, log: 'info' },
  'request.unsupportedMediaType': { status: 415, log: 'info' },
  'request.tooMany': { status: 429, log: 'warn' },
  'request.tooComplex': { status: 400, log: 'warn' },
  'request.timeout': { status: 503, log: 'error' },
  'request.incomplete': { status: 408, log: 'info' },
  'request.idempotencyMismatch': { status: 422, log: 'warn' },
  'entity.notFound': { status: 404, log: 'info' },
  'entity.changedMeanwhile': { status: 409, log: 'info' },
  'check.actionNotAllowed': { status: 409, log: 'info' },
  'check.typeNotCheckable': { status: 422, log: 'info' },
  'check.periodEnded': { status: 422, log: 'info' },
  'check.doctorBusy': { status: 409, log: 'info' },
  'check.correctionTooLate': { status: 409, log: 'info' },
  'check.nothingCorrected': { status: 422, log: 'info' },
  'check.doctorNotSuitable': { status: 422, log: 'info' },
  'check.momentNotAllowed': { status: 422, log: 'info' },
  'comment.closed': { status: 409, log: 'info' },
  'comment.tooMany': { status: 409, log: 'info' },
  'comment.notWithdrawable': { status: 409, log: 'info' },
  'offer.closed': { status: 409, log: 'info' },
  'certificate.checkAlreadyLaunched': { status: 409, log: 'info' },
  'invoice.notCreditable': { status: 409, log: 'info' },
  'invoice.monthTaken': { status: 409, log: 'info' },
  'invoice.noAddress': { status: 409, log: 'info' },
  'document.tooLarge': { status: 413, log: 'info' },
  'document.tooManyPixels': { status: 413, log: 'info' },
  'document.typeRefused': { status: 415, log: 'info' },
  'document.empty': { status: 422, log: 'info' },
  'document.unreadable': { status: 422, log: 'info' },
  'document.pdfActive': { status: 422, log: 'info' },
  'document.pdfLocked': { status: 422, log: 'info' },
  'document.pdfDamaged': { status: 422, log: 'info' },
  'document.infected': { status: 422, log: 'warn' },
  'document.beingChecked': { status: 409, log: 'info' },
  'document.storageFull': { status: 507, log: 'error' },
  'document.storeUnavailable': { status: 503, log: 'error' },
  'export.tooMany': { status: 429, log: 'warn' },
  'export.tooLarge': { status: 422, log: 'info' },
  'feature.off': { status: 403, log: 'info' },
  'employee.duplicateMatricule': { status: 409, log: 'info' },
  'employee.checkRunning': { status: 409, log: 'info' },
  'employee.keptByOrder': { status: 409, log: 'info' },
  'user.duplicateEmail': { status: 409, log: 'info' },
  'user.lastAdmin': { status: 409, log: 'info' },
  'user.ownSecondStep': { status: 409, log: 'info' },
  'user.secondStepElsewhere': { status: 409, log: 'info' },
  'user.notAnEmployer': { status: 409, log: 'info' },
  'user.notInvited': { status: 409, log: 'info' },
  'user.cannotDeleteSelf': { status: 409, log: 'info' },
  'superior.duplicateEmail': { status: 409, log: 'info' },
  'payment.notOffered': { status: 403, log: 'info' },
  'payment.unavailable': { status: 503, log: 'error' },
  'payment.notPossible': { status: 409, log: 'info' },
  'payment.notRefundable': { status: 409, log: 'info' },
  'payment.eventRefused': { status: 400, log: 'warn' },
  'database.unavailable': { status: 503, log: 'error' },
  'server.overloaded': { status: 503, log: 'warn' },
  'server.unexpected': { status: 500, log: 'error' },
} as const satisfies Record<string, { status: number; log: 'info' | 'warn' | 'error' }>;

export type ErrorCode = keyof typeof ERRORS;

/** Values in the message of an error. Never personal data, because errors are logged. */
export type ErrorParams = Readonly<Record<string, string | number>>;

/** Limits in the messages of errors, added by AppError; sizes in MB. */
const LIMITS: Partial<Record<ErrorCode, ErrorParams>> = {
  'auth.passwordRule': { min: PASSWORD.minLength, digits: PASSWORD.minDigits },
  'comment.tooMany': { max: COMMENTS.maxPerCheck },
  'comment.notWithdrawable': { minutes: COMMENTS.withdrawMinutes },
  'document.tooLarge': { max: DOCUMENT.maxBytes / (1024 * 1024) },
  'document.tooManyPixels': { max: DOCUMENT.maxMegapixels },
  'export.tooMany': { max: EXPORT.perHour },
  'export.tooLarge': { max: EXPORT.maxRows },
};

/** One error of one field: `path` as in the input, `message` a key of the namespace `validation`, `params` the values of its message. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
  readonly params?: ErrorParams;
}

/** An expected error; the server returns any other error as `server.unexpected`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  /** Errors by field, for `request.invalid`. */
  readonly issues: readonly FieldIssue[];

  constructor(code: ErrorCode, params: ErrorParams = {}, options: { issues?: readonly FieldIssue[]; cause?: unknown } = {}) {
    super(code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = { ...LIMITS[code], ...params };
    this.issues = options.issues ?? [];
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** An error in REST bodies and in GraphQL `extensions`. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly issues: readonly FieldIssue[];
  readonly traceId: string;
}
