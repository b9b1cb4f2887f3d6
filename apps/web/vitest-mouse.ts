import { defineBrowserCommand } from '@vitest/browser-playwright';

export type MouseStep = { readonly to: readonly [x: number, y: number] } | 'down' | 'up' | 'away';

/** Moves and presses the mouse step by step, in pixels of the tested page: for what is dragged by hand. `away`: out of the window. */
export const mouse = defineBrowserCommand<[steps: readonly MouseStep[]]>(async ({ page, iframe }, steps) => {
  const moves = steps.some((step) => typeof step === 'object');
  const { x, y } = (moves && (await iframe.owner().boundingBox())) || { x: 0, y: 0 };
  for (const step of steps) {
    if (step === 'down') await page.mouse.down();
    else if (step === 'up') await page.mouse.up();
    else if (step === 'away') await page.mouse.move(-1, -1);
    else await page.mouse.move(x + step.to[0], y + step.to[1], { steps: 5 });
  }
});
