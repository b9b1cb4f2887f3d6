import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { FuzzRequest } from './generate.ts';

/** What came back. */
export type Outcome =
  | { readonly kind: 'answer'; readonly status: number; readonly body: string; readonly cookies: readonly string[] }
  /** No answer within the limit. */
  | { readonly kind: 'hang' }
  /** The connection ended without an answer. */
  | { readonly kind: 'lost'; readonly reason: string }
  /** The client itself refuses to send it, or cut it off on purpose. */
  | { readonly kind: 'cut' };

/** Headers that identify the user. */
export type Credentials = Readonly<Record<string, string>>;

export interface Sender {
  readonly send: (request: FuzzRequest, credentials: Credentials) => Promise<Outcome>;
  readonly close: () => void;
}

/** Characters of an answer that are read. */
const READ_LIMIT = 300_000;

/** Sends to one server. @param limitMs after which a request counts as hanging: more than the server's own limit for an answer */
export function createSender(origin: string, limitMs: number): Sender {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  function byHttp({ method, path, headers, body }: FuzzRequest, credentials: Credentials): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const limit = setTimeout(() => {
      resolve({ kind: 'hang' });
      sent?.destroy();
    }, limitMs);
    let sent: ReturnType<typeof httpRequest> | undefined;
    try {
      // Node gives some methods a body without its length: what follows on the connection would not be HTTP.
      const length = body === null ? {} : { 'content-length': String(body.length) };
      sent = httpRequest({ host: hostname, port, method, path, agent, headers: { ...credentials, ...length, ...headers } }, (response) => {
        const { statusCode: status = 0, headers: got } = response;
        const cookies = got['set-cookie'] ?? [];
        // A stream has no end: its beginning counts as the answer.
        if (String(got['content-type']).startsWith('text/event-stream')) {
          resolve({ kind: 'answer', status, body: '', cookies });
          response.destroy();
          return;
        }
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          if (text.length < READ_LIMIT) text += part;
        });
        response.on('end', () => resolve({ kind: 'answer', status, body: text, cookies }));
        response.on('error', (error) => resolve({ kind: 'lost', reason: error.message }));
      });
      sent.on('error', (error: NodeJS.ErrnoException) => resolve({ kind: 'lost', reason: error.code ?? error.message }));
      sent.end(body ?? undefined);
    } catch {
      // A path or a header that no client may send: what is sent as bytes has those.
      resolve({ kind: 'cut' });
    }
    return promise.finally(() => clearTimeout(limit));
  }

  /** Bytes as they are, as far as the cut. */
  function byBytes({ method, path, headers, body, cutAt }: FuzzRequest, credentials: Credentials): Promise<Outcome> {
    const all = { host: `${hostname}:${port}`, 'content-length': String(body?.length ?? 0), ...credentials, ...headers };
    const head = `${method} ${path} HTTP/1.1\r\n${Object.entries(all)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`;
    const bytes = Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]).subarray(0, cutAt ?? undefined);
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes, () => socket.destroySoon()));
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      resolve(status === 0 ? { kind: 'cut' } : { kind: 'answer', status, body: text.slice(0, READ_LIMIT), cookies: [] });
    });
    return promise;
  }

  return {
    send: (request, credentials) => (request.cutAt === null ? byHttp(request, credentials) : byBytes(request, credentials)),
    close: () => agent.destroy(),
  };
}
