import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The title that PostgreSQL gives to the process that replays its log, also while the cluster has a name. */
const STARTUP = /^postgres: (?:\S+: )?startup\b/;

/**
 * Whether a server that turns connections away because it starts has a process that works on it. PostgreSQL 18 loses its startup process
 * without noticing when that fails (no room on the disk, say) before its report that recovery began was read: it then says for ever that it is
 * not yet accepting connections.
 * @param postmaster its main process
 * @returns true where that cannot be known
 */
export function hasStartupProcess(postmaster: number): boolean {
  const children = childrenOf(postmaster);
  return children === undefined || children.some(isStartup);
}

/** The process that replays the log of a server; undefined: there is none, or it cannot be known. */
export const startupProcessOf = (postmaster: number): number | undefined => childrenOf(postmaster)?.find(isStartup)?.pid;

interface Child {
  readonly pid: number;
  readonly title: string;
}
const isStartup = ({ title }: Child): boolean => STARTUP.test(title);

/** undefined: the system does not tell. */
function childrenOf(parent: number): readonly Child[] | undefined {
  if (process.platform === 'win32') return undefined; // its processes have no titles
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
        .flatMap((pid) => ({ pid: Number(pid), title: titleOf(pid) }));
    const { stdout, status } = spawnSync('ps', ['-axo', 'pid=,ppid=,command='], { encoding: 'utf8' });
    if (status !== 0) return undefined;
    return stdout.split('\n').flatMap((line) => {
      const [pid, ppid, ...title] = line.trim().split(/\s+/);
      return Number(ppid) === parent ? { pid: Number(pid), title: title.join(' ') } : [];
    });
  } catch {
    return undefined;
  }
}

function titleOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // it has ended meanwhile
  }
}
