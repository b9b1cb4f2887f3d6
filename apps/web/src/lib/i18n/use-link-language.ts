import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { useEffect } from 'react';
import { savedLanguage, setLanguage } from './i18n.ts';

/** Who comes by the link of a mail reads on in its language, unless another one was chosen here. @param language undefined: not known yet */
export function useLinkLanguage(language: InterfaceLanguage | undefined): void {
  useEffect(() => {
    if (language && savedLanguage() === null) void setLanguage(language, 'nothing');
  }, [language]);
}
