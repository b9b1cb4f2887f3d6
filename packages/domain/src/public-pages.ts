import type { InterfaceLanguage } from './constants.ts';

/**
 * Pages for everybody, each in every language at its own address: HTML that the server writes, without script and without cookies
 * (docs/decisions/0049). The foot of each, and of every page without a sign-in, links to all of them, in this order.
 */
export const PUBLIC_PAGES = {
  howItWorks: 'how-it-works',
  prices: 'prices',
  questions: 'questions',
  sampleReport: 'sample-report',
  independence: 'doctors',
  terms: 'terms',
  privacy: 'privacy',
  contact: 'contact',
} as const;
export type PublicPage = keyof typeof PUBLIC_PAGES;
export const PUBLIC_PAGE_NAMES = Object.keys(PUBLIC_PAGES) as readonly PublicPage[];

/** `/nl/privacy` */
export const publicPagePath = (page: PublicPage, language: InterfaceLanguage): string => `/${language}/${PUBLIC_PAGES[page]}`;

/** The sample report as a file. */
export const sampleReportFilePath = (language: InterfaceLanguage): string => `${publicPagePath('sampleReport', language)}.pdf`;

/** The style sheet of these pages, which the web's build leaves beside its pages. */
export const PUBLIC_STYLE_PATH = '/public-pages.css';
