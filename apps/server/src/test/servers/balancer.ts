import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanUp } from '../cleanup.ts';

/** A balancer as nginx or a cluster is one: it asks each process how it is, and sends requests to those that are well. It tries nothing twice. */
export interface Balancer {
  readonly origin: string;
  /** From now on this process is asked, and gets requests once it is well. @param origin of a process */
  add(origin: string): void;
  remove(origin: string): void;
  /** Processes that get requests now. */
  healthy(): readonly string[];
}

/** @param probeMs between two health checks; one that fails is enough */
export async function startBalancer(probeMs: number): Promise<Balancer> {
  const known = new Set<string>();
  let healthy: readonly string[] = [];
  let turn = 0;
  const agent = new Agent({ keepAlive: true });

  async function probe(): Promise<void> {
    const well = await Promise.all(
      [...known].map((origin) =>
        fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
          ({ ok }) => (ok ? [origin] : []),
          () => [],
        ),
      ),
    );
    healthy = well.flat().filter((origin) => known.has(origin));
  }
  const probing = setInterval(() => void probe(), probeMs);

  const server = createServer((incoming, outgoing) => {
    const origin = healthy[turn % healthy.length];
    turn += 1;
    if (origin === undefined) return void outgoing.writeHead(502).end();
    const { method, url, headers } = incoming;
    const passed = request(`${origin}${url}`, { method, headers, agent }, (answer) => {
      // Between two connections, this one is nobody's business.
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
    add: (origin) => void known.add(origin),
    remove: (origin) => void known.delete(origin),
    healthy: () => healthy,
  };
}
