import { ERRORS, type ErrorCode, type FieldIssue } from '@checkwell/domain/errors';
import { FetchInterceptor } from '@mswjs/interceptors/fetch/web';
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest/web';
import { buildSchema, execute, type GraphQLFieldResolver, parse } from 'graphql';
import schemaText from '../../../server/schema.graphql?raw';
import type { GraphqlDocument } from '../lib/api/gql.ts';

/**
 * The server as a component test wants it. Only the network is replaced: calls of `fetch` and `XMLHttpRequest` are answered here, and
 * everything above them is the real code. A GraphQL answer is executed against the committed schema, so that it cannot have a shape
 * that the server would never send.
 */

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A REST call as its handler gets it. */
export interface RestCall {
  readonly url: URL;
  readonly headers: Headers;
  /** JSON, or FormData, or a Blob; undefined without a body. */
  readonly body: unknown;
  /** What the stars of the path stand for. */
  readonly parameters: readonly string[];
  /** Whether the page has given up. */
  readonly signal: AbortSignal;
}

type Answer<Result> = Result | Response | Refusal | Promise<Result | Response | Refusal>;
type GraphqlHandler = (variables: unknown, headers: Headers) => Answer<unknown>;
type RestHandler = (call: RestCall) => Answer<unknown>;

interface Entry<Handler, Call> {
  handler: Handler | undefined;
  /** What a screen asks for without any test caring (the viewer): a test's own handler goes before it. */
  fallback: Handler | undefined;
  readonly calls: Call[];
  /** Answers wait for this before they leave. */
  gate: Promise<void> | undefined;
  release: (() => void) | undefined;
}

/** An answer that is no answer of the product: the network is down. */
export const offline = (): Response => Response.error();

interface RefusalDetails {
  /** Default: for REST the catalogue's, for GraphQL 200, since the error is inside the answer. */
  readonly status?: number;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly issues?: readonly FieldIssue[];
}

