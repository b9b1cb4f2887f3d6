import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How a network fails. `reset`: every connection ends at once, and new ones are refused; `silent`: nothing arrives any more in either direction;
 * `unanswered`: what is asked arrives, and is done, but no answer comes back.
 */
export const CUTS = ['reset', 'silent', 'unanswered'] as const;
export type Cut = (typeof CUTS)[number];

/** A TCP proxy to a server on this machine that can be cut in the middle of a message. */
export interface Link {
  readonly port: number;
  /** What was lost cannot be sent again, so all connections of that time are reset at the end. */
  readonly cut: (how: Cut, milliseconds: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const HOST = '127.0.0.1';

/** @param target port of the server */
export async function openLink(target: number): Promise<Link> {
  let current: Cut | null = null;
  const sockets = new Set<Socket>();
  const resetAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: target, host: HOST, noDelay: true });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.once('end', () => other.end());
    }
    near.on('data', (chunk) => void (current === 'silent' || far.write(chunk)));
    far.on('data', (chunk) => void (current === 'silent' || current === 'unanswered' || near.write(chunk)));
    if (current === 'reset') near.resetAndDestroy();
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
    });
  });
  return {
    port,
    async cut(how, milliseconds) {
      current = how;
      if (how === 'reset') resetAll();
      await sleep(milliseconds);
      current = null;
      resetAll();
    },
    close() {
      resetAll();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}
