import { INVOICE_FORMATS, type InvoiceFormat } from '@checkwell/domain/invoice/rules';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { downloadHeaders } from '../../platform/http/download.ts';
import { contract } from '../../platform/http/json-schema.ts';
import { parseInput } from '../../platform/input.ts';
import type { Services } from '../../services.ts';

const invoicePath = z.strictObject({ companyId: z.guid(), id: z.guid() });
const invoiceQuery = z.strictObject({ format: z._default(z.enum(INVOICE_FORMATS), 'pdf') });

/** Invoices and credit notes as files. */
export async function registerInvoicesRest(app: FastifyInstance, { invoices }: Pick<Services, 'invoices'>): Promise<void> {
  app.get<{ Params: { companyId: string; id: string }; Querystring: { format?: InvoiceFormat } }>(
    '/v1/api/companies/:companyId/invoices/:id',
    {
      schema: contract({
        summary: 'An invoice or credit note: PDF for people, or UBL (Peppol BIS Billing 3.0) for programs',
        params: invoicePath,
        querystring: invoiceQuery,
        response: {},
      }),
    },
    async function handleInvoice(request, reply) {
      const { format } = parseInput(invoiceQuery, request.query);
      const { fileName, mediaType, content } = await invoices.download(request.actor, request.params, format);
      return reply.headers(downloadHeaders({ fileName, mediaType })).send(content);
    },
  );
}
