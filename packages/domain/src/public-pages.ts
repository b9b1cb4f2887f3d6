import type { InterfaceLanguage } from './constants.ts';

/**
 * Public pages, each in every language at its own URL: HTML from the server, without scripts and cookies (docs/decisions/0049). The footer of each, and of
 * every page without sign-in, links to all of them, in this order.
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

/** Path of the style sheet of these pages, which the build of the web application writes. */
export const PUBLIC_STYLE_PATH = '/public-pages.css';
