import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzipSync } from 'node:zlib';
import { PUBLIC_STYLE_PATH } from '@checkwell/domain/public-pages';
import { build, type Manifest, type Plugin, type ResolvedConfig } from 'vite';
import { writeServiceWorker } from './service-worker.ts';

/**
 * After the build:
 * - one HTML file per route, with the styles inside and that route's scripts, translations and font announced; the sign-in
 *   page (`index.html`) with its content rendered ahead, those behind it with the application's frame;
 * - `pages.json`: which file answers which path (`[{ path: '/checks/:id', file: 'pages/checks.id.html' }]`,
 *   the last one, path `*`, answers everything else);
 * - `csp.json`: `{ scripts, styles, calls }`, the hashes of what is inline and the origin of `VITE_GRAPHQL_URL`, for the server's
 *   Content-Security-Policy;
 * - `public-pages.css`, the style sheet of the pages that the server writes, under a name that the server knows;
 * - a `.br` and a `.gz` beside every file worth compressing.
 */
export interface Page {
  readonly path: string;
  readonly file: string;
}

/** What the entry fetches (src/start.tsx): everything that the router leads to, and the sign-in page, which does without. */
const APPLICATION = 'src/app.tsx';
const SIGN_IN = 'src/sign-in-page.tsx';

/** The routes that a doctor's phone opens without network, and the layout around them. */
const OFFLINE_ROUTES = ['_app', '_app.missions.index', '_app.missions.$id'] as const;
/** What the shell and the missions load by themselves and what is no use without network: search, tour, documents. */
const NOT_OFFLINE =
  /src\/routes\/|features\/shell\/(palette|tour|shortcuts)\/|ui\/documents\/(?!FileDrop)|node_modules\/pdfjs|launchdarkly|hucre|papaparse/i;
/** Translations that none of these routes names: loaded after the first screen is shown (main.tsx), or with a part of it. */
const LATER_NAMESPACES = ['errors', 'validation', 'checks'] as const;

/** Source of the style sheet of the public pages. */
export const PUBLIC_STYLE = 'src/public-pages.css';

interface Route {
  /** Path as the server matches it: `/checks/:id`. */
  readonly path: string;
  /** Names of the files under src/routes, with dots for folders and without extension, outermost first (`_app`, `_app.checks.$id`). */
  readonly chain: readonly string[];
}

/** The address of a route file, by TanStack's naming: `_x` has no segment, `[_]x` is literal, `$id` a parameter. */
export function pathOfRoute(name: string): string {
  const segments = name
    .split('.')
    .filter((segment) => !segment.startsWith('_') && segment !== 'index')
    .map((segment) => segment.replaceAll(/\[(.+?)\]/g, '$1').replace(/^\$(.+)$/, ':$1'));
  return `/${segments.join('/')}`;
}

/** Every route with a screen, with the layouts around it. */
export function routesOf(names: readonly string[]): readonly Route[] {
  const screens = names.filter((name) => name !== '__root' && name !== '_app');
  return screens.map((name) => {
    const parts = name.split('.');
    const chain = parts.map((_, index) => parts.slice(0, index + 1).join('.')).filter((candidate) => names.includes(candidate));
    return { path: pathOfRoute(name), chain };
  });
}

const brotli = promisify(brotliCompress);
const sha256 = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Namespaces that the route's files load (`loadTranslations('checks')`), always with the common ones. */
function namespacesOf(sources: readonly string[]): readonly string[] {
  const named = sources.flatMap((source) =>
    [...source.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/loadTranslations\(([^)]*)\)/g)].flatMap(([, list]) =>
      [...(list ?? '').matchAll(/'([\w-]+)'/g)].map(([, name]) => name ?? ''),
    ),
  );
  return [...new Set(['common', ...named])];
}

export function pages(root: string): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'checkwell:pages',
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const dist = path.resolve(root, config.build.outDir);
        const files = writePages(root, dist, await renderAhead(root, dist), originsOf(String(config.env.VITE_GRAPHQL_URL ?? '')));
        await writeServiceWorker(root, dist, files);
        await compress(dist);
      },
    },
  };
}

/** @param address absolute, or a path on the pages' own origin */
const originsOf = (address: string): readonly string[] => (URL.canParse(address) ? [new URL(address).origin] : []);

