import { traceHeaders } from '../browser/trace.ts';
import { loadTranslations } from '../i18n/translations-loader.ts';
import { type Session, session } from '../session/session.ts';
import { ApiError, apiErrorFrom } from './api-error.ts';
import { apiHost } from './api-host.ts';

export { ApiError } from './api-error.ts';

type QueryValue = string | number | boolean | null | undefined;
/** Parameters of an address; several values appear as a repeated parameter, null and undefined not at all. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;

export interface RequestOptions {
  readonly query?: Query;
  readonly signal?: AbortSignal | undefined;
  /** Makes a repeated request one request (see idempotency.ts). */
  readonly idempotencyKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends no token, regardless of who is signed in, because the request is a visitor's. */
  readonly visitor?: true;
}

export interface UploadOptions extends RequestOptions {
  /** Share of the bytes that were sent, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

export interface FileOptions extends RequestOptions {
  /** Received bytes, and their total (null when it is unknown). */
  readonly onProgress?: ((received: number, total: number | null) => void) | undefined;
}

/** A response as a file, with the name from the server. */
export interface AnsweredFile {
  readonly blob: Blob;
  readonly name: string | undefined;
}

/** One page of a list, in the same shape as GraphQL gives one. */
export interface RestPage<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  readonly totalCount: number;
  readonly totalCountCapped: boolean;
}

export interface HttpEnvironment {
  readonly fetch: typeof fetch;
  readonly host: string;
  readonly session: Pick<Session, 'authorization' | 'end' | 'askForSecondStep'>;
  /** Loads the texts of errors before an error is thrown, so that its sentence can be shown at once. */
  readonly loadErrorTexts: () => Promise<unknown>;
}

