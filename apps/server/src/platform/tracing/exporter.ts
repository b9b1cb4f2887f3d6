import { type Attributes as OtelAttributes, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  type ReadableSpan,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../../config/operations.ts';
import type { Log } from '../log.ts';
import { type Recorder, recordBy } from '../trace.ts';
import { withinLimit } from '../within-limit.ts';

const AT_ONCE = 512;
/** The most exports at once. At the end all batches are exported at once, otherwise one after the other. */
const BATCHES = 10;
/** A longer export is given up: its batch is lost. */
const EXPORT_LIMIT_MS = 5000;

export interface TracingLimits {
  /** Spans that wait to be exported, about 1 kB each; further ones are dropped. */
  readonly maxWaiting: number;
  /** The interval of exports. */
  readonly everyMs: number;
  /** How long the end of the process waits for the last ones. */
  readonly endMs: number;
}
const LIMITS: TracingLimits = { maxWaiting: 4096, everyMs: 2000, endMs: 2000 };

const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

/** Random ids, except those set for the next span: the id of a request is that of its trace, and a browser chooses the id of its own step. */
class ChosenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  next: { readonly traceId: string; readonly spanId: string } | undefined;

  generateTraceId = (): string => this.next?.traceId ?? this.#random.generateTraceId();
  generateSpanId = (): string => this.next?.spanId || this.#random.generateSpanId();
}

/** Logs once that spans are lost, and once that they are exported again. */
function sayingOutages(exporter: SpanExporter, log: Log): SpanExporter {
  let failing = false;
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== 0;
        if (failed && !failing) log.warn(`Traces are lost: ${result.error?.message ?? 'they could not be handed over'}`);
        if (!failed && failing) log.info('Traces are handed over again.');
        failing = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

export interface StartedTracing {
  /** Exports the waiting spans. @throws when the export fails */
  flush(): Promise<void>;
  /** Records no more spans, and exports the waiting ones, for at most `endMs`. */
  stop(): Promise<void>;
}

/**
 * Records steps and sends them by OTLP over HTTP. The provider is not made known to OpenTelemetry's API: packages that look for one there
 * (better-auth) would add steps of their own, with what people typed.
 */
export function startTracing({ endpoint, headers }: TracingConfig, log: Log, limits: Partial<TracingLimits> = {}): StartedTracing {
  const { maxWaiting, everyMs, endMs } = { ...LIMITS, ...limits };
  const ids = new ChosenIds();
  const exporter = new OTLPTraceExporter({
    url: endpoint,
    headers: { ...headers },
    timeoutMillis: EXPORT_LIMIT_MS,
    concurrencyLimit: BATCHES,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'checkwell' }),
    sampler: new AlwaysOnSampler(),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: sayingOutages(exporter, log),
        maxQueueSize: maxWaiting,
        maxExportBatchSize: Math.min(AT_ONCE, maxWaiting),
        scheduledDelayMillis: everyMs,
        exportTimeoutMillis: EXPORT_LIMIT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('checkwell');

  const recorder: Recorder = {
    begin({ name, kind = 'internal', attributes, startedAt }, { traceId, spanId }, id = '') {
      const parent =
        spanId === ''
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: false });
      ids.next = { traceId, spanId: id };
      const span = tracer.startSpan(
        name,
        { kind: KINDS[kind], ...(attributes && { attributes: attributes as OtelAttributes }), ...(startedAt && { startTime: startedAt }) },
        parent,
      );
      ids.next = undefined;
      return {
        id: span.spanContext().spanId,
        set: (more) => void span.setAttributes(more as OtelAttributes),
        fail: (error) => void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', error),
        end: () => span.end(),
      };
    },
  };
  recordBy(recorder);

  return {
    flush: () => provider.forceFlush(),
    async stop() {
      recordBy(null);
      await withinLimit(provider.shutdown(), endMs, (message) => new Error(message)).catch(() => undefined);
    },
  };
}
