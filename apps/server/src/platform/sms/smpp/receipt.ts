import type { SmsFailure, SmsState } from '@checkwell/domain/messages/sms';
import { normalisePhone } from '@checkwell/domain/people/numbers/phone';
import type { PDU } from 'smpp';
import type { SmsReceipt } from '../gateway.ts';

/** Bits of `esm_class` of a delivery receipt or an intermediate notification. */
const RECEIPT_BITS = 0x24;

interface Meaning {
  readonly state: Exclude<SmsState, 'queued'>;
  readonly failure?: SmsFailure;
}

/** Final and other states (SMPP 3.4, 5.2.28), by number and by the word of the receipt's text. */
const STATES: readonly (readonly [code: number, word: string, Meaning])[] = [
  [1, 'ENROUTE', { state: 'sent' }],
  [2, 'DELIVRD', { state: 'delivered' }],
  [3, 'EXPIRED', { state: 'failed', failure: 'unreachable' }],
  [4, 'DELETED', { state: 'failed', failure: 'other' }],
  [5, 'UNDELIV', { state: 'failed', failure: 'other' }],
  [6, 'ACCEPTD', { state: 'sent' }],
  [7, 'UNKNOWN', { state: 'failed', failure: 'notKnown' }],
  [8, 'REJECTD', { state: 'failed', failure: 'blocked' }],
];

/** Ids in the form in which they are compared: SMSCs write the same one in capitals or with leading zeros. */
export const plainId = (id: string): string =>
  id
    .trim()
    .toLowerCase()
    .replace(/^0+(?=.)/, '');

/** The same id as the answer to a message may have had it: some SMSCs give it in hexadecimal there and in decimal here, or the other way round. */
export function idVariants(id: string): readonly string[] {
  const plain = plainId(id);
  return [
    plain,
    ...(/^\d{1,30}$/.test(plain) ? [BigInt(plain).toString(16)] : []),
    ...(/^[\da-f]{1,25}$/.test(plain) ? [BigInt(`0x${plain}`).toString()] : []),
  ];
}

/** What the SMSC delivers about a message of the product. @returns null: something else, such as an answer of a recipient */
export function readReceipt(pdu: PDU): SmsReceipt | null {
  const { esm_class: kind = 0, receipted_message_id: tagged } = pdu;
  if (tagged === undefined && (kind & RECEIPT_BITS) === 0) return null;
  const text = textOf(pdu);
  const field = (name: string): string => new RegExp(`\\b${name}:\\s*([!-~]+)`, 'i').exec(text)?.[1] ?? '';
  const id = tagged ?? field('id');
  const word = field('stat').toUpperCase();
  const known = STATES.find(([code, name]) => (pdu.message_state === undefined ? name === word : code === pdu.message_state));
  const reference = pdu.user_message_reference;
  if (!known || (id === '' && reference === undefined)) return null;
  const [, name, { state, failure = null }] = known;
  const error = field('err');
  return {
    providerIds: id === '' ? [] : idVariants(id),
    // The receipt goes the other way than the message; some SMSCs leave both numbers as they were.
    recipients: [pdu.source_addr, pdu.destination_addr].flatMap((number) => numbersOf(number ?? '')),
    reference: reference === undefined ? null : reference.toString(16).padStart(4, '0'),
    state,
    failure,
    code: state === 'failed' ? `${name}${error === '' ? '' : ` ${error}`}`.slice(0, 20) : '',
  };
}

function textOf({ short_message: short, message_payload: payload }: PDU): string {
  for (const part of [short, payload]) {
    const said = part && 'message' in part ? part.message : part;
    if (said !== undefined && said.length > 0) return typeof said === 'string' ? said : said.toString('latin1');
  }
  return '';
}

/** The number with and without the plus of an international one. */
function numbersOf(number: string): readonly string[] {
  return [...new Set([normalisePhone(number), /^[1-9]/.test(number) ? normalisePhone(`+${number}`) : null])].filter(
    (each) => each !== null,
  );
}
