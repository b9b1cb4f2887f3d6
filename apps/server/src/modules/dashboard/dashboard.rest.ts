import { dashboardExportRule } from '@checkwell/domain/dashboard/report';
import type { FastifyInstance } from 'fastify';
import { downloadHeaders } from '../../platform/http/download.ts';
import { contract } from '../../platform/http/json-schema.ts';
import { SLOW_REQUEST_LIMIT_MS } from '../../platform/http/server.ts';
import type { Services } from '../../services.ts';
import { FILE_FORMATS } from './dashboard-files.ts';

/** The dashboard as a file: its filters as query parameters, and the `language` of the words. */
export async function registerDashboardRest(app: FastifyInstance, { dashboardReports }: Pick<Services, 'dashboardReports'>): Promise<void> {
  for (const format of FILE_FORMATS) {
    app.get<{ Querystring: Record<string, unknown> }>(
      `/v1/api/exports/dashboard.${format}`,
      {
        config: { slow: true },
        handlerTimeout: SLOW_REQUEST_LIMIT_MS,
        exposeHeadRoute: false,
        schema: contract({ summary: `The dashboard as ${format.toUpperCase()}`, querystring: dashboardExportRule, response: {} }),
      },
      async function handleExport(request, reply) {
        const { fileName, mediaType, content } = await dashboardReports.file(request.actor, format, request.query);
        return reply.headers(downloadHeaders({ fileName, mediaType })).send(content);
      },
    );
  }
}
