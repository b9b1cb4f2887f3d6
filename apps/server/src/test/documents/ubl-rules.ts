import { evaluateXPathToBoolean, evaluateXPathToNodes } from 'fontoxpath';
import type { Document, Node } from 'slimdom';
import { NAMESPACES } from './ubl-schema.ts';

/**
 * The business rules of EN 16931 (BR-*, UBL-*) and of Peppol BIS Billing 3.0 (PEPPOL-*) that can apply to a document that `ubl-schema.ts`
 * accepts, written from their published descriptions, by their published names. The lists of codes contain only those that an invoice in
 * euros between Belgian companies may have: they are shorter than the published lists.
 */

/** The nodes that a rule checks. */
const DOCUMENT = '/*';
const SELLER = '/*/cac:AccountingSupplierParty';
const BUYER = '/*/cac:AccountingCustomerParty';
const TOTALS = '/*/cac:LegalMonetaryTotal';
const LINE = '/*/(cac:InvoiceLine | cac:CreditNoteLine)';
const MEANS = '/*/cac:PaymentMeans';
const SUBTOTAL = '/*/cac:TaxTotal/cac:TaxSubtotal';
const STANDARD = `${SUBTOTAL}/cac:TaxCategory[cbc:ID = 'S']`;
const AMOUNT = "//*[ends-with(local-name(), 'Amount')]";
const ENTERPRISE = "//*[@schemeID = '0208']";

const says = (path: string): string => `normalize-space(string-join(${path}, '')) != ''`;
/** Compares whole cents, so that the result does not depend on floating-point fractions. */
const cents = (path: string): string => `sum(for $amount in ${path} return round(number($amount) * 100))`;
const oneOf = (path: string, codes: string): string => `${path} = (${codes.split(' ').map((code) => `'${code}'`)})`;
const twoDecimals = (path: string): string => `every $amount in ${path} satisfies string-length(substring-after($amount, '.')) <= 2`;
const atMostOne = (path: string): string => `count(${path}) <= 1`;
const vat = (path: string): string => `${path}[cac:TaxScheme/cbc:ID = 'VAT']`;
/** Whether the VAT differs from the amount times the rate by less than one euro. */
const RATE_HOLDS = 'abs(number(../cbc:TaxAmount) - round(number(../cbc:TaxableAmount) * number(cbc:Percent)) div 100) < 1';

