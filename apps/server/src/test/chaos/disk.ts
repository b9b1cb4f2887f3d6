import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';

/** A disk in memory whose size changes: full is what holds exactly what is there. */
export interface SmallDisk {
  /** @param sparedKiB room that is left */
  readonly fill: (sparedKiB: number) => void;
  readonly free: () => void;
  readonly remove: () => void;
}

/** More than the largest run writes; memory is taken by what is written alone. */
const LARGE_KIB = 8 * 1024 * 1024;
const TRIES = 50;

const mount = (...args: readonly string[]): boolean => spawnSync('mount', args, { stdio: 'ignore' }).status === 0;

/** @param folder exists and is empty @returns null where this account may not mount */
export function mountSmallDisk(folder: string): SmallDisk | null {
  if (process.platform !== 'linux' || !mount('-t', 'tmpfs', '-o', `size=${LARGE_KIB}k,mode=0711`, 'tmpfs', folder)) return null;
  const resize = (kib: number) => mount('-o', `remount,size=${kib}k`, folder);
  return {
    fill(sparedKiB) {
      // Refused while there is more on it, as when something was written since it was measured.
      for (let tries = 0; tries < TRIES; tries += 1) {
        const { bsize, blocks, bfree } = statfsSync(folder);
        if (resize(((blocks - bfree) * bsize) / 1024 + sparedKiB)) return;
      }
      throw new Error(`${folder} cannot be made full.`);
    },
    free() {
      if (!resize(LARGE_KIB)) throw new Error(`${folder} stays full.`);
    },
    remove: () => void spawnSync('umount', ['-l', folder]),
  };
}
