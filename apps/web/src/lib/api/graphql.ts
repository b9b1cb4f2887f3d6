import { traceHeaders } from '../browser/trace.ts';
import { loadTranslations } from '../i18n/translations-loader.ts';
import { session } from '../session/session.ts';
import { ApiError, apiErrorFrom } from './api-error.ts';
import { apiHost } from './api-host.ts';
import { spreadEntities } from './entities.ts';
import type { GraphqlDocument } from './gql.ts';
import type { HttpEnvironment, RequestOptions } from './http.ts';
import { queryClient } from './query-client.ts';

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly { message?: string; extensions?: Record<string, unknown> }[];
}

type VariablesArgument<V> = Record<string, never> extends V ? [variables?: V] : [variables: V];

/**
 * One endpoint, POST, `{operationName, variables, query}` (specification, section 7), with the error texts of
 * section 8: a status of 300 or more is `Response not successful: Received status code {n}`, a body that is not
 * JSON gives the parser's error.
 */
export function createGraphql(environment: HttpEnvironment & { readonly onData?: (data: unknown) => void }) {
  return async function request<Result, Variables>(
    document: GraphqlDocument<Result, Variables>,
    variables: Variables | undefined,
    options: Omit<RequestOptions, 'query'> = {},
  ): Promise<Result> {
    let status: number;
    let text: string;
    try {
      const response = await environment.fetch(environment.host, {
        method: 'POST',
        credentials: 'same-origin',
        headers: {
          Accept: 'application/graphql-response+json, application/json',
          Authorization: await environment.session.authorization(),
          'Content-Type': 'application/json',
          ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
          ...traceHeaders(),
          ...options.headers,
        },
        body: JSON.stringify({ operationName: document.name, variables: variables ?? {}, query: document.source }),
        ...(options.signal ? { signal: options.signal } : {}),
      });
      status = response.status;
      text = await response.text();
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      await environment.loadErrorTexts();
      throw new ApiError('web.offline', { status: 0, cause });
    }
    if (status >= 300) {
      await environment.loadErrorTexts();
      if (status === 401) environment.session.end('expired');
      const error = apiErrorFrom(firstError(text), status, `Response not successful: Received status code ${status}`);
      if (error.code === 'auth.secondStepRequired') environment.session.askForSecondStep();
      throw error;
    }
    const { data, errors } = JSON.parse(text) as Answer;
    const [first] = errors ?? [];
    if (first) {
      await environment.loadErrorTexts();
      throw apiErrorFrom(first.extensions, status, first.message);
    }
    environment.onData?.(data);
    return data as Result;
  };
}

function firstError(text: string): unknown {
  try {
    const body = JSON.parse(text) as Answer & { error?: unknown };
    return body.errors?.[0]?.extensions ?? body.error;
  } catch {
    return undefined;
  }
}

const send = createGraphql({
  fetch: (...request) => fetch(...request),
  host: import.meta.env?.VITE_GRAPHQL_URL || `${apiHost}/graphql`,
  session,
  loadErrorTexts: () => loadTranslations('errors'),
  onData: (data) => spreadEntities(queryClient, data),
});

/** Asks the server, or answers in its place (lib/offline/cached-responses.ts). */
type Answerer = <Result>(document: GraphqlDocument<Result, never>, variables: object, ask: () => Promise<Result>) => Promise<Result>;
let answerer: Answerer | undefined;

/** Sets the function through which every request of this page goes. */
export function answerBy(chosen: Answerer | undefined): void {
  answerer = chosen;
}

/** Sends an operation; rejects with an `ApiError` (or the parser's error, see above). */
export function graphql<Result, Variables>(
  document: GraphqlDocument<Result, Variables>,
  ...[variables, options]: [...VariablesArgument<Variables>, options?: Omit<RequestOptions, 'query'>]
): Promise<Result> {
  const ask = () => send(document, variables as Variables | undefined, options as Omit<RequestOptions, 'query'> | undefined);
  return answerer ? answerer(document as GraphqlDocument<Result, never>, variables ?? {}, ask) : ask();
}
