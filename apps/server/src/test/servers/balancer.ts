import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanUp } from '../cleanup.ts';

/** A load balancer like nginx or that of a cluster: it runs health checks, and sends requests to healthy processes. It repeats no request. */
export interface Balancer {
  readonly origin: string;
  /** Adds a process: it gets requests once its health check succeeds. @param origin of the process */
  add(origin: string): void;
  remove(origin: string): void;
  /** Origins of the processes that get requests now. */
  healthy(): readonly string[];
}

/** After so many failed health checks in a row a process gets no more requests, as in HAProxy: on a busy machine one may take too long. */
const FALL = 3;

/** @param probeMs between two health checks */
export async function startBalancer(probeMs: number): Promise<Balancer> {
  /** By origin: the number of the newest answered health check, and how many in a row have failed. */
  const known = new Map<string, { readonly newest: number; readonly failed: number }>();
  const well = new Set<string>();
  let asked = 0;
  let turn = 0;
  const agent = new Agent({ keepAlive: true });

  /** Health checks run in parallel; an answer that arrives after that of a newer check is ignored. */
  async function probe(origin: string): Promise<void> {
    asked += 1;
    const question = asked;
    const ok = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      (response) => response.ok,
      () => false,
    );
    const last = known.get(origin);
    if (!last || question < last.newest) return;
    const failed = ok ? 0 : last.failed + 1;
    known.set(origin, { newest: question, failed });
    if (ok) well.add(origin);
    else if (failed >= FALL) well.delete(origin);
  }
  const probing = setInterval(() => {
    for (const origin of known.keys()) void probe(origin);
  }, probeMs);

  const server = createServer((incoming, outgoing) => {
    const origin = [...well][turn % well.size];
    turn += 1;
    if (origin === undefined) return void outgoing.writeHead(502).end();
    const { method, url, headers } = incoming;
    const passed = request(`${origin}${url}`, { method, headers, agent }, (answer) => {
      // This header belongs to one connection and is not passed on.
      const { connection: _, ...others } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, others);
      answer.on('error', () => outgoing.destroy()).pipe(outgoing);
    });
    passed.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(() => {
    clearInterval(probing);
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (origin) => void known.set(origin, { newest: 0, failed: 0 }),
    remove: (origin) => {
      known.delete(origin);
      well.delete(origin);
    },
    healthy: () => [...well],
  };
}
