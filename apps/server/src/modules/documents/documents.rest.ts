import { DOCUMENT } from '@checkwell/domain/constants';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { downloadHeaders } from '../../platform/http/download.ts';
import { contract } from '../../platform/http/json-schema.ts';
import { SLOW_REQUEST_LIMIT_MS } from '../../platform/http/server.ts';
import { takeFiles, UPLOAD_BODY, UPLOAD_ROUTE, withFile } from '../../platform/http/uploads.ts';
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

/** Uploads and downloads of documents: the only routes that move bytes instead of JSON. */
export async function registerDocumentsRest(app: FastifyInstance, { documents }: Services): Promise<void> {
  await app.register(async (scope) => {
    takeFiles(scope);

    scope.post<{ Params: { companyId: string }; Querystring: { fileName?: string } }>(
      PATH,
      {
        ...UPLOAD_ROUTE,
        schema: {
          ...contract({
            summary: 'Upload a certificate, or as a doctor the photograph of a card: the body is the file',
            params: companyPath,
            querystring: uploadQuery,
            response: { 201: uploadedShape },
          }),
          body: UPLOAD_BODY,
        },
      },
      async function handleUpload(request, reply) {
        return withFile(request, request.query.fileName, async (file) => {
          const { companyId } = request.params;
          const { id, fileName, mediaType, byteSize, url } = await documents.upload(request.actor, { companyId, ...file });
          return reply.code(201).header('Location', url).send({ id, fileName, mediaType, byteSize, url });
        });
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
