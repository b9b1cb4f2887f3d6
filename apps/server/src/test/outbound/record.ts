import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import threads from 'node:worker_threads';

/**
 * Loaded only by outbound.test.ts, with `node --require`, before the code of a process of the product, of its threads and of its child processes.
 * Writes each address to the file `OUTBOUND_RECORD`, one on each line, before the process connects to it. Every connection passes one of these
 * functions: the product has no native code that could open a socket itself.
 */
const file = process.env.OUTBOUND_RECORD;
/** The jobs run first a minute after the start (schedule.ts): no other timer has exactly this delay. It is shortened below. */
const JOBS_AFTER_MS = 60_000;

if (file !== undefined) {
  const written = new Set<string>();
  const note = (line: string): void => {
    if (written.has(line)) return;
    written.add(line);
    appendFileSync(file, `${line}\n`);
  };
  type Method = (this: unknown, ...given: never[]) => unknown;
  /** Calls `before` with the arguments of a method before each call. */
  const watch = (owner: object, name: string, before: (...given: readonly unknown[]) => void): void => {
    const methods = owner as Record<string, Method>;
    const method = methods[name];
    if (method === undefined) return;
    methods[name] = function watched(...given) {
      before(...given);
      return method.apply(this, given);
    };
  };

  /** `connect` is called with the arguments of the caller, or with the array into which Node has normalized them. */
  watch(net.Socket.prototype, 'connect', (...given) => {
    const [first, second] = Array.isArray(given[0]) ? (given[0] as unknown[]) : given;
    if (typeof first === 'string' && Number.isNaN(Number(first))) note(`socket ${first}`);
    else if (typeof first !== 'object' || first === null) note(`tcp ${typeof second === 'string' ? second : 'localhost'}:${first}`);
    else {
      const { path, host, port } = first as net.TcpNetConnectOpts & Partial<net.IpcNetConnectOpts>;
      note(typeof path === 'string' ? `socket ${path}` : `tcp ${host || 'localhost'}:${port}`);
    }
  });
  watch(dgram.Socket.prototype, 'connect', (port, host) => note(`udp ${typeof host === 'string' ? host : 'localhost'}:${port}`));
  watch(dgram.Socket.prototype, 'send', (...given) => {
    const at = given.findLastIndex((one) => typeof one === 'string');
    if (at > 0) note(`udp ${given[at]}:${given[at - 1]}`);
  });

  const ask = (name: unknown): void => {
    // An IP address needs no DNS query.
    if (typeof name === 'string' && net.isIP(name) === 0) note(`name ${name}`);
  };
  for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    for (const name of Object.getOwnPropertyNames(owner))
      if (/^(lookup|resolve|reverse)/.test(name)) watch(owner, name, name === 'reverse' ? (address) => note(`name ${address}`) : ask);

  /** A thread may be started without the variables and options of the process; it must load this file too. */
  threads.Worker = class extends threads.Worker {
    constructor(program: string | URL, options: threads.WorkerOptions = {}) {
      const { execArgv = process.execArgv, env = process.env } = options;
      super(program, {
        ...options,
        execArgv: [...execArgv, '--require', fileURLToPath(import.meta.url)],
        ...(typeof env === 'object' && { env: { ...env, OUTBOUND_RECORD: file } }),
      });
    }
  };

  const later = globalThis.setTimeout;
  globalThis.setTimeout = Object.assign(
    (work: () => void, milliseconds?: number, ...given: never[]) =>
      later(work, milliseconds === JOBS_AFTER_MS ? 1000 : milliseconds, ...(given as [])),
    later,
  ) as typeof setTimeout;
  syncBuiltinESMExports();
}
