import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { ROOT_DIR } from '../../config/root-dir.ts';
import { cleanUp } from '../cleanup.ts';
import { testFolder } from '../folder.ts';
import { freePort } from '../free-port.ts';
import { type SelfSigned, selfSigned } from './self-signed.ts';

/** The host name in the delivered files. */
export const PROXY_HOST = 'checks.example.be';

/** Folders, ports and certificates that replace those of the delivered file. */
interface Places {
  readonly folder: string;
  readonly http: number;
  readonly https: number;
  /** The port of the product. */
  readonly product: number;
  readonly tls: SelfSigned;
}

/** A reverse proxy that terminates TLS in front of the product, with its file of `deploy/proxy`. */
export interface ProxyKind {
  readonly name: string;
  readonly program: string;
  /** Arguments that print the version: they succeed where the program is installed. */
  readonly version: readonly string[];
  /** The delivered file with other ports, addresses and certificates, otherwise unchanged. */
  configure(places: Places): string;
  run(file: string, folder: string): readonly string[];
  /** The signal that ends it at once, even with open connections. */
  readonly stop: NodeJS.Signals;
  /** Arguments that check the file. */
  judge(file: string, folder: string): readonly string[];
}

const delivered = (name: string): string => readFileSync(join(ROOT_DIR, 'deploy/proxy', name), 'utf8');

/** Replaces texts. @throws {Error} when one of them does not occur */
function replaced(text: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce((own, [from, to]) => {
    const next = own.replaceAll(from, to);
    if (next === own) throw new Error(`The delivered file has no ${from}.`);
    return next;
  }, text);
}

const nginx: ProxyKind = {
  name: 'nginx',
  program: 'nginx',
  version: ['-v'],
  configure({ folder, http, https, product, tls }) {
    const site = replaced(delivered('nginx.conf'), [
      ['listen 80;', `listen 127.0.0.1:${http};`],
      ['listen 443 ', `listen 127.0.0.1:${https} `],
      ['127.0.0.1:3000', `127.0.0.1:${product}`],
      [/ssl_certificate .+;/g, `ssl_certificate ${tls.certificate};`],
      [/ssl_certificate_key .+;/g, `ssl_certificate_key ${tls.key};`],
    ]);
    const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
    // The configuration around a site, as distributions deliver it.
    const around = `user ${userInfo().username};\npid ${folder}/pid;\nerror_log stderr;\ndaemon off;\nevents {}\n`;
    return `${around}http {\naccess_log off;\ngzip on;\n${kept.join('\n')}\n${site}}\n`;
  },
  run: (file, folder) => ['-p', folder, '-c', file],
  stop: 'SIGTERM',
  judge: (file, folder) => ['-t', '-p', folder, '-c', file],
};

const caddy: ProxyKind = {
  name: 'Caddy',
  program: 'caddy',
  version: ['version'],
  configure({ folder, http, https, product, tls }) {
    const options = ['admin off', `http_port ${http}`, `https_port ${https}`, 'default_bind 127.0.0.1'];
    const site = replaced(delivered('Caddyfile'), [
      ['127.0.0.1:3000', `127.0.0.1:${product}`],
      // Here no authority can issue a certificate.
      [`${PROXY_HOST} {\n`, `${PROXY_HOST} {\n\ttls ${tls.certificate} ${tls.key}\n`],
    ]);
    return `{\n\t${[...options, `storage file_system ${folder}`].join('\n\t')}\n}\n${site}`;
  },
  run: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  stop: 'SIGKILL',
  judge: (file) => ['validate', '--adapter', 'caddyfile', '--config', file],
};

export const PROXIES: readonly ProxyKind[] = [nginx, caddy];

/** Whether the program and openssl are installed. */
export const isInstalled = ({ program, version }: ProxyKind): boolean =>
  [spawnSync(program, version), spawnSync('openssl', ['version'])].every(({ status }) => status === 0);

async function prepare(kind: ProxyKind, product: number) {
  const folder = testFolder(kind.program);
  chmodSync(folder, 0o755);
  const places = { folder, http: await freePort(), https: await freePort(), product, tls: selfSigned(PROXY_HOST) };
  const file = join(folder, 'proxy.conf');
  writeFileSync(file, kind.configure(places));
  return { ...places, file };
}

/** Lets the program check the delivered file. @returns its output and its exit code: 0 when the file is valid */
export async function configCheckOf(kind: ProxyKind): Promise<{ readonly status: number | null; readonly said: string }> {
  const { file, folder } = await prepare(kind, await freePort());
  const { status, stdout, stderr } = spawnSync(kind.program, kind.judge(file, folder), { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

/** A running proxy in front of the product. */
export interface RunningProxy {
  readonly kind: ProxyKind;
  readonly http: number;
  readonly https: number;
  /** The certificate that its clients trust. */
  readonly ca: string;
}

/** Starts a proxy; killed after the current test or test file. @param product the port of the product */
export async function startProxy(kind: ProxyKind, product: number): Promise<RunningProxy> {
  const { http, https, tls, file, folder } = await prepare(kind, product);
  const child = spawn(kind.program, kind.run(file, folder), {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (said += part));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  cleanUp(async () => {
    child.kill(kind.stop);
    await ended;
  });
  const over = ended.then(() => Promise.reject(new Error(`${kind.name} ended: ${said}`)));
  over.catch(() => undefined);
  for (const port of [http, https]) await Promise.race([listening(port), over]);
  return { kind, http, https, ca: readFileSync(tls.certificate, 'utf8') };
}

/** Resolves when a program accepts connections at the port. */
function listening(port: number): Promise<void> {
  return new Promise((resolve) => {
    const attempt = (): void => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve();
      });
      socket.once('error', () => setTimeout(attempt, 50));
    };
    attempt();
  });
}
