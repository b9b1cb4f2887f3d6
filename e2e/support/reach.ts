import type { ErrorCode } from '@checkwell/domain/errors';
import type { Locator, Page } from '@playwright/test';
import type { Say, SentenceKey } from './screens/say.ts';
import { expect } from './test.ts';

/** Steps that bring a screen into a named state, for the sweep (screens.ts). */

export interface Stage {
  readonly page: Page;
  readonly say: Say;
}

export type Reach = (stage: Stage) => Promise<unknown>;

/** Runs steps in sequence. */
export const inTurn =
  (...steps: readonly Reach[]): Reach =>
  async (stage) => {
    for (const step of steps) await step(stage);
  };

/** The topmost open dialog, of any role. */
export const openDialog = (page: Page): Locator =>
  page.locator('dialog, [role=dialog], [role=alertdialog]').filter({ visible: true }).last();

/** Clicks a button with exactly this name. */
export const press =
  (key: SentenceKey): Reach =>
  ({ page, say }) =>
    page
      .getByRole('button', { name: say(key), exact: true })
      .first()
      .click();

export const untilDialog: Reach = ({ page }) => expect(openDialog(page)).toBeVisible();

/** Clicks a button that opens a dialog. */
export const openBy = (key: SentenceKey): Reach => inTurn(press(key), untilDialog);

/** Waits until a form shows errors. */
export const untilErrors: Reach = ({ page }) => expect(page.locator('[aria-invalid=true], [data-wrong]').first()).toBeVisible();

/** Submits the open dialog unchanged, and waits for errors. */
export const sendDialog =
  (key: SentenceKey): Reach =>
  async ({ page, say }) => {
    await openDialog(page)
      .getByRole('button', { name: say(key), exact: true })
      .click();
    await untilErrors({ page, say });
  };

/** Submits the form of the page unchanged, and waits for errors. */
export const sendPage = (key: SentenceKey): Reach => inTurn(press(key), untilErrors);

/** Opens the menu of the first table row with a menu. */
export const openRowMenu: Reach = async ({ page, say }) => {
  await page
    .getByRole('table')
    .getByRole('button', { name: new RegExp(`^${say('common:actionsFor', { name: '' }).trim()}`) })
    .first()
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
};

/** Chooses an item of the open menu that opens a dialog. */
export const chooseInMenu =
  (key: SentenceKey): Reach =>
  async ({ page, say }) => {
    await page.getByRole('menuitem', { name: say(key), exact: true }).click();
    await untilDialog({ page, say });
  };

export const openMenu =
  (key: SentenceKey): Reach =>
  async ({ page, say }) => {
    await page
      .getByRole('button', { name: say(key), exact: true })
      .first()
      .click();
    await expect(page.getByRole('menu')).toBeVisible();
  };

export const openPopover =
  (key: SentenceKey): Reach =>
  async ({ page, say }) => {
    const button = page
      .getByRole('button', { name: say(key) })
      .and(page.locator('[aria-haspopup]'))
      .first();
    await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
  };

const named = (operation: string) => `"operationName":"${operation}"`;

/** Never answers this GraphQL operation. */
export const held =
  (operation: string): Reach =>
  ({ page }) =>
    page.route('**/graphql', (route) => (route.request().postData()?.includes(named(operation)) ? undefined : route.fallback()));

/** Answers this GraphQL operation with an unexpected error of the server, which is not retried automatically. */
export const failing = (operation: string): Reach => refusing(operation, 'server.unexpected');

/** Answers this GraphQL operation with this error. */
export const refusing =
  (operation: string, code: ErrorCode): Reach =>
  ({ page }) =>
    page.route('**/graphql', (route) =>
      route.request().postData()?.includes(named(operation))
        ? route.fulfill({
            json: { data: null, errors: [{ message: 'x', extensions: { code, params: {}, issues: [], traceId: 'sweep' } }] },
          })
        : route.fallback(),
    );
