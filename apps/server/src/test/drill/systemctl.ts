import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { placedIn, type Unit, unitOf } from './unit.ts';

/**
 * Replaces `systemctl` and `journalctl` during the drill: runs ExecStart of a unit, with its folder and variables, as the account of the
 * drill; stops it as KillMode=mixed does. Its sandbox settings are ignored: only systemd can apply them.
 */
const { DRILL_FOLDER = '', DRILL_STATE = '', DRILL_UID, DRILL_GID, DRILL_HOME = '', ...environment } = process.env;
const account = DRILL_UID === undefined ? {} : { uid: Number(DRILL_UID), gid: Number(DRILL_GID) };
const [program, command = '', ...args] = process.argv.slice(2);

const unitFile = (name: string): string => placedIn(DRILL_FOLDER, `/etc/systemd/system/${name}`);
const read = (name: string): Unit => unitOf(placedIn(DRILL_FOLDER, readFileSync(unitFile(name), 'utf8')));
const nameOf = (unit: string): string => (/\.(service|timer)$/.test(unit) ? unit : `${unit}.service`);
const pidFile = (name: string): string => join(DRILL_STATE, `${name}.pid`);
const logFile = (name: string): string => join(DRILL_STATE, `${name}.log`);

function start(name: string): void {
  if (!existsSync(unitFile(name))) throw new Error(`Unit ${name} not found.`);
  if (name.endsWith('.timer')) return;
  const { type, directory, environment: own, command: line } = read(name);
  const options = { ...account, cwd: directory, env: { ...environment, HOME: DRILL_HOME, ...own } };
  if (type === 'oneshot') {
    const { status } = spawnSync(line[0] ?? '', line.slice(1), { ...options, stdio: 'inherit' });
    if (status !== 0) throw new Error(`Job for ${name} failed.`);
    return;
  }
  const log = openSync(logFile(name), 'a');
  const child = spawn(line[0] ?? '', line.slice(1), { ...options, detached: true, stdio: ['ignore', log, log] });
  writeFileSync(pidFile(name), String(child.pid));
  child.unref();
}

async function stop(name: string): Promise<void> {
  if (!existsSync(pidFile(name))) return;
  const pid = Number(readFileSync(pidFile(name), 'utf8'));
  const { stopSeconds } = read(name);
  if (lives(pid)) process.kill(pid, 'SIGTERM');
  const until = Date.now() + stopSeconds * 1000;
  while (lives(pid) && Date.now() < until) await sleep(100);
  const late = lives(pid);
  if (late) process.kill(-pid, 'SIGKILL');
  rmSync(pidFile(name));
  if (late) throw new Error(`${name} did not end within ${stopSeconds} s.`);
}

/** Whether a process runs; a zombie has ended. */
function lives(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

if (program === 'journalctl') {
  const words = [command, ...args];
  const name = nameOf(words[words.indexOf('-u') + 1] ?? '');
  process.stdout.write(readFileSync(logFile(name), 'utf8'));
} else {
  const units = args.filter((word) => !word.startsWith('--')).map(nameOf);
  const now = command === 'start' || (command === 'enable' && args.includes('--now'));
  if (command === 'stop' || command === 'restart') for (const name of units) await stop(name);
  if (now || command === 'restart') for (const name of units) start(name);
}
