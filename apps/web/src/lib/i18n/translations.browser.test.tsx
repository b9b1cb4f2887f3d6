import { useEffect } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../test/render.tsx';
import { sayIn } from '../../test/say.ts';
import { i18n, setLanguage } from './i18n.ts';
import { useTranslations } from './translations.ts';

const rendered = { times: 0 };
beforeEach(() => {
  rendered.times = 0;
});

function Sentence({ count }: { readonly count: number }) {
  const t = useTranslations('missions', 'enums');
  useEffect(() => {
    rendered.times += 1;
  });
  return (
    <p>
      {t('list.title')} | {t('enums:checkLocation.House')} | {t('common:save')} | {t('outbox.waiting', { count })}
    </p>
  );
}

test('translations follow the language and their parameters, and components do not render again when other translations are loaded', async () => {
  const { say } = await render(<Sentence count={2} />);
  const line = (count: number, translate = say) =>
    [
      translate('missions:list.title'),
      translate('enums:checkLocation.House'),
      translate('common:save'),
      translate('missions:outbox.waiting', { count }),
    ].join(' | ');
  await expect.element(page.getByText(line(2))).toBeVisible();
  // The effect that counts may run after the text is visible.
  await expect.poll(() => rendered.times).toBeGreaterThan(0);
  const before = rendered.times;
  await i18n.reloadResources(['en'], ['checks']);
  expect(rendered.times).toBe(before);
  await setLanguage('nl', 'nothing');
  await expect.element(page.getByText(line(2, sayIn('nl')))).toBeVisible();
  await setLanguage('en', 'nothing');
  await expect.element(page.getByText(line(2))).toBeVisible();
});

test('missing translations are loaded, and then rendered', async () => {
  const { say } = await render(<Sentence count={1} />);
  await expect.element(page.getByText(say('missions:outbox.waiting', { count: 1 }))).toBeVisible();
  // As on a page whose loader did not load them.
  i18n.removeResourceBundle('en', 'missions');
  delete i18n.services.backendConnector.state['en|missions'];
  i18n.emit('languageChanged', 'en');
  await expect.poll(() => i18n.hasResourceBundle('en', 'missions')).toBe(true);
  await expect.element(page.getByText(say('missions:outbox.waiting', { count: 1 }))).toBeVisible();
});
