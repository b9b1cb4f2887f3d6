import { useEffect } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../test/render.tsx';
import { sayIn } from '../../test/say.ts';
import { i18n, setLanguage } from './i18n.ts';
import { useTranslations } from './translations.ts';

const drawn = { times: 0 };
beforeEach(() => {
  drawn.times = 0;
});

function Sentence({ count }: { readonly count: number }) {
  const t = useTranslations('missions', 'enums');
  useEffect(() => {
    drawn.times += 1;
  });
  return (
    <p>
      {t('list.title')} | {t('enums:checkLocation.House')} | {t('common:save')} | {t('outbox.waiting', { count })}
    </p>
  );
}

test('translations follow the language and their parameters, and what was drawn is not drawn again for translations that others load', async () => {
  const { say } = await render(<Sentence count={2} />);
  const line = (count: number, translate = say) =>
    [
      translate('missions:list.title'),
      translate('enums:checkLocation.House'),
      translate('common:save'),
      translate('missions:outbox.waiting', { count }),
    ].join(' | ');
  await expect.element(page.getByText(line(2))).toBeVisible();
  // Counted by an effect, which may come after the first sight of it.
  await expect.poll(() => drawn.times).toBeGreaterThan(0);
  const before = drawn.times;
  await i18n.reloadResources(['en'], ['checks']);
  expect(drawn.times).toBe(before);
  await setLanguage('nl', 'nothing');
  await expect.element(page.getByText(line(2, sayIn('nl')))).toBeVisible();
  await setLanguage('en', 'nothing');
  await expect.element(page.getByText(line(2))).toBeVisible();
});

test('translations that nobody has loaded are fetched, and drawn when they are there', async () => {
  const { say } = await render(<Sentence count={1} />);
  await expect.element(page.getByText(say('missions:outbox.waiting', { count: 1 }))).toBeVisible();
  // As on a page whose loader did not ask for them.
  i18n.removeResourceBundle('en', 'missions');
  delete i18n.services.backendConnector.state['en|missions'];
  i18n.emit('languageChanged', 'en');
  await expect.poll(() => i18n.hasResourceBundle('en', 'missions')).toBe(true);
  await expect.element(page.getByText(say('missions:outbox.waiting', { count: 1 }))).toBeVisible();
});
