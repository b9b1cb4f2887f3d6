import { readFileSync } from 'node:fs';
import { evaluateXPathToNodes } from 'fontoxpath';
import type { Document, Element } from 'slimdom';
import type { RuleId } from './ubl-rules.ts';
import { NAMESPACES, parseUbl } from './ubl-schema.ts';

/** Invoices that break one rule each, made from the valid fixtures of the module. */
export const FIXTURES = new URL('../../modules/invoices/fixtures/', import.meta.url);
export const fixture = (name: string): Document => parseUbl(readFileSync(new URL(name, FIXTURES), 'utf8'));

export type Breaking = (document: Document) => void;

const at = (document: Document, path: string): readonly Element[] =>
  evaluateXPathToNodes<Element>(path, document, null, {}, { namespaceResolver: (prefix) => NAMESPACES[prefix] ?? null });

/** The elements at a path. @throws {Error} when there are none: the change would then break no rule */
export function found(document: Document, path: string): readonly Element[] {
  const elements = at(document, path);
  if (elements.length === 0) throw new Error(`There is no element at ${path}.`);
  return elements;
}

export const without =
  (path: string): Breaking =>
  (document) => {
    for (const element of found(document, path)) element.remove();
  };
export const says =
  (path: string, text: string): Breaking =>
  (document) => {
    for (const element of found(document, path)) element.textContent = text;
  };
