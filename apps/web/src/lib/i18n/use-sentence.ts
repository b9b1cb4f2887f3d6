import { useLanguage } from './i18n.ts';
import { sentenceOf } from './sentence.ts';

/**
 * `sentenceOf` for a component: a new function with each language, so that an error that is there is written again. By itself, since
 * the sign-in page needs none of the rules that `useMessageText` brings along.
 */
export function useSentence(): (message: string | undefined, params?: object) => string | undefined {
  const language = useLanguage();
  return (message, params) => sentenceOf(message, params, language);
}