interface Ahead {
  readonly signIn: string;
  /** Of the application, around every page behind the sign-in. */
  readonly frame: string;
  readonly language: string;
}

/** Builds src/prerender.tsx for Node and runs it; it fetches its translations from the files just built. */
async function renderAhead(root: string, dist: string): Promise<Ahead> {
  const outDir = path.join(root, 'node_modules/.cache/prerender');
  await build({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { ssr: 'src/prerender.tsx', outDir, emptyOutDir: true },
  });
  const { fetch } = globalThis;
  globalThis.fetch = async (address) => new Response(readFileSync(path.join(dist, String(address))));
  try {
    const program: { renderAhead: () => Promise<Ahead> } = await import(pathToFileURL(path.join(outDir, 'prerender.js')).href);
    return await program.renderAhead();
  } finally {
    globalThis.fetch = fetch;
  }
}

/** @returns paths of the files that a doctor's missions need without network */
function writePages(root: string, dist: string, ahead: Ahead, calls: readonly string[]): readonly string[] {
  const manifestFile = path.join(dist, '.vite/manifest.json');
  const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const template = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const routesDirectory = path.join(root, 'src/routes');
  const files = new Map(
    globSync('**/*.tsx', { cwd: routesDirectory }).map((file) => [
      file.replace(/\.tsx$/, '').replaceAll(path.sep, '.'),
      file.replaceAll(path.sep, '/'),
    ]),
  );

  const assetUrl = (pattern: RegExp): string[] =>
    Object.values(manifest).flatMap(({ file, assets = [] }) =>
      [file, ...assets].filter((name) => pattern.test(name)).map((name) => `/${name}`),
    );
  const [font] = assetUrl(/roboto-latin-(?!ext).*\.woff2$/);
  const translations = new Map(
    Object.entries(manifest).flatMap(([source, { file }]): [string, string][] => {
      const [, name] = /locales\/(\w+\/[\w-]+)\.json/.exec(source) ?? [];
      return name ? [[name, `/${file}`]] : [];
    }),
  );
  const languages = [...new Set([...translations.keys()].map((name) => name.split('/')[0] ?? ''))];

  /** The chunks that a chunk needs before it can run. */
  const closure = (keys: readonly string[], seen = new Set<string>()): Set<string> => {
    for (const key of keys) {
      if (seen.has(key) || !manifest[key]) continue;
      seen.add(key);
      closure(manifest[key].imports ?? [], seen);
    }
    return seen;
  };
  const entry = 'index.html';
  for (const source of [APPLICATION, SIGN_IN]) if (!manifest[source]) throw new Error(`The build has no chunk of ${source}.`);
  const filesOf = (keys: readonly string[]): readonly string[] => [...closure(keys)].flatMap((key) => manifest[key]?.file ?? []);
  const styles = new Map<string, string>();
  const inlineStyles = template.replaceAll(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g, (_, href: string) => {
    const css = readFileSync(path.join(dist, href), 'utf8').trim();
    styles.set(href, css);
    return `<style>${css}</style>`;
  });

  const render = (chain: readonly string[], isSignIn = false): string => {
    const sourceFiles = chain.flatMap((name) => files.get(name) ?? []);
    const screens = sourceFiles.flatMap((file) => ['component', 'loader'].map((part) => `src/routes/${file}?tsr-split=${part}`));
    const isInside = chain.includes('_app');
    const frame = isInside ? `<div class="frame" aria-hidden="true">${ahead.frame}</div>` : '';
    const content = isSignIn ? `<div class="ahead">${ahead.signIn}</div>` : frame;
    // As src/start.tsx decides: the sign-in page comes without the application.
    const begun = new Set(filesOf([entry, ...(isSignIn ? [SIGN_IN] : [APPLICATION, ...screens])]));
    const scripts = [...begun].slice(1);
    const application = filesOf([APPLICATION]).filter((file) => !begun.has(file));
    const later = isSignIn ? ` data-app="${application.map((file) => `/${file}`).join(' ')}"` : '';
    const sources = sourceFiles.map((file) => readFileSync(path.join(routesDirectory, file), 'utf8'));
    const namespaces = namespacesOf(sources);
    const translationAddresses = Object.fromEntries(
      languages.map((language) => [language, namespaces.flatMap((namespace) => translations.get(`${language}/${namespace}`) ?? [])]),
    );
    const announced = [
      ...(font ? [`<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>`] : []),
      ...new Set(scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)),
    ];
    return inlineStyles
      .replace('<html lang="en">', `<html lang="${ahead.language}">`)
      .replace('<div class="boot"', () => `${content}<div class="boot"`)
      .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
      .replace(
        'data-translations="{}"',
        // `data-inside`: behind the sign-in, in the shell.
        () =>
          `data-translations="${JSON.stringify(translationAddresses).replaceAll('"', '&quot;')}"${isInside ? ' data-inside' : ''}${later}`,
      )
      .replace('</head>', () => `  ${announced.join('\n    ')}\n  </head>`);
  };

  /** Everything that the missions and the shell around them may load, and their translations in every language. */
  function offlineFiles(): readonly string[] {
    const sources = OFFLINE_ROUTES.flatMap((name) => files.get(name) ?? []);
    const screens = sources.flatMap((file) => ['component', 'loader'].map((part) => `src/routes/${file}?tsr-split=${part}`));
    const needed = closure([entry, APPLICATION, ...screens]);
    const late = (keys: Iterable<string>): void => {
      for (const key of keys) {
        const found = (manifest[key]?.dynamicImports ?? []).filter((name) => !needed.has(name) && !NOT_OFFLINE.test(name));
        closure(found, needed);
        late(found);
      }
    };
    // The application itself leads to every screen of everybody.
    late([...needed].filter((key) => key !== entry && key !== APPLICATION));
    const namespaces = [
      ...namespacesOf(sources.map((file) => readFileSync(path.join(routesDirectory, file), 'utf8'))),
      ...LATER_NAMESPACES,
    ];
    const found = [
      ...[...needed].flatMap((key) => [manifest[key]?.file ?? [], manifest[key]?.css ?? []].flat()).map((file) => `/${file}`),
      '/icon.svg',
      ...languages.flatMap((language) => namespaces.flatMap((namespace) => translations.get(`${language}/${namespace}`) ?? [])),
      ...assetUrl(/roboto-latin.*\.woff2$/),
    ];
    return [...new Set(found)].toSorted();
  }

  mkdirSync(path.join(dist, 'pages'), { recursive: true });
  const written: Page[] = [];
  const hashes = { scripts: new Set<string>(), styles: new Set([...styles.values()].map(sha256)) };
  const write = (file: string, urlPath: string, html: string): void => {
    writeFileSync(path.join(dist, file), html);
    written.push({ path: urlPath, file });
    for (const [, code] of html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)) hashes.scripts.add(sha256(code ?? ''));
  };
  for (const route of routesOf([...files.keys()])) {
    const file = route.path === '/' ? 'index.html' : `pages/${route.path.slice(1).replaceAll('/', '.').replaceAll(':', '')}.html`;
    write(file, route.path, render(route.chain, route.path === '/'));
  }
  write('pages/fallback.html', '*', render([]));
  writeFileSync(path.join(dist, 'pages.json'), JSON.stringify(written, null, 1));
  writeFileSync(path.join(dist, 'csp.json'), JSON.stringify({ scripts: [...hashes.scripts], styles: [...hashes.styles], calls }, null, 1));
  const offline = offlineFiles();
  const publicStyle = manifest[PUBLIC_STYLE]?.file;
  if (publicStyle === undefined) throw new Error(`The build left no ${PUBLIC_STYLE}.`);
  renameSync(path.join(dist, publicStyle), path.join(dist, PUBLIC_STYLE_PATH));
  // The manifest has done its work; nobody outside needs to know the sources' names.
  rmSync(path.join(dist, '.vite'), { recursive: true });
  return offline;
}

/** On all processors at once: it takes most of a build's time on one. */
async function compress(dist: string): Promise<void> {
  const names = globSync('**/*.{html,js,mjs,css,json,svg,txt,webmanifest,wasm,pfb,ttf}', { cwd: dist })
    // Read by the server, never served.
    .filter((name) => name !== 'pages.json' && name !== 'csp.json');
  const files = names.map((name) => path.join(dist, name)).filter((file) => statSync(file).size >= 512);
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(`${file}.br`, await brotli(bytes, { params }));
    }),
  );
}
