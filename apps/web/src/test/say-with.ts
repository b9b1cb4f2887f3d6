import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { MessageKey, Namespace } from '@checkwell/messages';

/** `common:unit.days` is in the files as `…_one` and `…_other`. */
type CountedKey = MessageKey extends infer Key ? (Key extends `${infer Base}_other` ? Base : never) : never;
export type SentenceKey = MessageKey | CountedKey;

/** `say('common:continue')`: a sentence as the screens show it. */
export type Say = (key: SentenceKey, parameters?: Readonly<Record<string, string | number>>) => string;

/**
 * @param translate the text of one key
 * @param language for the message
 * @throws {Error} for a key without a text: a test that looks for the key itself would look for nothing
 */
export function sayWith(translate: (namespace: Namespace, path: string, parameters: object) => string, language: InterfaceLanguage): Say {
  return (key, parameters = {}) => {
    const [namespace = '', path = ''] = key.split(/:(.*)/s);
    const text = translate(namespace as Namespace, path, parameters);
    if (text === path || text === '') throw new Error(`There is no text for ${key} in ${language}.`);
    return text;
  };
}
