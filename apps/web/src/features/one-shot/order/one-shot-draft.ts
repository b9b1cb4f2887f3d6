import { NO_CHECK_TEXTS } from '@checkwell/domain/check/rules';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { FieldIssue } from '@checkwell/domain/errors';
import {
  type OneShotInput,
  oneShotIncapacityStep,
  oneShotInvoicingStep,
  oneShotRule,
  oneShotWorkerStep,
} from '@checkwell/domain/one-shot/rules';
import { issuesOf } from '@checkwell/domain/validation';
import { newIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { type DraftOf, locationFits, NO_INCAPACITY_DRAFT, NO_WORKER_DRAFT, type WorkerDraft } from '../../../lib/forms/check-draft.ts';
import { draftKey } from '../../../lib/forms/draft.ts';
import { resembles } from '../../../lib/forms/resembles.ts';
import { STEPS, type StepId } from '../one-shot-search.ts';

/** The draft of this tab; the form itself asks for the company that pays. */
export const orderKey = () => draftKey({ form: 'one-shot', companyId: null });

export type WorkerValues = WorkerDraft;
export type IncapacityValues = DraftOf<OneShotInput['incapacity']>;
export type InvoicingValues = DraftOf<OneShotInput['invoicing']>;

/** The order that was sent when the terms were accepted, with its idempotency key, which retries and reloads keep. */
export interface Attempt {
  readonly input: OneShotInput;
  readonly key: string;
  /** Token of the placed order; null until the server has answered. */
  readonly token: string | null;
}

/** A One Shot Check on its way through the stepper: values as typed, kept per tab until it is paid. The card is never among them. */
export interface OneShotDraft {
  /** Drafts of another shape are not offered. */
  readonly shape: 1;
  readonly step: StepId;
  /** Completed steps. */
  readonly done: readonly StepId[];
  readonly worker: WorkerValues;
  readonly incapacity: IncapacityValues;
  readonly invoicing: InvoicingValues;
  readonly terms: boolean;
  readonly attempt: Attempt | null;
}

/** The most usual values, filled in from the beginning (docs/decisions/0053). */
const USUAL = {
  incapacityType: 'Illness',
  certificateType: 'FirstCertificate',
  authorizedExit: true,
  typeCheck: 'Optimized',
} as const satisfies Partial<IncapacityValues>;

export const EMPTY_DRAFT: OneShotDraft = {
  shape: 1,
  step: 'worker',
  done: [],
  worker: NO_WORKER_DRAFT,
  incapacity: { ...NO_INCAPACITY_DRAFT, ...USUAL, ...NO_CHECK_TEXTS },
  invoicing: {
    invoicingFirstName: '',
    invoicingLastName: '',
    invoicingEmail: '',
    invoicingPhoneNumber: '',
    invoicingCompanyName: '',
    invoicingCompanyNumber: '',
    invoicingCompanyAddress: '',
  },
  terms: false,
  attempt: null,
};

const PARTS = ['worker', 'incapacity', 'invoicing'] as const;
const contentOf = (draft: OneShotDraft): string => JSON.stringify(PARTS.map((part) => draft[part]));

/** Whether two drafts hold the same order, whatever step of the stepper is shown. */
export const sameContent = (one: OneShotDraft, other: OneShotDraft): boolean => contentOf(one) === contentOf(other);

/** Whether the draft holds nothing that the person typed or chose. */
export const isBlank = (draft: OneShotDraft): boolean => sameContent(draft, EMPTY_DRAFT);

/** A stored draft if it has today's shape, else undefined. */
export function parseDraft(raw: unknown): OneShotDraft | undefined {
  if (!resembles(raw, EMPTY_DRAFT)) return undefined;
  // `resembles` has just compared it, field by field, with a draft of today.
  const draft = raw as OneShotDraft;
  return draft.shape === 1 && STEPS.includes(draft.step) ? draft : undefined;
}

export type ParsedOrder =
  | { readonly input: OneShotInput; readonly issues: readonly [] }
  | { readonly input: null; readonly issues: readonly FieldIssue[] };

/** Checks the order with the server's rule, as if the terms were accepted, because the last step asks for them. */
export function parseOrder({ worker, incapacity, invoicing }: OneShotDraft, language: InterfaceLanguage): ParsedOrder {
  const result = oneShotRule.safeParse({ worker, incapacity, invoicing, terms: true, language });
  return result.success ? { input: result.data, issues: [] } : { input: null, issues: issuesOf(result.error) };
}

/** The attempt under which this input is sent: the one before, unless something was changed since. */
export function attemptFor(input: OneShotInput, before: Attempt | null): Attempt {
  const same = before !== null && JSON.stringify(before.input) === JSON.stringify(input);
  return same ? before : { input, key: newIdempotencyKey(), token: null };
}

/** The draft with new values of one step. A changed order needs the terms accepted again. */
export function withValues<Part extends (typeof PARTS)[number]>(draft: OneShotDraft, part: Part, values: OneShotDraft[Part]): OneShotDraft {
  const same = JSON.stringify(draft[part]) === JSON.stringify(values);
  return { ...draft, [part]: values, terms: draft.terms && same };
}

const STEP_RULES = { worker: oneShotWorkerStep, incapacity: oneShotIncapacityStep, invoicing: oneShotInvoicingStep } as const;

/** Steps whose own rule the draft fulfils; the last one has none. */
export const fulfilled = (draft: OneShotDraft, step: StepId): boolean =>
  step === 'payment' || (STEP_RULES[step].safeParse(draft[step]).success && (step !== 'incapacity' || locationFits(draft)));

/** A step can be shown once those before it are in order. */
export function reachable(draft: OneShotDraft, wanted: StepId): StepId {
  return STEPS.slice(0, STEPS.indexOf(wanted)).find((step) => !fulfilled(draft, step)) ?? wanted;
}

/** The step with a path of the whole order: `worker.workerAddress`. */
export const stepOf = (path: string): StepId => PARTS.find((part) => path === part || path.startsWith(`${part}.`)) ?? 'payment';

/** Which errors of the whole order belong to a step, by the names that the fields have there. */
export const fieldsOn =
  (step: StepId) =>
  (path: string): string | undefined =>
    stepOf(path) === step ? path.slice(step.length + 1) : undefined;
