import type { InterfaceLanguage } from '../constants.ts';
import type { InvoiceParty } from './invoice.ts';
import { type LegalForm, legalFormIn, legalFormOf } from './legal-form.ts';

/**
 * The company that runs this installation and sells its checks. What its documents, mails and pages must say of it: name, legal form,
 * seat, enterprise number, "RPR" or "RPM" with the court, e-mail address and website (Companies and Associations Code, article 2:20;
 * Code of Economic Law, articles III.25 and XII.6), and its VAT number on invoices (royal decree no. 1 of 29 December 1992, article 5).
 */
export interface Seller extends InvoiceParty {
  /** A key of `LEGAL_FORMS`. */
  readonly legalForm: LegalForm;
  /** Seat of the enterprise court whose register of legal persons has it, as its installation wrote it; `courtIn` translates. */
  readonly court: string;
  readonly phoneNumber: string;
  readonly email: string;
  readonly iban: string;
  readonly bic: string;
}

/** What anybody may read of the seller: all of it but the account, which is on the documents that are paid into it. */
export interface PublicSeller extends Pick<Seller, 'name' | 'companyNumber' | 'address' | 'legalForm' | 'court' | 'phoneNumber' | 'email'> {
  /** Path of its logo; null: it has none. */
  readonly logoPath: string | null;
  /** The same as documents write it, in each language: for the foot of a page. */
  readonly written: Readonly<Record<InterfaceLanguage, WrittenSeller>>;
}

export interface WrittenSeller {
  /** Name and legal form, seat, VAT number, register: one line. */
  readonly identity: string;
  readonly phone: string;
}

export const SELLER_PATH = '/v1/api/seller';
export const SELLER_LOGO_PATH = `${SELLER_PATH}/logo`;

/** Name and legal form: `Controle Dienst BV`; a name that ends with its form does not say it twice. */
export function fullSellerName({ name, legalForm }: Pick<Seller, 'name' | 'legalForm'>, language: InterfaceLanguage): string {
  const written = name.trim();
  const last = written.slice(written.lastIndexOf(' ') + 1);
  return last !== written && legalFormOf(last) === legalForm ? written : `${written} ${legalFormIn(legalForm, language)}`;
}
