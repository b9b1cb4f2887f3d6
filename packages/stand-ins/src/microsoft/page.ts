import { createHash } from 'node:crypto';
import { DEFAULT_LANGUAGE, INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';
import { escapeHtml } from '@checkwell/messages/html';
import { getTranslator } from '@checkwell/messages/translator';
import { TEST_FAULTS } from './faults.ts';
import type { TestPerson } from './people.ts';

const STYLE = `
:root{color-scheme:light dark;--page:#f2f4f8;--card:#fff;--ink:#1b2433;--soft:#526073;--line:#c9d2de;--hover:#eef3fa;--brand:#185da9;--test:#fff4d6;--test-ink:#5c4300;--test-line:#e7c766}
@media (prefers-color-scheme:dark){:root{--page:#0f1520;--card:#18202e;--ink:#e8edf5;--soft:#a9b6ca;--line:#3a4760;--hover:#22304a;--brand:#8fc1f7;--test:#3a2f10;--test-ink:#f6dc94;--test-line:#6d5a1e}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:1rem;background:var(--page);color:var(--ink);font:400 .875rem/1.45 Roboto,"Segoe UI",system-ui,sans-serif}
main{width:100%;max-width:27rem;padding:1.5rem;background:var(--card);border:1px solid var(--line);border-radius:.625rem}
.test{margin:0 0 1.25rem;padding:.625rem .75rem;background:var(--test);color:var(--test-ink);border:1px solid var(--test-line);border-radius:.375rem}
h1{margin:0 0 1rem;font-size:1.25rem;line-height:1.3}
form,ul{margin:0;padding:0}
ul{list-style:none;display:grid;gap:.5rem}
button{font:inherit;color:inherit;cursor:pointer;border:1px solid var(--line);border-radius:.375rem;background:var(--card);padding:.5rem .75rem;min-height:2.5rem}
button:hover{background:var(--hover)}
li button{display:block;width:100%;text-align:left}
button small{display:block;color:var(--soft);font-size:.75rem;overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
details{margin:.75rem 0 0;border-top:1px solid var(--line);padding-top:.75rem}
summary{cursor:pointer;font-weight:500;min-height:1.5rem}
.fields{display:grid;gap:.75rem;padding-top:.75rem}
label{display:grid;gap:.25rem;font-weight:500}
input:not([type=checkbox]),select{width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.375rem;padding:.5rem;min-height:2.5rem}
label.tick{grid-template-columns:auto 1fr;align-items:center;gap:.5rem;font-weight:400}
.end{display:flex;justify-content:flex-end;margin-top:1.25rem}
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** @param redirectOrigin origin to which the form's response redirects; browsers apply `form-action` to redirects too */
export const pageHeaders = (redirectOrigin: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self' ${redirectOrigin}; frame-ancestors 'none'; base-uri 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
});

/** The first interface language in a `ui_locales` parameter (space-separated tags); otherwise the default. */
export const languageOf = (locales: string | null): InterfaceLanguage =>
  INTERFACE_LANGUAGES.find((language) => locales?.split(' ').some((locale) => locale.toLowerCase().startsWith(language))) ??
  DEFAULT_LANGUAGE;

/**
 * The page on which the user chooses the person to sign in as: a form without a script.
 * @param request parameters of the authorization request; the form sends them back unchanged
 */
export function choicePage(people: readonly TestPerson[], request: URLSearchParams): string {
  const language = languageOf(request.get('ui_locales'));
  const t = getTranslator(language, 'microsoftTest');
  const hintedEmail = request.get('login_hint')?.toLowerCase();
  const sorted = people.toSorted((a, b) => Number(b.email === hintedEmail) - Number(a.email === hintedEmail));
  const choices = sorted.map(
    ({ email, firstName, lastName, vouched }) =>
      `<li><button name="email" value="${escapeHtml(email)}">${escapeHtml(`${firstName} ${lastName}`)}<small>${escapeHtml(email)}${vouched ? '' : ` · ${escapeHtml(t('notVouched'))}`}</small></button></li>`,
  );
  const faults = TEST_FAULTS.map((fault) => `<option value="${fault}">${fault}</option>`);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(t('title'))}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="test">${escapeHtml(t('testMode'))}</p>
<h1>${escapeHtml(t('choose'))}</h1>
<form method="post" id="choice" autocomplete="off">
<input type="hidden" name="request" value="${escapeHtml(request.toString())}">
<ul>
${choices.join('\n')}
</ul>
<details>
<summary>${escapeHtml(t('fault.title'))}</summary>
<div class="fields"><label>${escapeHtml(t('fault.label'))}<select name="fault"><option value="">${escapeHtml(t('fault.none'))}</option>${faults.join('')}</select></label></div>
</details>
</form>
<details${hintedEmail !== undefined && !people.some(({ email }) => email === hintedEmail) ? ' open' : ''}>
<summary>${escapeHtml(t('other.title'))}</summary>
<div class="fields">
<label>${escapeHtml(t('other.firstName'))}<input form="choice" name="firstName" maxlength="60"></label>
<label>${escapeHtml(t('other.lastName'))}<input form="choice" name="lastName" maxlength="60"></label>
<label>${escapeHtml(t('other.email'))}<input form="choice" name="otherEmail" type="email" maxlength="254" value="${escapeHtml(hintedEmail ?? '')}"></label>
<label class="tick"><input form="choice" type="checkbox" name="vouched" value="1" checked>${escapeHtml(t('other.vouched'))}</label>
<button form="choice" name="other" value="1">${escapeHtml(t('other.submit'))}</button>
</div>
</details>
<p class="end"><button form="choice" name="cancel" value="1" formnovalidate>${escapeHtml(t('cancel'))}</button></p>
</main>
</body>
</html>
`;
}