export const RULES = {
  'BR-01': [DOCUMENT, says('cbc:CustomizationID')],
  'BR-02': [DOCUMENT, says('cbc:ID')],
  'BR-03': [DOCUMENT, says('cbc:IssueDate')],
  'BR-04': [DOCUMENT, says('(cbc:InvoiceTypeCode | cbc:CreditNoteTypeCode)')],
  'BR-05': [DOCUMENT, says('cbc:DocumentCurrencyCode')],
  'BR-06': [SELLER, says('cac:Party/cac:PartyLegalEntity/cbc:RegistrationName')],
  'BR-07': [BUYER, says('cac:Party/cac:PartyLegalEntity/cbc:RegistrationName')],
  'BR-08': [SELLER, 'cac:Party/cac:PostalAddress'],
  'BR-09': [SELLER, says('cac:Party/cac:PostalAddress/cac:Country/cbc:IdentificationCode')],
  'BR-10': [BUYER, 'cac:Party/cac:PostalAddress'],
  'BR-11': [BUYER, says('cac:Party/cac:PostalAddress/cac:Country/cbc:IdentificationCode')],
  'BR-12': [TOTALS, 'cbc:LineExtensionAmount'],
  'BR-13': [TOTALS, 'cbc:TaxExclusiveAmount'],
  'BR-14': [TOTALS, 'cbc:TaxInclusiveAmount'],
  'BR-15': [TOTALS, 'cbc:PayableAmount'],
  'BR-16': [DOCUMENT, 'cac:InvoiceLine or cac:CreditNoteLine'],
  'BR-21': [LINE, says('cbc:ID')],
  'BR-22': [LINE, 'cbc:InvoicedQuantity or cbc:CreditedQuantity'],
  'BR-23': [LINE, '(cbc:InvoicedQuantity | cbc:CreditedQuantity)/@unitCode'],
  'BR-24': [LINE, 'cbc:LineExtensionAmount'],
  'BR-25': [LINE, says('cac:Item/cbc:Name')],
  'BR-26': [LINE, 'cac:Price/cbc:PriceAmount'],
  'BR-27': [LINE, 'number(cac:Price/cbc:PriceAmount) >= 0'],
  'BR-29': ['/*/cac:InvoicePeriod', 'not(cbc:StartDate and cbc:EndDate) or string(cbc:EndDate) >= string(cbc:StartDate)'],
  'BR-45': [SUBTOTAL, 'cbc:TaxableAmount'],
  'BR-46': [SUBTOTAL, 'cbc:TaxAmount'],
  'BR-47': [SUBTOTAL, `${vat('cac:TaxCategory')}/cbc:ID`],
  'BR-48': [SUBTOTAL, `${vat('cac:TaxCategory')}/cbc:Percent`],
  'BR-49': [MEANS, 'cbc:PaymentMeansCode'],
  'BR-50': [`${MEANS}[cbc:PaymentMeansCode = ('30', '58')]/cac:PayeeFinancialAccount`, says('cbc:ID')],
  'BR-54': ['//cac:AdditionalItemProperty', 'cbc:Name and cbc:Value'],
  'BR-55': ['/*/cac:BillingReference', 'cac:InvoiceDocumentReference/cbc:ID'],
  'BR-61': [`${MEANS}[cbc:PaymentMeansCode = ('30', '58')]`, 'cac:PayeeFinancialAccount/cbc:ID'],
  'BR-62': [`${SELLER}/cac:Party/cbc:EndpointID`, '@schemeID'],
  'BR-63': [`${BUYER}/cac:Party/cbc:EndpointID`, '@schemeID'],
  'BR-CO-04': [LINE, `${vat('cac:Item/cac:ClassifiedTaxCategory')}/cbc:ID`],
  'BR-CO-09': [`/*//${vat('cac:PartyTaxScheme')}/cbc:CompanyID`, "starts-with(., 'BE')"],
  'BR-CO-10': [TOTALS, `${cents('cbc:LineExtensionAmount')} = ${cents(`${LINE}/cbc:LineExtensionAmount`)}`],
  'BR-CO-13': [TOTALS, `${cents('cbc:TaxExclusiveAmount')} = ${cents('cbc:LineExtensionAmount')}`],
  'BR-CO-14': ['/*/cac:TaxTotal', `not(cac:TaxSubtotal) or ${cents('cbc:TaxAmount')} = ${cents('cac:TaxSubtotal/cbc:TaxAmount')}`],
  'BR-CO-15': [
    TOTALS,
    `count(../cac:TaxTotal/cbc:TaxAmount) = 1 and ${cents('cbc:TaxInclusiveAmount')} = ${cents('(cbc:TaxExclusiveAmount | ../cac:TaxTotal/cbc:TaxAmount)')}`,
  ],
  'BR-CO-16': [TOTALS, `${cents('cbc:PayableAmount')} = ${cents('cbc:TaxInclusiveAmount')} - ${cents('cbc:PrepaidAmount')}`],
  'BR-CO-17': [`${SUBTOTAL}/${vat('cac:TaxCategory')}`, RATE_HOLDS],
  'BR-CO-18': [DOCUMENT, 'cac:TaxTotal/cac:TaxSubtotal'],
  'BR-CO-19': ['/*/cac:InvoicePeriod', 'cbc:StartDate or cbc:EndDate'],
  'BR-CO-26': [`${SELLER}/cac:Party`, `${vat('cac:PartyTaxScheme')}/cbc:CompanyID or cac:PartyLegalEntity/cbc:CompanyID`],
  'BR-S-01': [DOCUMENT, `not(//cac:ClassifiedTaxCategory[cbc:ID = 'S']) or ${vat(STANDARD)}`],
  'BR-S-02': [DOCUMENT, `not(//cac:ClassifiedTaxCategory[cbc:ID = 'S']) or ${SELLER}/cac:Party/cac:PartyTaxScheme/cbc:CompanyID`],
  'BR-S-05': [`${LINE}/cac:Item/cac:ClassifiedTaxCategory[cbc:ID = 'S']`, 'number(cbc:Percent) > 0'],
  'BR-S-08': [
    STANDARD,
    `abs(${cents('../cbc:TaxableAmount')} - ${cents(`for $rate in cbc:Percent return ${LINE}[cac:Item/cac:ClassifiedTaxCategory[cbc:ID = 'S']/number(cbc:Percent) = number($rate)]/cbc:LineExtensionAmount`)}) < 100`,
  ],
  'BR-S-09': [STANDARD, RATE_HOLDS],
  'BR-DEC-09': [TOTALS, twoDecimals('cbc:LineExtensionAmount')],
  'BR-DEC-12': [TOTALS, twoDecimals('cbc:TaxExclusiveAmount')],
  'BR-DEC-14': [TOTALS, twoDecimals('cbc:TaxInclusiveAmount')],
  'BR-DEC-16': [TOTALS, twoDecimals('cbc:PrepaidAmount')],
  'BR-DEC-18': [TOTALS, twoDecimals('cbc:PayableAmount')],
  'BR-DEC-19': [SUBTOTAL, twoDecimals('cbc:TaxableAmount')],
  'BR-DEC-20': [SUBTOTAL, twoDecimals('cbc:TaxAmount')],
  'BR-DEC-23': [LINE, twoDecimals('cbc:LineExtensionAmount')],
  'BR-CL-01': [DOCUMENT, `${oneOf('cbc:InvoiceTypeCode', '380')} or ${oneOf('cbc:CreditNoteTypeCode', '381')}`],
  'BR-CL-03': [AMOUNT, oneOf('@currencyID', 'EUR')],
  'BR-CL-04': ['/*/cbc:DocumentCurrencyCode', oneOf('.', 'EUR')],
  'BR-CL-11': ['//cac:PartyLegalEntity/cbc:CompanyID[@schemeID]', oneOf('@schemeID', '0208')],
  'BR-CL-14': ['//cac:Country/cbc:IdentificationCode', oneOf('.', 'BE')],
  // Not specified, transfer, bank card.
  'BR-CL-16': [`${MEANS}/cbc:PaymentMeansCode`, oneOf('.', '1 30 48')],
  'BR-CL-17': ['//cac:TaxCategory/cbc:ID', oneOf('.', 'S')],
  'BR-CL-18': ['//cac:ClassifiedTaxCategory/cbc:ID', oneOf('.', 'S')],
  'BR-CL-23': ['//(cbc:InvoicedQuantity | cbc:CreditedQuantity)[@unitCode]', oneOf('@unitCode', 'C62')],
  // Belgian enterprise number, Belgian VAT number.
  'BR-CL-25': ['//cbc:EndpointID[@schemeID]', oneOf('@schemeID', '0208 9925')],
  'UBL-DT-01': [`${AMOUNT}[local-name() != 'PriceAmount']`, twoDecimals('.')],
  'UBL-SR-05': [DOCUMENT, atMostOne('cac:PaymentTerms/cbc:Note')],
  'UBL-SR-06': ['/*/cac:BillingReference', atMostOne('cac:InvoiceDocumentReference')],
  'UBL-SR-08': [DOCUMENT, atMostOne('cac:InvoicePeriod')],
  'UBL-SR-09': [SELLER, atMostOne('cac:Party/cac:PartyLegalEntity/cbc:RegistrationName')],
  'UBL-SR-10': [SELLER, atMostOne('cac:Party/cac:PartyName/cbc:Name')],
  'UBL-SR-11': [SELLER, atMostOne('cac:Party/cac:PartyLegalEntity/cbc:CompanyID')],
  'UBL-SR-12': [SELLER, atMostOne(`cac:Party/${vat('cac:PartyTaxScheme')}/cbc:CompanyID`)],
  'UBL-SR-14': [SELLER, atMostOne('cac:Party/cac:PartyLegalEntity/cbc:CompanyLegalForm')],
  'UBL-SR-15': [BUYER, atMostOne('cac:Party/cac:PartyLegalEntity/cbc:RegistrationName')],
  'UBL-SR-17': [BUYER, atMostOne('cac:Party/cac:PartyLegalEntity/cbc:CompanyID')],
  'UBL-SR-18': [BUYER, atMostOne(`cac:Party/${vat('cac:PartyTaxScheme')}/cbc:CompanyID`)],
  'UBL-SR-26': [MEANS, atMostOne('cbc:PaymentID')],
  'UBL-SR-40': [BUYER, atMostOne('cac:Party/cac:PartyName/cbc:Name')],
  'UBL-SR-42': [`${SELLER}/cac:Party`, 'count(cac:PartyTaxScheme) <= 2'],
  'UBL-SR-44': [DOCUMENT, atMostOne('distinct-values(//cbc:PaymentID)')],
  'UBL-SR-47': [DOCUMENT, atMostOne('distinct-values(//cbc:PaymentMeansCode)')],
  'UBL-SR-48': [LINE, 'count(cac:Item/cac:ClassifiedTaxCategory) = 1'],
  'UBL-SR-50': [LINE, atMostOne('cac:Item/cbc:Description')],
  'UBL-SR-53': ['//cac:PartyTaxScheme', 'cbc:CompanyID and cac:TaxScheme/cbc:ID'],
  'PEPPOL-EN16931-R001': [DOCUMENT, 'cbc:ProfileID'],
  'PEPPOL-EN16931-R002': [DOCUMENT, atMostOne('cbc:Note')],
  'PEPPOL-EN16931-R003': [DOCUMENT, 'cbc:BuyerReference or cac:OrderReference/cbc:ID'],
  'PEPPOL-EN16931-R004': [
    DOCUMENT,
    "starts-with(normalize-space(cbc:CustomizationID), 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0')",
  ],
  'PEPPOL-EN16931-R007': [DOCUMENT, "matches(normalize-space(cbc:ProfileID), '^urn:fdc:peppol\\.eu:2017:poacc:billing:\\d{2}:1\\.0$')"],
  'PEPPOL-EN16931-R008': ['//*[not(*)]', says('.')],
  'PEPPOL-EN16931-R010': [`${BUYER}/cac:Party`, 'cbc:EndpointID'],
  'PEPPOL-EN16931-R020': [`${SELLER}/cac:Party`, 'cbc:EndpointID'],
  'PEPPOL-EN16931-R051': [AMOUNT, '@currencyID = /*/cbc:DocumentCurrencyCode'],
  'PEPPOL-EN16931-R053': [DOCUMENT, 'count(cac:TaxTotal[cac:TaxSubtotal]) = 1'],
  'PEPPOL-EN16931-R054': [DOCUMENT, 'not(cac:TaxTotal[not(cac:TaxSubtotal)])'],
  'PEPPOL-EN16931-R120': [
    LINE,
    'abs(number(cbc:LineExtensionAmount) - number((cbc:InvoicedQuantity | cbc:CreditedQuantity)[1]) * number(cac:Price/cbc:PriceAmount)) < 0.0201',
  ],
  'PEPPOL-EN16931-P0100': ['/*/cbc:InvoiceTypeCode', oneOf('.', '380')],
  'PEPPOL-EN16931-P0101': ['/*/cbc:CreditNoteTypeCode', oneOf('.', '381')],
  'PEPPOL-EN16931-F001': [
    '//(cbc:IssueDate | cbc:DueDate | cbc:StartDate | cbc:EndDate)',
    'string-length(.) = 10 and . castable as xs:date',
  ],
  'PEPPOL-EN16931-CL007': [AMOUNT, oneOf('@currencyID', 'EUR')],
  'PEPPOL-EN16931-CL008': ['//cbc:EndpointID[@schemeID]', oneOf('@schemeID', '0208 9925')],
  // Ten digits: the last two are 97 minus the others modulo 97.
  'PEPPOL-COMMON-R043': [
    ENTERPRISE,
    "matches(normalize-space(.), '^\\d{10}$') and number(substring(., 9)) = 97 - number(substring(., 1, 8)) mod 97",
  ],
} as const satisfies Readonly<Record<string, readonly [where: string, holds: string]>>;
export type RuleId = keyof typeof RULES;

const OPTIONS = { namespaceResolver: (prefix: string) => NAMESPACES[prefix] ?? null };

/** The published names of the rules that a document breaks. */
export function ruleErrors(document: Document): readonly RuleId[] {
  return (Object.keys(RULES) as RuleId[]).filter((id) => {
    const [where, holds] = RULES[id];
    const places: readonly Node[] = evaluateXPathToNodes(where, document, null, {}, OPTIONS);
    return !places.every((place) => evaluateXPathToBoolean(holds, place, null, {}, OPTIONS));
  });
}
