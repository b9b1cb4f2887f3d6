import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { employeeAddressRule } from '@checkwell/domain/employee-page/address';
import {
  EMPLOYEE_PAGE_PATH,
  employeeConfirmRule,
  employeeEvidencePath,
  employeeMoveRule,
  employeeReportRule,
  employeeTokenRule,
} from '@checkwell/domain/employee-page/contract';
import { employeePageShape } from '@checkwell/domain/employee-page/shape';
import { travelClaimRule } from '@checkwell/domain/employee-page/travel-claim-rule';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { downloadHeaders } from '../../../platform/http/download.ts';
import { contract, routesOf } from '../../../platform/http/json-schema.ts';
import { takeFiles, UPLOAD_BODY, UPLOAD_ROUTE, withFile } from '../../../platform/http/uploads.ts';
import type { Services } from '../../../services.ts';

const BODY_LIMIT_BYTES = 1024;
/** Room for the longest texts in any script. */
const TEXTS_LIMIT_BYTES = 4096;

interface ByToken {
  Params: { token: string };
}

const evidenceQuery = z.strictObject({ language: z.optional(z.enum(INTERFACE_LANGUAGES)) });
const receiptQuery = z.object({ fileName: z.string() });
/** Only strings are required here; the service says which field is missing or wrong. */
const certificateQuery = z.object({ fileName: z.string(), startDate: z.string(), endDate: z.string() });

/** The employee's page, for the holder of the link in a message (domain/employee-page/contract.ts). */
export async function registerEmployeePageRest(
  app: FastifyInstance,
  { checks, evidence }: Pick<Services, 'checks' | 'evidence'>,
): Promise<void> {
  const path = `${EMPLOYEE_PAGE_PATH}/:token`;
  const common = { params: employeeTokenRule, response: { 200: employeePageShape } };

  const routes = routesOf(app, { config: { public: true }, bodyLimit: BODY_LIMIT_BYTES });

  app.get<ByToken>(
    path,
    { config: { public: true }, schema: contract({ summary: 'What an employee reads about a check', ...common }) },
    async function handleGet(request) {
      return checks.getEmployeePage(request.params.token, request);
    },
  );

  app.get<ByToken>(
    employeeEvidencePath(':token'),
    {
      config: { public: true },
      schema: {
        ...contract({
          summary: 'The evidence pack of the check as PDF',
          params: employeeTokenRule,
          querystring: evidenceQuery,
          response: {},
        }),
        produces: ['application/pdf'],
      },
    },
    async function handleEvidence(request, reply) {
      const open = (note: Parameters<typeof checks.openByLink>[2]) => checks.openByLink(request.params.token, request, note);
      const { fileName, bytes } = await evidence.downloadOpened(open, request.query);
      return reply.headers(downloadHeaders({ fileName, mediaType: 'application/pdf' })).send(bytes);
    },
  );

  routes.post<ByToken['Params']>(
    `${path}/confirm`,
    { summary: 'The employee comes to the appointment', body: employeeConfirmRule, ...common },
    (request) => checks.confirmAppointment(request.params.token, request.body, request),
  );

  routes.post<ByToken['Params']>(
    `${path}/opened`,
    {
      summary: 'The page of the link was displayed',
      params: employeeTokenRule,
      body: employeeConfirmRule,
      response: { 204: null },
    },
    (request) => checks.recordOpening(request.params.token, request.body, request),
  );

  routes.post<ByToken['Params']>(
    `${path}/report`,
    { summary: 'The employee is in hospital, abroad or back at work', body: employeeReportRule, ...common },
    (request) => checks.reportByEmployee(request.params.token, request.body, request),
  );

  routes.post<ByToken['Params']>(
    `${path}/move`,
    { summary: 'The employee moves the appointment, once', body: employeeMoveRule, ...common },
    (request) => checks.moveAppointment(request.params.token, request.body, request),
  );

  routes.post<ByToken['Params']>(`${path}/disagree`, { summary: 'The employee does not agree with the findings', ...common }, (request) =>
    checks.disagree(request.params.token, request),
  );

  app.post<ByToken>(
    `${path}/address`,
    {
      config: { public: true },
      bodyLimit: TEXTS_LIMIT_BYTES,
      schema: contract({ summary: 'Where the employee stays, and how to find the door', body: employeeAddressRule, ...common }),
    },
    async function handleAddress(request) {
      return checks.sayAddress(request.params.token, request.body, request);
    },
  );

  app.post<ByToken>(
    `${path}/travel`,
    {
      config: { public: true },
      bodyLimit: TEXTS_LIMIT_BYTES,
      schema: contract({ summary: 'The employee claims travel costs, or corrects the claim', body: travelClaimRule, ...common }),
    },
    async function handleTravel(request) {
      return checks.claimTravel(request.params.token, request.body, request);
    },
  );

  await app.register(async (scope) => {
    takeFiles(scope);
    scope.post<ByToken & { Querystring: { fileName?: string } }>(
      `${path}/travel/receipt`,
      {
        ...UPLOAD_ROUTE,
        config: { ...UPLOAD_ROUTE.config, public: true },
        schema: {
          ...contract({ summary: 'The receipt of the travel costs: the body is the file', querystring: receiptQuery, ...common }),
          body: UPLOAD_BODY,
        },
      },
      async function handleReceipt(request) {
        return withFile(request, request.query.fileName, (file) => checks.sendReceipt(request.params.token, file, request));
      },
    );
    scope.post<ByToken & { Querystring: { fileName?: string; startDate?: string; endDate?: string } }>(
      `${path}/certificates`,
      {
        ...UPLOAD_ROUTE,
        config: { ...UPLOAD_ROUTE.config, public: true },
        schema: {
          ...contract({ summary: 'The employee sends a certificate: the body is the file', querystring: certificateQuery, ...common }),
          body: UPLOAD_BODY,
        },
      },
      async function handleCertificate(request) {
        const { fileName, startDate = '', endDate = '' } = request.query;
        return withFile(request, fileName, (file) => checks.sendCertificate(request.params.token, { startDate, endDate }, file, request));
      },
    );
  });
}
