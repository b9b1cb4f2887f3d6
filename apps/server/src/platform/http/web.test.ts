import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { testFolder } from '../../test/folder.ts';
import { registerErrors } from './errors.ts';
import { registerSecurityHeaders } from './headers.ts';
import { registerWeb } from './web.ts';

const dist = testFolder('web');

function write(name: string, text: string): void {
  mkdirSync(join(dist, name, '..'), { recursive: true });
  writeFileSync(join(dist, name), text);
  writeFileSync(join(dist, `${name}.br`), brotliCompressSync(text));
  writeFileSync(join(dist, `${name}.gz`), gzipSync(text));
}

const SCRIPT = 'console.log("app");'.repeat(50);
write('index.html', '<h1>Sign in</h1>');
write('pages/checks.id.html', '<h1>Check</h1>');
write('pages/checks.html', '<h1>Checks</h1>');
write('pages/checks.new.html', '<h1>New check</h1>');
write('pages/_app.html', '<h1>Shell</h1>');
write('pages/fallback.html', '<h1>Not found, by the application</h1>');
write('assets/index-abc123.js', SCRIPT);
write('assets/pdf.worker.min-abc123.mjs', SCRIPT);
write('favicon.svg', '<svg/>');
write('missions-worker.js', SCRIPT);
write('missions.webmanifest', '{}');
writeFileSync(
  join(dist, 'pages.json'),
  JSON.stringify([
    { path: '/', file: 'index.html' },
    { path: '/_app', file: 'pages/_app.html' },
    { path: '/checks', file: 'pages/checks.html' },
    { path: '/checks/:id', file: 'pages/checks.id.html' },
    { path: '/checks/new', file: 'pages/checks.new.html' },
    { path: '*', file: 'pages/fallback.html' },
  ]),
);
writeFileSync(join(dist, 'csp.json'), JSON.stringify({ scripts: ['sha256-AAAA'], styles: ['sha256-BBBB'] }));

async function server(directory: string, apiUrl: string | null = null): Promise<FastifyInstance> {
  const app = Fastify();
  registerErrors(app);
  registerSecurityHeaders(app, { publicUrl: 'http://localhost:3000' });
  await registerWeb(app, { directory, apiUrl });
  await app.ready();
  afterAll(() => app.close());
  return app;
}

const web = await server(dist);
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (url: string, headers: Record<string, string> = NAVIGATION) => web.inject({ url, headers });

describe('pages', () => {
  test.each([
    ['/', 'Sign in'],
    ['/?accessToken=x', 'Sign in'],
    ['/_app', 'Shell'],
    ['/checks', 'Checks'],
    ['/checks/0190-abc', 'Check'],
    ['/checks/new', 'New check'],
    ['/checks?status=Planning', 'Checks'],
  ])('%s', async (url, text) => {
    const page = await get(url);
    expect(page.statusCode).toBe(200);
    expect(page.body).toBe(`<h1>${text}</h1>`);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
  });

  test('run only scripts of this origin and inline scripts with a known hash, and no code from text', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'sha256-AAAA';");
    expect(policy).toContain("style-src 'self' 'sha256-BBBB';");
    for (const rule of ["require-trusted-types-for 'script'", "frame-ancestors 'none'", "frame-src 'self'", "base-uri 'none'"])
      expect(policy).toContain(rule);
    expect(policy).toMatch(/trusted-types workers$/);
    expect(policy).not.toMatch(/object-src|unsafe|https?:|\*/);
  });

  test('an unknown path is answered with 404 and the page of the application', async () => {
    for (const url of ['/nothing', '/checks/a/b', '/v2/other']) {
      const page = await get(url);
      expect(page.statusCode).toBe(404);
      expect(page.body).toContain('Not found, by the application');
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    }
  });

  test('unknown paths of the API, and missing files, are answered with 404 in JSON', async () => {
    for (const url of ['/v1/api/nothing', '/auth/nothing', '/graphql/x', '/assets/old-123.js', '/logo.png']) {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error.code).toBe('request.notFound');
    }
    expect((await get('/nothing', { accept: 'application/json' })).json().error.code).toBe('request.notFound');
  });
});

