import { type View, viewFor } from '@checkwell/domain/fields';
import { INVOICE_FIELDS } from '@checkwell/domain/invoice/fields';
import { INVOICE_KINDS, type InvoiceLine } from '@checkwell/domain/invoice/invoice';
import { type Actor, roleIn } from '@checkwell/domain/policy';
import { builder, rows } from '../../graphql/builder.ts';
import { exposed } from '../../graphql/fields.ts';
import type { Invoice } from './invoices.service.ts';

const InvoiceKindType = builder.enumType('InvoiceKind', { values: INVOICE_KINDS });
type InvoiceView = View<typeof INVOICE_FIELDS, Invoice>;
const InvoiceType = builder.objectRef<InvoiceView>('Invoice');

const show = (actor: Actor, invoice: Invoice): InvoiceView => viewFor(INVOICE_FIELDS, invoice, roleIn(actor, invoice.companyId));

const InvoiceLineType = builder.objectRef<InvoiceLine>('InvoiceLine');

InvoiceLineType.implement({
  fields: (t) => ({
    description: t.exposeString('description'),
    detail: t.string({ description: 'Explains the price of the line; may be empty.', resolve: ({ detail = '' }) => detail }),
    costCentre: t.exposeString('costCentre'),
    purchaseOrder: t.string({
      description: "Number of the department's order; empty: the document's.",
      resolve: ({ purchaseOrder = '' }) => purchaseOrder,
    }),
    quantity: t.exposeInt('quantity'),
    unitCents: t.exposeInt('unitCents', { description: 'Price of one unit, VAT excluded.' }),
    ofLine: t.int({
      nullable: true,
      description: 'On a credit note: the line of the invoice that it takes back, from 0.',
      resolve: ({ ofLine = null }) => ofLine,
    }),
  }),
});

InvoiceType.implement({
  description:
    'An invoice or a credit note, as it was issued. Amounts in euro cents. The files: `/v1/api/companies/{companyId}/invoices/{id}`.',
  fields: (t) => ({
    ...exposed(t, INVOICE_FIELDS, {
      month: 'First day of the month that was invoiced; null: about one check.',
      dueDate: 'null: nothing is to be paid, because it is a credit note or was paid by card.',
      note: 'For a credit note: why the invoice was credited.',
      structuredMessage: 'null where nothing is to be paid.',
      purchaseOrder: "Number of the client's order; empty: none.",
      creditedCents: 'Total of the credit notes on the invoice, VAT included.',
      monthIsFree: 'Whether the month has no valid invoice any more and can be invoiced again.',
      mailedTo: 'The address to which it was mailed last; null: it was not mailed.',
    }),
    kind: t.expose('kind', { type: InvoiceKindType }),
    lines: t.field({
      type: [InvoiceLineType],
      extensions: rows(20),
      description: 'In the order of the document.',
      resolve: ({ lines }) => [...lines],
    }),
    corrects: t.string({
      nullable: true,
      description: 'Number of the invoice that a credit note corrects.',
      resolve: ({ corrects }) => corrects?.number ?? null,
    }),
  }),
});

const CreditLineInput = builder.inputType('CreditLineInput', {
  fields: (t) => ({
    line: t.int({ required: true, description: 'Index of the line of the invoice, from 0.' }),
    quantity: t.int({ required: true, description: 'How many units of the line are credited.' }),
  }),
});

const CreditInput = builder.inputType('CreditInput', {
  description: 'Units of lines, or an amount; with neither, all that is left of the invoice is credited.',
  fields: (t) => ({
    reason: t.string({ required: true, description: 'Printed on the credit note.' }),
    invoicePaid: t.boolean({
      required: true,
      description: 'The client has paid the invoice: the amount goes back, and does not come off what is to be paid.',
    }),
    lines: t.field({ type: [CreditLineInput] }),
    netCents: t.int({ description: 'VAT excluded.' }),
  }),
});

builder.queryField('invoices', (t) =>
  t.field({
    type: [InvoiceType],
    extensions: rows(100),
    description: 'Invoices and credit notes of a company, newest first.',
    args: { companyId: t.arg.id({ required: true }) },
    resolve: async (_, { companyId }, { actor, services }) =>
      (await services.invoices.list(actor, companyId)).map((invoice) => show(actor, invoice)),
  }),
);

const keyArgs = builder.args((t) => ({ companyId: t.id({ required: true }), id: t.id({ required: true }) }));

builder.mutationFields((t) => ({
  creditInvoice: t.field({
    type: InvoiceType,
    description: "Takes a month's invoice back, as a whole or in part; answers with the credit note.",
    args: { ...keyArgs, input: t.arg({ type: CreditInput, required: true }) },
    resolve: async (_, { companyId, id, input: { lines = null, netCents = null, ...input } }, { actor, services }) => {
      const asked = { ...input, lines: lines?.map((line) => ({ ...line })) ?? null, netCents };
      return show(actor, await services.invoices.credit(actor, { companyId, id }, asked));
    },
  }),
  invoiceMonthAgain: t.field({
    type: InvoiceType,
    description: 'Invoices the month of an invoice that was credited as a whole once more; answers with the new invoice.',
    args: keyArgs,
    resolve: async (_, key, { actor, services }) => show(actor, await services.invoices.issueAgain(actor, { ...key })),
  }),
  sendInvoice: t.field({
    type: InvoiceType,
    description: "Mails an invoice or credit note to the client's present address for invoices.",
    args: keyArgs,
    resolve: async (_, key, { actor, services }) => show(actor, await services.invoices.send(actor, { ...key })),
  }),
}));
