/** Business constants: each is here once, with its section of the specification or its reason. */

/** Languages of the interface (specification, section 1). The default comes first. */
export const INTERFACE_LANGUAGES = ['en', 'fr', 'nl'] as const;
export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number];
export const DEFAULT_LANGUAGE: InterfaceLanguage = 'en';
/** Query parameter of links in mails: the language of the mail, in which the page opens where no other was chosen. */
export const LINK_LANGUAGE = 'lang';

/** Price of a One Shot Check in euro cents, VAT excluded (specification, section 9). */
export const ONE_SHOT_PRICE_CENTS = 150_00;

/** Belgian VAT on control medicine since 2022-01-01, in percent (domain.md, fact 7). */
export const VAT_PERCENT = 21;

/** Waiting time before translations are checked again, in milliseconds (specification, section 4). */
export const TRANSLATION_RETRY_MS = 100;

/** Password rule (specification, section 9); the upper bound only keeps hashing affordable. */
export const PASSWORD = { minLength: 12, minDigits: 3, maxLength: 128 } as const;

/** Within how many minutes an identity is usually confirmed: what we promise (specification, sections 2 and 9). */
export const IDENTITY_PROMISE_MINUTES = 15;

/** An uploaded document (security.md, U1). */
export const DOCUMENT = {
  maxBytes: 10 * 1024 * 1024,
  /** More than a certificate needs, and than a viewer should be made to unfold. */
  maxMegapixels: 25,
  mediaTypes: ['application/pdf', 'image/jpeg', 'image/png'],
} as const;

/** Rows of a list page: what the screens ask for, and the most that a caller may ask for. */
export const PAGE = { defaultSize: 25, maxSize: 100 } as const;

/** Views of a list that somebody saves: how many of one list, the longest name, and how much one holds as JSON, both in characters. */
export const LIST_VIEWS = { most: 30, name: 60, shown: 2000 } as const;

/** Checks that are ordered from one screen: as many as somebody can still look through. */
export const MOST_ORDERS_AT_ONCE = 20;

/** Employees who are given another superior at once: a page of the longest kind, which one transaction writes while nobody notices a wait. */
export const MOST_EMPLOYEES_AT_ONCE = 100;

/**
 * Files with a whole list (security.md, C2): what a year of the largest employer needs, far above what a person does in an hour,
 * and little enough that nobody takes the register home unnoticed.
 */
export const EXPORT = { maxRows: 250_000, perHour: 30 } as const;

/**
 * Longest texts, in characters. Names follow the Belgian national register (no name is longer than 100 there);
 * comments leave room for one printed page; a telephone number may be typed with spaces, slashes and "(0)".
 */
export const TEXT = { name: 100, email: 254, phone: 32, address: 250, comment: 2000, code: 40, search: 100, reason: 500 } as const;

/** Appointments are planned between these hours (domain.md 2.1: reasonable hour, default 07:00-20:00). */
export const REASONABLE_HOURS = { from: '07:00', to: '20:00' } as const;

/** Room that an examination takes in a doctor's agenda, in minutes (domain.md 3.2: 14 ± 5 on average). */
export const APPOINTMENT_MINUTES = { default: 20, min: 10, max: 120 } as const;

/** The longest that an examination, or the attempt of a no-show with its second appointment, may last, in minutes. */
export const EXAMINATION_MAX_MINUTES = 600;

/**
 * An examination that began longer before or after its appointment than this, in minutes, needs a reason: a doctor may run ahead or late by
 * a round (docs/decisions/0004), beyond that the times are mistaken or the appointment was moved without the planners.
 */
export const FAR_FROM_APPOINTMENT_MINUTES = 120;

/** How long a result waits before the employer reads it, so that whoever sent it can take it back, in minutes (docs/decisions/0052). */
export const RESULT_TAKE_BACK_MINUTES = 10;

/**
 * How long a result that is held may wait for a planner, or for the doctor who was asked about it, before all planners are told, in minutes of
 * the day (docs/decisions/0088). The employer expects a report two hours after the appointment.
 */
export const RESULT_HOLD_MINUTES = 120;

/**
 * What a doctor's phone keeps (docs/decisions/0087): answers of the server for so many hours, missions until so many days after today; what an
 * account has not sent, while another one is signed in, for so many days.
 */
export const OFFLINE = { answerHours: 24, missionDays: 2, othersActionDays: 7 } as const;

/** How long its doctor can correct a result that the employer has read, in hours (domain.md 4.3). */
export const RESULT_CORRECTION_HOURS = 24;

/**
 * Comments on a check: how many it may have, how long its author can take one back, how soon whoever has not read one gets a mail about
 * it, and how often at most, in minutes (docs/decisions/0065).
 */
export const COMMENTS = { mostPerCheck: 200, withdrawMinutes: 10, mailAfterMinutes: 2, mailEveryMinutes: 15 } as const;

/** Longer periods of incapacity than this are a typing mistake: renewals come as prolongations. */
export const LONGEST_PERIOD_DAYS = 3 * 366;

/** How much a partial incapacity may take away, in percent: all of it is no part. */
export const PARTIAL_INCAPACITY_PERCENT = { min: 1, max: 99 } as const;

/** What a company may set in its rules about absences, in days; bounds that catch slips of the hand. */
export const WORK_RULE_LIMITS = { certificateTermDays: 30, availabilityDays: 366 } as const;

/** Periods of this many days or fewer are always checked at the first feasible moment (design.md 4). */
export const SHORT_PERIOD_DAYS = 3;

/** The furthest a worker is asked to travel to a doctor's office, in km (dispatch.md 1). */
export const WORKER_TRAVEL_KM = { usual: 30, most: 40 } as const;

/** A superior's request form that lets its language override the interface (specification, section 4). */
export const INTERFACE_ADMIN = 'InterfaceAdmin';
