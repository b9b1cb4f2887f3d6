import type { CalendarDay } from '@checkwell/domain/clock';
import { VAT_PERCENT } from '@checkwell/domain/constants';
import { addressParts, type InvoiceDocument, type InvoiceLine, type InvoiceParty } from '@checkwell/domain/invoice/invoice';
import { daysOfMonth } from '@checkwell/domain/invoice/monthly';
import { vatLooksRight } from '@checkwell/domain/people/vat';

/**
 * An invoice or credit note as Peppol BIS Billing 3.0 wants it (UBL 2.1, EN 16931): elements stand in the order of the schema.
 * Amounts are euros with two decimals.
 */
export function ublOf(document: InvoiceDocument): string {
  const { kind, number, issueDate, dueDate, month, note, seller, buyer, lines, paidCents, reference, corrects } = document;
  const credit = kind === 'CreditNote';
  const body = [
    leaf('CustomizationID', 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'),
    leaf('ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
    leaf('ID', number),
    leaf('IssueDate', issueDate),
    // What was paid by card was due at once.
    ...(credit ? [] : [leaf('DueDate', dueDate ?? issueDate)]),
    leaf(`${kind}TypeCode`, credit ? '381' : '380'),
    ...(note === '' ? [] : [leaf('Note', note)]),
    leaf('DocumentCurrencyCode', 'EUR'),
    leaf('BuyerReference', reference),
    ...(month ? [period(month)] : []),
    ...(corrects
      ? [node('BillingReference', [node('InvoiceDocumentReference', [leaf('ID', corrects.number), leaf('IssueDate', corrects.issueDate)])])]
      : []),
    node('AccountingSupplierParty', [party(seller)]),
    node('AccountingCustomerParty', [party(buyer)]),
    paymentMeans(document),
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
    ...lines.map((line, index) => lineOf(line, index + 1, credit)),
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

/** UNTDID 4461. 48: bank card; 30: credit transfer; 97: set off between the two; 1: not said. */
function paymentMeans({ kind, dueDate, structuredMessage, seller }: InvoiceDocument): string {
  const means = (code: string): readonly string[] => [leaf('PaymentMeansCode', code), leaf('PaymentID', structuredMessage)];
  if (dueDate === null) return node('PaymentMeans', means('48'));
  if (kind === 'CreditNote')
    return node('PaymentMeans', [leaf('PaymentMeansCode', '97'), leaf('PaymentDueDate', dueDate), leaf('PaymentID', structuredMessage)]);
  if (!seller.iban) return node('PaymentMeans', means('1'));
  return node('PaymentMeans', [...means('30'), node('PayeeFinancialAccount', [leaf('ID', seller.iban), leaf('Name', seller.name)])]);
}

function party({ name, companyNumber, address, email, contact }: InvoiceParty): string {
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
    ]),
    ...(contact || email
      ? [node('Contact', [...(contact ? [leaf('Name', contact)] : []), ...(email ? [leaf('ElectronicMail', email)] : [])])]
      : []),
  ]);
}

function lineOf({ description, quantity, unitCents, costCentre }: InvoiceLine, number: number, credit: boolean): string {
  return node(credit ? 'CreditNoteLine' : 'InvoiceLine', [
    leaf('ID', String(number)),
    leaf(credit ? 'CreditedQuantity' : 'InvoicedQuantity', String(quantity), { unitCode: 'C62' }),
    amount('LineExtensionAmount', quantity * unitCents),
    ...(costCentre === '' ? [] : [leaf('AccountingCost', costCentre)]),
    node('Item', [leaf('Name', description), taxCategory('ClassifiedTaxCategory')]),
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
