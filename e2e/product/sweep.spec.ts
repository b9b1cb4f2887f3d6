import { readFileSync } from 'node:fs';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { Page } from '@playwright/test';
import { nightly } from '../../apps/server/src/test/nightly.ts';
import { enter, person } from '../support/people.ts';
import { expectAccessible, expectAccessibleInBothModes } from '../support/screens/accessibility.ts';
import { isOpenedByDay, MODES, twoOf, variantOf } from '../support/screens/rotation.ts';
import { isFace, isWhole, nameOf, type State } from '../support/screens/screen-states.ts';
import { REDIRECTS, rounds, SCREENS } from '../support/screens/screens.ts';
import { type Device, untilAtRest, walk } from '../support/screens/sweep.ts';
import { foreignTextsIn, look } from '../support/screens/texts.ts';
import { lookZoomed, ZOOMED } from '../support/screens/zoom.ts';
import { expect, test } from '../support/test.ts';

/**
 * At night, every screen with all of its states: it breaks no rule of WCAG 2.2 AA that axe can find, in light and in dark colours; and in French
 * and Dutch, on a phone, a tablet, a laptop and a desk nothing is cut, nothing scrolls sideways, nothing is a key or in another language. Each
 * state is reached once for all of it, in French and in Dutch alternately: reaching one takes as long as looking at it.
 *
 * The normal run looks at every screen as it opens in the colours of one mode, and in both languages on a phone and at one other width each;
 * at a twelfth of the other states in one mode, in one language, on a phone and perhaps at one other width. Which, their names decide (rotation.ts).
 *
 * In a window at 400 % a twelfth of the screens is looked at by day, and all of them at night.
 */

test.describe.configure({ mode: 'parallel' });

/** Where the columns that need the most room appear. */
const DESK = 1440;
const LAPTOP = 1280;
const TABLET = 768;
const PHONE = 390;
/** For what is looked at in one of them, and on a phone besides: there is least room. */
const ROTATED = [LAPTOP, TABLET, PHONE] as const;
const LANGUAGES = ['fr', 'nl'] as const satisfies readonly InterfaceLanguage[];
type Language = (typeof LANGUAGES)[number];
/** The other language is looked for too: what is written once, and not again when the language changes, shows by it. */
const strangers = {
  fr: [foreignTextsIn('fr', 'en'), foreignTextsIn('fr', 'nl')],
  nl: [foreignTextsIn('nl', 'en'), foreignTextsIn('nl', 'fr')],
} as const;

test('every route of the application is looked at', () => {
  const tree = readFileSync(new URL('../../apps/web/src/routeTree.gen.ts', import.meta.url), 'utf8');
  const [, union = ''] = /\n {2}to:\n([^;]+);/.exec(tree) ?? [];
  const routes = [...union.matchAll(/'([^']+)'/g)].map(([, route = '']) => route);
  expect(routes.length).toBeGreaterThan(40);
  expect([...new Set([...SCREENS.map(({ route }) => route), ...REDIRECTS])].toSorted()).toEqual(routes.toSorted());
});

test('every route is looked at in both languages, at night at every width', () => {
  const whole = SCREENS.filter(({ states }) => states.some((state) => isFace(state) && state.device !== 'phone'));
  expect(new Set(whole.map(({ route }) => route))).toEqual(new Set(SCREENS.map(({ route }) => route)));
});

test('what is looked at in one way takes all ways alternately', () => {
  const opened = [...rounds().values()].flat();
  const names = opened.flatMap(({ states, ...screen }) => states.map((state) => nameOf(screen, state)));
  const found = names.map((name) => variantOf(name, ROTATED));
  const least = names.length / (MODES.length * ROTATED.length) / 2;
  for (const mode of MODES) {
    for (const width of ROTATED)
      expect(found.filter((one) => one.mode === mode && one.width === width).length, `${mode} at ${width}`).toBeGreaterThan(least);
  }
});

for (const [round, screens] of rounds()) {
  test(round, async ({ baseURL, newContext, expectedErrors }) => {
    test.slow();
    const languages: Record<Device, Language> = { desk: 'fr', phone: 'fr' };
    /** What stands around a screen is one person's on all of them; a visitor's pages have each their own. */
    let isFrameSeen = false;
    await walk(
      screens,
      {
        baseURL,
        language: (device) => languages[device],
        newContext,
        visit: async (page, what, state) => {
          const on: Device = state.device ?? 'desk';
          if (nightly || isFace(state)) {
            languages[on] = await lookAtAll(page, what, state, { language: languages[on], isFrameSeen });
            isFrameSeen ||= isFace(state) && screens.every(({ who }) => who !== 'visitor');
          } else await lookOnce(page, what, state, languages[on]);
          if (isFace(state) && state.device !== 'phone' && (nightly || isOpenedByDay(what))) await expectZoomed(page, what);
        },
      },
      expectedErrors,
    );
  });
}

