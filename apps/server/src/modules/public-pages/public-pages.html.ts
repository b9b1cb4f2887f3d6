import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { Seller } from '@checkwell/domain/invoice/seller';
import { SELLER_LOGO_PATH } from '@checkwell/domain/invoice/seller';
import {
  PUBLIC_PAGE_NAMES,
  PUBLIC_PAGES,
  PUBLIC_STYLE_PATH,
  type PublicPage,
  publicPagePath,
  sampleReportFilePath,
} from '@checkwell/domain/public-pages';
import { escapeHtml } from '@checkwell/messages/html';
import { getTranslator } from '@checkwell/messages/translator';
import type { PdfBlock, PdfDocument } from '../../platform/pdf/document.ts';
import { type PageContent, type PageFact, type PageSection, sellerFacts } from './public-pages.content.ts';

/** The frame of a public page: plain HTML that is complete without a script, and reads well on paper (apps/web/src/public-pages.css). */
export interface PageFrame {
  readonly language: InterfaceLanguage;
  /** Languages in which this installation shows the page, the current one included. */
  readonly languages: readonly InterfaceLanguage[];
  readonly publicUrl: string;
  readonly seller: Seller;
  readonly hasLogo: boolean;
  /** Whether the page may lead to an order: somewhere nobody takes payments. */
  readonly oneShot: boolean;
}

export interface ContentFrame extends PageFrame {
  readonly page: PublicPage;
  /** The report to show; of the sample page alone. */
  readonly sample: PdfDocument | null;
}

export function pageHtml({ title, lead, sections }: PageContent, frame: ContentFrame): string {
  const { page, language, languages, publicUrl } = frame;
  const address = (code: InterfaceLanguage): string => publicPagePath(page, code);
  return documentHtml(frame, {
    title,
    current: page,
    address,
    head: `<meta name="description" content="${escapeHtml(withoutLinks(lead))}">
<link rel="canonical" href="${escapeHtml(`${publicUrl}${address(language)}`)}">
${languages.map((code) => `<link rel="alternate" hreflang="${code}" href="${escapeHtml(`${publicUrl}${address(code)}`)}">`).join('\n')}`,
    main: `<h1>${escapeHtml(title)}</h1>
<p class="lead">${rich(lead, language)}</p>
${sections.map((section) => sectionHtml(section, language)).join('\n')}
${frame.sample ? sampleHtml(frame.sample, language) : ''}`,
  });
}

export interface FramedPage {
  readonly title: string;
  /** Which of the public pages it is; null: another one. */
  readonly current: PublicPage | null;
  /** Address of this page in another language. */
  readonly address: (language: InterfaceLanguage) => string;
  /** Lines of the head of their own, as HTML. */
  readonly head: string;
  /** The content of the page, as HTML. */
  readonly main: string;
}

/** What all pages for everybody have around them. */
export function documentHtml(frame: PageFrame, { title, current, address, head, main }: FramedPage): string {
  const { language, languages, seller } = frame;
  const t = getTranslator(language, 'publicPages');
  const common = getTranslator(language, 'common');
  return `<!doctype html>
<html lang="${language}" class="dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${title} · ${common('product')}`)}</title>
<link rel="stylesheet" href="${PUBLIC_STYLE_PATH}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${head}
</head>
<body>
<a class="skip" href="#content">${escapeHtml(t('skip'))}</a>
<header class="top"><div>
<a class="logo" href="/" aria-label="${escapeHtml(t('home'))}"><img src="/icon.svg" width="26" height="26" alt=""><span>${escapeHtml(common('product'))}</span></a>
<nav aria-label="${escapeHtml(t('language'))}"><ul class="languages">${languages.map((code) => languageLink(code, language, escapeHtml(address(code)))).join('')}</ul></nav>
<p class="actions">${frame.oneShot ? `<a class="button" href="/one-shot-check">${escapeHtml(t('oneShot'))}</a>` : ''}<a href="/">${escapeHtml(t('signIn'))}</a></p>
</div></header>
<main id="content" tabindex="-1">
${main}
</main>
<footer class="foot"><div>
${pageLinks(current, language)}
${sellerHtml(frame, seller)}
</div></footer>
</body>
</html>
`;
}

const languageLink = (code: InterfaceLanguage, current: InterfaceLanguage, href: string): string => {
  const name = escapeHtml(getTranslator(code, 'enums')(`interfaceLanguage.${code}`));
  return `<li><a href="${href}" hreflang="${code}" lang="${code}"${code === current ? ' aria-current="true"' : ''}>${name}</a></li>`;
};

/** Links to all public pages, the same as at the foot of the application (ui/public/PublicFooter.tsx). */
function pageLinks(current: PublicPage | null, language: InterfaceLanguage): string {
  const t = getTranslator(language, 'auth');
  const links = PUBLIC_PAGE_NAMES.map(
    (page) =>
      `<li><a href="${escapeHtml(publicPagePath(page, language))}"${page === current ? ' aria-current="page"' : ''}>${escapeHtml(t(`pages.${page}`))}</a></li>`,
  );
  return `<nav aria-label="${escapeHtml(t('pages.label'))}"><ul>${links.join('')}</ul></nav>`;
}

function sellerHtml({ language, hasLogo }: PageFrame, seller: Seller): string {
  const logo = hasLogo ? `<img class="seller-logo" src="${SELLER_LOGO_PATH}" alt="">` : '';
  const lines = sellerFacts(seller, language).map(({ value, link }) => linked(value, link));
  return `<address>${logo}${lines.map((line) => `<span>${line}</span>`).join('<span class="dot" aria-hidden="true"> · </span>')}</address>`;
}

const linked = (text: string, link: string | undefined): string =>
  link === undefined ? escapeHtml(text) : `<a href="${escapeHtml(link)}">${escapeHtml(text)}</a>`;

function sectionHtml({ title, text, facts, list, after }: PageSection, language: InterfaceLanguage): string {
  return `<section>
