import { type FieldRule, NOBODY, PRICE_READERS } from '../fields.ts';

const SHOWN = { seenBy: PRICE_READERS } as const;
/** Only for accounting and for the files made from the invoice. */
const INTERNAL = { seenBy: NOBODY } as const;

/** Every field of an invoice: its kind, and who sees it in the API. */
export const INVOICE_FIELDS = {
  id: { kind: 'id', ...SHOWN },
  companyId: { kind: 'id', ...SHOWN },
  kind: SHOWN,
  number: { kind: 'text', ...SHOWN },
  issueDate: { kind: 'day', ...SHOWN },
  month: { kind: 'day', nullable: true, ...SHOWN },
  dueDate: { kind: 'day', nullable: true, ...SHOWN },
  note: { kind: 'text', ...SHOWN },
  structuredMessage: { kind: 'text', nullable: true, ...SHOWN },
  purchaseOrder: { kind: 'text', ...SHOWN },
  netCents: { kind: 'money', ...SHOWN },
  vatCents: { kind: 'money', ...SHOWN },
  totalCents: { kind: 'money', ...SHOWN },
  creditedCents: { kind: 'money', ...SHOWN },
  monthIsFree: { kind: 'yesNo', ...SHOWN },
  mailedTo: { kind: 'text', nullable: true, ...SHOWN },
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
