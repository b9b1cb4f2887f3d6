import { APP_MANIFEST_PATH } from '@checkwell/domain/phone-app';
import { colorMode, followShownMode } from '../../../lib/browser/theme.ts';
import { registerServiceWorker } from '../../../lib/browser/workers.ts';

/** Of the bar above the installed application, as the surfaces are (tokens.css, tokens-dark.css). */
const THEME = { light: '#ffffff', dark: '#141a23' } as const;

const link = (rel: string, href: string): HTMLLinkElement => Object.assign(document.createElement('link'), { rel, href });

/** Lets a doctor put the missions on the screen of the phone, and open them without network. Nobody else gets either. */
export async function installApp(): Promise<void> {
  if (!document.querySelector('link[rel=manifest]')) {
    const theme = Object.assign(document.createElement('meta'), { name: 'theme-color', content: THEME[colorMode()] });
    followShownMode((mode) => {
      theme.content = THEME[mode];
    });
    document.head.append(link('manifest', APP_MANIFEST_PATH), link('apple-touch-icon', '/icon-180.png'), theme);
  }
  await registerServiceWorker();
  // A browser that is short of space then removes other things first.
  await navigator.storage?.persist?.();
}