/** See `refusal`. */
class Refusal {
  readonly #code: ErrorCode;
  readonly #details: RefusalDetails;
  constructor(code: ErrorCode, details: RefusalDetails) {
    this.#code = code;
    this.#details = details;
  }
  rest(): Response {
    return Response.json({ error: this.#body() }, { status: this.#details.status ?? ERRORS[this.#code].status });
  }
  graphql(): Response {
    return Response.json(
      { data: null, errors: [{ message: this.#code, extensions: this.#body() }] },
      { status: this.#details.status ?? 200 },
    );
  }
  #body() {
    const { params = {}, issues = [] } = this.#details;
    return { code: this.#code, params, issues, traceId: 'trace-of-the-test' };
  }
}

/** An error of the catalogue, as the server words it: `return refusal('database.unavailable')`. */
export const refusal = (code: ErrorCode, details: RefusalDetails = {}): Refusal => new Refusal(code, details);

/** An answer that is neither JSON nor ours, as of a proxy. */
export const notJson = (text = '<h1>Bad gateway</h1>', status = 502): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/html' } });

/** A file to be downloaded. */
export const file = (content: BlobPart, name: string, type: string): Response =>
  new Response(new Blob([content], { type }), {
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  });

const schema = buildSchema(schemaText);

/** By the name in the answer, which is where the generated types have it. */
const byName: GraphQLFieldResolver<Record<string, unknown>, unknown> = (parent, _arguments, _context, { path }) => parent[path.key];

/** Runs the operation over the handler's answer: asks for exactly what the screen asked, and checks types and enums. */
async function shaped(
  source: string,
  variables: Record<string, unknown>,
  result: unknown,
  fieldResolver: GraphQLFieldResolver<never, unknown> = byName,
): Promise<Response> {
  const { data, errors } = await execute({
    schema,
    document: parse(source, { noLocation: true }),
    variableValues: variables,
    rootValue: result,
    fieldResolver: fieldResolver as GraphQLFieldResolver<unknown, unknown>,
    typeResolver: (value: { __typename?: string }) => value.__typename,
  });
  if (errors)
    throw new Error(
      `The handler's answer does not fit the schema: ${errors.map(({ message, path }) => `${path?.join('.')}: ${message}`).join('; ')}`,
    );
  return Response.json({ data });
}

export type FakeServer = ReturnType<typeof fakeServer>;

/** The server of the test that runs now: see `connect`. */
let current: FakeServer | undefined;

/** A server that knows nothing yet. `renderApp` and `render` connect it. */
export function fakeServer() {
  const graphql = new Map<string, Entry<GraphqlHandler, unknown>>();
  const rest = new Map<string, Entry<RestHandler, RestCall>>();
  /** Calls that nobody foresaw, and answers that do not fit. */
  const errors: string[] = [];
  /** Calls that have no answer yet. */
  const unanswered = new Map<symbol, string>();
  const live = new Set<ReadableStreamDefaultController<Uint8Array>>();
  /** What was told while nobody listened yet: the first who does hears it. */
  const untold: Uint8Array<ArrayBuffer>[] = [];
  /** See `everything`. */
  let everything: GraphQLFieldResolver<never, unknown> | undefined;

  function entryOf<Handler, Call>(entries: Map<string, Entry<Handler, Call>>, key: string): Entry<Handler, Call> {
    const entry = entries.get(key) ?? { handler: undefined, fallback: undefined, calls: [], gate: undefined, release: undefined };
    entries.set(key, entry);
    return entry;
  }

  const keyOf = (method: Method, path: string): string => `${method} ${path}`;

  async function answerGraphql(request: Request, call: symbol): Promise<Response> {
    const { operationName, variables, query } = (await request.json()) as {
      operationName: string;
      variables: Record<string, unknown>;
      query: string;
    };
    unanswered.set(call, operationName);
    const entry = graphql.get(operationName);
    const handler = entry?.handler ?? entry?.fallback;
    if (!handler && everything) return shaped(query, variables, {}, everything);
    if (!entry || !handler) {
      return unforeseen(
        `The screen asked for ${operationName} with ${JSON.stringify(variables)}: the test needs server.graphql(${operationName}Document, …).`,
      );
    }
    entry.calls.push(variables);
    await entry.gate;
    const result = await handler(variables, request.headers);
    if (result instanceof Refusal) return result.graphql();
    return result instanceof Response ? result : shaped(query, variables, result);
  }

  async function answerRest(request: Request, url: URL): Promise<Response> {
    const wanted = `${request.method} ${url.pathname}`;
    for (const [key, entry] of rest) {
      const parameters = matches(key, wanted);
      const handler = entry.handler ?? entry.fallback;
      if (!parameters || !handler) continue;
      const call: RestCall = { url, headers: request.headers, body: await bodyOf(request), parameters, signal: request.signal };
      entry.calls.push(call);
      await entry.gate;
      const result = await handler(call);
      if (result instanceof Refusal) return result.rest();
      if (result instanceof Response) return result;
      return result === undefined ? new Response(null, { status: 204 }) : Response.json(result);
    }
    return unforeseen(`The screen called ${wanted}${url.search}: the test needs server.rest('${request.method}', '${url.pathname}', …).`);
  }

  function unforeseen(error: string): Response {
    errors.push(error);
    return offline();
  }

  const server = {
    /** Answers a GraphQL operation, until it is given another answer. Types are those of the generated operation. */
    graphql<Result, Variables>(
      document: GraphqlDocument<Result, Variables>,
      answer: (variables: Variables, headers: Headers) => Answer<Result>,
    ): void {
      entryOf(graphql, document.name).handler = answer as GraphqlHandler;
    },

    /** Answers each field of every GraphQL operation that has no answer of its own. */
    everything(resolver: GraphQLFieldResolver<never, unknown>): void {
      everything = resolver;
    },

    /** Answers a REST path; `*` in it stands for one segment. undefined is 204. */
    rest<Result>(method: Method, path: string, answer: (call: RestCall) => Answer<Result>): void {
      entryOf(rest, keyOf(method, path)).handler = answer as RestHandler;
    },

    /** The same for what every screen asks. */
    fallback: {
      graphql<Result, Variables>(document: GraphqlDocument<Result, Variables>, answer: (variables: Variables) => Answer<Result>): void {
        entryOf(graphql, document.name).fallback = answer as GraphqlHandler;
      },
      rest<Result>(method: Method, path: string, answer: (call: RestCall) => Answer<Result>): void {
        entryOf(rest, keyOf(method, path)).fallback = answer as RestHandler;
      },
    },

    /** Variables of every call of the operation so far, the oldest first. */
    calls<Result, Variables>(document: GraphqlDocument<Result, Variables>): readonly Variables[] {
      return entryOf(graphql, document.name).calls as Variables[];
    },

    /** Every call of the REST path so far. */
    restCalls: (method: Method, path: string): readonly RestCall[] => entryOf(rest, keyOf(method, path)).calls,

    /** Holds the answers of the operation back until the returned function is called. */
    hold(document: GraphqlDocument<never, never> | { readonly name: string }): () => void {
      return hold(entryOf(graphql, document.name));
    },

    holdRest: (method: Method, path: string): (() => void) => hold(entryOf(rest, keyOf(method, path))),

    /** Something changed, as the live stream says it (lib/api/live.ts). */
    notify(topic: string, data: object = {}): void {
      const bytes = new TextEncoder().encode(`event: ${topic}\ndata: ${JSON.stringify(data)}\n\n`);
      if (live.size === 0) untold.push(bytes);
      for (const stream of live) stream.enqueue(bytes);
    },

    /** What went wrong so far; the test then answers for it. */
    takeErrors: (): string[] => errors.splice(0),

    async answer(request: Request): Promise<Response> {
      const url = new URL(request.url);
      const call = Symbol(url.pathname);
      unanswered.set(call, `${request.method} ${url.pathname}`);
      try {
        return url.pathname === '/graphql' ? await answerGraphql(request, call) : await answerRest(request, url);
      } catch (error) {
        return unforeseen(error instanceof Error ? (error.stack ?? error.message) : String(error));
      } finally {
        unanswered.delete(call);
      }
    },

    /** Lets every answer go that is held back. */
    releaseAll(): void {
      for (const entry of [...graphql.values(), ...rest.values()]) entry.release?.();
    },

    /** The calls that wait for their answers. */
    unanswered: (): readonly string[] => [...unanswered.values()],
  };

  server.fallback.rest('GET', '/v1/api/live', ({ signal }) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        live.add(controller);
        for (const bytes of untold.splice(0)) controller.enqueue(bytes);
        signal.addEventListener('abort', () => {
          live.delete(controller);
          controller.error(signal.reason);
        });
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return server;
}

function hold<Handler, Call>(entry: Entry<Handler, Call>): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const former = entry.release;
  entry.gate = promise;
  entry.release = () => {
    if (entry.gate === promise) entry.gate = undefined;
    resolve();
    former?.();
  };
  return entry.release;
}

/** What the stars stand for, if the call is to this path. */
function matches(key: string, wanted: string): readonly string[] | undefined {
  const pattern = new RegExp(`^${key.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '([^/]+)')}$`);
  return pattern.exec(wanted)?.slice(1).map(decodeURIComponent);
}

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!request.body) return undefined;
  if (type.includes('json')) return request.json();
  return type.startsWith('multipart/') ? request.formData() : request.blob();
}

/** What belongs to the product's server; everything else (code, words, fonts) comes from the development server. */
const OURS = /^\/(graphql|v1|auth|ofrep)(\/|$)/;

const NETWORK = [new FetchInterceptor(), new XMLHttpRequestInterceptor()];

/** From now on the page talks to this server; to none without one. */
export function connect(server: FakeServer | undefined): void {
  current = server;
}

export const connectedServer = (): FakeServer | undefined => current;

/** Takes the network over, for as long as the page lives. */
export function takeNetwork(): void {
  for (const interceptor of NETWORK) {
    interceptor.on('request', async ({ request, controller }) => {
      if (!OURS.test(new URL(request.url).pathname)) return;
      // Without a server it is a screen of the test before, which asks once more while it goes.
      controller.respondWith((await current?.answer(request)) ?? offline());
    });
    interceptor.apply();
  }
}
