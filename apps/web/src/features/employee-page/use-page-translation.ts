import type { EmployeePage } from '@checkwell/domain/employee-page/contract';
import type { MessageLanguage, Namespace } from '@checkwell/messages';
import { type Formats, formatsIn } from '@checkwell/messages/formats';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { queryClient } from '../../lib/api/query.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { loadLinkTranslations } from '../../lib/i18n/link-translations.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';

export const PAGE_LANGUAGES = ['fr', 'nl', 'de', 'en'] as const satisfies readonly MessageLanguage[];

/** The namespaces of the page; keys without a namespace belong to the first. */
export const PAGE_NAMESPACES = ['employeePage', 'employeeDeadlines'] as const satisfies readonly Namespace[];
type PageTranslator = TFunction<['employeePage', 'employeeDeadlines']>;

/** What a part of the page needs to write in the employee's language. */
export interface PageTranslation {
  readonly t: PageTranslator;
  readonly format: Formats;
  readonly language: MessageLanguage;
  choose(language: MessageLanguage): void;
}

/** Formats for sentences: no line breaks within a telephone number. */
function sentenceFormats(language: MessageLanguage): Formats {
  const formats = formatsIn(language);
  return { ...formats, phone: (value) => formats.phone(value).replaceAll(' ', '\u00a0') };
}

/** The translations in the language chosen on the page, else in the employee's; the interface of the product keeps its own language. */
export function usePageTranslation(page: EmployeePage | undefined): PageTranslation {
  const interfaceLanguage = useLanguage();
  const interfaceTranslator = useTranslations(...PAGE_NAMESPACES);
  const [chosen, choose] = useState<MessageLanguage>();
  const wanted = chosen ?? PAGE_LANGUAGES.find((language) => language.toUpperCase() === page?.language) ?? interfaceLanguage;
  const translations = useQuery(
    {
      queryKey: ['employee page translations', wanted],
      queryFn: () => loadLinkTranslations(wanted, ...PAGE_NAMESPACES),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  // Until the translation is there, and if it cannot be had, the page is in the interface's language.
  const language = translations.data ? wanted : interfaceLanguage;
  useEffect(() => {
    document.documentElement.lang = language;
    return () => {
      document.documentElement.lang = interfaceLanguage;
    };
  }, [language, interfaceLanguage]);
  // The interface's translator has the same keys, but i18next types it with one namespace more.
  return {
    t: translations.data ?? (interfaceTranslator as unknown as PageTranslator),
    format: sentenceFormats(language),
    language: wanted,
    choose,
  };
}
