import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * What every command needs before it starts, on Node 20 with nothing installed: the dependencies of the lockfile, the product's
 * version of Node, and (for tests) a browser.
 */

/** Folder of the checkout. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE_MAJOR = 24;
const WINDOWS = process.platform === 'win32';

/** An error that the user can fix: only its message is printed. */
export class Stop extends Error {}

/** Runs the body of a command; an error is printed and sets exit code 1. @param {() => Promise<void> | void} main */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${error instanceof Stop ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Runs a slow step; prints its name before and its duration after it.
 * @template T
 * @param {string} what
 * @param {() => Promise<T> | T} work
 * @returns {Promise<T>}
 */
export async function step(what, work) {
  const started = performance.now();
  process.stdout.write(`${what} …\n`);
  const result = await work();
  process.stdout.write(`${what}: ${seconds(started)}\n`);
  return result;
}

/** The time since then, as text. @param {number} started from `performance.now()` */
export const seconds = (started) => `${((performance.now() - started) / 1000).toFixed(1)} s`;

/** Loads `.env` of the checkout; variables that are already set stay unchanged. */
export function loadEnvironment() {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** Installs the packages of the lockfile, unless exactly these are installed. */
export async function ensureDependencies() {
  const reason = whyInstall();
  if (!reason) return;
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : [WINDOWS ? 'npm.cmd' : 'npm'];
  // With NODE_ENV=production of `.env`, npm would leave out what the web application is built with.
  const args = [...npm, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  await step(`Installing dependencies (${reason})`, async () => {
    const code = await run(/** @type {string} */ (args[0]), args.slice(1), { env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' } });
    if (code !== 0) throw new Stop('npm ci failed (see above); is the package registry reachable, and is there room on the disk?');
  });
  const still = whyInstall();
  if (still) throw new Stop(`npm ci ended, yet the dependencies are not complete (${still}).`);
}

/**
 * Compares the lockfile with npm's own list of installed packages (node_modules/.package-lock.json).
 * @returns {string | undefined} why an installation is needed; undefined: it is not
 */
function whyInstall() {
  const wanted = packagesOf(join(ROOT, 'package-lock.json'));
  if (!wanted) throw new Stop('package-lock.json is missing or damaged; get it back from the repository.');
  const present = packagesOf(join(ROOT, 'node_modules', '.package-lock.json'));
  if (!present) return 'first start, about a minute';
  for (const [path, { version, optional, link, resolved = '' }] of Object.entries(wanted)) {
    // A new workspace needs no installation, only its link.
    if (link && !existsSync(join(ROOT, path))) symlinkSync(relative(dirname(path), resolved), join(ROOT, path), 'junction');
    if (!path.includes('node_modules/') || link || optional) continue;
    if (present[path]?.version !== version) return `${path.replace(/^.*node_modules\//, '')} ${version} is new`;
  }
  return existsSync(pinnedNode()) ? undefined : `Node ${NODE_MAJOR} is missing`;
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, link?: boolean, resolved?: string }> | undefined}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

const pinnedNode = () => join(ROOT, 'node_modules', 'node', 'bin', WINDOWS ? 'node.exe' : 'node');

/** The Node that runs the product: the pinned one, else this one if it is new enough. */
export function nodePath() {
  const pinned = pinnedNode();
  const { status, stdout } = spawnSync(pinned, ['--version'], { encoding: 'utf8' });
  if (status === 0 && Number(stdout.slice(1).split('.')[0]) === NODE_MAJOR) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  throw new Stop(
    `The product needs Node ${NODE_MAJOR}. Its copy in node_modules/node does not run here, and this is Node ${process.versions.node}; install Node ${NODE_MAJOR} and start again.`,
  );
}

/** Chromium without a window: tests need a third less processor time with it (docs/decisions/0023). */
const HEADLESS_SHELL = { place: '/usr/bin/chromium-headless-shell', package: 'chromium-headless-shell' };
const CHROMIUM_PLACES = [
  HEADLESS_SHELL.place,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Flags of Chromium for tests: no window, no sandbox (containers run as root), no background requests. */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns {string | undefined} path of an installed Chromium; CHROMIUM_PATH takes precedence over the usual places */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !existsSync(chosen)) throw new Stop(`CHROMIUM_PATH is ${chosen}, which does not exist.`);
  return chosen || CHROMIUM_PLACES.find((place) => existsSync(place));
}

/** Finds a Chromium for the tests. As root on Debian, installs the headless shell, or Chromium if there is no such package. */
export async function ensureChromium() {
  const found = findChromium();
  if (process.env.CHROMIUM_PATH || found === HEADLESS_SHELL.place) return found;
  const advice = 'The tests in a browser need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM_PATH.';
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    if (found) return found;
    throw new Stop(advice);
  }
  await step('Installing Chromium', async () => {
    const updated = await aptGet('update', '-q');
    if (await aptGet('install', '-y', '-q', '--no-install-recommends', HEADLESS_SHELL.package)) return;
    if (found) return;
    if (!updated) throw new Stop(`apt-get update failed. ${advice}`);
    if (!(await aptGet('install', '-y', '-q', '--no-install-recommends', 'chromium'))) throw new Stop(`apt-get install failed. ${advice}`);
  });
  const installed = findChromium();
  if (!installed) throw new Stop(advice);
  return installed;
}

/** @param {readonly string[]} args @returns {Promise<boolean>} whether it succeeded */
async function aptGet(...args) {
  return (await run('apt-get', args, { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true })) === 0;
}

/** Environment of child processes: `node` is the pinned one, tools of node_modules are on the path. */
export function childEnv(extra = {}) {
  const path = [dirname(nodePath()), join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path, ...extra };
}

/** Processes that `run` has started and that have not ended. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs a command in the checkout and shows its output; with `quiet` only if the command fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean, cwd?: string }} [options]
 * @returns {Promise<number>} the exit code
 */
export function run(command, args, { env = {}, quiet = false, cwd = ROOT } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    const stopped = passSignalsTo(child);
    running.add(child);
    child.once('error', (error) => {
      running.delete(child);
      stopped();
      reject(error);
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      const ours = stopped();
      if (ours) {
        // The other processes got the signal too; exits once all have ended.
        if (running.size === 0) process.exit(EXIT_CODES[ours]);
        return;
      }
      if (quiet && code !== 0) process.stderr.write(Buffer.concat(output));
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/** Signals that end a program, with their exit codes. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * While `child` runs, forwards signals that end this program to the child, which may have to clean up.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => keyof typeof EXIT_CODES | undefined} stops forwarding, and returns the signal that came
 */
function passSignalsTo(child) {
  /** @type {keyof typeof EXIT_CODES | undefined} */
  let came;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    came = /** @type {keyof typeof EXIT_CODES} */ (signal);
    // Ctrl-C at a terminal reaches the whole process group, the child included: once is enough.
    if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of Object.keys(EXIT_CODES)) process.on(signal, pass);
  return () => {
    for (const signal of Object.keys(EXIT_CODES)) process.off(signal, pass);
    return came;
  };
}

/**
 * Runs a TypeScript program with the product's Node in place of this one: forwards signals and takes over its exit code.
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
export function become(args, env = {}) {
  const child = spawn(nodePath(), args, { cwd: ROOT, env: childEnv(env), stdio: 'inherit' });
  const stopped = passSignalsTo(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.exitCode = code ?? EXIT_CODES[/** @type {keyof typeof EXIT_CODES} */ (signal)] ?? 1;
      resolve(undefined);
    });
  }).finally(stopped);
}

/**
 * Whether a process of this machine runs under this number, be it another user's. A number may have gone to a younger process, so that the answer is
 * only a reason to leave alone what carries the number.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
