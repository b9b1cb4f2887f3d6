import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import type { S3Config } from '../../config/storage.ts';

/** What goes wrong with one request. */
export type S3Fault =
  /** 503, as a server that is asked too much. */
  | 'busy'
  /** The connection breaks before anything was done. */
  | 'broken'
  /** What was asked is done, and the answer gets lost. */
  | 'answerLost'
  /** The answer breaks off in the middle. */
  | 'cut'
  /** Half of the content, as if it were all. */
  | 'half'
  /** One bit of the content is another one on its way back. */
  | 'bitFlippedBack'
  /** The same on its way there. */
  | 'bitFlippedThere'
  /** No answer, for ever. */
  | 'silent'
  | 'full';

export interface S3Server {
  readonly config: S3Config;
  /** Where the content of an object is. */
  pathOf(key: string): string;
  /** What reached it, such as `PUT /bucket/key`. */
  readonly requests: readonly string[];
  /** One fault for each of the next requests; null: none. */
  next(...faults: readonly (S3Fault | null)[]): void;
  /** From now on the same for each request; null: none. Connections that waited for an answer break. */
  always(fault: S3Fault | null): void;
  /** The server knows neither checksums nor conditions, as older ones. */
  knowsLittle(): void;
}

const REFUSALS = {
  busy: [503, 'SlowDown'],
  full: [507, 'XMinioStorageFull'],
  digest: [400, 'BadDigest'],
  exists: [412, 'PreconditionFailed'],
} as const;

const BUCKET = 'checkwell-files';
/** The one account that s3rver has; requests of others reach it without their signature, which nobody verifies then. */
const ACCOUNT = 'S3RVER';

/**
 * A server of the S3 protocol (s3rver), with what it lacks of it in front: checksums of what is sent, and objects that are written only where there is
 * none; and with switches for its faults. It needs no runner of tests: the drill starts one too.
 * @param directory of the objects
 */
export async function startS3(directory: string): Promise<S3Server & { stop(): Promise<void> }> {
  const bucket = BUCKET;
  const real = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket }] });
  const { port: realPort } = await real.run();
  const requests: string[] = [];
  let faults: (S3Fault | null)[] = [];
  let lasting: S3Fault | null = null;
  let isModern = true;
  const silenced = new Set<ServerResponse>();

  async function pass(
    incoming: IncomingMessage,
    body: Buffer,
    method = incoming.method,
  ): Promise<{ answer: IncomingMessage; content: Buffer }> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const { headers, url: path = '' } = incoming;
      const { authorization, ...unsigned } = headers;
      // s3rver works out the signature of a bucket's address (not of an object's) without the slash at its end, so it would refuse a right one.
      const isObject = path.startsWith(`/${bucket}/`) && !/^\/[^/]+\/(\?|$)/.test(path);
      const isVerified = isObject && authorization?.includes(`Credential=${ACCOUNT}/`) === true;
      const sent = method !== incoming.method ? { host: headers.host } : { ...unsigned, ...(isVerified && { authorization }) };
      request({ host: '127.0.0.1', port: realPort, method, path, headers: sent })
        .on('response', resolve)
        .on('error', reject)
        .end(method === incoming.method ? body : undefined);
    });
    return { answer, content: await buffer(answer) };
  }

  function refuse(response: ServerResponse, refusal: keyof typeof REFUSALS): void {
    const [status, code] = REFUSALS[refusal];
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<Error><Code>${code}</Code><Message>Says the test</Message></Error>`);
  }

  /** What a modern server refuses before it writes; undefined: nothing. */
  async function refusalOf(incoming: IncomingMessage, body: Buffer): Promise<keyof typeof REFUSALS | undefined> {
    const { headers } = incoming;
    const digests = { 'content-md5': 'md5', 'x-amz-checksum-sha256': 'sha256' } as const;
    for (const [header, algorithm] of Object.entries(digests))
      if (headers[header] !== createHash(algorithm).update(body).digest('base64')) return 'digest';
    const isNew = (await pass(incoming, body, 'HEAD')).answer.statusCode === 404;
    return headers['if-none-match'] === '*' && !isNew ? 'exists' : undefined;
  }

  function answerWith(response: ServerResponse, answer: IncomingMessage, content: Buffer, fault: S3Fault | null): void {
    const half = content.subarray(0, Math.floor(content.length / 2));
    if (fault === 'bitFlippedBack') flipBit(content);
    response.writeHead(answer.statusCode ?? 500, {
      ...answer.headers,
      ...(fault === 'half' && { 'content-length': String(half.length) }),
    });
    if (fault === 'cut') response.write(half, () => response.destroy());
    else response.end(fault === 'half' ? half : content);
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    requests.push(`${incoming.method} ${incoming.url?.split('?')[0]}`);
    const fault = faults.shift() ?? lasting;
    const body = await buffer(incoming);
    if (fault === 'silent') return void silenced.add(response);
    if (fault === 'broken') return void response.destroy();
    if (fault === 'busy' || fault === 'full') return refuse(response, fault);
    const isPut = incoming.method === 'PUT';
    if (isPut && fault === 'bitFlippedThere') flipBit(body);
    const refusal = isPut && isModern ? await refusalOf(incoming, body) : undefined;
    if (refusal) return refuse(response, refusal);
    const { answer, content } = await pass(incoming, body);
    if (fault === 'answerLost') return void response.destroy();
    if (isPut && isModern) answer.headers['x-amz-checksum-sha256'] = incoming.headers['x-amz-checksum-sha256'];
    if (isPut && !isModern) answer.headers.etag = '"no digest of anything"';
    answerWith(response, answer, content, fault);
  }

  const server = createServer((incoming, response) => void serve(incoming, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    async stop() {
      server.closeAllConnections();
      server.close();
      await real.close();
    },
    config: {
      bucket,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      pathStyle: true,
      credentials: { accessKeyId: ACCOUNT, secretAccessKey: ACCOUNT },
    },
    pathOf: (key) => join(directory, bucket, 'files', `${key}._S3rver_object`),
    requests,
    next: (...these) => {
      faults = [...these];
    },
    always: (fault) => {
      lasting = fault;
      for (const response of silenced) response.destroy();
      silenced.clear();
    },
    knowsLittle: () => {
      isModern = false;
    },
  };
}

function flipBit(bytes: Buffer): void {
  bytes[0] = (bytes[0] ?? 0) ^ 1;
}