<h2>${escapeHtml(title)}</h2>
${paragraphs(text, language)}${facts ? factsHtml(facts) : ''}${list ? `<ul>${list.map((item) => `<li>${rich(item, language)}</li>`).join('')}</ul>` : ''}${paragraphs(after, language)}
</section>`;
}

const paragraphs = (text: string | undefined, language: InterfaceLanguage): string =>
  (text ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `<p>${rich(line, language)}</p>`)
    .join('\n');

const factsHtml = (facts: readonly PageFact[]): string =>
  `<dl>${facts.map(({ label, value, link }) => `<div><dt>${escapeHtml(label)}</dt><dd>${linked(value, link)}</dd></div>`).join('')}</dl>`;

const LINK = /\[([^\]]+)\]\(([^)]+)\)/g;
const withoutLinks = (text: string): string => text.replaceAll(LINK, '$1');

/** Text with its links: to another of these pages by its name, to a page of the product by its path, or outside by `https://`, `mailto:` or `tel:`. */
const rich = (text: string, language: InterfaceLanguage): string =>
  escapeHtml(text).replaceAll(LINK, (_, label: string, target: string) => `<a href="${targetOf(target, language)}">${label}</a>`);

function targetOf(target: string, language: InterfaceLanguage): string {
  if (/^(https:\/\/|mailto:|tel:|\/)/.test(target)) return target;
  const page = PUBLIC_PAGE_NAMES.find((name) => name === target);
  if (page === undefined) throw new Error(`There is no public page ${target}; there are ${Object.keys(PUBLIC_PAGES).join(', ')}.`);
  return publicPagePath(page, language);
}

/** The sample on the page: the blocks of the very document of which the file is made. */
function sampleHtml({ title, subtitle = '', blocks, mark = '' }: PdfDocument, language: InterfaceLanguage): string {
  const t = getTranslator(language, 'publicPages');
  return `<p class="actions"><a class="button" href="${escapeHtml(sampleReportFilePath(language))}">${escapeHtml(t('sampleReport.download'))}</a></p>
<article class="sheet" data-mark="${escapeHtml(mark)}">
<h2>${escapeHtml(title)}</h2>
${subtitle
  .split('\n')
  .map((line) => `<p class="soft">${escapeHtml(line)}</p>`)
  .join('\n')}
${blocks.map(blockHtml).join('\n')}
</article>`;
}

function blockHtml(block: PdfBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h3>${escapeHtml(block.text)}</h3>`;
    case 'text':
      return `<p${block.soft ? ' class="soft"' : ''}>${escapeHtml(block.text)}</p>`;
    case 'notice':
      return `<div class="notice ${block.tone ?? 'info'}"><p><strong>${escapeHtml(block.text)}</strong></p>${block.detail === undefined ? '' : `<p>${escapeHtml(block.detail)}</p>`}</div>`;
    case 'facts':
      return factsHtml(block.rows.map(([label, value]) => ({ label, value })));
    case 'list':
      return `<ul>${block.items
        .map(
          ({ text, strong, detail, link }) =>
            `<li>${escapeHtml(text)}${strong === undefined ? '' : `<br><strong>${escapeHtml(strong)}</strong>`}${detail === undefined ? '' : `<br><small>${linked(detail, link)}</small>`}</li>`,
        )
        .join('')}</ul>`;
    default:
      throw new Error(`No report holds a block of the kind ${block.kind}.`);
  }
}
