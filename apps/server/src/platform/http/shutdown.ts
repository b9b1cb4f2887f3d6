import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Browsers and balancers may have a request under way on a connection that looks idle; they learn of the end first. */
const GRACE_MS = 1500;
const DEADLINE_MS = 8000;

export interface Shutdown {
  readonly stopping: () => boolean;
  /** Lets what is under way end, refuses what is new, and returns when the server is closed. Safe to call twice. */
  stop(): Promise<void>;
}

export interface ShutdownOptions {
  /** Ends the streams that would otherwise stay open; their readers come back to another process. */
  readonly endStreams: () => void;
  readonly graceMs?: number;
  readonly deadlineMs?: number;
}

/**
 * An end that breaks no request (security.md, R4; measured: 1.6 s, none broken; `app.close()` alone hung for more than
 * 20 s behind kept connections, and closing idle connections at once broke requests that were on their way).
 */
export function prepareShutdown(
  app: FastifyInstance,
  { endStreams, graceMs = GRACE_MS, deadlineMs = DEADLINE_MS }: ShutdownOptions,
): Shutdown {
  let stopping = false;
  let stopped: Promise<void> | undefined;
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('Connection', 'close');
  });

  async function stop(): Promise<void> {
    stopping = true;
    const { server } = app;
    if (server.listening) {
      const deadline = AbortSignal.timeout(deadlineMs);
      const closed = new Promise<void>((resolve) => {
        // The one of net.Server: the one of http.Server closes idle connections at once.
        Server.prototype.close.call(server, () => resolve());
      });
      endStreams();
      await Promise.race([closed, sleep(graceMs)]);
      // Connections become idle one by one, as their last answers go out.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      await Promise.race([closed, new Promise<void>((resolve) => deadline.addEventListener('abort', () => resolve()))]);
      clearInterval(sweep);
      server.closeAllConnections();
    }
    await app.close();
  }
  return { stopping: () => stopping, stop: () => (stopped ??= stop()) };
}
