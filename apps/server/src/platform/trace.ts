import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { AppError } from '@checkwell/domain/errors';

/** Attributes of a span: names and numbers of the program itself, never text that somebody typed, an address or an id of a person. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A step of a trace. `internal`: within the process; `server`: answers a request; `client`: waits for another server. */
export interface NewSpan {
  readonly name: string;
  readonly kind?: 'internal' | 'server' | 'client';
  readonly attributes?: Attributes;
  /** Left out: now. */
  readonly startedAt?: Date;
}

/** A step that has begun. */
export interface Span {
  /** 16 hexadecimal digits; empty: it is not recorded. */
  readonly id: string;
  /** Adds attributes that are known only at the end, such as a status. */
  set(attributes: Attributes): void;
  /** Marks the step as failed. Only the kind of the error is kept: its text may name a person. */
  fail(kind: string): void;
  end(): void;
}

/** The trace and the step to which work belongs. */
interface SpanContext {
  readonly traceId: string;
  /** The step to which it belongs; empty: none is recorded. */
  readonly spanId: string;
}

/** Records steps and exports them; steps that it cannot export are lost, and nothing waits for it (tracing/exporter.ts). */
export interface Recorder {
  /** @param id of the step, when the caller chose it */
  begin(span: NewSpan, context: SpanContext, id?: string): Span;
}

const storage = new AsyncLocalStorage<SpanContext>();
let recorder: Recorder | null = null;

/** Sets the recorder of steps; null: none is recorded. */
export function recordBy(chosen: Recorder | null): void {
  recorder = chosen;
}

const UNRECORDED: Span = { id: '', set: () => undefined, fail: () => undefined, end: () => undefined };

/** A new trace id: 32 hexadecimal digits, as in W3C Trace Context. */
export const newTraceId = (): string => randomBytes(16).toString('hex');

/** Runs `work`; everything that it starts belongs to this trace. @param spanId the step to which it belongs */
export const withTrace = <Result>(traceId: string, work: () => Result, spanId = ''): Result => storage.run({ traceId, spanId }, work);

/** The id of the current trace; empty outside a request, such as in jobs and the seed. */
export const currentTraceId = (): string => storage.getStore()?.traceId ?? '';
/** The id of the current step, for work that continues later; empty: none is recorded. */
export const currentSpanId = (): string => storage.getStore()?.spanId ?? '';

/** The kind of an error, without its text. */
export const kindOf = (error: unknown): string =>
  error instanceof AppError ? error.code : error instanceof Error ? error.name : typeof error;

/** Begins a step of the current trace, which the caller must end; outside a trace nothing is recorded. */
export function beginSpan(span: NewSpan, context = storage.getStore()): Span {
  return recorder !== null && context !== undefined && context.traceId !== '' ? recorder.begin(span, context) : UNRECORDED;
}

/** Runs `work` as a step of the current trace; outside a trace, or without a recorder, it only runs. */
export async function inSpan<Result>(span: NewSpan, work: (span: Span) => Promise<Result>): Promise<Result> {
  const context = storage.getStore();
  const begun = beginSpan(span, context);
  if (context === undefined || begun.id === '') return work(begun);
  try {
    return await withTrace(context.traceId, () => work(begun), begun.id);
  } catch (error) {
    begun.fail(kindOf(error));
    throw error;
  } finally {
    begun.end();
  }
}

/** Runs `work` as the first step of a new trace when steps are recorded: for work without a request, such as a job. */
export const inNewTrace = <Result>(span: NewSpan, work: () => Promise<Result>): Promise<Result> =>
  recorder === null ? work() : withTrace(newTraceId(), () => inSpan(span, work));

/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/**
 * The trace and the step to which the request belongs according to its `traceparent` header. Accepted only when steps are recorded: otherwise
 * callers could choose ids in the log. Nothing else depends on it.
 */
export function traceFrom(header: unknown): SpanContext | undefined {
  const [, traceId, spanId] = recorder !== null && typeof header === 'string' ? (TRACEPARENT.exec(header) ?? []) : [];
  return traceId !== undefined && spanId !== undefined ? { traceId, spanId } : undefined;
}

/** Records a step of the browser, which cannot export it itself, under the id that the browser chose. */
export function beginCallersSpan(span: NewSpan, { traceId, spanId }: SpanContext): Span {
  return recorder?.begin(span, { traceId, spanId: '' }, spanId) ?? UNRECORDED;
}
