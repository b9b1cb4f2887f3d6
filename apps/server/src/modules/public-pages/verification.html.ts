import { formatEvidenceCode, VERIFY_KEY_PATH, VERIFY_PATH } from '@checkwell/domain/check/evidence/evidence';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { escapeHtml } from '@checkwell/messages/html';
import { getTranslator } from '@checkwell/messages/translator';
import { documentHtml, type PageFrame } from './public-pages.html.ts';

/** What the page says. `file`: the outcome of the comparison, if somebody asked for one. */
export type ShownVerification =
  | { readonly kind: 'question' }
  /** What was typed is no code. */
  | { readonly kind: 'notACode'; readonly typed: string }
  | { readonly kind: 'withdrawn' | 'unknown'; readonly code: string }
  | { readonly kind: 'valid' | 'replaced'; readonly code: string; readonly file: FileResult | null }
  /** The file of the form was not read. */
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'tooMany'; readonly seconds: number };

export type FileResult = 'same' | 'different' | 'noFile';

const TONES = {
  valid: 'success',
  replaced: 'warning',
  withdrawn: 'neutral',
  unknown: 'warning',
  same: 'success',
  different: 'warning',
  tooLarge: 'warning',
  tooMany: 'warning',
} as const;

/** Says whether a pack is genuine, and nothing of what is in it (docs/decisions/0084). Works without a script. */
export function verificationHtml(shown: ShownVerification, frame: PageFrame): string {
  const { language } = frame;
  const t = getTranslator(language, 'evidence');
  const code = 'code' in shown ? shown.code : null;
  return documentHtml(frame, {
    title: t('page.title'),
    current: null,
    address: (other) => addressOf(code, other),
    head: '<meta name="robots" content="noindex">',
    main: `<h1>${escapeHtml(t('page.title'))}</h1>
<p class="lead">${escapeHtml(t('page.lead'))}</p>
${resultHtml(shown, language)}
${shown.kind === 'valid' || shown.kind === 'replaced' ? fileHtml(shown.code, shown.file, language) : ''}
${codeHtml(shown, language)}
<p class="soft aside"><a href="${VERIFY_KEY_PATH}">${escapeHtml(t('page.key'))}</a></p>`,
  });
}

const addressOf = (code: string | null, language: InterfaceLanguage): string =>
  `${VERIFY_PATH}${code === null ? '' : `/${code}`}?language=${language}`;

const noticeHtml = (tone: string, title: string, text: string): string =>
  `<div class="notice ${tone}" role="status"><p><strong>${escapeHtml(title)}</strong></p><p>${escapeHtml(text)}</p></div>`;

function resultHtml(shown: ShownVerification, language: InterfaceLanguage): string {
  const t = getTranslator(language, 'evidence');
  switch (shown.kind) {
    case 'question':
    case 'notACode':
      return '';
    case 'tooLarge':
      return `<section>${noticeHtml(TONES.tooLarge, t('page.different'), t('page.tooLarge'))}</section>`;
    case 'tooMany':
      return `<section>${noticeHtml(TONES.tooMany, t('page.tooMany'), t('page.tooManyText', { seconds: shown.seconds }))}</section>`;
    default:
      return `<section>
<h2>${escapeHtml(t('page.result'))}</h2>
<p class="code">${escapeHtml(formatEvidenceCode(shown.code))}</p>
${noticeHtml(TONES[shown.kind], t(`page.${shown.kind}`), t(`page.${shown.kind}Text`))}
</section>`;
  }
}

function fileHtml(code: string, file: FileResult | null, language: InterfaceLanguage): string {
  const t = getTranslator(language, 'evidence');
  const fieldError = file === 'noFile' ? t('page.noFile') : null;
  return `<section>
<h2>${escapeHtml(t('page.file'))}</h2>
${file === 'same' || file === 'different' ? noticeHtml(TONES[file], t(`page.${file}`), t(`page.${file}Text`)) : `<p>${escapeHtml(t('page.fileText'))}</p>`}
<form method="post" enctype="multipart/form-data" action="${escapeHtml(addressOf(code, language))}">
<label for="file">${escapeHtml(t('page.choose'))}</label>
<input id="file" name="file" type="file" accept="application/pdf"${errorAttributes('file', fieldError)}>
${errorHtml('file', fieldError)}
<button class="button" type="submit">${escapeHtml(t('page.compare'))}</button>
</form>
</section>`;
}

function codeHtml(shown: ShownVerification, language: InterfaceLanguage): string {
  const t = getTranslator(language, 'evidence');
  const fieldError = shown.kind === 'notACode' ? t('page.notACode') : null;
  const another = shown.kind === 'question' || shown.kind === 'notACode' ? '' : `<h2>${escapeHtml(t('page.another'))}</h2>`;
  return `<section>
${another}
<form method="get" action="${VERIFY_PATH}">
<input type="hidden" name="language" value="${language}">
<label for="code">${escapeHtml(t('page.code'))}</label>
<p class="soft" id="code-hint">${escapeHtml(t('page.codeHint'))}</p>
<input id="code" name="code" value="${escapeHtml(shown.kind === 'notACode' ? shown.typed : '')}" required maxlength="60" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="code-hint${fieldError === null ? '' : ' code-error'}"${fieldError === null ? '' : ' aria-invalid="true"'}>
${errorHtml('code', fieldError)}
<button class="button" type="submit">${escapeHtml(t('page.verify'))}</button>
</form>
</section>`;
}

const errorAttributes = (name: string, fieldError: string | null): string =>
  fieldError === null ? '' : ` aria-invalid="true" aria-describedby="${name}-error"`;
const errorHtml = (name: string, fieldError: string | null): string =>
  fieldError === null ? '' : `<p class="field-error" id="${name}-error" role="alert">${escapeHtml(fieldError)}</p>`;
