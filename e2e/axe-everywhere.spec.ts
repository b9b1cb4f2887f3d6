import type { Page } from '@playwright/test';
import { askGraphql } from './support/api.ts';
import { enter, person } from './support/people.ts';
import { expect, expectAccessible, expectAccessibleInBothModes, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** Every screen of every role, light and dark, at a desk and on a phone: no rule of WCAG 2.2 AA is broken; landmarks and skip link. */

type Device = 'desk' | 'phone';

interface Round {
  readonly who: string;
  readonly devices: readonly Device[];
  readonly screens: readonly string[];
  /** Screens about one thing: what of it the API lists first. */
  readonly details: readonly (readonly [path: string, list: string])[];
  /** Somebody else's screen, which says so. */
  readonly refused?: string;
}

const EMPLOYER = [
  '/dashboard',
  '/checks',
  '/checks/new',
  '/certificates',
  '/certificates/new',
  '/reports',
  '/employees',
  '/settings/profile',
];
const EMPLOYER_DETAILS = [
  ['/checks', 'checks'],
  ['/reports', 'reports'],
  ['/certificates', 'certificates'],
] as const;

const ROUNDS: readonly Round[] = [
  {
    who: 'hr.admin.9',
    devices: ['desk', 'phone'],
    screens: [
      ...EMPLOYER,
      '/employees?add=true',
      '/employees/import',
      '/dashboard/impactDays',
      '/settings/users',
      '/settings/company',
      '/settings/api-tokens',
      '/no-such-page',
    ],
    details: EMPLOYER_DETAILS,
    refused: '/planning',
  },
  // The same screens with less in them: once is enough.
  { who: 'basic', devices: ['desk'], screens: EMPLOYER, details: EMPLOYER_DETAILS },
  {
    who: 'planner',
    devices: ['desk', 'phone'],
    screens: [
      '/planning',
      '/planning?pile=planned',
      '/doctors',
      '/companies',
      '/reports',
      '/identities',
      '/flags',
      '/team',
      '/mailbox',
      '/settings/profile',
    ],
    details: [
      ['/planning', 'checks'],
      ['/reports', 'reports'],
    ],
    refused: '/dashboard',
  },
  {
    who: 'doctor',
    devices: ['desk', 'phone'],
    screens: ['/missions', '/missions/done', '/settings/profile'],
    details: [['/missions', 'checks']],
    refused: '/checks/new',
  },
];

async function detailsOf(page: Page, details: Round['details']): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const [path, list] of details) {
    const { data } = await askGraphql<Record<string, { nodes: { id: string }[] }>>(page, `{ ${list}(first: 1) { nodes { id } } }`);
    const id = data?.[list]?.nodes[0]?.id;
    if (id !== undefined) paths.push(`${path}/${id}`);
  }
  return paths;
}

/** The screen stands: its heading, and nothing that still loads. */
async function expectScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await expect(page.getByRole('main')).toHaveCount(1);
}

for (const { who, devices, screens, details, refused } of ROUNDS) {
  for (const device of devices) {
    test(`${who}, ${device}: nothing is found on any screen`, async ({ newBrowser, expectedFaults }) => {
      test.setTimeout(600_000);
      // A page that does not exist is answered so.
      expectedFaults.push(/404 \(Not Found\).*no-such-page/);
      const page = await newBrowser(device);
      await enter(page, person(who), 'fr', screens[0] ?? '/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const path of [...screens, ...(await detailsOf(page, details))]) {
        await test.step(path, async () => {
          await expectScreen(page, path);
          await expectAccessibleInBothModes(page);
        });
      }
      if (refused === undefined) return;
      await expectScreen(page, refused);
      await expect(page.getByRole('heading', { level: 1, name: wordsIn('fr')('shell:noAccess.title') })).toBeVisible();
      await expectAccessible(page);
    });
  }
}

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
