import { isCalendarDay } from '@checkwell/domain/clock';
import { type Document, type Element, type Node, parseXmlDocument } from 'slimdom';

/**
 * The part of the schema of UBL 2.1 (OASIS) that invoices of the product use: the children of each element in their order; `?` none or one,
 * `*` any number, `+` at least one. Other elements are refused: when the product writes a new one, add it here, and its rules to `ubl-rules.ts`.
 */
const PARTS: Readonly<Record<string, string>> = {
  Invoice:
    'CustomizationID? ProfileID? ID IssueDate DueDate? InvoiceTypeCode? Note* DocumentCurrencyCode? BuyerReference? InvoicePeriod* OrderReference? BillingReference* AccountingSupplierParty AccountingCustomerParty PaymentMeans* PaymentTerms* TaxTotal* LegalMonetaryTotal InvoiceLine+',
  CreditNote:
    'CustomizationID? ProfileID? ID IssueDate CreditNoteTypeCode? Note* DocumentCurrencyCode? BuyerReference? InvoicePeriod* OrderReference? BillingReference* AccountingSupplierParty AccountingCustomerParty PaymentMeans* PaymentTerms* TaxTotal* LegalMonetaryTotal CreditNoteLine+',
  InvoicePeriod: 'StartDate? EndDate?',
  OrderReference: 'ID',
  BillingReference: 'InvoiceDocumentReference?',
  InvoiceDocumentReference: 'ID IssueDate?',
  AccountingSupplierParty: 'Party?',
  AccountingCustomerParty: 'Party?',
  Party: 'EndpointID? PartyName* PostalAddress? PartyTaxScheme* PartyLegalEntity* Contact?',
  PartyName: 'Name',
  PostalAddress: 'StreetName? CityName? PostalZone? Country?',
  Country: 'IdentificationCode?',
  PartyTaxScheme: 'CompanyID? TaxScheme',
  TaxScheme: 'ID?',
  PartyLegalEntity: 'RegistrationName? CompanyID? CompanyLegalForm?',
  Contact: 'Name? Telephone? ElectronicMail?',
  PaymentMeans: 'PaymentMeansCode PaymentID* PayeeFinancialAccount?',
  PayeeFinancialAccount: 'ID? Name? FinancialInstitutionBranch?',
  FinancialInstitutionBranch: 'ID?',
  PaymentTerms: 'Note*',
  TaxTotal: 'TaxAmount TaxSubtotal*',
  TaxSubtotal: 'TaxableAmount? TaxAmount TaxCategory',
  TaxCategory: 'ID? Percent? TaxScheme',
  ClassifiedTaxCategory: 'ID? Percent? TaxScheme',
  LegalMonetaryTotal: 'LineExtensionAmount? TaxExclusiveAmount? TaxInclusiveAmount? PrepaidAmount? PayableAmount',
  InvoiceLine: 'ID InvoicedQuantity? LineExtensionAmount AccountingCost? Item Price?',
  CreditNoteLine: 'ID CreditedQuantity? LineExtensionAmount? AccountingCost? Item? Price?',
  Item: 'Description* Name? ClassifiedTaxCategory* AdditionalItemProperty*',
  AdditionalItemProperty: 'Name Value?',
  Price: 'PriceAmount',
};

const isDecimal = (text: string): boolean => /^\s*[+-]?(\d+(\.\d*)?|\.\d+)\s*$/.test(text);
const anyText = (): boolean => true;
/** The format and the attributes of elements without children, by the end of their names; `!` marks a required attribute. */
const LEAVES: readonly (readonly [name: RegExp, holds: (text: string) => boolean, attributes: readonly string[]])[] = [
  [/Amount$/, isDecimal, ['currencyID!']],
  [/Quantity$/, isDecimal, ['unitCode']],
  [/^Percent$/, isDecimal, []],
  [/Date$/, isCalendarDay, []],
  [/ID$/, anyText, ['schemeID']],
  [/^/, anyText, []],
];

const SCHEMA = 'urn:oasis:names:specification:ubl:schema:xsd';
export const NAMESPACES: Readonly<Record<string, string>> = {
  cac: `${SCHEMA}:CommonAggregateComponents-2`,
  cbc: `${SCHEMA}:CommonBasicComponents-2`,
};

/** @throws {Error} when the text is not well-formed XML */
export const parseUbl = (xml: string): Document => parseXmlDocument(xml);

/** The violations of the schema of UBL 2.1 in an invoice or credit note, as sentences. */
export function schemaErrors(document: Document): readonly string[] {
  const root = document.documentElement;
  if (!root || !['Invoice', 'CreditNote'].includes(root.localName)) return ['neither an invoice nor a credit note'];
  const errors = root.namespaceURI === `${SCHEMA}:${root.localName}-2` ? [] : [`${root.localName}: namespace`];
  return [...errors, ...attributeErrors(root, []), ...partErrors(root)];
}

function partErrors(element: Element): string[] {
  const parts = PARTS[element.localName]?.split(' ').map((part) => /^(\w+)([?*+]?)$/.exec(part) ?? []) ?? [];
  const errors = [...element.childNodes].filter((node) => isText(node) && node.data.trim() !== '').map(() => `${element.localName}: text`);
  let last = 0;
  for (const child of element.children) {
    const place = parts.findIndex(([, name]) => name === child.localName);
    if (place < 0) errors.push(`${element.localName}: ${child.localName} is unknown`);
    else if (place < last) errors.push(`${element.localName}: ${child.localName} comes too late`);
    last = Math.max(last, place);
    errors.push(...childErrors(child));
  }
  for (const [, name = '', often = ''] of parts) {
    const count = element.children.filter(({ localName }) => localName === name).length;
    if (count === 0 && !['?', '*'].includes(often)) errors.push(`${element.localName}: ${name} is missing`);
    if (count > 1 && !['*', '+'].includes(often)) errors.push(`${element.localName}: ${name} stands more than once`);
  }
  return errors;
}

function childErrors(element: Element): string[] {
  const isGroup = PARTS[element.localName] !== undefined;
  const inPlace = element.namespaceURI === NAMESPACES[isGroup ? 'cac' : 'cbc'] ? [] : [`${element.localName}: namespace`];
  if (isGroup) return [...inPlace, ...attributeErrors(element, []), ...partErrors(element)];
  const [, holds = anyText, attributes = []] = LEAVES.find(([name]) => name.test(element.localName)) ?? [];
  const content = element.children.length === 0 && holds(element.textContent ?? '') ? [] : [`${element.localName}: content`];
  return [...inPlace, ...content, ...attributeErrors(element, attributes)];
}

function attributeErrors(element: Element, allowed: readonly string[]): string[] {
  const names = element.attributes.filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns').map(({ name }) => name);
  return [
    ...names.filter((name) => !allowed.some((one) => one.replace('!', '') === name)).map((name) => `${element.localName}: @${name}`),
    ...allowed
      .filter((one) => one.endsWith('!') && !names.includes(one.slice(0, -1)))
      .map((one) => `${element.localName}: @${one.slice(0, -1)} is missing`),
  ];
}

const isText = (node: Node): node is Node & { readonly data: string } => node.nodeType === node.TEXT_NODE;
