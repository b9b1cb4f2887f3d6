import { VERIFY_PATH } from '@checkwell/domain/check/evidence/evidence';
import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { PUBLIC_PAGE_NAMES, type PublicPage } from '@checkwell/domain/public-pages';
import { expect, test } from 'vitest';
import { contentOf } from '../../modules/public-pages/public-pages.content.ts';
import { pageHtml } from '../../modules/public-pages/public-pages.html.ts';
import { verificationHtml } from '../../modules/public-pages/verification.html.ts';
import { PRODUCTION_ENV, testConfig } from '../config.ts';
import { tagsBeyond, textOf } from './tags.ts';
import { HOSTILE_TEXTS } from './texts.ts';

/** security.md, W4: neither text of visitors nor the settings of the seller are active on the pages that the server writes. */

const config = testConfig({ ...PRODUCTION_ENV, NODE_ENV: 'test' });

function frameWith(language: (typeof INTERFACE_LANGUAGES)[number], text: string) {
  const seller = { ...config.seller, name: text, address: text, court: text };
  return { language, languages: INTERFACE_LANGUAGES, publicUrl: 'https://checks.example.be', seller, hasLogo: false, oneShot: true };
}

function written(page: PublicPage, language: (typeof INTERFACE_LANGUAGES)[number], text: string): string {
  const frame = frameWith(language, text);
  return pageHtml(contentOf(page, language, { seller: frame.seller, partners: config }), { ...frame, page, sample: null });
}

test.each(INTERFACE_LANGUAGES)('hostile text makes no element, attribute or address of a public page in %s', (language) => {
  const errors: string[] = [];
  // Each text by itself in one language, all texts together in the others: the words around them make no difference.
  const texts = Object.entries(language === 'fr' ? HOSTILE_TEXTS : { all: Object.values(HOSTILE_TEXTS).join(' ') });
  for (const page of PUBLIC_PAGE_NAMES) {
    const harmless = written(page, language, 'Ann Lee');
    for (const [kind, text] of texts) {
      const html = written(page, language, text);
      const beyond = tagsBeyond(harmless, html).filter((tag) => !tag.startsWith('<meta name="description"'));
      if (beyond.length > 0) errors.push(`${page}: ${kind}: ${beyond.join(' ')}`);
      // The footer of each page contains the name.
      if (!textOf(html).includes(text.replaceAll(/\s/g, ''))) errors.push(`${page}: ${kind} cannot be read`);
    }
  }
  expect(errors).toEqual([]);
});

test('a code of a document that is hostile text is only shown in its field, as it was typed', () => {
  const typedIn = (typed: string): string => verificationHtml({ kind: 'notACode', typed }, frameWith('en', 'Ann Lee'));
  expect(typedIn('x')).toContain(VERIFY_PATH);
  for (const text of Object.values(HOSTILE_TEXTS)) {
    const [field = '', ...others] = tagsBeyond(typedIn('x'), typedIn(text));
    expect(others).toEqual([]);
    expect(field).toMatch(/^input id="code" name="code" value="[^"]*" required /);
    expect(textOf(field)).toContain(text.replaceAll(/\s/g, ''));
  }
});
