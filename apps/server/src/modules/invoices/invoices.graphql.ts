import { INVOICE_KINDS } from '@checkwell/domain/invoice/invoice';
import { builder } from '../../graphql/builder.ts';
import type { Invoice } from './invoices.service.ts';

const InvoiceKindType = builder.enumType('InvoiceKind', { values: INVOICE_KINDS });
const InvoiceType = builder.objectRef<Invoice>('Invoice');

InvoiceType.implement({
  description:
    'An invoice or a credit note, as it was issued. Amounts in euro cents. The files: `/v1/api/companies/{companyId}/invoices/{id}`.',
  fields: (t) => ({
    id: t.exposeID('id'),
    companyId: t.exposeID('companyId'),
    kind: t.expose('kind', { type: InvoiceKindType }),
    number: t.exposeString('number'),
    issueDate: t.expose('issueDate', { type: 'Date' }),
    month: t.expose('month', {
      type: 'Date',
      nullable: true,
      description: 'First day of the month that was invoiced; null: about one check.',
    }),
    dueDate: t.expose('dueDate', { type: 'Date', nullable: true, description: 'null: it was paid by card when it was made.' }),
    note: t.exposeString('note', { description: 'Why an invoice was credited.' }),
    structuredMessage: t.exposeString('structuredMessage'),
    netCents: t.exposeInt('netCents'),
    vatCents: t.exposeInt('vatCents'),
    totalCents: t.exposeInt('totalCents'),
    creditedCents: t.exposeInt('creditedCents', { description: 'What credit notes took back, VAT included.' }),
    corrects: t.string({
      nullable: true,
      description: 'Number of the invoice that a credit note corrects.',
      resolve: ({ corrects }) => corrects?.number ?? null,
    }),
  }),
});

const CreditInput = builder.inputType('CreditInput', { fields: (t) => ({ reason: t.string({ required: true }) }) });

builder.queryField('invoices', (t) =>
  t.field({
    type: [InvoiceType],
    description: 'Invoices and credit notes of a company, newest first.',
    args: { companyId: t.arg.id({ required: true }) },
    resolve: async (_, { companyId }, { actor, services }) => [...(await services.invoices.list(actor, companyId))],
  }),
);

builder.mutationField('creditInvoice', (t) =>
  t.field({
    type: InvoiceType,
    description: "Takes a month's invoice back as a whole; answers with the credit note.",
    args: {
      companyId: t.arg.id({ required: true }),
      id: t.arg.id({ required: true }),
      input: t.arg({ type: CreditInput, required: true }),
    },
    resolve: (_, { companyId, id, input }, { actor, services }) => services.invoices.credit(actor, { companyId, id }, { ...input }),
  }),
);
