/** The states of a text message. */
export const SMS_STATES = ['queued', 'sent', 'delivered', 'failed'] as const;
export type SmsState = (typeof SMS_STATES)[number];

/**
 * Why a text message did not arrive, grouped by what the sender can do about it. `notKnown`: it is unknown whether it was sent; it counts as failed, and is
 * not sent again.
 */
export const SMS_FAILURES = ['wrongNumber', 'unreachable', 'blocked', 'expired', 'notKnown', 'other'] as const;
export type SmsFailure = (typeof SMS_FAILURES)[number];

/** The order of the states of a message. */
const PROGRESS: Readonly<Record<SmsState, number>> = { queued: 0, sent: 1, delivered: 2, failed: 2 };

/** The outcome of a message, stored or reported. */
export interface SmsOutcome {
  readonly state: SmsState;
  readonly failure: SmsFailure | null;
}

/**
 * Whether a report changes the outcome of a message. Gateways may report repeatedly and in any order: the state never goes back, and the first final state
 * counts, unless it was `notKnown`.
 */
export function isNews(reported: SmsOutcome, current: SmsOutcome): boolean {
  if (PROGRESS[reported.state] > PROGRESS[current.state]) return true;
  return current.failure === 'notKnown' && reported.failure !== 'notKnown' && PROGRESS[reported.state] === PROGRESS.failed;
}

/** The most segments of a message; longer ones cost more and may arrive in parts. */
export const SMS_MAX_SEGMENTS = 2;

/** GSM 03.38: one septet each. */
const GSM_BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** GSM 03.38: two septets each. */
const GSM_EXTENDED = '^{}\\[~]|€';

const CHARACTERS: ReadonlyMap<string, number> = new Map([
  ...[...GSM_BASIC].map((character) => [character, 1] as const),
  ...[...GSM_EXTENDED].map((character) => [character, 2] as const),
]);

/** Replacements for typographic characters that are not in GSM-7. */
const PLAIN: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '…': '...',
};

/**
 * The text in GSM-7, in which twice as many characters fit into a message: non-breaking spaces become plain ones, `ê` becomes `e`, and characters without a
 * similar one become a question mark.
 */
export const toGsm = (text: string): string =>
  [...text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ')]
    .map((sign) => {
      if (CHARACTERS.has(sign)) return sign;
      const plain = PLAIN[sign] ?? sign.normalize('NFD').replaceAll(/\p{M}/gu, '');
      return [...plain].every((each) => CHARACTERS.has(each)) ? plain : '?';
    })
    .join('');

/** Whether every character is one of GSM-7. */
export const isGsm = (text: string): boolean => [...text].every((character) => CHARACTERS.has(character));

/**
 * The number of segments of a text message: 160 septets of GSM-7 fit into a single message and 153 into each of several; with any other character it is
 * UCS-2, with 70 and 67 units. A character of two units is never split.
 */
export function smsSegments(text: string): number {
  const isPlain = isGsm(text);
  const units = [...text].map((character) => (isPlain ? CHARACTERS.get(character) : undefined) ?? character.length);
  const [single, several] = isPlain ? [160, 153] : [70, 67];
  if (units.reduce((sum, count) => sum + count, 0) <= single) return 1;
  let [segments, used] = [1, 0];
  for (const count of units) {
    if (used + count > several) [segments, used] = [segments + 1, 0];
    used += count;
  }
  return segments;
}
