import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Checks and completes package-lock.json for `npm ci`.
 *
 * @typedef {{ version?: string, resolved?: string, link?: boolean, dev?: boolean, name?: string, [group: string]: unknown }} Entry
 * @typedef {{ packages: Record<string, Entry>, [rest: string]: unknown }} Lock
 */
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'riscv64', 'ppc64', 's390x', 'loong64', 'mips64el', 'wasm32'];
/** Fields that npm copies from a package.json into the lockfile. */
const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
const EXACT = /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;

/** @param {string} root @returns {Lock} */
export function readLock(root) {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
}

/**
 * The lockfile with the packages that `npm install` left out, and without registry addresses.
 *
 * Tools with native parts have one optional package per system. When a registry does not have those of other systems,
 * `npm install` silently leaves them out of the lockfile, and `npm ci` then refuses the lockfile as out of sync.
 * The added entries only have version and system: npm fetches the package, with the registry's checksum, on a fitting system.
 * @param {Lock} lock
 * @returns {Lock}
 */
export function completed(lock) {
  const packages = Object.entries({ ...lock.packages, ...missingEntries(lock.packages) })
    .map(([path, entry]) => /** @type {const} */ ([path, hasAddress(entry) ? withoutAddress(entry) : entry]))
    .sort(([a], [b]) => a.localeCompare(b, 'en')); // as npm does
  return { ...lock, packages: Object.fromEntries(packages) };
}

/**
 * Problems because of which a fresh clone could not install, or would install from another registry: one sentence each.
 * @param {string} root the checkout
 * @returns {string[]}
 */
export function lockfileErrors(root) {
  const { packages } = readLock(root);
  const missing = Object.keys(missingEntries(packages));
  const addresses = Object.keys(packages).filter((path) => hasAddress(packages[path] ?? {}));
  return [
    ...workspaceErrors(root, packages),
    ...(missing.length > 0
      ? [`package-lock.json lacks ${missing.length} packages of other systems (${missing[0]} …); run: node scripts/lockfile.mjs`]
      : []),
    ...(addresses.length > 0
      ? [`package-lock.json carries ${addresses.length} addresses of a registry (${addresses[0]} …); run: node scripts/lockfile.mjs`]
      : []),
  ];
}

/** @param {string} root @param {Record<string, Entry>} packages @returns {string[]} */
function workspaceErrors(root, packages) {
  const present = workspacesOf(root);
  const listed = Object.keys(packages).filter((path) => !path.includes('node_modules/'));
  const errors = listed
    .filter((path) => !present.includes(path))
    .map((path) => `package-lock.json lists ${path}, which is no workspace; run: npm install`);
  for (const path of present) {
    const file = join(path, 'package.json');
    const manifest = JSON.parse(readFileSync(join(root, file), 'utf8'));
    const entry = packages[path];
    if (!entry) {
      errors.push(`package-lock.json does not know ${path}; run: npm install`);
      continue;
    }
    for (const group of GROUPS) {
      const wanted = manifest[group] ?? {};
      const locked = /** @type {Record<string, string>} */ (entry[group] ?? {});
      for (const name of new Set([...Object.keys(wanted), ...Object.keys(locked)])) {
        if (wanted[name] !== locked[name]) {
          errors.push(`${file} says ${name} ${wanted[name] ?? 'not at all'}, package-lock.json ${locked[name] ?? 'not'}; run: npm install`);
        } else if (group !== 'peerDependencies') errors.push(...versionErrors(packages, path, file, name, wanted[name]));
      }
    }
  }
  return errors;
}

/** @param {Record<string, Entry>} packages @param {string} path @param {string} file @param {string} name @param {string} range */
function versionErrors(packages, path, file, name, range) {
  const found = find(packages, path, name);
  if (!found) return [`${file} needs ${name}, which package-lock.json does not hold; run: npm install`];
  if (!EXACT.test(range)) return [`${file} asks for ${name} ${range}, which more than one version answers; write the exact one`];
  // A link leads to a workspace, whose version is there.
  const version = found.link ? packages[found.resolved ?? '']?.version : found.version;
  return version === range ? [] : [`${file} needs ${name} ${range}, package-lock.json holds ${version}; run: npm install`];
}

/** The folders of the workspaces, and '' for the root. @param {string} root @returns {string[]} */
function workspacesOf(root) {
  /** @type {string[]} */
  const patterns = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces ?? [];
  const folders = patterns.flatMap((pattern) =>
    pattern.endsWith('/*') ? readdirSync(join(root, pattern.slice(0, -2))).map((name) => `${pattern.slice(0, -1)}${name}`) : [pattern],
  );
  return ['', ...folders.filter((folder) => existsSync(join(root, folder, 'package.json')))];
}

/** @param {Entry} entry */
const hasAddress = ({ resolved, link }) => resolved !== undefined && link !== true;

/** @param {Entry} entry @returns {Entry} */
const withoutAddress = (entry) => Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'resolved'));

/** @param {Record<string, Entry>} packages */
function missingEntries(packages) {
  /** @type {Record<string, Entry>} */
  const missing = {};
  for (const [path, { dev, optionalDependencies }] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(/** @type {Record<string, string>} */ (optionalDependencies ?? {}))) {
      const system = systemOf(name);
      if (!find(packages, path, name) && EXACT.test(range) && system) {
        missing[`node_modules/${name}`] = { version: range, ...(dev && { dev: true }), ...system, optional: true };
      }
    }
  }
  return missing;
}

/** Finds a package like Node does. @param {Record<string, Entry>} packages @param {string} path @param {string} name */
function find(packages, path, name) {
  const place = lockedPackage(packages, path, name);
  return place === undefined ? undefined : packages[place];
}

/**
 * The path in the lockfile of the package that Node would load.
 * @param {Record<string, Entry>} packages @param {string} path of the importing package @param {string} name @returns {string | undefined}
 */
export function lockedPackage(packages, path, name) {
  for (let folder = path; ; ) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
    folder = folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : '';
  }
}

/** Operating system, processor and C library of a native package, from its name. @param {string} name */
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
