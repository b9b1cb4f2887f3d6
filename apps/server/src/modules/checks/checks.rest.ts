import { evidenceFilePath } from '@checkwell/domain/check/evidence/evidence';
import { letterFilePath } from '@checkwell/domain/check/times/letter';
import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { CALENDAR_PATH, calendarPathRule } from '@checkwell/domain/people/mission-calendar';
import { STATEMENT_PATH } from '@checkwell/domain/people/statement';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { downloadHeaders } from '../../platform/http/download.ts';
import { contract } from '../../platform/http/json-schema.ts';
import type { Services } from '../../services.ts';

const checkPath = z.strictObject({ id: z.guid() });
const statementQuery = z.strictObject({ month: z.optional(z.string()), language: z.optional(z.enum(INTERFACE_LANGUAGES)) });
const reportQuery = z.strictObject({ language: z.optional(z.enum(INTERFACE_LANGUAGES)) });

/** What of a check leaves as a file. */
export async function registerChecksRest(
  app: FastifyInstance,
  { checkReports, employeeLetters, evidence, missionCalendar, statements }: Services,
): Promise<void> {
  app.get<{ Params: { id: string } }>(
    '/v1/api/checks/:id/report.pdf',
    {
      schema: {
        ...contract({ summary: 'The report of a check as PDF', params: checkPath, querystring: reportQuery, response: {} }),
        produces: ['application/pdf'],
      },
    },
    async function handleReport(request, reply) {
      const { fileName, bytes } = await checkReports.download(request.actor, request.params.id, request.query);
      return reply.headers(downloadHeaders({ fileName, mediaType: 'application/pdf' })).send(bytes);
    },
  );
  app.get<{ Params: { id: string } }>(
    evidenceFilePath(':id'),
    {
      schema: {
        ...contract({ summary: 'The evidence pack of a check as PDF', params: checkPath, querystring: reportQuery, response: {} }),
        produces: ['application/pdf'],
      },
    },
    async function handleEvidence(request, reply) {
      const { fileName, bytes } = await evidence.download(request.actor, request.params.id, request.query);
      return reply.headers(downloadHeaders({ fileName, mediaType: 'application/pdf' })).send(bytes);
    },
  );
  app.get<{ Params: { id: string } }>(
    letterFilePath(':id'),
    {
      schema: {
        ...contract({ summary: 'The letter to the employee about the appointment as PDF', params: checkPath, response: {} }),
        produces: ['application/pdf'],
      },
    },
    async function handleLetter(request, reply) {
      const { fileName, bytes } = await employeeLetters.download(request.actor, request.params.id);
      return reply.headers(downloadHeaders({ fileName, mediaType: 'application/pdf' })).send(bytes);
    },
  );
  app.get(
    STATEMENT_PATH,
    {
      schema: {
        ...contract({ summary: "The doctor's own fees and kilometres of a month as PDF", querystring: statementQuery, response: {} }),
        produces: ['application/pdf'],
      },
    },
    async function handleStatement(request, reply) {
      const { fileName, bytes } = await statements.download(request.actor, request.query);
      return reply.headers(downloadHeaders({ fileName, mediaType: 'application/pdf' })).send(bytes);
    },
  );
  app.get<{ Params: { token: string } }>(
    `${CALENDAR_PATH}/:token.ics`,
    {
      config: { public: true },
      schema: {
        ...contract({
          summary: 'Missions of a doctor as iCalendar, for every holder of the address',
          params: calendarPathRule,
          response: {},
        }),
        produces: ['text/calendar'],
      },
    },
    async function handleCalendar(request, reply) {
      return reply.type('text/calendar; charset=utf-8').send(await missionCalendar.feed(request.params.token, request));
    },
  );
}
