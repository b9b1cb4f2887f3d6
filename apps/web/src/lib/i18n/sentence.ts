import { i18n } from './i18n.ts';

/**
 * Text of an error in the interface language, with the values that its sentence shows. Rules name their sentence by its
 * key in the namespace `validation` (or a full key, `ns:path`); what is no key stays what it is.
 */
export function sentenceOf(message: string | undefined, params: object = {}, language = i18n.language): string | undefined {
  if (message === undefined || message === '') return undefined;
  const key = message.includes(':') ? message : `validation:${message}`;
  return i18n.exists(key) ? (i18n.t as (key: string, params: object) => string)(key, { ...params, lng: language }) : message;
}