describe('pages of an API at another address', async () => {
  const apiUrl = 'https://api.example.be';
  write('split/index.html', '<head><title>Checkwell</title></head>');
  writeFileSync(join(dist, 'split/csp.json'), JSON.stringify({ scripts: [], styles: [], calls: ['https://graph.example.be'] }));
  writeFileSync(join(dist, 'split/pages.json'), JSON.stringify([{ path: '/', file: 'index.html' }]));
  const split = await server(join(dist, 'split'), apiUrl);
  const withApi = `<head><title>Checkwell</title><link id="api" rel="preconnect" href="${apiUrl}" crossorigin></head>`;
  const open = (headers: Record<string, string>) => split.inject({ url: '/', headers: { ...NAVIGATION, ...headers } });

  test('contain its URL, and may connect to it and to the URLs of the build', async () => {
    const page = await open({});
    expect(page.body).toBe(withApi);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    });
    expect(page.headers['content-security-policy']).toContain("; connect-src 'self' https://graph.example.be https://api.example.be;");
  });

  test('are compressed as the browser prefers', async () => {
    const brotli = await open({ 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(withApi);
    const gzip = await open({ 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(withApi);
    for (const accepted of ['', 'zstd', 'br;q=0'])
      expect((await open({ 'accept-encoding': accepted })).headers).not.toHaveProperty('content-encoding');
  });

  test('are answered with 304 when unchanged, and sent again after a new build', async () => {
    const { headers } = await open({});
    const again = await open({ 'if-none-match': String(headers.etag), 'accept-encoding': 'br' });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    write('split/index.html', '<head><title>Newer</title></head>');
    utimesSync(join(dist, 'split/pages.json'), 1, 1);
    const newer = await open({ 'if-none-match': String(headers.etag) });
    expect(newer.statusCode).toBe(200);
    expect(newer.body).toContain('<title>Newer</title>');
  });
});

describe('assets', () => {
  test('with a hash in the name are cached permanently', async () => {
    const asset = await get('/assets/index-abc123.js', {});
    expect(asset.body).toBe(SCRIPT);
    expect(asset.headers).toMatchObject({
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/),
    });
  });

  test('that are workers may run WebAssembly, but neither load nor connect', async () => {
    const worker = await get('/assets/pdf.worker.min-abc123.mjs', {});
    expect(worker.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    const policy = String(worker.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'wasm-unsafe-eval';/);
    expect(policy).not.toMatch(/connect-src|'self'|https?:|\*/);
    expect((await get('/assets/index-abc123.js', {})).headers['content-security-policy']).not.toContain('wasm');
  });

  test('without a hash are revalidated, and answered with 304 when unchanged', async () => {
    const asset = await get('/favicon.svg', {});
    expect(asset.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' });
    const again = await get('/favicon.svg', { 'if-none-match': String(asset.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  test('are compressed as the browser prefers', async () => {
    const brotli = await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringMatching(/accept-encoding/i),
      'content-type': expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/),
    });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT);
    const gzip = await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT);
    const page = await get('/checks', { ...NAVIGATION, 'accept-encoding': 'br' });
    expect(page.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/html; charset=utf-8' });
    expect(brotliDecompressSync(page.rawPayload).toString()).toBe('<h1>Checks</h1>');
  });

  test.each([
    '/pages.json',
    '/csp.json',
    '/index.html',
    '/pages/checks.html',
    '/assets/index-abc123.js.br',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fetc%2fpasswd',
    '/assets',
    '/.env',
    '/assets%5cindex-abc123.js',
  ])('%s is not served', async (url) => {
    const answer = await get(url, {});
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error.code).toBe('request.notFound');
  });
});

test('without a build the server answers with 503, and serves a later build', async () => {
  const directory = join(dist, 'not-there');
  const bare = await server(directory);
  const answer = await bare.inject({ url: '/', headers: NAVIGATION });
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain('not built yet');
  expect((await bare.inject({ url: '/v1/x', headers: NAVIGATION })).json().error.code).toBe('request.notFound');

  write('not-there/index.html', '<h1>Built</h1>');
  writeFileSync(join(directory, 'csp.json'), JSON.stringify({ scripts: [], styles: [] }));
  writeFileSync(join(directory, 'pages.json'), '[{"path":');
  expect((await bare.inject({ url: '/', headers: NAVIGATION })).statusCode).toBe(503);
  writeFileSync(join(directory, 'pages.json'), JSON.stringify([{ path: '/', file: 'index.html' }]));
  const built = await bare.inject({ url: '/', headers: NAVIGATION });
  expect(built.body).toBe('<h1>Built</h1>');
  expect(built.headers['content-security-policy']).toContain("script-src 'self';");
});

test('the service worker is revalidated, and may only connect to its origin; the manifest has its type', async () => {
  const worker = await get('/missions-worker.js', {});
  expect(worker.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'application/javascript; charset=utf-8',
  });
  expect(worker.headers['content-security-policy']).toContain("default-src 'none'; connect-src 'self'");
  expect((await get('/missions.webmanifest', {})).headers['content-type']).toContain('application/manifest+json');
});
