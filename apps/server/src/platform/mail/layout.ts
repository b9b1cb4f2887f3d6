import { DEFAULT_LANGUAGE, type InterfaceLanguage } from '@checkwell/domain/constants';
import type { Seller } from '@checkwell/domain/invoice/seller';
import { type PublicPage, publicPagePath } from '@checkwell/domain/public-pages';
import type { MessageLanguage } from '@checkwell/messages';
import { escapeHtml } from '@checkwell/messages/html';
import { getTranslator } from '@checkwell/messages/translator';
import { known, sellerIdentity, sellerLines } from '../seller-lines.ts';

/** What a mail says, apart from how it looks. Every text is plain: the layout escapes. */
export interface MailContent {
  /** One line; never a person's name or anything about health: lock screens show it. */
  readonly subject: string;
  /** What mailboxes show beside the subject; the same discretion. */
  readonly preview: string;
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
  /** Why the reader gets this mail. */
  readonly why: string;
}

export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  /** Labels with their values. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** Several things to open; each `url` is absolute, a text may be empty. */
  | { readonly kind: 'links'; readonly items: readonly { readonly label: string; readonly text: string; readonly url: string }[] }
  /** What must not be overlooked. */
  | { readonly kind: 'notice'; readonly text: string }
  /** What to do next; `url` is absolute. */
  | { readonly kind: 'action'; readonly label: string; readonly url: string };

export interface Frame {
  readonly language: MessageLanguage;
  readonly publicUrl: string;
  /** Who writes: at the foot of every mail. */
  readonly seller: Seller;
  /** Languages of the public pages. */
  readonly languages: readonly InterfaceLanguage[];
}

/** The mail as HTML (inline styles, no image, light and dark) and as plain text: the same words in both. */
export function renderMail(content: MailContent, frame: Frame): { readonly html: string; readonly plainText: string } {
  return { html: htmlOf(content, frame), plainText: plainTextOf(content, frame) };
}

const automatic = (language: MessageLanguage): string => getTranslator(language, 'mailLayout')('automatic');

/** Numbers of telephones, accounts and invoices stay in one line; none is wider than a phone. */
const NUMBERS = /[+A-Z]{0,2}\d{1,6}(?:[ -]\d{1,6}){1,4}/g;

const lines = (text: string): string =>
  escapeHtml(text).replace(NUMBERS, '<span style="white-space:nowrap">$&</span>').replaceAll('\n', '<br>');

