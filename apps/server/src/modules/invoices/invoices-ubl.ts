import type { CalendarDay } from '@checkwell/domain/clock';
import { type InterfaceLanguage, VAT_PERCENT } from '@checkwell/domain/constants';
import { addressParts, dueCents, type InvoiceDocument, type InvoiceLine, type InvoiceParty } from '@checkwell/domain/invoice/invoice';
import { legalFormIn, registerIn } from '@checkwell/domain/invoice/legal-form';
import { daysOfMonth } from '@checkwell/domain/invoice/monthly';
import { vatLooksRight } from '@checkwell/domain/people/numbers/vat';
import { getTranslator } from '@checkwell/messages/translator';
import { creditSettlement } from './invoices.document.ts';

/**
 * An invoice or credit note as Peppol BIS Billing 3.0 wants it (UBL 2.1, EN 16931): elements are in the order of the schema.
 * Amounts are euros with two decimals.
 */
export function ublOf(document: InvoiceDocument): string {
  const { kind, number, language, issueDate, dueDate, month, seller, buyer, lines, paidCents, reference, purchaseOrder, corrects } =
    document;
  const credit = kind === 'CreditNote';
  const body = [
    leaf('CustomizationID', 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'),
    leaf('ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
    leaf('ID', number),
    leaf('IssueDate', issueDate),
    // What was paid by card was due at once.
    ...(credit ? [] : [leaf('DueDate', dueDate ?? issueDate)]),
    leaf(`${kind}TypeCode`, credit ? '381' : '380'),
    ...noteOf(document).map((text) => leaf('Note', text)),
    leaf('DocumentCurrencyCode', 'EUR'),
    leaf('BuyerReference', reference),
    ...(month ? [period(month)] : []),
    ...(purchaseOrder === '' ? [] : [node('OrderReference', [leaf('ID', purchaseOrder)])]),
    ...(corrects
      ? [node('BillingReference', [node('InvoiceDocumentReference', [leaf('ID', corrects.number), leaf('IssueDate', corrects.issueDate)])])]
      : []),
    node('AccountingSupplierParty', [party(seller, language)]),
    node('AccountingCustomerParty', [party(buyer, language)]),
    // Nothing is paid by a credit note: its terms say what happens to the amount.
    credit ? node('PaymentTerms', [leaf('Note', creditSettlement(document))]) : paymentMeans(document),
    node('TaxTotal', [
      amount('TaxAmount', document.vatCents),
      node('TaxSubtotal', [amount('TaxableAmount', document.netCents), amount('TaxAmount', document.vatCents), taxCategory('TaxCategory')]),
    ]),
    node('LegalMonetaryTotal', [
      amount('LineExtensionAmount', document.netCents),
      amount('TaxExclusiveAmount', document.netCents),
      amount('TaxInclusiveAmount', document.totalCents),
      ...(paidCents > 0 ? [amount('PrepaidAmount', paidCents)] : []),
      amount('PayableAmount', document.totalCents - paidCents),
    ]),
    ...lines.map((line, index) => lineOf(line, { number: index + 1, credit, language })),
  ];
  const name = credit ? 'CreditNote' : 'Invoice';
  const schema = 'urn:oasis:names:specification:ubl:schema:xsd';
  return `<?xml version="1.0" encoding="UTF-8"?>
<${name} xmlns="${schema}:${name}-2" xmlns:cac="${schema}:CommonAggregateComponents-2" xmlns:cbc="${schema}:CommonBasicComponents-2">
${body.join('\n')}
</${name}>
`;
}

function period(month: CalendarDay): string {
  const { from, to } = daysOfMonth(month);
  return node('InvoicePeriod', [leaf('StartDate', from), leaf('EndDate', to)]);
}

/** Peppol allows one note: why it was made, and what a credit note must say about VAT. */
function noteOf({ kind, language, note }: InvoiceDocument): readonly string[] {
  const parts = [note, kind === 'CreditNote' ? getTranslator(language, 'invoices')('vatMention') : ''].filter((part) => part !== '');
  return parts.length === 0 ? [] : [parts.join('\n')];
}

/** UNTDID 4461. 48: bank card; 30: credit transfer; 1: not said. */
function paymentMeans(document: InvoiceDocument): string {
  const { structuredMessage, seller } = document;
  if (dueCents(document) === 0) return node('PaymentMeans', [leaf('PaymentMeansCode', '48')]);
  const message = structuredMessage === null ? [] : [leaf('PaymentID', structuredMessage)];
  if (!seller.iban) return node('PaymentMeans', [leaf('PaymentMeansCode', '1'), ...message]);
  return node('PaymentMeans', [
    leaf('PaymentMeansCode', '30'),
    ...message,
    node('PayeeFinancialAccount', [
      leaf('ID', seller.iban),
      leaf('Name', seller.name),
      ...(seller.bic ? [node('FinancialInstitutionBranch', [leaf('ID', seller.bic)])] : []),
    ]),
  ]);
}

function party(
  { name, companyNumber, address, email, contact, phoneNumber, legalForm, court }: InvoiceParty,
  language: InterfaceLanguage,
): string {
  const { street, postcode, town } = addressParts(address);
  const digits = companyNumber.slice(2);
  // The scheme of enterprise numbers admits only those with right check digits; others are known by their VAT number.
  const registered = vatLooksRight(companyNumber);
  return node('Party', [
    registered ? leaf('EndpointID', digits, { schemeID: '0208' }) : leaf('EndpointID', companyNumber, { schemeID: '9925' }),
    node('PartyName', [leaf('Name', name)]),
    node('PostalAddress', [
      leaf('StreetName', street),
      ...(town === '' ? [] : [leaf('CityName', town), leaf('PostalZone', postcode)]),
      node('Country', [leaf('IdentificationCode', 'BE')]),
    ]),
    node('PartyTaxScheme', [leaf('CompanyID', companyNumber), node('TaxScheme', [leaf('ID', 'VAT')])]),
    node('PartyLegalEntity', [
      leaf('RegistrationName', name),
      registered ? leaf('CompanyID', digits, { schemeID: '0208' }) : leaf('CompanyID', companyNumber),
      ...(legalForm && court ? [leaf('CompanyLegalForm', `${legalFormIn(legalForm, language)}, ${registerIn(court, language)}`)] : []),
    ]),
    ...(contact || phoneNumber || email
      ? [
          node('Contact', [
            ...(contact ? [leaf('Name', contact)] : []),
            ...(phoneNumber ? [leaf('Telephone', phoneNumber)] : []),
            ...(email ? [leaf('ElectronicMail', email)] : []),
          ]),
        ]
      : []),
  ]);
}

function lineOf(
  { description, detail = '', quantity, unitCents, costCentre, purchaseOrder = '' }: InvoiceLine,
  { number, credit, language }: { readonly number: number; readonly credit: boolean; readonly language: InterfaceLanguage },
): string {
  return node(credit ? 'CreditNoteLine' : 'InvoiceLine', [
    leaf('ID', String(number)),
    leaf(credit ? 'CreditedQuantity' : 'InvoicedQuantity', String(quantity), { unitCode: 'C62' }),
    amount('LineExtensionAmount', quantity * unitCents),
    ...(costCentre === '' ? [] : [leaf('AccountingCost', costCentre)]),
    node('Item', [
      ...(detail === '' ? [] : [leaf('Description', detail)]),
      leaf('Name', description),
      taxCategory('ClassifiedTaxCategory'),
      // An invoice has one order; those of departments are with their lines.
      ...(purchaseOrder === ''
        ? []
        : [
            node('AdditionalItemProperty', [
              leaf('Name', getTranslator(language, 'invoices')('purchaseOrder')),
              leaf('Value', purchaseOrder),
            ]),
          ]),
    ]),
    node('Price', [amount('PriceAmount', unitCents)]),
  ]);
}

/** S: the standard rate. */
const taxCategory = (name: string): string =>
  node(name, [leaf('ID', 'S'), leaf('Percent', String(VAT_PERCENT)), node('TaxScheme', [leaf('ID', 'VAT')])]);

const amount = (name: string, cents: number): string => leaf(name, (cents / 100).toFixed(2), { currencyID: 'EUR' });

const node = (name: string, children: readonly string[]): string => `<cac:${name}>\n${children.join('\n')}\n</cac:${name}>`;

function leaf(name: string, text: string, attributes: Readonly<Record<string, string>> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<cbc:${name}${written.join('')}>${escapeXml(text)}</cbc:${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
