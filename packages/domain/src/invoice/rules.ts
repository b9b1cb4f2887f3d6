import * as z from 'zod/mini';
import { TEXT } from '../constants.ts';
import { line } from '../validation.ts';

/** Crediting an invoice as a whole: its reader is told why. */
export const creditRule = z.strictObject({ reason: line(TEXT.name, 'reasonRequired') });

/** The forms in which a document leaves: for people, and for programs (Peppol BIS Billing 3.0). */
export const INVOICE_FORMATS = ['pdf', 'ubl'] as const;
export type InvoiceFormat = (typeof INVOICE_FORMATS)[number];
