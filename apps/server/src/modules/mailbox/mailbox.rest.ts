import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { downloadHeaders } from '../../platform/http/download.ts';
import { contract } from '../../platform/http/json-schema.ts';
import type { Services } from '../../services.ts';

const mailPath = z.strictObject({ id: z.guid() });
const attachmentPath = z.strictObject({ id: z.guid(), position: z.string().check(z.regex(/^\d{1,3}$/)) });
const ticketQuery = z.strictObject({ ticket: z.string() });

/** Its own styles and nothing else; links open elsewhere; only our own pages frame it, and measure it: nothing runs in it that could use their origin. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** What the mailbox page cannot get over GraphQL: a mail for its frame, and files. */
export async function registerMailboxRest(app: FastifyInstance, { mailbox }: Services): Promise<void> {
  app.get<{ Params: { id: string }; Querystring: { ticket: string } }>(
    '/v1/api/mails/:id/html',
    {
      config: { public: true },
      schema: contract({ summary: 'A mail as its reader sees it (demo)', params: mailPath, querystring: ticketQuery, response: {} }),
    },
    async (request, reply) => {
      const html = await mailbox.openHtml(request.params.id, String(request.query.ticket ?? ''));
      return reply
        .headers({
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': MAIL_POLICY,
          'X-Frame-Options': 'SAMEORIGIN',
        })
        .send(html.replace('<head>', '<head>\n<base target="_blank">'));
    },
  );

  app.get<{ Params: { id: string; position: string } }>(
    '/v1/api/mails/:id/attachments/:position',
    { schema: contract({ summary: 'A file that went along with a mail (demo)', params: attachmentPath, response: {} }) },
    async (request, reply) => {
      const { fileName, mediaType, content } = await mailbox.openAttachment(
        request.actor,
        request.params.id,
        Number(request.params.position),
      );
      return reply.headers(downloadHeaders({ fileName, mediaType })).send(content);
    },
  );
}