/** @param language at hand @returns that in which the screen is left */
async function lookAtAll(
  page: Page,
  what: string,
  state: State,
  { language, isFrameSeen }: { readonly language: Language; readonly isFrameSeen: boolean },
): Promise<Language> {
  const { network, data } = state;
  if (nightly) await expectAccessibleInBothModes(page, what, axeOptionsOf(state));
  else await expectAccessible(page, what, { ...axeOptionsOf(state), mainOnly: isFrameSeen }, variantOf(what, ROTATED).mode);
  const [widths, thenWidths] = widthsFor(what, state, language);
  await expectFit(page, language, widths, what, data);
  if (thenWidths.length === 0) return language;
  const other = language === 'fr' ? 'nl' : 'fr';
  await choose(page, other);
  if (!network) await untilAtRest(page);
  await expectFit(page, other, thenWidths, what, data);
  return other;
}

/** In the language at hand, which changes from screen to screen. */
async function lookOnce(page: Page, what: string, state: State, language: Language): Promise<void> {
  const { mode, width } = variantOf(what, ROTATED);
  const first = state.device === 'phone' ? PHONE : width;
  await expectFit(page, language, [first], what, state.data);
  await expectAccessible(page, what, axeOptionsOf(state), mode);
  if (first !== PHONE) await expectFit(page, language, [PHONE], what, state.data);
}

/** The frame around a screen is the same in all its states. Targets of the pointer are measured at every width (texts.ts). */
const axeOptionsOf = ({ without = [], reach, network, search }: State) => ({
  without: [...without, 'target-size'],
  changedOnly: Boolean(reach ?? network ?? search),
});

/**
 * The widths to look at in the language at hand, and then in the other one. By day a phone and one other width for each language. What is on a screen by itself is looked at in all of them;
 * what lies over it, or what was done on it, on a phone in both languages, and on a tablet or a laptop alternately; what the network put in its
 * place, such as a failure, is a sentence and a button alike on every screen: once, where there is least room.
 */
function widthsFor(what: string, state: State, language: Language): readonly [readonly number[], readonly number[]] {
  if (!isWhole(state)) {
    if (state.network) return [[PHONE], []];
    if (state.device !== 'phone') return [[language === 'fr' ? LAPTOP : TABLET, PHONE], [PHONE]];
  }
  if (state.device === 'phone') return [[PHONE], [PHONE]];
  if (!nightly) {
    const [first, second] = twoOf(what, [DESK, LAPTOP, TABLET]);
    return [
      [first, PHONE],
      [PHONE, second],
    ];
  }
  return [
    [DESK, LAPTOP, TABLET, PHONE],
    [PHONE, TABLET, LAPTOP, DESK],
  ];
}

/** As when another language is chosen in another tab. */
async function choose(page: Page, language: Language): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('language', chosen);
    dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: chosen, storageArea: localStorage }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** @param data texts that users wrote, in whatever language */
async function expectFit(
  page: Page,
  language: Language,
  widths: readonly number[],
  what: string,
  data: readonly string[] = [],
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await untilLaidOut(page);
    await expect.soft
      .poll(
        async () => {
          const { texts, misfits } = await look(page);
          const words = texts.filter((text) => !data.includes(text));
          return [...misfits, ...strangers[language].flatMap((find) => find(words))];
        },
        // The translations of the language, and what is laid out by them, are there when they are there.
        { message: `${what} in ${language} at ${width}` },
      )
      .toEqual([]);
  }
}

/** At 400 %, where there is least room: in a window that is put back afterwards, for what goes on from here. */
async function expectZoomed(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(ZOOMED);
  await untilLaidOut(page);
  await expect.soft.poll(() => lookZoomed(page), { message: `${what} at 400 %` }).toEqual([]);
  if (before) await page.setViewportSize(before);
}

/** Looking before the new width is drawn finds errors that are gone a frame later, and looking again costs more than waiting for two frames. */
const untilLaidOut = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

test('the keyboard meets the skip link first, and it leads to the content', async ({ page }) => {
  await enter(page, person('hr.admin.9'), 'en', '/certificates');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.locator('a[href="#content"]');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(true);
});
