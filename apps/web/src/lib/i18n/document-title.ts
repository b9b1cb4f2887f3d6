import type { MessageKey } from '@checkwell/messages';
import { useEffect } from 'react';
import { i18n, useLanguage } from './i18n.ts';

/** Names the document after the screen, in the interface language; after the product alone while the screen has no name. */
export function useDocumentTitle(title: MessageKey | undefined): void {
  const language = useLanguage();
  useEffect(() => {
    const product = i18n.t('common:product', { lng: language });
    // As a plain string: narrowing the union of all keys by `exists` took the compiler a minute.
    const key: string = title ?? '';
    const translate = i18n.t as (key: string, options: object) => string;
    const name = i18n.exists(key, { lng: language }) ? translate(key, { lng: language }) : undefined;
    document.title = name ? `${name} · ${product}` : product;
  }, [title, language]);
}
