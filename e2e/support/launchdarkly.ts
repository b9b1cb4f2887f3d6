import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RunningServer, startBeside } from './server.ts';

/** The fields of an event of LaunchDarkly's client that tests read. */
export interface FlagEvent {
  readonly kind: string;
  readonly context?: {
    readonly key: string;
    readonly email?: string;
    readonly _meta?: { readonly redactedAttributes?: readonly string[] };
  };
}

/** The decoded context of a request. */
export type AskedContext = Readonly<Record<string, unknown>>;

interface Answer {
  readonly value: boolean;
  readonly variation: number;
  readonly version: number;
}

/**
 * A server with the part of LaunchDarkly's Relay Proxy that the client in a page uses: evaluation for a context, a stream of changes, and
 * bulk events.
 */
export interface FlagRelay {
  readonly url: string;
  /** Contexts of evaluation requests, in order. */
  readonly asked: readonly AskedContext[];
  /** Contexts of the streams that were opened. */
  readonly streamed: readonly AskedContext[];
  /** Received events, and the raw request bodies. */
  readonly events: readonly FlagEvent[];
  readonly bodies: readonly string[];
  /** Sets a flag, and sends the change to all open streams. */
  set(name: string, value: boolean): void;
  /** Whether all requests fail from now on; open connections are closed. */
  away(away: boolean): void;
  stop(): Promise<void>;
}

const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-expose-headers': 'Date',
  'access-control-max-age': '600',
};

const decoded = (context: string): AskedContext => JSON.parse(Buffer.from(context, 'base64url').toString('utf8')) as AskedContext;

async function startRelay(clientId: string): Promise<FlagRelay> {
  const flags = new Map<string, Answer>();
  const streams = new Set<ServerResponse>();
  const [asked, streamed, events, bodies]: [AskedContext[], AskedContext[], FlagEvent[], string[]] = [[], [], [], []];
  let isAway = false;

  const answer = (response: ServerResponse, status: number, body?: unknown): void => {
    response.writeHead(status, { ...ANY_ORIGIN, 'content-type': 'application/json' }).end(body === undefined ? '' : JSON.stringify(body));
  };
  const paths: readonly (readonly [RegExp, (request: IncomingMessage, response: ServerResponse, part: string) => unknown])[] = [
    [
      new RegExp(`^GET /sdk/evalx/${clientId}/contexts/([\\w-]+)$`),
      (_request, response, context) => {
        asked.push(decoded(context));
        answer(response, 200, Object.fromEntries(flags));
      },
    ],
    [
      new RegExp(`^GET /eval/${clientId}/([\\w-]+)$`),
      (_request, response, context) => {
        streamed.push(decoded(context));
        response.writeHead(200, { ...ANY_ORIGIN, 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
        response.write(`event: put\ndata: ${JSON.stringify(Object.fromEntries(flags))}\n\n`);
        streams.add(response);
        response.on('close', () => streams.delete(response));
      },
    ],
    [
      new RegExp(`^POST /events/bulk/${clientId}$`),
      async (request, response) => {
        let body = '';
        for await (const chunk of request) body += String(chunk);
        bodies.push(body);
        events.push(...(JSON.parse(body) as FlagEvent[]));
        answer(response, 202);
      },
    ],
    [new RegExp(`^POST /events/diagnostic/${clientId}$`), (_request, response) => answer(response, 202)],
    [new RegExp(`^GET /sdk/goals/${clientId}$`), (_request, response) => answer(response, 200, [])],
  ];

  const server = createServer((request, response) => {
    if (isAway) return void request.socket.destroy();
    if (request.method === 'OPTIONS') return void response.writeHead(204, ANY_ORIGIN).end();
    const line = `${request.method} ${request.url}`;
    for (const [path, handle] of paths) {
      const [matched, part = ''] = path.exec(line) ?? [];
      if (matched !== undefined) return void handle(request, response, part);
    }
    answer(response, 404);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    streamed,
    events,
    bodies,
    set(name, value) {
      const next = { value, variation: value ? 0 : 1, version: (flags.get(name)?.version ?? 0) + 1 };
      flags.set(name, next);
      for (const stream of streams) stream.write(`event: patch\ndata: ${JSON.stringify({ key: name, ...next })}\n\n`);
    },
    away(away) {
      isAway = away;
      if (away) server.closeAllConnections();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface LaunchDarkly {
  readonly relay: FlagRelay;
  readonly server: RunningServer;
}

/** Starts a relay, and a server on the shared database that is configured for it. */
export async function startLaunchDarkly(): Promise<LaunchDarkly & { stop(): Promise<void> }> {
  const clientId = '0123456789abcdef01234567';
  const relay = await startRelay(clientId);
  const shared = { databaseUrl: process.env.E2E_DATABASE_URL ?? '', secret: process.env.E2E_SECRET ?? '' };
  const server = await startBeside(shared, () => ({
    ROLES: 'web',
    LAUNCHDARKLY_CLIENT_ID: clientId,
    LAUNCHDARKLY_RELAY_URL: relay.url,
  }));
  return { relay, server, stop: () => server.stop().then(() => relay.stop()) };
}
