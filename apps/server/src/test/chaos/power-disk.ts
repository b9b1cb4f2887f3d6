import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';

/** A disk of its own, with a file system of ext4, whose power can be cut. */
export interface PowerDisk {
  /** At this very moment: what was not written to the device is lost. @returns false where this machine cannot do that */
  readonly cut: () => boolean;
  /** After a cut, once nobody holds a file of it open. @returns whether it is mounted again */
  readonly mountAgain: () => boolean;
  readonly remove: () => void;
}

/** Ends a file system of ext4 (EXT4_IOC_SHUTDOWN, without the journal). */
const CUT = `open(my $fs, '<', $ARGV[0]) or exit 1; my $flags = pack('L', 2); ioctl($fs, 0x8004587D, $flags) or exit 1;`;

const succeeds = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/**
 * @param folder exists and is empty
 * @param image a file that does not exist yet, elsewhere
 * @returns null where this account may not mount, or this machine has no loop devices
 */
export function mountPowerDisk(folder: string, image: string): PowerDisk | null {
  const mount = () => succeeds('mount', '-o', 'loop', image, folder);
  if (process.platform !== 'linux' || !succeeds('truncate', '-s', '400M', image) || !succeeds('mkfs.ext4', '-q', image) || !mount())
    return null;
  chmodSync(folder, 0o711);
  return {
    cut: () => succeeds('perl', '-e', CUT, folder),
    mountAgain: () => succeeds('umount', folder) && mount(),
    remove: () => void succeeds('umount', '-l', folder),
  };
}
