import type { InterfaceLanguage } from '../constants.ts';
import type { InvoiceParty } from './invoice.ts';
import { type LegalForm, legalFormIn, legalFormOf } from './legal-form.ts';

/**
 * The company that runs this installation and sells its checks. The law requires its documents, mails and pages to state: name, legal form,
 * seat, enterprise number, "RPR" or "RPM" with the court, e-mail address and website (Companies and Associations Code, article 2:20;
 * Code of Economic Law, articles III.25 and XII.6), and its VAT number on invoices (royal decree no. 1 of 29 December 1992, article 5).
 */
export interface Seller extends InvoiceParty {
  /** A key of `LEGAL_FORMS`. */
  readonly legalForm: LegalForm;
  /** Seat of the enterprise court of its register of legal persons, as configured; `courtIn` translates it. */
  readonly court: string;
  readonly phoneNumber: string;
  readonly email: string;
  readonly iban: string;
  readonly bic: string;
}

/** Public data of the seller: all but the account, which is only on documents to be paid. */
export interface PublicSeller extends Pick<Seller, 'name' | 'companyNumber' | 'address' | 'legalForm' | 'court' | 'phoneNumber' | 'email'> {
  /** Path of its logo; null: it has none. */
  readonly logoPath: string | null;
  /** The data as text in each language, for the footer of a page. */
  readonly written: Readonly<Record<InterfaceLanguage, WrittenSeller>>;
}

export interface WrittenSeller {
  /** Name and legal form, seat, VAT number, register: one line. */
  readonly identity: string;
  readonly phone: string;
}

export const SELLER_PATH = '/v1/api/seller';
export const SELLER_LOGO_PATH = `${SELLER_PATH}/logo`;

/** Name and legal form, such as `Controle Dienst BV`; the form is not repeated if the name ends with it. */
export function fullSellerName({ name, legalForm }: Pick<Seller, 'name' | 'legalForm'>, language: InterfaceLanguage): string {
  const written = name.trim();
  const last = written.slice(written.lastIndexOf(' ') + 1);
  return last !== written && legalFormOf(last) === legalForm ? written : `${written} ${legalFormIn(legalForm, language)}`;
}
