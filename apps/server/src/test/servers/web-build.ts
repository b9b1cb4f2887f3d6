import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A web build with one page, for tests of the server. @returns its folder, for `WEB_DIR` */
export function smallWebBuild(folder: string): string {
  const webDir = join(folder, 'web');
  mkdirSync(webDir);
  const page = '<!doctype html><html lang="en"><head><title>Checkwell</title></head><body></body></html>';
  const pages = ['/', '*'].map((path) => ({ path, file: 'index.html' }));
  for (const [name, text] of Object.entries({
    'index.html': page,
    'csp.json': JSON.stringify({ scripts: [], styles: [] }),
    'pages.json': JSON.stringify(pages),
  }))
    writeFileSync(join(webDir, name), text);
  return webDir;
}
