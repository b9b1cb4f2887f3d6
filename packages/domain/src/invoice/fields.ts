import { type FieldRule, NOBODY, PRICE_READERS } from '../fields.ts';

const SHOWN = { seenBy: PRICE_READERS } as const;
/** Only for accounting and for the files made from the invoice. */
const INTERNAL = { seenBy: NOBODY } as const;

/** Every field of an invoice, and who sees it in the API. */
export const INVOICE_FIELDS = {
  id: SHOWN,
  companyId: SHOWN,
  kind: SHOWN,
  number: SHOWN,
  issueDate: SHOWN,
  month: SHOWN,
  dueDate: SHOWN,
  note: SHOWN,
  structuredMessage: SHOWN,
  purchaseOrder: SHOWN,
  netCents: SHOWN,
  vatCents: SHOWN,
  totalCents: SHOWN,
  creditedCents: SHOWN,
  monthIsFree: SHOWN,
  mailedTo: SHOWN,
  lines: SHOWN,
  corrects: SHOWN,
  checkId: INTERNAL,
  correctsId: INTERNAL,
  seller: INTERNAL,
  buyer: INTERNAL,
  language: INTERNAL,
  reference: INTERNAL,
  paidCents: INTERNAL,
  remainingCents: INTERNAL,
  repaid: INTERNAL,
  createdAt: INTERNAL,
  attemptId: INTERNAL,
  movedFromCents: INTERNAL,
  movedToCents: INTERNAL,
} as const satisfies Record<string, FieldRule>;
