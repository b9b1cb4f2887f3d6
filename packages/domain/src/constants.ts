/** Business constants, each with its section of the specification or its reason. */

/** Languages of the interface (specification, section 1). The default comes first. */
export const INTERFACE_LANGUAGES = ['en', 'fr', 'nl'] as const;
export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number];
export const DEFAULT_LANGUAGE: InterfaceLanguage = 'en';
/** Query parameter of links in mails: the language of the mail, used by the page if the user has chosen none. */
export const LINK_LANGUAGE = 'lang';

/** Price of a One Shot Check in euro cents, VAT excluded (specification, section 9). */
export const ONE_SHOT_PRICE_CENTS = 150_00;

/** Belgian VAT on control medicine since 2022-01-01, in percent (domain.md, fact 7). */
export const VAT_PERCENT = 21;

/** Waiting time before translations are checked again, in milliseconds (specification, section 4). */
export const TRANSLATION_RETRY_MS = 100;

/** Password rule (specification, section 9); `maxLength` only limits the cost of hashing. */
export const PASSWORD = { minLength: 12, minDigits: 3, maxLength: 128 } as const;

/** The promised time for confirming an identity, in minutes (specification, sections 2 and 9). */
export const IDENTITY_PROMISE_MINUTES = 15;

/** An uploaded document (security.md, U1). */
export const DOCUMENT = {
  maxBytes: 10 * 1024 * 1024,
  /** More than a certificate needs; limits the memory that decoding an image takes. */
  maxMegapixels: 25,
  mediaTypes: ['application/pdf', 'image/jpeg', 'image/png'],
} as const;

/** Rows of a page of a list: the default, and the most that a client may request. */
export const PAGE = { defaultSize: 25, maxSize: 100 } as const;

/** Saved views of a list: the most per list, the longest name, and the longest JSON of one view, both in characters. */
export const LIST_VIEWS = { max: 30, name: 60, shown: 2000 } as const;

/** The most checks ordered from one screen, few enough for a person to review. */
export const MAX_ORDERS_AT_ONCE = 20;

/** The most employees who get another superior at once: the longest page of a list, which one transaction writes quickly. */
export const MAX_EMPLOYEES_AT_ONCE = 100;

/**
 * Exports of a whole list (security.md, C2): enough rows for a year of the largest employer, and more exports per hour than a person needs, but few
 * enough that a mass export is noticed.
 */
export const EXPORT = { maxRows: 250_000, perHour: 30 } as const;

/**
 * Longest texts, in characters. Names follow the Belgian national register (no name is longer than 100 there);
 * comments leave room for one printed page; a telephone number may be typed with spaces, slashes and "(0)".
 */
export const TEXT = { name: 100, email: 254, phone: 32, address: 250, comment: 2000, code: 40, search: 100, reason: 500 } as const;

/** Appointments are planned between these hours (domain.md 2.1: reasonable hour, default 07:00-20:00). */
export const REASONABLE_HOURS = { from: '07:00', to: '20:00' } as const;

/** Length of an appointment, in minutes (domain.md 3.2: an examination takes 14 ± 5 on average). */
export const APPOINTMENT_MINUTES = { default: 20, min: 10, max: 120 } as const;

/** The longest that an examination, or the attempt of a no-show with its second appointment, may last, in minutes. */
export const EXAMINATION_MAX_MINUTES = 600;

/**
 * An examination that began more minutes than this before or after its appointment needs a reason: a doctor on a round may be early or late
 * (docs/decisions/0004), but beyond that the times are wrong or the appointment was moved without the planners.
 */
export const FAR_FROM_APPOINTMENT_MINUTES = 120;

/** How long a submitted result can be taken back before the employer reads it, in minutes (docs/decisions/0052). */
export const RESULT_TAKE_BACK_MINUTES = 10;

/**
 * How long a held result may wait for a planner, or for the doctor's answer, before all planners are notified, in waking minutes
 * (docs/decisions/0088). The employer expects a report two hours after the appointment.
 */
export const RESULT_HOLD_MINUTES = 120;

/**
 * What a doctor's phone keeps offline (docs/decisions/0087): server responses for `answerHours`, missions until `missionDays` after today, and unsent
 * actions of another account than the one signed in for `othersActionDays`.
 */
export const OFFLINE = { answerHours: 24, missionDays: 2, othersActionDays: 7 } as const;

/** How long the doctor can correct a result after the employer could read it, in hours (domain.md 4.3). */
export const RESULT_CORRECTION_HOURS = 24;

/**
 * Comments on a check: the most per check, how long the author can withdraw one, and how soon and how often users are sent a mail about unread ones, in
 * minutes (docs/decisions/0065).
 */
export const COMMENTS = { maxPerCheck: 200, withdrawMinutes: 10, mailAfterMinutes: 2, mailEveryMinutes: 15 } as const;

/** Longer periods of incapacity than this are typing mistakes, because renewals are separate prolongations. */
export const MAX_PERIOD_DAYS = 3 * 366;

/** Degree of a partial incapacity, in percent; 100 would be a full one. */
export const PARTIAL_INCAPACITY_PERCENT = { min: 1, max: 99 } as const;

/** Upper bounds for a company's rules about absences, in days, against typing mistakes. */
export const WORK_RULE_LIMITS = { certificateTermDays: 30, availabilityDays: 366 } as const;

/** Limits for `maxKm`, the distance that a doctor offers to drive; the country is 280 km long. */
export const DOCTOR_KM = { min: 1, max: 200 } as const;

/** Limits against typing mistakes: more than the largest Belgian employers, and ten times the most expensive check. */
export const COMPANY_LIMITS = { staffCount: 500_000, checkPriceCents: 2_000_00 } as const;

/** Periods of this many days or fewer are always checked at the first feasible moment (design.md 4). */
export const SHORT_PERIOD_DAYS = 3;

/** How far a worker is asked to travel to a practice, usually and at most, in km (dispatch.md 1). */
export const WORKER_TRAVEL_KM = { usual: 30, max: 40 } as const;

/** A superior's request form that lets its language override the interface (specification, section 4). */
export const INTERFACE_ADMIN = 'InterfaceAdmin';