/** Height of a line of links, px: fingers miss what is there closer than 24 (WCAG 2.2, 2.5.8). */
const TAP_LINE = 28;
/** Addresses and words without a place to break would make a phone scroll sideways. */
const WRAP = 'overflow-wrap:anywhere;word-break:break-word';
const FONT = "font-family:Roboto,'Segoe UI',Helvetica,Arial,sans-serif";
/** Mail programs that know dark mode follow these; the others show the light colours beside them. */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;width:100%;-webkit-text-size-adjust:100%}
a{color:#185da9}
@media (max-width:480px){.card{padding:20px 20px 4px!important}.label,.value{display:block!important;width:auto!important}.label{padding-bottom:0!important}.value{padding-top:2px!important;border-top:0!important}}
@media (prefers-color-scheme:dark){.page{background:#0f1520!important}.card{background:#18202e!important;border-color:#8fc1f7 #2c3850 #2c3850!important}
.ink{color:#e8edf5!important}.soft{color:#a9b6ca!important}.brand{color:#8fc1f7!important}.line{border-color:#2c3850!important}.notice{background:#22304a!important;border-color:#8fc1f7!important}a{color:#8fc1f7!important}a.button{color:#ffffff!important}}
`;

interface PageLink {
  readonly label: string;
  readonly url: string;
  readonly language: InterfaceLanguage;
}

/** What everybody whose data or whose money it is may read, whether or not they have an account. */
const FOOT_PAGES = ['privacy', 'contact'] as const satisfies readonly PublicPage[];

/** Links to the public pages, in the language of the mail where they exist in it. */
function pageLinks({ language, languages, publicUrl }: Frame): readonly PageLink[] {
  const known = [language, DEFAULT_LANGUAGE].flatMap((wanted) => languages.filter((offered) => offered === wanted))[0] ?? languages[0];
  if (known === undefined) return [];
  const t = getTranslator(known, 'auth');
  return FOOT_PAGES.map((page) => ({ label: t(`pages.${page}`), url: publicUrl + publicPagePath(page, known), language: known }));
}

function htmlOf({ subject, preview, heading, blocks, why }: MailContent, frame: Frame): string {
  const { language, seller } = frame;
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="background:#f2f5f9;${FONT}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preview)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f2f5f9;table-layout:fixed">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;table-layout:fixed">
<tr><td class="brand" style="padding:0 4px 14px;color:#185da9;font-size:18px;font-weight:700;letter-spacing:.2px;${FONT}">Checkwell</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #dbe2ec;border-top:4px solid #185da9;border-radius:8px;padding:32px 32px 16px">
<h1 class="ink" style="margin:0 0 16px;color:#1b2433;font-size:22px;line-height:1.3;font-weight:700;${WRAP};${FONT}">${escapeHtml(heading)}</h1>
${blocks.map(blockHtml).join('\n')}
</td></tr>
<tr><td class="soft" style="padding:16px 4px 0;color:#586579;font-size:12px;line-height:1.5;${WRAP};${FONT}">${lines(why)}<br>${escapeHtml(automatic(language))}<br><br>${sellerHtml(seller, language)}<div style="line-height:${TAP_LINE}px">${linksHtml(frame)}</div></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const PARAGRAPH = `margin:0 0 16px;color:#1b2433;font-size:15px;line-height:1.6;${WRAP};${FONT}`;

/** Name, seat, VAT number and register; numbers stay in one line. */
function sellerHtml(seller: Seller, language: MessageLanguage): string {
  const { name, address, vat, register } = sellerLines(seller, language);
  const whole = known([vat, register]).map((text) => `<span style="white-space:nowrap">${escapeHtml(text)}</span>`);
  return [...known([name, address]).map(escapeHtml), ...whole].join(' · ');
}

/** Telephone, mail, the product's address and the public pages. */
function linksHtml(frame: Frame): string {
  const { seller, publicUrl, language } = frame;
  const { phone, email } = sellerLines(seller, language);
  const link = (href: string, text: string, lang: string = language): string =>
    `<a href="${escapeHtml(href)}"${lang === language ? '' : ` lang="${lang}"`} style="color:#185da9">${escapeHtml(text)}</a>`;
  const reach = known([phone && link(`tel:${seller.phoneNumber}`, phone), email && link(`mailto:${email}`, email)]);
  const pages = [
    link(publicUrl, publicUrl.replace(/^https?:\/\//, '')),
    ...pageLinks(frame).map(({ label, url, language: lang }) => link(url, label, lang)),
  ];
  return `${reach.join(' · ')}<br>${pages.join(' · ')}`;
}

/** The same without links. */
function sellerText(seller: Seller, language: MessageLanguage): string {
  const { phone, email } = sellerLines(seller, language);
  return `${sellerIdentity(seller, language)}\n${known([phone, email]).join(' · ')}`;
}

function blockHtml(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p class="ink" style="${PARAGRAPH}">${lines(block.text)}</p>`;
    case 'notice':
      return `<p class="ink notice" style="${PARAGRAPH};background:#eaf2fb;border-left:4px solid #185da9;padding:12px 16px">${lines(block.text)}</p>`;
    case 'list':
      return `<ul class="ink" style="${PARAGRAPH};padding-left:22px">${block.items.map((item) => `<li style="margin:0 0 6px">${lines(item)}</li>`).join('')}</ul>`;
    case 'links':
      return `<ul class="ink" style="${PARAGRAPH};padding-left:22px">${block.items
        .map(({ label, text, url }) => {
          const link = `<a href="${escapeHtml(url)}" style="color:#185da9">${escapeHtml(label)}</a>`;
          const more = text === '' ? '' : `<br><span class="soft" style="color:#586579;font-size:14px">${lines(text)}</span>`;
          return `<li style="margin:0 0 10px">${link}${more}</li>`;
        })
        .join('')}</ul>`;
    case 'facts':
      return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;border-collapse:collapse;table-layout:fixed">${block.rows
        .map(
          ([label, value]) =>
            `<tr><th scope="row" class="soft label line" align="left" valign="top" style="width:38%;padding:8px 12px 8px 0;border-top:1px solid #e3e9f1;color:#586579;font-size:14px;line-height:1.5;font-weight:400;text-align:left;${WRAP};${FONT}">${escapeHtml(label)}</th><td class="ink value line" valign="top" style="padding:8px 0;border-top:1px solid #e3e9f1;color:#1b2433;font-size:14px;line-height:1.5;${WRAP};${FONT}">${lines(value)}</td></tr>`,
        )
        .join('')}</table>`;
    case 'action':
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px"><tr><td bgcolor="#185da9" style="background:#185da9;border-radius:6px"><a class="button" href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 22px;color:#ffffff;font-size:15px;font-weight:700;line-height:1.3;text-decoration:none;${FONT}">${escapeHtml(block.label)}</a></td></tr></table>`;
  }
}

function plainTextOf({ heading, blocks, why }: MailContent, frame: Frame): string {
  const { language, publicUrl, seller } = frame;
  const pages = pageLinks(frame).map(({ label, url }) => `${label}: ${url}`);
  const foot = [why, automatic(language), '', sellerText(seller, language), publicUrl, ...pages].join('\n');
  return `${[heading, ...blocks.map(blockText), '-- ', foot].join('\n\n')}\n`;
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'notice':
      return `! ${block.text}`;
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'links':
      return block.items.map(({ label, text, url }) => [`- ${label}`, ...(text === '' ? [] : [text]), url].join('\n  ')).join('\n');
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value.replaceAll('\n', ', ')}`).join('\n');
    case 'action':
      return `${block.label}:\n${block.url}`;
  }
}
