/** What can become of a text message. */
export const SMS_STATES = ['queued', 'sent', 'delivered', 'failed'] as const;
export type SmsState = (typeof SMS_STATES)[number];

/** Why a text message did not arrive, as far as whoever sent it can do something about it. */
export const SMS_FAILURES = ['wrongNumber', 'unreachable', 'blocked', 'expired', 'other'] as const;
export type SmsFailure = (typeof SMS_FAILURES)[number];

/** How far a message has come. Both ends are final. */
const PROGRESS: Readonly<Record<SmsState, number>> = { queued: 0, sent: 1, delivered: 2, failed: 2 };

/**
 * Whether a report says something new. Gateways report twice and in any order: a message never goes back, and the first word about its
 * end counts.
 */
export const isLaterState = (reported: SmsState, current: SmsState): boolean => PROGRESS[reported] > PROGRESS[current];

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

/**
 * In how many pieces a text travels: 160 septets of GSM-7 fit into one message and 153 into each of several; with any other character
 * it is UCS-2, 70 and 67. What takes two units is never torn apart.
 */
export function smsSegments(text: string): number {
  const characters = [...text];
  const gsm = characters.map((character) => CHARACTERS.get(character));
  const isGsm = gsm.every((units) => units !== undefined);
  const units = isGsm ? gsm.map((count) => count ?? 0) : characters.map(({ length }) => length);
  const [single, several] = isGsm ? [160, 153] : [70, 67];
  if (units.reduce((sum, count) => sum + count, 0) <= single) return 1;
  let [segments, used] = [1, 0];
  for (const count of units) {
    if (used + count > several) [segments, used] = [segments + 1, 0];
    used += count;
  }
  return segments;
}
