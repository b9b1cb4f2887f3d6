import type { ErrorCode } from '@checkwell/domain/errors';
import type { Locator, Page } from '@playwright/test';
import type { Say, SentenceKey } from './screens/say.ts';
import { expect } from './test.ts';

/** How a screen comes from its address into a named state, for the sweep (screens.ts). */

export interface Stage {
  readonly page: Page;
  readonly say: Say;
}

export type Reach = (stage: Stage) => Promise<unknown>;

/** One after the other. */
export const inTurn =
  (...steps: readonly Reach[]): Reach =>
  async (stage) => {
    for (const step of steps) await step(stage);
  };

/** A dialog, whatever its role, that lies over the page. */
export const openDialog = (page: Page): Locator =>
  page.locator('dialog, [role=dialog], [role=alertdialog]').filter({ visible: true }).last();

/** Presses a button by its whole name. */
export const press =
  (key: SentenceKey): Reach =>
  ({ page, say }) =>
    page
      .getByRole('button', { name: say(key), exact: true })
      .first()
      .click();

export const untilDialog: Reach = ({ page }) => expect(openDialog(page)).toBeVisible();

/** Presses what opens a dialog. */
export const openBy = (key: SentenceKey): Reach => inTurn(press(key), untilDialog);

/** What a form says once it was sent as it is. */
export const untilFaults: Reach = ({ page }) => expect(page.locator('[aria-invalid=true], [data-wrong]').first()).toBeVisible();

/** Sends the open dialog as it is. */
export const sendDialog =
  (key: SentenceKey): Reach =>
  async ({ page, say }) => {
    await openDialog(page)
      .getByRole('button', { name: say(key), exact: true })
      .click();
    await untilFaults({ page, say });
  };

/** Sends the form of the page as it is. */
export const sendPage = (key: SentenceKey): Reach => inTurn(press(key), untilFaults);

/** Opens the menu of the first row that has one. */
export const openRowMenu: Reach = async ({ page, say }) => {
  await page
    .getByRole('table')
    .getByRole('button', { name: new RegExp(`^${say('common:actionsFor', { name: '' }).trim()}`) })
    .first()
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
};

/** Chooses from the open menu what opens a dialog. */
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

/** The answer to this GraphQL operation is kept back. */
export const held =
  (operation: string): Reach =>
  ({ page }) =>
    page.route('**/graphql', (route) => (route.request().postData()?.includes(named(operation)) ? undefined : route.fallback()));

/** This GraphQL operation fails as when the server has a fault: nothing tries again by itself. */
export const failing = (operation: string): Reach => refusing(operation, 'server.unexpected');

/** The server refuses this GraphQL operation by this error. */
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
