import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanUp } from '../cleanup.ts';

/** A step as a collector receives it (OTLP, JSON). */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty or missing for the first span of a trace. */
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status: { readonly code?: number };
}

interface ReceivedBody {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[] }[];
}

export interface OtlpFake {
  /** The address for traces. */
  readonly endpoint: string;
  readonly spans: readonly ReceivedSpan[];
  /** All bodies as they were received. */
  readonly raw: () => string;
  readonly headers: readonly NodeJS.Dict<string | string[]>[];
}

/** A collector of traces: OTLP over HTTP on its own port. @param answer status of each answer; a promise delays it */
export async function otlpFake(answer: () => number | Promise<number> = () => 200): Promise<OtlpFake> {
  const [spans, bodies, headers]: [ReceivedSpan[], string[], NodeJS.Dict<string | string[]>[]] = [[], [], []];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    headers.push(request.headers);
    bodies.push(body);
    const status = await answer();
    if (request.url === '/v1/traces' && status === 200)
      for (const { scopeSpans } of (JSON.parse(body) as ReceivedBody).resourceSpans)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`, spans, raw: () => bodies.join('\n'), headers };
}
