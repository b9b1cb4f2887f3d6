import { createServer, type Socket } from 'node:net';
import type { ClamdConfig } from '../../config/storage.ts';
import { cleanUp } from '../cleanup.ts';

/** The test file of all scanners (eicar.org), in two parts, so that no scanner takes this file for it. */
export const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-${'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`;
export const EICAR_NAME = 'Eicar-Test-Signature';

/** What is wrong with it; null: nothing. `odd`: an answer that is no verdict; `gone`: it hangs up; `half`: it does so within its answer. */
export type ClamdFault = 'silent' | 'half' | 'odd' | 'gone' | null;

export interface ClamdFake {
  readonly config: ClamdConfig & { readonly port: number };
  /** Bytes of each file that it got whole. */
  readonly scanned: readonly Buffer[];
  /** Connections that are open. */
  connections(): number;
  always(fault: ClamdFault): void;
  /** Ends the connections that are open. */
  cut(): void;
}

/** ClamAV's daemon as its clients see it: INSTREAM and PING, with a limit of its own for the length of a stream. */
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

  /** @returns the file, once it has come whole */
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
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
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
