import { useLanguage } from './i18n.ts';
import { messageText } from './message-text.ts';

/** `messageText` for a component: a new function with each language, so that an error that is there is written again. */
export function useMessageText(): (message: string | undefined, params?: object) => string | undefined {
  const language = useLanguage();
  return (message, params) => messageText(message, params, language);
}
