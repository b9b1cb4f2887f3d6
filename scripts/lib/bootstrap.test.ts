import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodePath } from '../bootstrap.mjs';

/** The product's Node, whichever Node runs these tests. */
const NODE = nodePath();
const SCRIPTS = fileURLToPath(new URL('..', import.meta.url));
const LOCK = {
  packages: { '': {}, 'node_modules/zod': { version: '4.6.7' }, 'node_modules/fsevents': { version: '2.3.3', optional: true } },
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'checkwell-bootstrap-'));
  cpSync(SCRIPTS, join(root, 'scripts'), { recursive: true });
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(LOCK));
  writeFileSync(
    join(root, 'hello.ts'),
    "const greeting: string = 'hello'; console.log(greeting, ...process.argv.slice(2)); process.exit(7);",
  );
});
afterEach(() => rmSync(root, { recursive: true }));

/** Makes the files that `npm ci` makes. */
function install(packages: object = LOCK.packages): void {
  mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true });
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
  if (!existsSync(join(root, 'node_modules/node/bin/node'))) symlinkSync(NODE, join(root, 'node_modules/node/bin/node'));
}

/** A fake npm that logs its arguments and then runs the given code. */
function npm(behaviour: string): string {
  const path = join(root, 'npm.mjs');
  writeFileSync(
    path,
    `import { writeFileSync, mkdirSync, symlinkSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(join(root, 'npm.log'))}, process.argv.slice(2).join(' '));\n${behaviour}`,
  );
  return path;
}
const INSTALLS = () => `
  mkdirSync('node_modules/node/bin', { recursive: true });
  writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(JSON.stringify(LOCK))});
  symlinkSync(${JSON.stringify(NODE)}, 'node_modules/node/bin/node');`;

/** Without the variables of the process that runs these tests. */
const environment = (npmPath: string) => ({ PATH: process.env.PATH, npm_execpath: npmPath });

function runScript(args: string[], npmPath = npm('process.exit(1);')) {
  return spawnSync(process.execPath, [join(root, 'scripts/run.mjs'), ...args], { encoding: 'utf8', env: environment(npmPath) });
}

describe('dependencies', () => {
  test('are installed from the lockfile at the first start', () => {
    const { stdout, status } = runScript(['hello.ts'], npm(INSTALLS()));
    // Also with NODE_ENV=production: npm would leave out what the web application is built with.
    expect(readFileSync(join(root, 'npm.log'), 'utf8')).toMatch(/^ci --include=dev /);
    expect(stdout).toMatch(/Installing dependencies \(first start, about a minute\): \d+\.\d s\nhello/);
    expect(status).toBe(7);
  });

  test('are not installed again when they match the lockfile; packages of other systems may be absent', () => {
    install({ 'node_modules/zod': { version: '4.6.7' } });
    expect(runScript(['hello.ts', 'a', 'b'])).toMatchObject({ stdout: 'hello a b\n', status: 7 });
    expect(existsSync(join(root, 'npm.log'))).toBe(false);
  });

  test('are not installed when only a workspace is new: it is linked', () => {
    install();
    mkdirSync(join(root, 'packages/new'), { recursive: true });
    mkdirSync(join(root, 'node_modules/@checkwell'), { recursive: true });
    const packages = { ...LOCK.packages, 'node_modules/@checkwell/new': { resolved: 'packages/new', link: true }, 'packages/new': {} };
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
    writeFileSync(join(root, 'packages/new/package.json'), '{ "name": "@checkwell/new", "exports": "./index.mjs" }');
    writeFileSync(join(root, 'packages/new/index.mjs'), "console.log('the new one');");
    writeFileSync(join(root, 'uses.mjs'), "import '@checkwell/new';");
    expect(runScript(['uses.mjs'])).toMatchObject({ stdout: 'the new one\n', stderr: '' });
    expect(existsSync(join(root, 'npm.log'))).toBe(false);
  });

  test('are installed again when the lockfile has another version', () => {
    install({ 'node_modules/zod': { version: '4.6.6' } });
    expect(runScript(['hello.ts'], npm(INSTALLS().replace(/symlinkSync.*/, ''))).stdout).toMatch(
      /^Installing dependencies \(zod 4\.6\.7 is new\) …/,
    );
  });

  test('that cannot be installed give one message and exit code 1', () => {
    expect(runScript(['hello.ts'])).toMatchObject({
      stderr: 'npm ci failed (see above); is the package registry reachable, and is there room on the disk?\n',
      status: 1,
    });
    rmSync(join(root, 'package-lock.json'));
    expect(runScript(['hello.ts'])).toMatchObject({
      stderr: 'package-lock.json is missing or damaged; get it back from the repository.\n',
      status: 1,
    });
  });
});

describe('the program', () => {
  test('is required: without one there is a message', () => {
    install();
    expect(runScript([])).toMatchObject({ stderr: 'Usage: node scripts/run.mjs file.ts [arguments]\n', status: 1 });
  });

  test('gets the variables of .env, and those of the caller take precedence', () => {
    install();
    writeFileSync(join(root, '.env'), 'COLOUR=red\nPATH=/nowhere\n');
    writeFileSync(join(root, 'env.ts'), 'console.log(process.env.COLOUR, process.env.PATH?.includes("/nowhere"));');
    expect(runScript(['env.ts']).stdout).toBe('red false\n');
  });

  test('gets the signals, and its exit code is passed on', async () => {
    install();
    writeFileSync(join(root, 'wait.ts'), "process.on('SIGTERM', () => process.exit(3)); setInterval(() => {}, 1000); console.log('up');");
    const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'wait.ts'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: environment(npm('process.exit(1);')),
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), ended]);
    child.kill('SIGTERM');
    expect(await ended).toBe(3);
  });
});

test('a script that gets a signal waits until all processes that it runs have cleaned up and ended', async () => {
  // The slow process ends after the quick one, and is waited for.
  writeFileSync(
    join(root, 'tool.mjs'),
    `import { writeFileSync } from 'node:fs';
    const [name, time] = process.argv.slice(2);
    process.on('SIGINT', () => setTimeout(() => { writeFileSync(name, 'cleaned up'); process.exit(0); }, Number(time)));
    setInterval(() => {}, 1000);
    console.log('up');`,
  );
  writeFileSync(
    join(root, 'scripts/stage.mjs'),
    `import { run } from './bootstrap.mjs';
    await Promise.all([run(process.execPath, ['tool.mjs', 'quick', '0']), run(process.execPath, ['tool.mjs', 'slow', '300'])]);
    console.log('the next stage');`,
  );
  const stage = spawn(process.execPath, [join(root, 'scripts/stage.mjs')], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const up = new Promise<void>((resolve) => {
    stage.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output === 'up\nup\n') resolve();
    });
  });
  const ended = new Promise((resolve) => stage.once('exit', resolve));
  await Promise.race([up, ended]);
  stage.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(['quick', 'slow'].map((name) => readFileSync(join(root, name), 'utf8'))).toEqual(['cleaned up', 'cleaned up']);
  expect(output).toBe('up\nup\n');
});
