import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import type { S3Config } from '../../config/storage.ts';

/** How a request fails. */
export type S3Fault =
  /** 503, as from an overloaded server. */
  | 'busy'
  /** The connection breaks before the request is handled. */
  | 'broken'
  /** The request is handled, but the answer is lost. */
  | 'answerLost'
  /** The answer breaks off in the middle. */
  | 'cut'
  /** Half of the content, with its length as if it were complete. */
  | 'half'
  /** One bit of the downloaded content is flipped. */
  | 'bitFlippedBack'
  /** One bit of the uploaded content is flipped. */
  | 'bitFlippedThere'
  /** Never an answer. */
  | 'silent'
  | 'full';

export interface S3Server {
  readonly config: S3Config;
  /** The path of the file with the content of an object. */
  pathOf(key: string): string;
  /** The requests that it received, such as `PUT /bucket/key`. */
  readonly requests: readonly string[];
  /** One fault for each of the next requests; null: none. */
  next(...faults: readonly (S3Fault | null)[]): void;
  /** From now on the same fault for each request; null: none. Connections that wait for an answer are closed. */
  always(fault: S3Fault | null): void;
  /** Turns off checksums and conditional writes, as in older servers. */
  knowsLittle(): void;
}

const REFUSALS = {
  busy: [503, 'SlowDown'],
  full: [507, 'XMinioStorageFull'],
  digest: [400, 'BadDigest'],
  exists: [412, 'PreconditionFailed'],
} as const;

const BUCKET = 'checkwell-files';
/** The only account of s3rver; requests of other accounts are passed on without their signature, so it is not verified. */
const ACCOUNT = 'S3RVER';

/**
 * An S3 server (s3rver), with a proxy that adds what it lacks: checksums of uploads, and writes only where no object exists (`if-none-match`);
 * and with switches for faults. It does not need the test runner: the drill starts one too.
 * @param directory for the objects
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
      // s3rver computes the signature of a bucket's address (not of an object's) without the slash at its end, and would refuse a correct one.
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

  /** Why a modern server refuses the upload; undefined: it accepts it. */
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
