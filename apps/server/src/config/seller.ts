import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Seller } from '@checkwell/domain/invoice/seller';
import { errorCode } from '../platform/error-code.ts';
import { ROOT_DIR } from './root-dir.ts';
import { sentenceList } from './sentence-list.ts';
import type { Values, VariableName } from './variables.ts';

/** A picture for the head of documents. */
export interface SellerLogo {
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly content: Buffer;
}

/** Who sells while things are tried out: nobody. Production refuses its number and account wherever they come from. */
export const DEMO_SELLER: Seller = {
  name: 'Checkwell (demo)',
  legalForm: 'BV',
  companyNumber: 'BE0123456749',
  court: 'Brussel',
  address: 'Wetstraat 16, 1000 Brussel',
  iban: 'BE68539007547034',
  bic: 'GKCCBEBB',
  phoneNumber: '+3220000000',
  email: 'info@checkwell.example',
};

export const SELLER_VARIABLES = [
  'INVOICE_SELLER_NAME',
  'INVOICE_SELLER_LEGAL_FORM',
  'INVOICE_SELLER_NUMBER',
  'INVOICE_SELLER_COURT',
  'INVOICE_SELLER_ADDRESS',
  'INVOICE_SELLER_IBAN',
  'INVOICE_SELLER_BIC',
  'INVOICE_SELLER_PHONE',
  'INVOICE_SELLER_EMAIL',
] as const satisfies readonly VariableName[];

/** What `INVOICE_SELLER_*` says, whole or not at all. */
export function sellerOf(values: Values, errors: string[]): Seller {
  const set = SELLER_VARIABLES.filter((name) => values[name] !== undefined);
  // Production has said already which are missing.
  if (set.length > 0 && set.length < SELLER_VARIABLES.length && values.NODE_ENV !== 'production')
    errors.push(`${sentenceList(SELLER_VARIABLES)} must be set together.`);
  if (set.length < SELLER_VARIABLES.length) return DEMO_SELLER;
  return {
    name: values.INVOICE_SELLER_NAME ?? '',
    legalForm: values.INVOICE_SELLER_LEGAL_FORM ?? DEMO_SELLER.legalForm,
    companyNumber: values.INVOICE_SELLER_NUMBER ?? '',
    court: values.INVOICE_SELLER_COURT ?? '',
    address: values.INVOICE_SELLER_ADDRESS ?? '',
    iban: values.INVOICE_SELLER_IBAN ?? '',
    bic: values.INVOICE_SELLER_BIC ?? '',
    phoneNumber: values.INVOICE_SELLER_PHONE ?? '',
    email: values.INVOICE_SELLER_EMAIL ?? '',
  };
}

const LOGO_MAX_BYTES = 512 * 1024;
const LOGO_BEGINS = [
  { mediaType: 'image/png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') },
  { mediaType: 'image/jpeg', bytes: Buffer.from('ffd8ff', 'hex') },
] as const;

/** The picture of `INVOICE_SELLER_LOGO`, told by its first bytes, not by its name. */
export function logoOf(file: string | undefined, errors: string[]): SellerLogo | null {
  if (file === undefined) return null;
  const path = resolve(ROOT_DIR, file);
  try {
    const content = readFileSync(path);
    const found = LOGO_BEGINS.find(({ bytes }) => content.subarray(0, bytes.length).equals(bytes));
    if (found && content.length <= LOGO_MAX_BYTES) return { mediaType: found.mediaType, content };
    errors.push(`INVOICE_SELLER_LOGO must be a PNG or JPEG file of at most ${LOGO_MAX_BYTES / 1024} KB; ${path} is none.`);
  } catch (error) {
    if (!(error instanceof Error) || errorCode(error) === undefined) throw error;
    errors.push(`INVOICE_SELLER_LOGO cannot be read: ${error.message}.`);
  }
  return null;
}