/** The API of section 7 of the specification: bearer header (empty without token), 401 ends the session. No timeout. */
export function createHttp(environment: HttpEnvironment) {
  function addressOf(path: string, query: Query | undefined): string {
    const pairs = Object.entries(query ?? {}).flatMap(([key, values]) =>
      [values].flat().flatMap((value) => (value === undefined || value === null ? [] : [[key, String(value)]])),
    );
    // Signing in needs cookies of the pages' own origin.
    const host = path.startsWith('/auth/') ? '' : environment.host;
    return `${host}${path}${pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''}`;
  }

  async function headersOf(options: RequestOptions, json: boolean): Promise<Record<string, string>> {
    return {
      Accept: 'application/json',
      Authorization: options.visitor ? '' : await environment.session.authorization(),
      ...(json ? { 'Content-Type': 'application/json' } : {}),
      ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
      ...traceHeaders(),
      ...options.headers,
    };
  }

  async function failure(status: number, text: string): Promise<ApiError> {
    await environment.loadErrorTexts();
    if (status === 401) environment.session.end('expired');
    const error = apiErrorFrom(parsed(text)?.error, status);
    if (error.code === 'auth.secondStepRequired') environment.session.askForSecondStep();
    return error;
  }

  async function offline(cause: unknown): Promise<ApiError> {
    await environment.loadErrorTexts();
    return new ApiError('web.offline', { status: 0, cause });
  }

  async function send(method: string, path: string, body: unknown, options: RequestOptions): Promise<Response> {
    const json = body !== undefined;
    let response: Response;
    try {
      response = await environment.fetch(addressOf(path, options.query), {
        method,
        headers: await headersOf(options, json),
        credentials: 'same-origin',
        ...(json ? { body: JSON.stringify(body) } : {}),
        ...(options.signal ? { signal: options.signal } : {}),
      });
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      throw await offline(cause);
    }
    if (!response.ok) throw await failure(response.status, await textOf(response, options));
    return response;
  }

  /** The whole body; an interrupted one counts as no response. */
  async function textOf(response: Response, { signal }: RequestOptions): Promise<string> {
    try {
      return await response.text();
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw await offline(cause);
    }
  }

  async function call<T>(method: string, path: string, body: unknown, options: RequestOptions = {}): Promise<T> {
    const response = await send(method, path, body, options);
    const text = await textOf(response, options);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  return {
    get: <T>(path: string, options?: RequestOptions): Promise<T> => call('GET', path, undefined, options),
    post: <T>(path: string, body?: unknown, options?: RequestOptions): Promise<T> => call('POST', path, body, options),
    put: <T>(path: string, body?: unknown, options?: RequestOptions): Promise<T> => call('PUT', path, body, options),
    patch: <T>(path: string, body?: unknown, options?: RequestOptions): Promise<T> => call('PATCH', path, body, options),
    delete: <T>(path: string, options?: RequestOptions): Promise<T> => call('DELETE', path, undefined, options),

    /** A list: the header Link leads to the next page, X-Total-Count says how many there are. */
    async page<T>(path: string, options: RequestOptions = {}): Promise<RestPage<T>> {
      const response = await send('GET', path, undefined, options);
      const nodes = JSON.parse(await textOf(response, options)) as readonly T[];
      const endCursor = nextCursorOf(response.headers.get('link'));
      return {
        nodes,
        pageInfo: { endCursor, hasNextPage: endCursor !== null },
        totalCount: Number(response.headers.get('x-total-count') ?? nodes.length),
        totalCountCapped: response.headers.get('x-total-count-capped') === 'true',
      };
    },

    /** Sends a file (or a form with files) by POST and reports progress, which fetch cannot. */
    async upload<T>(path: string, body: FormData | Blob, options: UploadOptions = {}): Promise<T> {
      const headers = await headersOf(options, false).catch(async (cause: unknown) => {
        throw await offline(cause);
      });
      options.signal?.throwIfAborted();
      const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open('POST', addressOf(path, options.query));
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
        request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
          if (lengthComputable) options.onProgress?.(loaded / total);
        };
        request.onload = () => resolve({ status: request.status, text: request.responseText });
        request.onerror = () => resolve({ status: 0, text: '' });
        request.onabort = () => reject(options.signal?.reason ?? new DOMException('Aborted', 'AbortError'));
        options.signal?.addEventListener('abort', () => request.abort(), { once: true });
        request.send(body);
      });
      if (status === 0) throw await offline(undefined);
      if (status < 200 || status >= 300) throw await failure(status, text);
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },

    /** The response as a file; an interrupted one is an error. */
    async file(path: string, { onProgress, ...options }: FileOptions = {}): Promise<AnsweredFile> {
      const response = await send('GET', path, undefined, { ...options, headers: { Accept: '*/*', ...options.headers } });
      const total = Number(response.headers.get('content-length') ?? '') || null;
      const parts: BlobPart[] = [];
      let received = 0;
      try {
        for (const reader = response.body?.getReader(); reader; ) {
          const { done, value } = await reader.read();
          if (done) break;
          parts.push(value);
          received += value.length;
          onProgress?.(received, total);
        }
      } catch (cause) {
        if (options.signal?.aborted) throw cause;
        throw await offline(cause);
      }
      const blob = new Blob(parts, { type: response.headers.get('content-type') ?? '' });
      return { blob, name: fileNameOf(response.headers.get('content-disposition')) };
    },
  };
}

function parsed(text: string): { error?: unknown } | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

/** RFC 8288: the cursor in the address of the next page; null: there is none. */
function nextCursorOf(link: string | null): string | null {
  const address = /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1];
  return address === undefined ? null : new URLSearchParams(address.slice(address.indexOf('?'))).get('after');
}

/** RFC 6266: the UTF-8 form wins over the plain one. */
export function fileNameOf(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1];
}

export const http = createHttp({
  fetch: (...request) => fetch(...request),
  host: apiHost,
  session,
  loadErrorTexts: () => loadTranslations('errors'),
});

/** Lets the browser save an answer (CSV, PDF); the file keeps the server's name. */
export async function saveFile(path: string, { fallbackName, ...options }: FileOptions & { readonly fallbackName: string }): Promise<void> {
  const { blob, name } = await http.file(path, options);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name ?? fallbackName;
  link.click();
  // The browser has read the file once the click is handled, so the address can be revoked later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
