import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { InvoiceParty } from '@checkwell/domain/invoice/invoice';
import { registerIn } from '@checkwell/domain/invoice/legal-form';
import { fullSellerName } from '@checkwell/domain/invoice/seller';
import { formatIban } from '@checkwell/domain/people/numbers/iban';
import { formatVat } from '@checkwell/domain/people/numbers/vat';
import type { MessageLanguage } from '@checkwell/messages';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';

/** The details of the seller that the law requires on every document and mail; those that an old document lacks are null. */
export interface SellerLines {
  readonly name: string;
  readonly address: string;
  readonly vat: string;
  readonly register: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  /** Account and bank. */
  readonly account: string | null;
}

/** Legal forms and courts are named in Dutch or French; German-speaking readers get the French names. */
const officialLanguage = (language: MessageLanguage): InterfaceLanguage => (language === 'de' ? 'fr' : language);

/** The details of the seller in a language. */
export function sellerLines(seller: InvoiceParty, language: MessageLanguage): SellerLines {
  const t = getTranslator(language, 'pdf');
  const { name, legalForm, court, phoneNumber, iban, bic } = seller;
  const official = officialLanguage(language);
  return {
    name: legalForm ? fullSellerName({ name, legalForm }, official) : name,
    address: seller.address,
    vat: vatLine(seller, language),
    register: court ? registerIn(court, official) : null,
    phone: phoneNumber ? formatsIn(language).phone(phoneNumber) : null,
    email: seller.email ?? null,
    account: iban ? (bic ? t('account', { iban: formatIban(iban), bic }) : formatIban(iban)) : null,
  };
}

/** `VAT BE 0440.966.354` */
export const vatLine = ({ companyNumber }: Pick<InvoiceParty, 'companyNumber'>, language: MessageLanguage): string =>
  getTranslator(language, 'pdf')('vatNumber', { number: formatVat(companyNumber) });

/** The parts that are neither missing nor empty. */
export const known = (parts: readonly (string | null | undefined)[]): readonly string[] =>
  parts.filter((part): part is string => typeof part === 'string' && part !== '');

/** Two lines for the footer of a page: identity of the seller; account, telephone and e-mail. */
export function sellerFooter(seller: InvoiceParty, language: MessageLanguage): string {
  const { account, phone, email } = sellerLines(seller, language);
  return [sellerIdentity(seller, language), known([account, phone, email]).join(' · ')].join('\n');
}

/** One line: name and form, seat, VAT number, register. */
export function sellerIdentity(seller: InvoiceParty, language: MessageLanguage): string {
  const { name, address, vat, register } = sellerLines(seller, language);
  return known([name, address, vat, register]).join(' · ');
}
