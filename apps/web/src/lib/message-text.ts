import { PASSWORD } from '@checkwell/domain/constants';
import { i18n } from './i18n.ts';

/** Numbers that the sentences of the rules show, unless the fault itself brings them. */
const KNOWN_NUMBERS = { min: PASSWORD.minLength, digits: PASSWORD.minDigits, max: PASSWORD.maxLength };

/**
 * Text of a fault in the interface language. Rules name their sentence by its key in the namespace `validation`
 * (or a full key, `ns:path`); what is no key stays what it is.
 */
export function messageText(message: string | undefined, params: object = {}): string | undefined {
  if (message === undefined || message === '') return undefined;
  const key = message.includes(':') ? message : `validation:${message}`;
  return i18n.exists(key) ? (i18n.t as (key: string, params: object) => string)(key, { ...KNOWN_NUMBERS, ...params }) : message;
}
