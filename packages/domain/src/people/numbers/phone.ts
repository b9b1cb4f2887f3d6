/**
 * Telephone numbers as people in Belgium write them: +32 470 12 34 56, 0470/12.34.56, 0032470123456, 02 123 45 67,
 * or a foreign number with its country code.
 */
const SEPARATORS = /[\s./()\p{Pd}\p{Cf}]/gu;

/** "(0)" after a country code: the zero that is only dialled inside the country. */
const TRUNK_ZERO = /^((?:\+|00)[\d\s.]*?)\(0\)/;

/** The number in international form (`+32470123456`); null: not a telephone number. */
export function normalisePhone(input: string): string | null {
  let digits = input.trim().replace(TRUNK_ZERO, '$1').replace(SEPARATORS, '');
  if (digits.startsWith('00')) digits = `+${digits.slice(2)}`;
  // +32 0470 … : remove the trunk zero after the country code.
  digits = digits.replace(/^\+320/, '+32');
  if (/^0\d+$/.test(digits)) digits = `+32${digits.slice(1)}`;
  // E.164: at most 15 digits; Belgian subscribers have 8 (fixed) or 9 (mobile) after +32.
  if (digits.startsWith('+32')) return /^\+32(4\d{8}|[1-35-9]\d{7}|4[2-3]\d{6})$/.test(digits) ? digits : null;
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

/** Mobile ranges of Belgium and its neighbours; numbers of other countries are accepted, because their ranges are not known here. */
const NEIGHBOURS: readonly (readonly [prefix: string, mobile: RegExp])[] = [
  ['+32', /^\+324[5-9]\d{7}$/],
  ['+31', /^\+316\d{8}$/],
  ['+33', /^\+33[67]\d{8}$/],
  ['+49', /^\+491[5-7]\d{7,9}$/],
  ['+352', /^\+3526\d{8}$/],
];

/** Whether the number can receive a text message ("GSM number"). */
export function isMobilePhone(input: string): boolean {
  const number = normalisePhone(input);
  if (number === null) return false;
  const neighbour = NEIGHBOURS.find(([prefix]) => number.startsWith(prefix));
  return neighbour ? neighbour[1].test(number) : true;
}
