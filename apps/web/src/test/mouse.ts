import { commands } from 'vitest/browser';

type MouseStep = { readonly to: readonly [x: number, y: number] } | 'down' | 'up' | 'away';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** See apps/web/vitest-mouse.ts. */
    mouse(steps: readonly MouseStep[]): Promise<void>;
  }
}

/** Moves and presses the mouse step by step, in pixels of the page: for what is dragged by hand. */
export const mouse = (...steps: readonly MouseStep[]): Promise<void> => commands.mouse(steps);
