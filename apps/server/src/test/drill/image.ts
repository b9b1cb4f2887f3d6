import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { ROOT_DIR } from '../../config/root-dir.ts';
import { freePort } from '../free-port.ts';
import type { DrillOptions } from './drill.ts';
import { type Newcomer, newcomer } from './newcomer.ts';

interface Stage {
  readonly name: string;
  /** The folder of its file system. */
  readonly root: string;
  directory: string;
  readonly env: Record<string, string>;
  command: readonly string[];
  health: readonly string[];
}

/** Folders of the image that occur in its commands and settings. */
const PLACES = /\/(?:srv|var\/lib)\/[\w/.-]+/g;

/**
 * Runs the Dockerfile without a container engine: its RUN and COPY instructions and its start command, in an empty folder for each stage.
 * Not covered: the base image (this machine replaces it), layers, the network, and the isolation of a container.
 * @throws {Error} at the first step that fails, when the server does not answer, or when its health check says no
 */
export async function runImage({ print, settings }: DrillOptions & { readonly settings: Readonly<Record<string, string>> }): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'checkwell-image-')));
  chmodSync(folder, 0o755);
  const somebody = newcomer(folder);
  const stages: Stage[] = [];
  try {
    for (const [instruction, rest] of instructionsOf(readFileSync(join(ROOT_DIR, 'deploy/container/Dockerfile'), 'utf8'))) {
      print(`${instruction} ${rest}`);
      if (instruction === 'FROM') stages.push(stageOf(folder, rest));
      else follow({ stages, env: somebody.env, instruction, rest });
    }
    const final = stages.at(-1);
    if (!final) throw new Error('The Dockerfile has no stage.');
    await serve(final, somebody, settings);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function stageOf(folder: string, rest: string): Stage {
  const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'final';
  const root = join(folder, name);
  for (const place of ['srv', 'var/lib']) mkdirSync(join(root, place), { recursive: true });
  return { name, root, directory: root, env: {}, command: [], health: [] };
}

interface Following {
  readonly stages: readonly Stage[];
  readonly env: Readonly<Record<string, string>>;
  readonly instruction: string;
  readonly rest: string;
}

function follow({ stages, env, instruction, rest }: Following): void {
  const stage = stages.at(-1);
  if (!stage) return;
  const inside = (path: string): string => (isAbsolute(path) ? join(stage.root, path) : join(stage.directory, path));
  const placed = (text: string): string => text.replaceAll(PLACES, (path) => join(stage.root, path));
  switch (instruction) {
    case 'WORKDIR':
      stage.directory = inside(rest);
      mkdirSync(stage.directory, { recursive: true });
      break;
    case 'ENV':
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S*)/g)) stage.env[name] = placed(value);
      break;
    case 'COPY':
      copy(stages, rest, inside, env);
      break;
    case 'RUN':
      run('bash', ['-euo', 'pipefail', '-c', placed(rest)], { cwd: stage.directory, env: { ...env, ...stage.env } });
      break;
    case 'CMD':
      stage.command = JSON.parse(rest) as string[];
      break;
    case 'HEALTHCHECK':
      stage.health = JSON.parse(/CMD (\[.*\])$/.exec(rest)?.[1] ?? '[]') as string[];
      break;
    default: // ARG, USER, VOLUME, EXPOSE, STOPSIGNAL: only for the engine
  }
}

function copy(stages: readonly Stage[], rest: string, inside: (path: string) => string, env: Readonly<Record<string, string>>): void {
  const [, from, source = '', target = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(rest) ?? [];
  if (from !== undefined) {
    const root = stages.find(({ name }) => name === from)?.root ?? '';
    cpSync(join(root, source), inside(target), { recursive: true, verbatimSymlinks: true });
    return;
  }
  // Dockerfile.dockerignore excludes uncommitted files and the repository itself.
  run('git', ['clone', '--quiet', ROOT_DIR, inside(target)], { env });
  rmSync(join(inside(target), '.git'), { recursive: true });
}

/** Starts the server of the image, requests a page, runs the health check, and stops the server. */
async function serve(
  { env: image, directory, command, health }: Stage,
  { account, env }: Newcomer,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const data = image.DATA_DIR ?? '';
  if (account) chownSync(data, account.uid, account.gid);
  const own = { PATH: env.PATH ?? '', HOME: data, ...image, ...settings, HOST: '127.0.0.1', PORT: String(await freePort()) };
  const options = { ...account, cwd: directory, env: own };
  const node = (words: readonly string[]): [string, string[]] => [
    words[0] === 'node' ? process.execPath : (words[0] ?? ''),
    words.slice(1),
  ];
  const server = spawn(...node(command), options);
  try {
    let written = '';
    const ready = Promise.withResolvers<void>();
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        written += part;
        if (written.includes('Checkwell is ready')) ready.resolve();
      });
    const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
    await Promise.race([ready.promise, ended.then(() => Promise.reject(new Error(`The server ended.\n${written}`)))]);
    if (spawnSync(...node(health), options).status !== 0) throw new Error('The health check fails while the server is ready.');
    const page = await (await fetch(`http://127.0.0.1:${own.PORT}/`)).text();
    if (!page.includes('<html')) throw new Error('The pages are not in the image.');
    server.kill('SIGTERM');
    const code = await ended;
    if (code !== 0) throw new Error(`The server ended with ${code}.\n${written}`);
    if (spawnSync(...node(health), options).status === 0) throw new Error('The health check succeeds while nothing runs.');
  } finally {
    server.kill('SIGKILL');
  }
}

/** The instructions of a Dockerfile with their arguments, each on one line. */
function instructionsOf(text: string): readonly (readonly [string, string])[] {
  const whole = text.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  return [...whole.matchAll(/^([A-Z]+) (.+)$/gm)].map(([, instruction = '', rest = '']) => [instruction, rest]);
}

function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env: Readonly<Record<string, string>> },
): void {
  const { status, stdout, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`);
}
