import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DEFAULT_LANGUAGE, INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { TEST_CARDS, type TestCard } from '@checkwell/domain/one-shot/contract';
import { escapeHtml } from '@checkwell/messages/html';
import { getTranslator } from '@checkwell/messages/translator';

/** The script of the frame, served unchanged. */
export const FRAME_SCRIPT = readFileSync(new URL('elements.js', import.meta.url), 'utf8');

const STYLE = `
:root{--card:#fff;--ink:#1b2433;--soft:#526073;--line:#7b8797;--brand:#185da9;--on-brand:#fff;--wrong:#b3261e;--test:#fff4d6;--test-ink:#5c4300;--test-line:#e7c766;color-scheme:light}
:root[data-mode=dark]{--card:#141a23;--ink:#e8edf5;--soft:#a9b6ca;--line:#7e8ca6;--brand:#8fc1f7;--on-brand:#0f1520;--wrong:#ffb4ab;--test:#3a2f10;--test-ink:#f6dc94;--test-line:#6d5a1e;color-scheme:dark}
*{box-sizing:border-box}
html,body{margin:0;background:var(--card)}
body{padding:4px;color:var(--ink);font:400 14px/1.45 Roboto,"Segoe UI",system-ui,sans-serif}
.test{margin:0 0 16px;padding:10px 12px;background:var(--test);color:var(--test-ink);border:1px solid var(--test-line);border-radius:6px}
.test p{margin:0}
.test ul{margin:0;padding:0;list-style:none;font-size:13px}
.test p+ul,.test ul+p{margin-top:8px}
.test li{display:grid;grid-template-columns:11.5em 1fr auto;align-items:center;column-gap:12px;padding:3px 0;border-top:1px solid var(--test-line)}
.test details{padding-top:4px;border-top:1px solid var(--test-line);font-size:13px}
.test summary{padding:3px 0;cursor:pointer}
.test button{min-height:28px;padding:2px 10px;background:transparent;border-color:currentcolor;color:inherit}
.test .number{font-variant-numeric:tabular-nums;font-weight:500;white-space:nowrap}
form{display:grid;grid-template-columns:1fr 1fr;column-gap:12px}
form>div{display:grid;grid-template-rows:subgrid;grid-row:span 3;margin-bottom:14px}
.wide{grid-column:1/-1}
label{align-self:end;margin:0 0 4px;font-weight:500}
input{width:100%;min-height:40px;padding:8px 10px;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px;font-variant-numeric:tabular-nums}
input[aria-invalid=true]{border-color:var(--wrong)}
:focus-visible{outline:2px solid var(--brand);outline-offset:1px}
.error{margin:4px 0 0;color:var(--wrong);font-size:13px}
.error:empty{display:none}
#busy{margin:12px 0 0;color:var(--soft)}
#busy:empty{display:none}
[hidden]{display:none!important}
h2{margin:0 0 8px;font-size:17px}
#challenge p{margin:0 0 14px;color:var(--soft)}
.actions{display:flex;flex-wrap:wrap;gap:10px}
button{font:inherit;font-weight:500;min-height:40px;padding:8px 16px;border-radius:6px;border:1px solid var(--line);background:var(--card);color:var(--ink);cursor:pointer}
button.primary{background:var(--brand);border-color:var(--brand);color:var(--on-brand)}
@media (max-width:480px){.test li{grid-template-columns:1fr auto}.test .number{grid-row:1}.test .effect{grid-row:2}.test button{grid-row:1/3;grid-column:2}}
@media (max-width:320px){form{grid-template-columns:1fr}}
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The cards that are listed without opening "more": one that pays, one that is declined, one with 3-D Secure. */
const FIRST_CARDS = ['success', 'genericDecline', 'challenge'] as const satisfies readonly TestCard[];
const OTHER_CARDS = (Object.keys(TEST_CARDS) as TestCard[]).filter((card) => !(FIRST_CARDS as readonly TestCard[]).includes(card));

/** Only the product may frame the page, and the page sends requests only to its own origin. */
export const frameHeaders = (productOrigin: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'sha256-${STYLE_HASH}'; connect-src 'self'; form-action 'none'; frame-ancestors ${productOrigin}; base-uri 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});

/** The page with the card fields. @param query `language` and `mode` (`light` or `dark`), as `frameAddress` writes them */
export function framePage(query: URLSearchParams, productOrigin: string): string {
  const language = INTERFACE_LANGUAGES.find((name) => name === query.get('language')) ?? DEFAULT_LANGUAGE;
  const mode = query.get('mode') === 'dark' ? 'dark' : 'light';
  const t = getTranslator(language, 'paymentTest');
  const words = {
    busy: t('busy'),
    number: t('error.number'),
    numberIncomplete: t('error.numberIncomplete'),
    expiry: t('error.expiry'),
    expired: t('error.expired'),
    expiryIncomplete: t('error.expiryIncomplete'),
    cvcIncomplete: t('error.cvcIncomplete'),
  };
  const settings = JSON.stringify({ parentOrigin: productOrigin, words }).replaceAll('<', '\\u003c');
  const field = (name: 'number' | 'expiry' | 'cvc', autocomplete: string, example: string, className = ''): string =>
    `<div${className && ` class="${className}"`}><label for="${name}">${escapeHtml(t(`field.${name}`))}</label><input id="${name}" inputmode="numeric" autocomplete="${autocomplete}" placeholder="${example}" aria-describedby="${name}-error" required><p class="error" id="${name}-error" aria-live="polite"></p></div>`;
  const card = (name: TestCard): string => {
    const number = TEST_CARDS[name].replaceAll(/(.{4})(?=.)/g, '$1 ');
    return `<li><span class="number" id="number-${name}">${number}</span><span class="effect" id="effect-${name}">${escapeHtml(t(`cards.effect.${name}`))}</span><button type="button" id="use-${name}" data-number="${TEST_CARDS[name]}" aria-labelledby="use-${name} number-${name}" aria-describedby="effect-${name}">${escapeHtml(t('cards.use'))}</button></li>`;
  };
  const cards = (names: readonly TestCard[]): string => `<ul aria-label="${escapeHtml(t('cards.label'))}">${names.map(card).join('')}</ul>`;
  return `<!doctype html>
<html lang="${language}" data-mode="${mode}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(t('title'))}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<div class="test">
<p>${escapeHtml(t('testMode'))}</p>
${cards(FIRST_CARDS)}
<details><summary>${escapeHtml(t('cards.more'))}</summary>
${cards(OTHER_CARDS)}
<p>${escapeHtml(t('cards.rest'))}</p>
</details>
</div>
<form id="card" autocomplete="on" novalidate aria-label="${escapeHtml(t('title'))}">
${field('number', 'cc-number', '1234 1234 1234 1234', 'wide')}
${field('expiry', 'cc-exp', escapeHtml(t('field.expiryExample')))}
${field('cvc', 'cc-csc', '123')}
</form>
<p id="busy" role="status"></p>
<section id="challenge" hidden aria-labelledby="challenge-title">
<h2 id="challenge-title" tabindex="-1">${escapeHtml(t('challenge.title'))}</h2>
<p>${escapeHtml(t('challenge.text'))}</p>
<div class="actions"><button type="button" class="primary" id="pass">${escapeHtml(t('challenge.pass'))}</button><button type="button" id="fail">${escapeHtml(t('challenge.fail'))}</button></div>
</section>
</main>
<script type="application/json" id="settings">${settings}</script>
<script src="/elements.js" type="module"></script>
</body>
</html>
`;
}
