import type { Plugin } from 'vite';

const FILE = /react-aria\/dist\/private\/live-announcer\/LiveAnnouncer\.m?js$/;
const EMPTYING = /\.innerHTML = ''/g;

/**
 * React Aria empties its live regions by `innerHTML = ''`. The pages' content policy turns no text into markup, not even
 * an empty one (trusted types, security.md W1), so that a date field would fail at the first key. The same without markup.
 */
export function announcerWithoutMarkup(): Plugin {
  return {
    name: 'checkwell:announcer',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: FILE },
      handler(code) {
        const fixed = code.replaceAll(EMPTYING, '.replaceChildren()');
        if (fixed === code || fixed.includes('innerHTML')) {
          this.error('React Aria has changed its LiveAnnouncer: see whether build/announcer.ts is still needed.');
        }
        return { code: fixed, map: null };
      },
    },
  };
}
