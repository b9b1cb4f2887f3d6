import { readDraft, SIGN_UP_DRAFT, writeDraft } from '../../lib/draft.ts';
import { resembles } from '../../lib/resembles.ts';
import { EMPTY_DRAFT, type InvoicingValues } from './one-shot-draft.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The visitor has just paid in this tab: the order is asked about at the provider, and its success is said. */
    confirmed?: boolean;
  }
}

const NAME = 'one-shot-payer';

interface Payer {
  readonly token: string;
  readonly invoicing: InvoicingValues;
}

/** Keeps in this tab who paid an order, for the offer to become a client. */
export const keepPayer = (token: string, invoicing: InvoicingValues): void => writeDraft(NAME, { token, invoicing } satisfies Payer);

/** Fills the sign-up form in with what the payer of this order typed here; without it the form is empty. */
export function carryOver(token: string): void {
  const payer = readDraft(NAME, (raw) => (resembles(raw, { token: '', invoicing: EMPTY_DRAFT.invoicing }) ? (raw as Payer) : undefined));
  if (payer?.token !== token) return;
  const { invoicing } = payer;
  writeDraft(SIGN_UP_DRAFT, {
    firstName: invoicing.invoicingFirstName,
    lastName: invoicing.invoicingLastName,
    email: invoicing.invoicingEmail,
    phoneNumber: invoicing.invoicingPhoneNumber,
    companyName: invoicing.invoicingCompanyName,
    companyNumber: invoicing.invoicingCompanyNumber,
  });
}
