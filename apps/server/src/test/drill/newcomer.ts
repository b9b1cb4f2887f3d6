import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Environment variables of the network and the locale of this machine, which are passed on. */
const PASSED_ON = /^(PATH|LANG|TERM|TZ|(https?|no)_proxy|npm_config_registry|SSL_CERT_.*|NODE_EXTRA_CA_CERTS)$/i;

/** The shell of a person who has no access to this checkout. */
export interface Newcomer {
  /** The account that replaces `checkwell` of the guide: `nobody` when the drill runs as root; null: the account that runs the drill. */
  readonly account: { readonly uid: number; readonly gid: number } | null;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Programs that would change the machine are replaced by ones that change only the drill: no account is created, files get the account of
 * the drill as their owner, and services are started by systemctl.ts.
 * @param folder of the person; a folder `bin` is made in it
 */
export function newcomer(folder: string): Newcomer {
  const root = process.getuid?.() === 0;
  const account = root ? { uid: Number(output('id', '-u', 'nobody')), gid: Number(output('id', '-g', 'nobody')) } : null;
  const home = join(folder, 'var/lib/checkwell');
  const systemctl = `exec '${process.execPath}' '${join(import.meta.dirname, 'systemctl.ts')}'`;
  const programs = {
    useradd: 'exit 0',
    systemctl: `${systemctl} systemctl "$@"`,
    journalctl: `${systemctl} journalctl "$@"`,
    chown: account ? `deep=; [ "$1" = -R ] && deep=-R && shift; shift; exec /bin/chown $deep ${account.uid}:${account.gid} "$@"` : 'exit 0',
    // runuser -u checkwell -- command
    runuser: account
      ? `shift 3; exec setpriv --reuid ${account.uid} --regid ${account.gid} --clear-groups env HOME='${home}' "$@"`
      : `shift 3; HOME='${home}' exec "$@"`,
  };
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const [name, line] of Object.entries(programs)) writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  const passed = Object.entries(process.env).flatMap(([name, value]) =>
    PASSED_ON.test(name) && value !== undefined ? [[name, value]] : [],
  );
  const inherited: Record<string, string> = Object.fromEntries(passed);
  // npm puts the tools of this checkout first into PATH: a new installation does not have them.
  const path = (inherited.PATH ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'));
  return { account, env: { ...inherited, PATH: [join(folder, 'bin'), ...path].join(delimiter), HOME: process.env.HOME ?? folder } };
}

/** The output of a program, without the line end. */
export const output = (program: string, ...args: string[]): string => spawnSync(program, args, { encoding: 'utf8' }).stdout.trim();
