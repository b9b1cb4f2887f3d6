import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** Features by their name in a media query, such as `prefers-reduced-motion`. */
type Features = Readonly<Record<string, string>>;

/** What the browser says without further ado, as vitest.config.ts has it: nothing moves. */
const USUAL: Features = { 'prefers-reduced-motion': 'reduce' };

async function send(features: Features, media: '' | 'print'): Promise<void> {
  const list = Object.entries({ ...USUAL, ...features }).map(([name, value]) => ({ name, value }));
  await cdp().send('Emulation.setEmulatedMedia', { media, features: list });
}

/** Until the test ends, the browser says this of the person before it, or prints. */
export async function emulateMedia(features: Features, media: '' | 'print' = ''): Promise<void> {
  onTestFinished(() => send({}, ''));
  await send(features, media);
}
