import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { AppError } from '@checkwell/domain/errors';

/** What a span may tell: names and numbers of the program itself, never what anybody typed, an address or an id of a person. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A step of a trace. `internal`: within the process; `server`: answers somebody; `client`: waits for somebody else. */
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
  /** Known only at the end, such as a status. */
  set(attributes: Attributes): void;
  /** Of an error only its kind is kept: its text may name a person. */
  fail(kind: string): void;
  end(): void;
}

/** Where work is in a trace. */
interface Place {
  readonly traceId: string;
  /** The step that it is part of; empty: none is recorded. */
  readonly spanId: string;
}

/** Records steps and hands them over; what it does not manage is lost, and nobody waits for it (tracing/exporter.ts). */
export interface Recorder {
  /** @param id of the step, where somebody else chose it */
  begin(span: NewSpan, place: Place, id?: string): Span;
}

const places = new AsyncLocalStorage<Place>();
let recorder: Recorder | null = null;

/** From now on steps are recorded; null: none is, which costs nothing. */
export function recordBy(chosen: Recorder | null): void {
  recorder = chosen;
}

const UNRECORDED: Span = { id: '', set: () => undefined, fail: () => undefined, end: () => undefined };

/** 32 hexadecimal digits, as W3C Trace Context has it. */
export const newTraceId = (): string => randomBytes(16).toString('hex');

/** Everything that `work` starts belongs to this trace. @param spanId the step that it is part of */
export const withTrace = <Result>(traceId: string, work: () => Result, spanId = ''): Result => places.run({ traceId, spanId }, work);

/** Empty outside a request: jobs, seed. */
export const currentTraceId = (): string => places.getStore()?.traceId ?? '';
/** The step of the trace that is being done, for what goes on later; empty: none is recorded. */
export const currentSpanId = (): string => places.getStore()?.spanId ?? '';

/** The kind of an error, without its text. */
export const kindOf = (error: unknown): string =>
  error instanceof AppError ? error.code : error instanceof Error ? error.name : typeof error;

/** A step that the caller ends; the current trace's, or of none. */
export function beginSpan(span: NewSpan, place = places.getStore()): Span {
  return recorder !== null && place !== undefined && place.traceId !== '' ? recorder.begin(span, place) : UNRECORDED;
}

/** Does `work` as a step of the current trace; outside of one, and where nothing is recorded, it is just done. */
export async function inSpan<Result>(span: NewSpan, work: (span: Span) => Promise<Result>): Promise<Result> {
  const place = places.getStore();
  const begun = beginSpan(span, place);
  if (place === undefined || begun.id === '') return work(begun);
  try {
    return await withTrace(place.traceId, () => work(begun), begun.id);
  } catch (error) {
    begun.fail(kindOf(error));
    throw error;
  } finally {
    begun.end();
  }
}

/** Does `work` as the first step of a trace of its own, where steps are recorded: what nobody asked for, such as a job. */
export const inNewTrace = <Result>(span: NewSpan, work: () => Promise<Result>): Promise<Result> =>
  recorder === null ? work() : withTrace(newTraceId(), () => inSpan(span, work));

/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/**
 * The trace that a caller says its request belongs to, and the step. Believed only where steps are recorded: elsewhere nobody chooses an id that
 * is in the log. It decides nothing.
 */
export function traceFrom(header: unknown): Place | undefined {
  const [, traceId, spanId] = recorder !== null && typeof header === 'string' ? (TRACEPARENT.exec(header) ?? []) : [];
  return traceId !== undefined && spanId !== undefined ? { traceId, spanId } : undefined;
}

/** Records the step of a caller that cannot hand over its own: the browser. Its id is the one that the caller chose. */
export function beginCallersSpan(span: NewSpan, { traceId, spanId }: Place): Span {
  return recorder?.begin(span, { traceId, spanId: '' }, spanId) ?? UNRECORDED;
}
