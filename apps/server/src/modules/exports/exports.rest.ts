import type { CheckFilter } from '@checkwell/domain/check/list';
import { certificateExportRule, employeeExportRule, reportExportRule } from '@checkwell/domain/exports';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { ExportFormat } from '../../platform/export/export.ts';
import { downloadHeaders } from '../../platform/http/download.ts';
import { contract } from '../../platform/http/json-schema.ts';
import { SLOW_REQUEST_LIMIT_MS } from '../../platform/http/server.ts';
import type { Services } from '../../services.ts';
import type { ExportService } from './exports.service.ts';

const PATH = '/v1/api/exports';
/** How the address of a file ends. */
const FORMATS = { csv: 'csv', excelCsv: 'excel.csv', xlsx: 'xlsx' } as const satisfies Record<ExportFormat, string>;
const FORMAT_DESCRIPTIONS = { csv: 'CSV for programs', excelCsv: 'CSV for Excel with Belgian settings', xlsx: 'a workbook' } as const;
/** Filters of which several values may be given, all of them. */
type Repeatable<Filter> = { [Name in keyof Filter]-?: NonNullable<Filter[Name]> extends readonly unknown[] ? Name : never }[keyof Filter];
const OF_REPORTS = { status: true, checkOccurence: true, commentReview: true } satisfies Record<Repeatable<CheckFilter>, true>;
const LISTS = {
  certificates: { summary: 'The list of certificates', rule: certificateExportRule, repeated: [] },
  reports: { summary: 'The list of check reports', rule: reportExportRule, repeated: Object.keys(OF_REPORTS) },
  employees: { summary: 'The list of employees', rule: employeeExportRule, repeated: [] },
} as const satisfies Record<keyof ExportService, { summary: string; rule: z.ZodMiniType; repeated: readonly string[] }>;

/** Lists as files: the filters of the screens as query parameters, `sort`, `direction`, and the `language` of the words. */
export async function registerExportsRest(app: FastifyInstance, { exports }: Pick<Services, 'exports'>): Promise<void> {
  for (const list of Object.keys(LISTS) as (keyof ExportService)[]) {
    const { summary, rule, repeated } = LISTS[list];
    for (const format of Object.keys(FORMATS) as ExportFormat[]) {
      app.get<{ Querystring: Record<string, unknown> }>(
        `${PATH}/${list}.${FORMATS[format]}`,
        {
          config: { slow: true },
          handlerTimeout: SLOW_REQUEST_LIMIT_MS,
          // Without HEAD: its length is only known once the whole file is made.
          exposeHeadRoute: false,
          schema: contract({ summary: `${summary} as ${FORMAT_DESCRIPTIONS[format]}`, querystring: rule, response: {} }),
        },
        async function handleExport(request, reply) {
          const { fileName, mediaType, content } = await exports[list](request.actor, format, withLists(request.query, repeated));
          return reply.headers(downloadHeaders({ fileName, mediaType })).send(content);
        },
      );
    }
  }
}

/** A parameter that may be repeated is a list, however often it is there. */
const withLists = (query: Readonly<Record<string, unknown>>, repeated: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, repeated.includes(name) ? [value].flat() : value]));
