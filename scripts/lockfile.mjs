import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runScript } from './bootstrap.mjs';

/**
 * `node scripts/lockfile.mjs`: completes package-lock.json after `npm install`; with `--check` it only looks.
 *
 * Tools with native parts list one optional package per system. When a registry or mirror does not hold those of other
 * systems, `npm install` leaves them out of the lockfile without a word, and `npm ci` then refuses the lockfile as out of step.
 * The entries carry version and system only: npm fetches the package, with the registry's checksum, where the system fits.
 */
const FILE = join(ROOT, 'package-lock.json');
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'riscv64', 'ppc64', 's390x', 'loong64', 'mips64el', 'wasm32'];

/** @typedef {{ version?: string, dev?: boolean, optionalDependencies?: Record<string, string> }} Entry */

await runScript(() => {
  const lock = JSON.parse(readFileSync(FILE, 'utf8'));
  const missing = missingEntries(lock.packages);
  const names = Object.keys(missing);
  if (names.length === 0) return;
  if (process.argv.includes('--check')) {
    process.stderr.write(
      `package-lock.json lacks ${names.length} packages of other systems (${names[0]} …), so npm ci refuses it; run: node scripts/lockfile.mjs\n`,
    );
    process.exitCode = 1;
    return;
  }
  const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, undefined, 2)}\n`);
  process.stdout.write(`package-lock.json: ${names.length} packages of other systems added\n`);
});

/** @param {Record<string, Entry>} packages */
function missingEntries(packages) {
  /** @type {Record<string, object>} */
  const missing = {};
  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      const system = systemOf(name);
      if (!isPresent(packages, path, name) && /^\d/.test(range) && system) {
        missing[`node_modules/${name}`] = { version: range, ...(dev && { dev: true }), ...system, optional: true };
      }
    }
  }
  return missing;
}

/** Looks where Node would look. @param {Record<string, Entry>} packages @param {string} path @param {string} name */
function isPresent(packages, path, name) {
  for (let folder = path; ; folder = folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : '') {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

/** What the package's name says of where it runs. @param {string} name */
function systemOf(name) {
  const parts = name.replace(/^@[^/]+\//, '').split('-');
  const os = parts.filter((part) => SYSTEMS.includes(part));
  const cpu = parts.filter((part) => PROCESSORS.includes(part));
  const libc = parts.some((part) => part.startsWith('musl'))
    ? ['musl']
    : os[0] === 'linux' && parts.some((part) => part.startsWith('gnu'))
      ? ['glibc']
      : undefined;
  return os.length + cpu.length > 0 ? { ...(cpu.length > 0 && { cpu }), ...(os.length > 0 && { os }), ...(libc && { libc }) } : undefined;
}
