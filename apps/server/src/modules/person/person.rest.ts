import { personFilePath } from '@checkwell/domain/person/person-file';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { downloadHeaders } from '../../platform/http/download.ts';
import { contract } from '../../platform/http/json-schema.ts';
import { SLOW_REQUEST_LIMIT_MS } from '../../platform/http/server.ts';
import type { Services } from '../../services.ts';

const employeePath = z.strictObject({ id: z.guid() });
const MEDIA_TYPE = 'application/zip';

/** The copy of everything about one employee. */
export async function registerPersonRest(app: FastifyInstance, { person }: Pick<Services, 'person'>): Promise<void> {
  app.get<{ Params: { id: string } }>(
    personFilePath(':id'),
    {
      config: { slow: true },
      handlerTimeout: SLOW_REQUEST_LIMIT_MS,
      // Without HEAD: its length is only known once the whole file is made.
      exposeHeadRoute: false,
      schema: {
        ...contract({
          summary: 'Everything that is kept about an employee, for that employee, as ZIP',
          params: employeePath,
          response: {},
        }),
        produces: [MEDIA_TYPE],
      },
    },
    async function handlePersonFile(request, reply) {
      const { fileName, content } = await person.download(request.actor, request.params.id);
      return reply.headers(downloadHeaders({ fileName, mediaType: MEDIA_TYPE })).send(content);
    },
  );
}
