/** What can become of a text message. */
export const SMS_STATES = ['queued', 'sent', 'delivered', 'failed'] as const;
export type SmsState = (typeof SMS_STATES)[number];

/**
 * Why a text message did not arrive, as far as whoever sent it can do something about it. `notKnown`: nobody can say whether it left; it counts as
 * failed, and is not sent again.
 */
export const SMS_FAILURES = ['wrongNumber', 'unreachable', 'blocked', 'expired', 'notKnown', 'other'] as const;
export type SmsFailure = (typeof SMS_FAILURES)[number];

/** How far a message has come. */
const PROGRESS: Readonly<Record<SmsState, number>> = { queued: 0, sent: 1, delivered: 2, failed: 2 };

/** What a message came to, as it is stored or as a report says. */
export interface SmsOutcome {
  readonly state: SmsState;
  readonly failure: SmsFailure | null;
}

/**
 * Whether a report says something new. Gateways report twice and in any order: a message never goes back, and the first word about its
 * end counts, unless it was that nobody knows.
 */
export function isNews(reported: SmsOutcome, current: SmsOutcome): boolean {
  if (PROGRESS[reported.state] > PROGRESS[current.state]) return true;
  return current.failure === 'notKnown' && reported.failure !== 'notKnown' && PROGRESS[reported.state] === PROGRESS.failed;
}

/** Longer messages cost more and arrive in pieces. */
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

/** Typographic signs that GSM-7 has no letter for. */
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
 * The same text in GSM-7, in which twice as much fits into a message: spaces that do not break become plain, `ê` becomes `e`, and what
 * has no likeness a question mark.
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
 * In how many pieces a text travels: 160 septets of GSM-7 fit into one message and 153 into each of several; with any other character
 * it is UCS-2, 70 and 67. What takes two units is never torn apart.
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
