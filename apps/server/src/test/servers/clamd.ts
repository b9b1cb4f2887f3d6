import { createServer, type Socket } from 'node:net';
import type { ClamdConfig } from '../../config/storage.ts';
import { cleanUp } from '../cleanup.ts';

/** The test file of all scanners (eicar.org), in two parts, so that no scanner takes this file for it. */
export const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-${'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`;
export const EICAR_NAME = 'Eicar-Test-Signature';

/** How the scanner fails; null: not at all. `odd`: its answer is not a verdict; `gone`: it closes the connection; `half`: it does so within its answer. */
export type ClamdFault = 'silent' | 'half' | 'odd' | 'gone' | null;

export interface ClamdFake {
  readonly config: ClamdConfig & { readonly port: number };
  /** The content of each file that it received completely. */
  readonly scanned: readonly Buffer[];
  /** The number of open connections. */
  connections(): number;
  always(fault: ClamdFault): void;
  /** Closes all open connections. */
  cut(): void;
}

/** A fake of ClamAV's daemon: INSTREAM and PING, with a limit for the length of a stream. */
export async function clamdFake({ streamMaxLength = 25 * 1024 * 1024 } = {}): Promise<ClamdFake> {
  const scanned: Buffer[] = [];
  const open = new Set<Socket>();
  let fault: ClamdFault = null;

  function answer(socket: Socket, text: string): void {
    if (fault === 'silent') return;
    if (fault === 'gone') socket.destroy();
    else if (fault === 'half') socket.end(text.slice(0, text.length - 2));
    else socket.end(`${fault === 'odd' ? 'UNKNOWN COMMAND' : text}\0`);
  }

  /** @returns the file once it is complete */
  function fileIn(content: Buffer): Buffer | 'too long' | undefined {
    const parts: Buffer[] = [];
    let total = 0;
    for (let at = 0; at + 4 <= content.length; ) {
      const length = content.readUInt32BE(at);
      if (length === 0) return Buffer.concat(parts);
      total += length;
      if (total > streamMaxLength) return 'too long';
      parts.push(content.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    }
    return undefined;
  }

  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined); // clients that a test cuts
    let came = Buffer.alloc(0);
    let answered = false;
    socket.on('data', (part: Buffer) => {
      if (answered) return;
      came = Buffer.concat([came, part]);
      const end = came.indexOf(0);
      if (end === -1) return;
      const command = came.subarray(0, end).toString();
      const file = command === 'zINSTREAM' ? fileIn(came.subarray(end + 1)) : undefined;
      if (command === 'zPING') answer(socket, 'PONG');
      else if (file === 'too long') answer(socket, 'INSTREAM size limit exceeded. ERROR');
      else if (file !== undefined) {
        scanned.push(file);
        answer(socket, file.includes(EICAR) ? `stream: ${EICAR_NAME} FOUND` : 'stream: OK');
      } else return;
      answered = true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  cleanUp(async () => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return {
    config: { host: '127.0.0.1', port: address.port },
    scanned,
    connections: () => open.size,
    always(next) {
      fault = next;
    },
    cut() {
      for (const socket of open) socket.destroy();
    },
  };
}
