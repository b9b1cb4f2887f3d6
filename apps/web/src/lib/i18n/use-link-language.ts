import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { useEffect } from 'react';
import { savedLanguage, setLanguage } from './i18n.ts';

/** Switches to the language of the mail whose link was opened, unless another one was chosen here. @param language undefined while unknown */
export function useLinkLanguage(language: InterfaceLanguage | undefined): void {
  useEffect(() => {
    if (language && savedLanguage() === null) void setLanguage(language, 'nothing');
  }, [language]);
}
