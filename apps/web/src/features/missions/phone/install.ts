import { APP_MANIFEST_PATH } from '@checkwell/domain/phone-app';
import { colorMode, followShownMode } from '../../../lib/browser/theme.ts';
import { registerServiceWorker } from '../../../lib/browser/workers.ts';

/** Colours of the browser's bar above the installed application, those of the surfaces (tokens.css, tokens-dark.css). */
const THEME = { light: '#ffffff', dark: '#141a23' } as const;

const link = (rel: string, href: string): HTMLLinkElement => Object.assign(document.createElement('link'), { rel, href });

/** Makes the application of doctors installable, and lets it open without network. */
export async function installApp(): Promise<void> {
  if (!document.querySelector('link[rel=manifest]')) {
    const theme = Object.assign(document.createElement('meta'), { name: 'theme-color', content: THEME[colorMode()] });
    followShownMode((mode) => {
      theme.content = THEME[mode];
    });
    document.head.append(link('manifest', APP_MANIFEST_PATH), link('apple-touch-icon', '/icon-180.png'), theme);
  }
  await registerServiceWorker();
  // Asks the browser to keep this data when space is short.
  await navigator.storage?.persist?.();
}
