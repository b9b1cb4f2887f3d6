import { DOCUMENT } from '@checkwell/domain/constants';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { receiveBody } from '../../platform/http/admission/admission.ts';
import { downloadHeaders } from '../../platform/http/download.ts';
import { contract } from '../../platform/http/json-schema.ts';
import type { BodyPace } from '../../platform/http/request-body.ts';
import { SLOW_REQUEST_LIMIT_MS } from '../../platform/http/server.ts';
import type { Services } from '../../services.ts';

const PATH = '/v1/api/companies/:companyId/documents';

const companyPath = z.strictObject({ companyId: z.guid() });
const documentPath = z.strictObject({ companyId: z.guid(), id: z.guid() });
const uploadQuery = z.strictObject({ fileName: z.string() });
const uploadedShape = z.strictObject({
  id: z.guid(),
  fileName: z.string(),
  mediaType: z.enum(DOCUMENT.mediaTypes),
  byteSize: z.int(),
  url: z.string(),
});

/** 10 MiB within `SLOW_REQUEST_LIMIT_MS` over a poor mobile network. */
const UPLOAD_PACE: BodyPace = { startMs: 10_000, bytesPerSecond: 16 * 1024, wholeMs: SLOW_REQUEST_LIMIT_MS - 30_000 };

/** Uploads and downloads of documents: the only routes that move bytes instead of JSON. */
export async function registerDocumentsRest(app: FastifyInstance, { documents }: Services): Promise<void> {
  await app.register(async (scope) => {
    // The body stays a stream: who may not upload has not a byte of it read. Any type gets here, so that one that is
    // not accepted is refused in the words of documents.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

    scope.post<{ Params: { companyId: string }; Querystring: { fileName?: string } }>(
      PATH,
      {
        config: { slow: true, readsBody: true },
        handlerTimeout: SLOW_REQUEST_LIMIT_MS,
        bodyLimit: Number.MAX_SAFE_INTEGER, // counted while reading
        schema: {
          ...contract({
            summary: 'Upload a certificate, or as a doctor the photograph of a card: the body is the file',
            params: companyPath,
            querystring: uploadQuery,
            response: { 201: uploadedShape },
          }),
          body: {
            content: Object.fromEntries(
              DOCUMENT.mediaTypes.map((mediaType) => [mediaType, { schema: { type: 'string', format: 'binary' } }]),
            ),
          },
        },
      },
      async function handleUpload(request, reply) {
        const mediaType = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
        const length = Number(request.headers['content-length'] ?? Number.NaN);
        try {
          const { id, fileName, byteSize, url, ...document } = await documents.upload(request.actor, {
            companyId: request.params.companyId,
            fileName: typeof request.query.fileName === 'string' ? request.query.fileName : '',
            mediaType,
            contentLength: Number.isNaN(length) ? null : length,
            content: () => receiveBody(request, { mostBytes: DOCUMENT.maxBytes, tooLarge: 'document.tooLarge', pace: UPLOAD_PACE }),
          });
          return await reply.code(201).header('Location', url).send({ id, fileName, mediaType: document.mediaType, byteSize, url });
        } finally {
          // What is left of a refused upload is read and thrown away, so that its sender gets to see the answer.
          request.raw.resume();
        }
      },
    );

    scope.get<{ Params: { companyId: string; id: string } }>(
      `${PATH}/:id`,
      {
        config: { slow: true },
        handlerTimeout: SLOW_REQUEST_LIMIT_MS,
        schema: { ...contract({ summary: 'Download a document', params: documentPath, response: {} }), produces: [...DOCUMENT.mediaTypes] },
      },
      async function handleDownload(request, reply) {
        const { document, bytes } = await documents.open(request.actor, request.params.companyId, request.params.id);
        return reply.headers(downloadHeaders(document)).send(bytes);
      },
    );
  });
}
