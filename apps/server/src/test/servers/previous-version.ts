import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT_DIR } from '../../config/root-dir.ts';
import { cleanUp } from '../cleanup.ts';

const WORKSPACES = ['.', 'apps/server', 'apps/web', 'packages/domain', 'packages/messages', 'packages/reading', 'packages/stand-ins'];
const MIGRATIONS = 'apps/server/src/migrations';

export interface PreviousVersion {
  /** Its checkout, ready to start. */
  readonly folder: string;
  /** The path of its main.ts. */
  readonly main: string;
  readonly commit: string;
}

/**
 * Checks out the product next to this checkout, at the commit `UPGRADE_FROM` or before the newest migration: the version from which an
 * installation upgrades.
 * @returns null when this checkout has no history, such as an archive or a shallow clone
 */
export function previousVersion(): PreviousVersion | null {
  const commit = git('rev-parse', '--verify', '--quiet', `${process.env.UPGRADE_FROM ?? beforeNewestMigration()}^{commit}`);
  if (!commit) return null;
  // On the file system of this checkout, so that packages can be hard links.
  mkdirSync(join(ROOT_DIR, '.cache'), { recursive: true });
  const place = mkdtempSync(join(ROOT_DIR, '.cache', 'previous-'));
  cleanUp(() => rmSync(place, { recursive: true, force: true }));
  const folder = join(place, 'checkwell');
  // A worktree would be registered in the repository, and stay there when the run is killed.
  run('git', ['clone', '--quiet', '--no-checkout', '--shared', ROOT_DIR, folder], dirname(folder));
  run('git', ['checkout', '--quiet', commit], folder);
  const sameLock = readFileSync(join(ROOT_DIR, 'package-lock.json')).equals(readFileSync(join(folder, 'package-lock.json')));
  if (!sameLock || !copyPackages(folder)) run('npm', ['ci', '--no-audit', '--no-fund'], folder);
  return { folder, main: join(folder, 'apps/server/src/main.ts'), commit };
}

function beforeNewestMigration(): string {
  return `${git('log', '-1', '--diff-filter=A', '--format=%H', '--', MIGRATIONS)}^`;
}

/** Copies the installed packages as hard links; the symbolic links to the workspaces are relative, so they lead to the other checkout. */
function copyPackages(folder: string): boolean {
  return WORKSPACES.every((workspace) => {
    const from = join(ROOT_DIR, workspace, 'node_modules');
    return !existsSync(from) || spawnSync('cp', ['-al', from, join(folder, workspace, 'node_modules')]).status === 0;
  });
}

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT_DIR, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

function run(program: string, args: string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
}
