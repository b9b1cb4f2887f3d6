import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { chromium } from '@playwright/test';
import { DEMO_PASSWORD } from '../apps/server/src/seed/accounts.ts';
import { freePort, startServer } from '../e2e/support/server.ts';
import { findChromium } from '../scripts/bootstrap.mjs';
import { demo } from './demo.ts';
import { exports } from './exports.ts';
import { idle } from './idle.ts';
import { idleStreams } from './idle-streams.ts';
import { listLoad } from './list-load.ts';
import { lists } from './lists.ts';
import { live } from './live.ts';
import { migrations } from './migrations.ts';
import { offers } from './offers.ts';
import { oneShot } from './one-shot.ts';
import { overload } from './overload.ts';
import { pendingMigrations } from './pending-migrations.ts';
import { reading, readingFixtures } from './reading.ts';
import { refresh } from './refresh.ts';
import { abuse } from './security/abuse.ts';
import { enumeration } from './security/enumeration.ts';
import { foreignRecords } from './security/foreign-records.ts';
import { tabs } from './tabs.ts';
import { web } from './web.ts';
import { writes } from './writes.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Starts and stops the product. @returns seconds from `npm start` to its message "is ready" */
async function timeStart(folder: string, signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
  const started = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const seconds = await new Promise<number>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (/Checkwell is ready/.test(output)) resolve((performance.now() - started) / 1000);
    });
    child.once('exit', () => reject(new Error(`npm start ended:\n${output}`)));
  });
  if (child.pid !== undefined) process.kill(-child.pid, signal);
  await exited;
  return seconds;
}

/** Start times of a fresh clone: cold (nothing installed, no data), warm, and after a kill -9. */
async function start(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'checkwell-bench-'));
  try {
    const clone = spawnSync('git', ['clone', '--quiet', ROOT, folder], { stdio: 'inherit' });
    if (clone.status !== 0) throw new Error('git clone failed');
    process.stdout.write(`npm start, fresh clone: ${(await timeStart(folder)).toFixed(1)} s\n`);
    process.stdout.write(`npm start, second time: ${(await timeStart(folder, 'SIGKILL')).toFixed(1)} s\n`);
    process.stdout.write(`npm start after kill -9: ${(await timeStart(folder)).toFixed(1)} s\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Pages, with the selector of their main content. */
const WEIGHED = { '/': 'input[type=email]', '/checks': 'tbody a', '/checks/new': 'main [role=combobox]' } as const;

/** Bytes that a browser with an empty cache loads for a page, compressed with brotli 11, by kind of resource. */
async function weight(): Promise<void> {
  if (!existsSync(join(ROOT, 'apps/web/dist/index.html'))) throw new Error('Build the web first: npm start');
  const server = await startServer();
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  try {
    const signIn = await browser.newContext({ baseURL: server.baseURL });
    const page = await signIn.newPage();
    await page.goto('/');
    await page.locator('input[type=email]').fill('admin@demo.checkwell.example');
    await page.keyboard.press('Enter');
    await page.locator('input[type=password]').fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname !== '/');
    const signedIn = await signIn.storageState();
    for (const [path, content] of Object.entries(WEIGHED)) {
      const context = await browser.newContext({ baseURL: server.baseURL, ...(path !== '/' && { storageState: signedIn }) });
      const fresh = await context.newPage();
      const bytes = new Map<string, number>();
      const read: Promise<void>[] = [];
      fresh.on('response', (response) => {
        // The live stream never ends.
        if (new URL(response.url()).pathname === '/v1/api/live') return;
        const kind = response.request().resourceType();
        read.push(
          response.body().then(
            (body) =>
              void bytes.set(
                kind,
                (bytes.get(kind) ?? 0) + brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
              ),
            () => undefined,
          ),
        );
      });
      await fresh.goto(path);
      // The page is loaded when its content is there; waiting for the network to be idle would never end.
      await fresh.locator(content).first().waitFor();
      // The prerendered page is replaced once the scripts have run.
      await fresh.locator('.ahead').waitFor({ state: 'detached' });
      await fresh.evaluate(() => document.fonts.ready);
      await Promise.all(read);
      const parts = [...bytes].map(([kind, size]) => `${kind} ${(size / 1024).toFixed(1)} kB`);
      process.stdout.write(`${path}: ${parts.join(', ')}\n`);
      await context.close();
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

/**
 * `npm run bench -- <name>` measures the figures of docs/performance.md. Times depend on the machine and on its other load; weights do not.
 */
const BENCHES: Readonly<Record<string, (...args: string[]) => Promise<void>>> = {
  start,
  weight,
  demo,
  lists,
  'list-load': listLoad,
  abuse,
  enumeration,
  'foreign-records': foreignRecords,
  reading,
  refresh,
  tabs,
  'one-shot': oneShot,
  overload,
  idle,
  'idle-streams': idleStreams,
  live,
  migrations,
  'pending-migrations': pendingMigrations,
  exports,
  offers,
  web,
  writes,
  'reading-fixtures': readingFixtures,
};
const [wanted = '', ...rest] = process.argv.slice(2);
const bench = BENCHES[wanted];
if (bench) await bench(...rest);
else {
  process.stderr.write(`There is no bench "${wanted}". Choose one of ${Object.keys(BENCHES).join(', ')}.\n`);
  process.exitCode = 1;
}
