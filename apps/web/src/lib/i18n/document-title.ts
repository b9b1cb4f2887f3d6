import type { MessageKey } from '@checkwell/messages';
import { useEffect } from 'react';
import { i18n, useLanguage } from './i18n.ts';

/** Names the document after the screen, in the interface language; after the product alone while the screen has no name. */
export function useDocumentTitle(title: MessageKey | undefined): void {
  const language = useLanguage();
  useEffect(() => {
    const product = i18n.t('common:product', { lng: language });
    // A text to the compiler: what `exists` says of thousands of keys took it a minute to narrow.
    const key: string = title ?? '';
    const translate = i18n.t as unknown as (key: string, options: object) => string;
    const name = i18n.exists(key, { lng: language }) ? translate(key, { lng: language }) : undefined;
    document.title = name ? `${name} · ${product}` : product;
  }, [title, language]);
}
