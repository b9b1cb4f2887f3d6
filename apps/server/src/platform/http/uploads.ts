import { DOCUMENT } from '@checkwell/domain/constants';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { receiveBody } from './admission/admission.ts';
import type { BodyPace } from './request-body.ts';
import { SLOW_REQUEST_LIMIT_MS } from './server.ts';

/** 10 MiB within `SLOW_REQUEST_LIMIT_MS` over a poor mobile network. */
const UPLOAD_PACE: BodyPace = { startMs: 10_000, bytesPerSecond: 16 * 1024, wholeMs: SLOW_REQUEST_LIMIT_MS - 30_000 };

/** What a route that takes a file as its body has in common with the others. */
export const UPLOAD_ROUTE = {
  config: { slow: true, readsBody: true },
  handlerTimeout: SLOW_REQUEST_LIMIT_MS,
  bodyLimit: Number.MAX_SAFE_INTEGER, // counted while reading
} as const;

/** The body of such a route, for its contract. */
export const UPLOAD_BODY = {
  content: Object.fromEntries(DOCUMENT.mediaTypes.map((mediaType) => [mediaType, { schema: { type: 'string', format: 'binary' } }])),
};

/**
 * The routes of this scope get their body as a stream: who may not upload has not a byte of it read. Any type gets there, so that one that is
 * not accepted is refused in the words of documents.
 */
export function takeFiles(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}

/**
 * Hands the file of a request to `work`, which reads it once it knows that it may be kept. What is left of a refused one is read and thrown away, so
 * that its sender gets to see the answer.
 */
export async function withFile<Result>(
  request: FastifyRequest,
  fileName: unknown,
  work: (file: {
    readonly fileName: string;
    readonly mediaType: string;
    readonly contentLength: number | null;
    readonly content: () => Promise<Buffer>;
  }) => Promise<Result>,
): Promise<Result> {
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  try {
    return await work({
      fileName: typeof fileName === 'string' ? fileName : '',
      mediaType: (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
      contentLength: Number.isNaN(length) ? null : length,
      content: () => receiveBody(request, { maxBytes: DOCUMENT.maxBytes, tooLarge: 'document.tooLarge', pace: UPLOAD_PACE }),
    });
  } finally {
    request.raw.resume();
  }
}
