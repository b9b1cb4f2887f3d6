import type { IncomingHttpHeaders } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { PROXY_HOST, type RunningProxy } from './proxy.ts';

const PART_BYTES = 64 * 1024;

export interface ProxyRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** The local address from which it is sent. */
  readonly from?: string;
}

export interface ProxyAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request through a proxy. */
export type Ask = (proxy: RunningProxy, path: string, request?: ProxyRequest) => Promise<ProxyAnswer>;

/** With HTTP/1.1, over a new connection. */
export const askHttp1: Ask = ({ https, ca }, path, { method = 'GET', headers = {}, body, from } = {}) =>
  new Promise((resolve, reject) => {
    const request = requestHttps({
      host: '127.0.0.1',
      port: https,
      servername: PROXY_HOST,
      ca,
      agent: false,
      path,
      method,
      ...(from !== undefined && { localAddress: from }),
      headers: { host: PROXY_HOST, ...(body && { 'content-length': String(body.length) }), ...headers },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      buffer(response).then((whole) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: whole }), reject);
    });
    request.end(body);
  });

/** With HTTP/2, as browsers do. */
export const askHttp2: Ask = async (proxy, path, request = {}) => {
  const { headers, answer, session } = await send(proxy, path, request);
  try {
    return { status: Number(headers[':status']), headers, body: await buffer(answer) };
  } finally {
    session.destroy();
  }
};

/** An HTTP/2 stream that stays open. */
export interface OpenStream {
  readonly status: number;
  /** The text received so far. */
  text(): string;
  isOpen(): boolean;
  /** Closes the connection, as a browser does whose page is closed. */
  leave(): void;
}

/** Opens a stream; the caller must call `leave`. */
export async function openStream(proxy: RunningProxy, path: string, request: ProxyRequest): Promise<OpenStream> {
  const { headers, answer, session } = await send(proxy, path, request);
  let text = '';
  answer.setEncoding('utf8').on('data', (part: string) => (text += part));
  answer.on('error', () => undefined);
  return {
    status: Number(headers[':status']),
    text: () => text,
    isOpen: () => !answer.readableEnded && !answer.destroyed,
    leave: () => session.destroy(),
  };
}

/** Resolves when the headers of the answer have arrived. */
async function send({ https, ca }: RunningProxy, path: string, { method = 'GET', headers = {}, body, from }: ProxyRequest) {
  const session: ClientHttp2Session = connectHttp2(`https://${PROXY_HOST}`, {
    createConnection: () =>
      connectTls({
        host: '127.0.0.1',
        port: https,
        servername: PROXY_HOST,
        ca,
        ALPNProtocols: ['h2'],
        ...(from !== undefined && { localAddress: from }),
      }),
  });
  const answer = session.request({
    ':method': method,
    ':path': path,
    ...(body && { 'content-length': String(body.length) }),
    ...headers,
  });
  const head = new Promise<IncomingHttpHeaders & { readonly ':status'?: number }>((resolve, reject) => {
    session.once('error', reject);
    answer.once('error', reject);
    answer.once('response', resolve);
  });
  // In parts, as browsers do: Node buffers at most 10 MB of unsent data and closes the stream beyond that.
  Readable.from(partsOf(body)).pipe(answer);
  return { headers: await head, answer, session };
}

function* partsOf(body: Buffer | undefined): Generator<Buffer> {
  for (let from = 0; body !== undefined && from < body.length; from += PART_BYTES) yield body.subarray(from, from + PART_BYTES);
}