export const attribute =
  (path: string, name: string, value: string | null): Breaking =>
  (document) => {
    for (const element of found(document, path)) {
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  };
/** @param change changes the second element */
export const twice =
  (path: string, change: (copy: Element) => void = () => undefined): Breaking =>
  (document) => {
    const [element] = found(document, path);
    const copy = element?.cloneNode(true) as Element;
    element?.after(copy);
    change(copy);
  };

const SELLER = '/*/cac:AccountingSupplierParty/cac:Party';
const BUYER = '/*/cac:AccountingCustomerParty/cac:Party';
export const TOTALS = '/*/cac:LegalMonetaryTotal';
const LINE = '/*/cac:InvoiceLine[1]';
const MEANS = '/*/cac:PaymentMeans';
const TAX = '/*/cac:TaxTotal';
const SUBTOTAL = `${TAX}/cac:TaxSubtotal`;
const another = (copy: Element): void => {
  copy.textContent = '31';
};

/** The change that breaks each rule; it is made to the monthly invoice of a client unless another document is named. */
const CONTROLS: Readonly<Record<RuleId, Breaking | readonly [name: string, breaking: Breaking]>> = {
  'BR-01': says('/*/cbc:CustomizationID', ' '),
  'BR-02': without('/*/cbc:ID'),
  'BR-03': without('/*/cbc:IssueDate'),
  'BR-04': without('/*/cbc:InvoiceTypeCode'),
  'BR-05': without('/*/cbc:DocumentCurrencyCode'),
  'BR-06': without(`${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`),
  'BR-07': without(`${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`),
  'BR-08': without(`${SELLER}/cac:PostalAddress`),
  'BR-09': without(`${SELLER}/cac:PostalAddress/cac:Country`),
  'BR-10': without(`${BUYER}/cac:PostalAddress`),
  'BR-11': without(`${BUYER}/cac:PostalAddress/cac:Country`),
  'BR-12': without(`${TOTALS}/cbc:LineExtensionAmount`),
  'BR-13': without(`${TOTALS}/cbc:TaxExclusiveAmount`),
  'BR-14': without(`${TOTALS}/cbc:TaxInclusiveAmount`),
  'BR-15': without(`${TOTALS}/cbc:PayableAmount`),
  'BR-16': without('/*/cac:InvoiceLine'),
  'BR-21': without(`${LINE}/cbc:ID`),
  'BR-22': without(`${LINE}/cbc:InvoicedQuantity`),
  'BR-23': attribute(`${LINE}/cbc:InvoicedQuantity`, 'unitCode', null),
  'BR-24': without(`${LINE}/cbc:LineExtensionAmount`),
  'BR-25': without(`${LINE}/cac:Item/cbc:Name`),
  'BR-26': without(`${LINE}/cac:Price`),
  'BR-27': says(`${LINE}/cac:Price/cbc:PriceAmount`, '-10.02'),
  'BR-29': says('/*/cac:InvoicePeriod/cbc:EndDate', '2026-09-30'),
  'BR-45': without(`${SUBTOTAL}/cbc:TaxableAmount`),
  'BR-46': without(`${SUBTOTAL}/cbc:TaxAmount`),
  'BR-47': without(`${SUBTOTAL}/cac:TaxCategory/cbc:ID`),
  'BR-48': without(`${SUBTOTAL}/cac:TaxCategory/cbc:Percent`),
  'BR-49': without(`${MEANS}/cbc:PaymentMeansCode`),
  'BR-50': says(`${MEANS}/cac:PayeeFinancialAccount/cbc:ID`, ' '),
  'BR-54': without(`${LINE}/cac:Item/cac:AdditionalItemProperty/cbc:Value`),
  'BR-55': ['one-CreditNote.xml', without('/*/cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID')],
  'BR-61': without(`${MEANS}/cac:PayeeFinancialAccount`),
  'BR-62': attribute(`${SELLER}/cbc:EndpointID`, 'schemeID', null),
  'BR-63': attribute(`${BUYER}/cbc:EndpointID`, 'schemeID', null),
  'BR-CO-04': without(`${LINE}/cac:Item/cac:ClassifiedTaxCategory/cbc:ID`),
  'BR-CO-09': says(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, '0403170701'),
  'BR-CO-10': says(`${TOTALS}/cbc:LineExtensionAmount`, '130.06'),
  'BR-CO-13': says(`${TOTALS}/cbc:TaxExclusiveAmount`, '130.06'),
  'BR-CO-14': says(`${TAX}/cbc:TaxAmount`, '27.32'),
  'BR-CO-15': says(`${TOTALS}/cbc:TaxInclusiveAmount`, '157.37'),
  'BR-CO-16': ['one-Invoice.xml', says(`${TOTALS}/cbc:PrepaidAmount`, '181.49')],
  'BR-CO-17': says(`${SUBTOTAL}/cac:TaxCategory/cbc:Percent`, '20'),
  'BR-CO-18': without(SUBTOTAL),
  'BR-CO-19': without('/*/cac:InvoicePeriod/*'),
  'BR-CO-26': (document) => {
    without(`${SELLER}/cac:PartyTaxScheme`)(document);
    without(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`)(document);
  },
  'BR-S-01': says(`${SUBTOTAL}/cac:TaxCategory/cbc:ID`, 'Z'),
  'BR-S-02': without(`${SELLER}/cac:PartyTaxScheme`),
  'BR-S-05': says(`${LINE}/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent`, '0'),
  'BR-S-08': says(`${SUBTOTAL}/cbc:TaxableAmount`, '131.05'),
  'BR-S-09': says(`${SUBTOTAL}/cbc:TaxAmount`, '28.31'),
  'BR-DEC-09': says(`${TOTALS}/cbc:LineExtensionAmount`, '130.050'),
  'BR-DEC-12': says(`${TOTALS}/cbc:TaxExclusiveAmount`, '130.050'),
  'BR-DEC-14': says(`${TOTALS}/cbc:TaxInclusiveAmount`, '157.360'),
  'BR-DEC-16': ['one-Invoice.xml', says(`${TOTALS}/cbc:PrepaidAmount`, '181.500')],
  'BR-DEC-18': says(`${TOTALS}/cbc:PayableAmount`, '157.360'),
  'BR-DEC-19': says(`${SUBTOTAL}/cbc:TaxableAmount`, '130.050'),
  'BR-DEC-20': says(`${SUBTOTAL}/cbc:TaxAmount`, '27.310'),
  'BR-DEC-23': says(`${LINE}/cbc:LineExtensionAmount`, '30.060'),
  'BR-CL-01': says('/*/cbc:InvoiceTypeCode', '999'),
  'BR-CL-03': attribute(`${LINE}/cbc:LineExtensionAmount`, 'currencyID', 'EURO'),
  'BR-CL-04': says('/*/cbc:DocumentCurrencyCode', 'EURO'),
  'BR-CL-11': attribute(`${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`, 'schemeID', 'BE'),
  'BR-CL-14': says(`${BUYER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, 'BEL'),
  'BR-CL-16': says(`${MEANS}/cbc:PaymentMeansCode`, '99'),
  'BR-CL-17': says(`${SUBTOTAL}/cac:TaxCategory/cbc:ID`, 'X'),
  'BR-CL-18': says(`${LINE}/cac:Item/cac:ClassifiedTaxCategory/cbc:ID`, 'X'),
  'BR-CL-23': attribute(`${LINE}/cbc:InvoicedQuantity`, 'unitCode', 'checks'),
  'BR-CL-25': attribute(`${BUYER}/cbc:EndpointID`, 'schemeID', '9999'),
  'UBL-DT-01': says(`${SUBTOTAL}/cbc:TaxableAmount`, '130.050'),
  'UBL-SR-05': ['month-CreditNote.xml', twice('/*/cac:PaymentTerms/cbc:Note')],
  'UBL-SR-06': ['one-CreditNote.xml', twice('/*/cac:BillingReference/cac:InvoiceDocumentReference')],
  'UBL-SR-08': twice('/*/cac:InvoicePeriod'),
  'UBL-SR-09': twice(`${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`),
  'UBL-SR-10': twice(`${SELLER}/cac:PartyName`),
  'UBL-SR-11': twice(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`),
  'UBL-SR-12': twice(`${SELLER}/cac:PartyTaxScheme`),
  'UBL-SR-14': twice(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyLegalForm`),
  'UBL-SR-15': twice(`${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`),
  'UBL-SR-17': twice(`${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`),
  'UBL-SR-18': twice(`${BUYER}/cac:PartyTaxScheme`),
  'UBL-SR-26': twice(`${MEANS}/cbc:PaymentID`),
  'UBL-SR-40': twice(`${BUYER}/cac:PartyName`),
  'UBL-SR-42': (document) => {
    twice(`${SELLER}/cac:PartyTaxScheme`)(document);
    twice(`${SELLER}/cac:PartyTaxScheme`)(document);
  },
  'UBL-SR-44': twice(`${MEANS}/cbc:PaymentID`, another),
  'UBL-SR-47': twice(`${MEANS}/cbc:PaymentMeansCode`, another),
  'UBL-SR-48': twice(`${LINE}/cac:Item/cac:ClassifiedTaxCategory`),
  'UBL-SR-50': twice(`${LINE}/cac:Item/cbc:Description`),
  'UBL-SR-53': without(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`),
  'PEPPOL-EN16931-R001': without('/*/cbc:ProfileID'),
  'PEPPOL-EN16931-R002': ['month-CreditNote.xml', twice('/*/cbc:Note')],
  'PEPPOL-EN16931-R003': without('/*/cbc:BuyerReference'),
  'PEPPOL-EN16931-R004': says('/*/cbc:CustomizationID', 'urn:cen.eu:en16931:2017'),
  'PEPPOL-EN16931-R007': says('/*/cbc:ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:1'),
  'PEPPOL-EN16931-R008': says(`${BUYER}/cac:Contact/cbc:Name`, ''),
  'PEPPOL-EN16931-R010': without(`${BUYER}/cbc:EndpointID`),
  'PEPPOL-EN16931-R020': without(`${SELLER}/cbc:EndpointID`),
  'PEPPOL-EN16931-R051': attribute(`${TOTALS}/cbc:PayableAmount`, 'currencyID', 'USD'),
  'PEPPOL-EN16931-R053': twice(TAX),
  'PEPPOL-EN16931-R054': twice(TAX, (copy) => copy.children.at(-1)?.remove()),
  'PEPPOL-EN16931-R120': says(`${LINE}/cac:Price/cbc:PriceAmount`, '10.03'),
  'PEPPOL-EN16931-P0100': says('/*/cbc:InvoiceTypeCode', '381'),
  'PEPPOL-EN16931-P0101': ['month-CreditNote.xml', says('/*/cbc:CreditNoteTypeCode', '380')],
  'PEPPOL-EN16931-F001': says('/*/cbc:IssueDate', '2026-13-01'),
  'PEPPOL-EN16931-CL007': attribute(`${LINE}/cac:Price/cbc:PriceAmount`, 'currencyID', 'eur'),
  'PEPPOL-EN16931-CL008': attribute(`${SELLER}/cbc:EndpointID`, 'schemeID', 'BE:EN'),
  'PEPPOL-COMMON-R043': says(`${BUYER}/cbc:EndpointID`, '0403170702'),
};

/** A document that breaks the rule; most of them no other. */
export function breaking(id: RuleId): Document {
  const control = CONTROLS[id];
  const [name, change] = typeof control === 'function' ? (['month-Invoice.xml', control] as const) : control;
  const document = fixture(name);
  change(document);
  return document;
}
