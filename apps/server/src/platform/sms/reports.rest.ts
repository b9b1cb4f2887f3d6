import type { FastifyInstance } from 'fastify';
import { SMS_REPORTS_PATH } from './reports-path.ts';
import type { Sms } from './sms.ts';

const REPORT_LIMIT_BYTES = 16 * 1024;

/** Where the gateway of text messages says the outcome of them. */
export async function registerSmsReports(app: FastifyInstance, { sms }: { readonly sms: Sms }): Promise<void> {
  await app.register(async (reports) => {
    reports.removeAllContentTypeParsers();
    reports.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    reports.post<{ Params: { reference: string }; Body: string }>(
      `${SMS_REPORTS_PATH}/:reference`,
      { config: { public: true }, bodyLimit: REPORT_LIMIT_BYTES, schema: { hide: true } },
      async function handleReport(request, reply) {
        const signature = String(request.headers['x-twilio-signature'] ?? '');
        await sms.handleReport(request.params.reference, new URLSearchParams(String(request.body ?? '')), signature);
        return reply.code(204).send();
      },
    );
  });
}
